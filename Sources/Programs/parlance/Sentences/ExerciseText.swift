import Exercises
import LanguageServices

/// An exercise as lines for people.
struct ExerciseText {
    let exercise: Exercise

    /// The question, and what there is to choose from.
    var lines: [String] {
        switch exercise {
        case .choice(let choice):
            let sense = choice.sense.map { " (\($0))" } ?? ""
            let question =
                choice.direction == .meaning
                ? "What does '\(choice.question)'\(sense) mean?" : "Which word means '\(choice.question)'?"
            return [question] + choice.choices.enumerated().map { "  \(Self.letter($0))) \($1.text)" }
        case .cloze(let cloze):
            let hint = [cloze.word, cloze.meaning].compactMap { $0 }.joined(separator: ", ")
            return ["Fill the gap (\(hint)):", "  \(cloze.text)"] + (cloze.translation.map { ["  \($0)"] } ?? [])
        case .match(let match):
            var table = Table()
            for place in match.words.indices {
                table.add("  \(place + 1)) \(match.words[place])", "\(Self.letter(place))) \(match.meanings[place])")
            }
            return ["Which belong together? Answer such as 1b 2a."] + table.lines
        case .order(let order):
            let words = order.words.enumerated().map { "\($0 + 1)) \($1)" }.joined(separator: "  ")
            return ["Put the words in order:", "  \(words)"] + (order.translation.map { ["  \($0)"] } ?? [])
        }
    }

    /// The right answer.
    var answer: String {
        switch exercise {
        case .choice(let choice): "\(Self.letter(choice.answer))) \(choice.right)"
        case .cloze(let cloze): "\(cloze.answers.joined(separator: " … ")) - \(cloze.sentence)"
        case .match(let match): match.answer.enumerated().map { "\($0 + 1)\(Self.letter($1))" }.joined(separator: " ")
        case .order(let order): order.accepted.joined(separator: " or: ")
        }
    }

    /// What is said of an answer that somebody gave.
    func comment(on text: String, _ verdict: Verdict, language: LanguageTag?) -> String {
        switch verdict {
        case .right: return "Right."
        case .almost: return "Almost: mind the spelling. \(answer)"
        case .wrong: break
        }
        guard case .choice(let choice) = exercise, let place = choice.choice(text, language: language) else {
            return "Wrong: \(answer)"
        }
        let chosen = choice.choices[place]
        guard !chosen.other.isEmpty else { return "Wrong: it is \(answer)." }
        return "Wrong: it is \(answer). '\(chosen.text)' is '\(chosen.other)'."
    }

    private static func letter(_ place: Int) -> String {
        UInt8(exactly: 97 + place).map { String(UnicodeScalar($0)) } ?? "?"
    }
}
