import ArgumentParsing
import Exercises
import JSON
import LanguageServices
import Platform

/// `parlance sentence quiz`: vocabulary exercises, asked on a terminal or printed with their answers.
struct QuizVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let asking = try await ExerciseSetup(invocation)
        let result = try await asking.maker.exercises()
        for notice in result.notices { console.note(notice) }
        guard !result.exercises.isEmpty else {
            throw ServiceError(
                .notFound,
                "cannot create exercises from these words",
                remedy: "add words, meanings with '--to TAG', or other '--kinds'"
            )
        }
        if isJSON {
            for exercise in result.exercises { try console.print(try JSONEncoding.value(exercise)) }
            return .ok
        }
        if console.isInputTerminal, console.isOutputTerminal {
            return try await ask(result.exercises, language: asking.maker.plan.language)
        }
        try console.print(Self.sheet(result.exercises))
        return .ok
    }

    /// The exercises as lines, with the answers at the end.
    static func sheet(_ exercises: [Exercise]) -> [String] {
        let texts = exercises.map { ExerciseText(exercise: $0) }
        var lines: [String] = []
        for (number, text) in texts.enumerated() {
            let start = "\(number + 1). "
            for (place, line) in text.lines.enumerated() {
                lines.append((place == 0 ? start : String(repeating: " ", count: start.count)) + line)
            }
            lines.append("")
        }
        return lines + ["Answers"] + texts.enumerated().map { "\($0 + 1). \($1.answer)" }
    }

    // MARK: Interactive quiz

    private func ask(_ exercises: [Exercise], language: LanguageTag?) async throws -> ExitCode {
        let reader = try console.lines(of: "-", skipsLongLines: true)
        var (asked, right, almost) = (0, 0, 0)
        for (number, exercise) in exercises.enumerated() {
            let text = ExerciseText(exercise: exercise)
            for (place, line) in text.lines.enumerated() {
                try console.print(place == 0 ? "\(number + 1)/\(exercises.count)  \(line)" : "  \(line)")
            }
            try console.output(Array("> ".utf8))
            guard let line = try await reader.next() else {
                try console.print("")
                break
            }
            asked += 1
            let answer = String(decoding: line.bytes, as: UTF8.self)
            let verdict = exercise.verdict(answer, language: language)
            if verdict != .wrong { right += 1 }
            if verdict == .almost { almost += 1 }
            try console.print(text.comment(on: answer, verdict, language: language))
            try console.print("")
        }
        guard asked > 0 else { return .ok }
        let share = 100 * right / asked
        let remark = almost > 0 ? ", \(almost) of them almost" : ""
        try console.print("\(right) of \(asked) right\(remark): \(share) %")
        return .ok
    }
}

/// `parlance sentence lesson`: words, examples, exercises and questions on one sheet.
struct LessonVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let asking = try await ExerciseSetup(invocation)
        let maker = LessonMaker(asking.maker, title: try arguments[Options.lessonTitle], writer: asking.writer)
        let lesson = try await maker.lesson()
        for notice in lesson.notices { console.note(notice) }
        return try show(JSONEncoding.value(lesson), Self.lines(lesson))
    }

    /// How the texts were created.
    private static func way(of lesson: Lesson) -> String {
        guard let writing = lesson.writing else { return "made from the cards" }
        let others =
            writing.made == 0 ? "" : ", \(writing.made) of \(writing.made + writing.written) parts made from the cards"
        return "written by \(writing.provider)\(others)"
    }

    private static func lines(_ lesson: Lesson) -> [String] {
        let minutes = max(1, (lesson.seconds + 59) / 60)
        let level = lesson.level.map { ", level \($0.rawValue)" } ?? ""
        var lines = [
            lesson.title, "about \(minutes) minute\(minutes == 1 ? "" : "s")\(level), \(way(of: lesson))", "",
            lesson.introduction, "", "Words",
        ]
        for item in lesson.items {
            lines.append("  \(item.explanation)")
            if let details = item.details { lines.append("    \(details)") }
            guard let example = item.card.example else { continue }
            lines.append("    \(example.text)")
            if let translation = example.translation { lines.append("    \(translation)") }
        }
        if !lesson.practice.isEmpty {
            lines += ["", "Practice"]
            lines += lesson.practice.enumerated().map { "\($0 + 1). \($1.question)" }
        }
        if !lesson.exercises.isEmpty { lines += ["", "Exercises"] + QuizVerb.sheet(lesson.exercises) }
        let answers = lesson.practice.enumerated().filter { !$1.answers.isEmpty }
        if !answers.isEmpty {
            lines += ["", "Answers"]
            lines += answers.map { "\($0 + 1). \($1.answers.joined(separator: "; "))" }
        }
        return lines
    }
}

/// Formats an exercise as text.
struct ExerciseText {
    let exercise: Exercise

    /// The question and its choices.
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
            return ["Match the pairs. Answer like this: 1b 2a."] + table.lines
        case .order(let order):
            let words = order.words.enumerated().map { "\($0 + 1)) \($1)" }.joined(separator: "  ")
            return ["Put the words in order:", "  \(words)"] + (order.translation.map { ["  \($0)"] } ?? [])
        }
    }

    /// The correct answer.
    var answer: String {
        switch exercise {
        case .choice(let choice): "\(Self.letter(choice.answer))) \(choice.right)"
        case .cloze(let cloze): "\(cloze.answers.joined(separator: " … ")) - \(cloze.sentence)"
        case .match(let match): match.answer.enumerated().map { "\($0 + 1)\(Self.letter($1))" }.joined(separator: " ")
        case .order(let order): order.accepted.joined(separator: " or: ")
        }
    }

    /// The feedback on an answer.
    func comment(on text: String, _ verdict: Verdict, language: LanguageTag?) -> String {
        switch verdict {
        case .right: return "Right."
        case .almost: return "Almost: check the spelling. \(answer)"
        case .wrong: break
        }
        guard case .choice(let choice) = exercise, let place = choice.choice(text, language: language) else {
            return "Wrong: \(answer)"
        }
        let chosen = choice.choices[place]
        guard !chosen.other.isEmpty else { return "Wrong: the answer is \(answer)." }
        return "Wrong: the answer is \(answer). '\(chosen.text)' means '\(chosen.other)'."
    }

    private static func letter(_ place: Int) -> String {
        UInt8(exactly: 97 + place).map { String(UnicodeScalar($0)) } ?? "?"
    }
}
