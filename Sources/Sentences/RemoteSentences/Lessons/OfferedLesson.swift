import JSON
import LanguageServices
import RemoteService
import SentenceChecks

/// A lesson as sent by the model, unchecked.
struct OfferedLesson: Sendable {
    /// The parts for one word.
    struct Word: Sendable {
        /// The number of the word in the message, from 1.
        var number: Int
        var explanation: String?
        var sentences: [OfferedSentence]
        var choice: Choice?
    }

    /// A multiple-choice question: four choices and the right answer.
    struct Choice: Sendable {
        var asksWord: Bool
        var description: String
        var choices: [String]
        var answer: String
    }

    var introduction: String?
    var words: [Word] = []
    var questions: [WrittenLesson.Question] = []

    /// Reads a model's response. Text around the JSON object, such as a code fence or a remark, is ignored.
    ///
    /// - Returns: `nil` if the response contains no object with a part of a lesson.
    init?(_ text: String) {
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        let limits = JSONDocument.Limits(bytes: 1 << 20, nodes: 20_000, keyBytes: 64)
        guard let node = try? JSONDocument.parse(Array(text[start...end].utf8), source: "answer", limits: limits) else {
            return nil
        }
        introduction = OfferedSentence.line(node["introduction"], most: 2000)
        words = (node["words"]?.elements ?? []).prefix(200).compactMap(Self.word)
        questions = (node["questions"]?.elements ?? []).prefix(200).compactMap { node in
            guard let text = OfferedSentence.line(node["question"], most: 1000) else { return nil }
            let answers = (node["answers"]?.elements ?? []).compactMap { OfferedSentence.line($0, most: 500) }
            return WrittenLesson.Question(text, answers: answers)
        }
        guard introduction != nil || !words.isEmpty || !questions.isEmpty else { return nil }
    }

    private static func word(_ node: JSONNode) -> Word? {
        guard let number = node["number"]?.number?.int else { return nil }
        let sentences = (node["sentences"]?.elements ?? []).prefix(20).compactMap { node in
            node["sentence"]?.string.map { OfferedSentence($0, with: node) }
        }
        return Word(
            number: number,
            explanation: OfferedSentence.line(node["explanation"], most: 2000),
            sentences: sentences,
            choice: choice(node["choice"])
        )
    }

    private static func choice(_ node: JSONNode?) -> Choice? {
        guard let node, let asks = node["asks"]?.string, ["meaning", "word"].contains(asks),
            let answer = OfferedSentence.line(node["answer"], most: 500), let choices = node["choices"]?.elements
        else { return nil }
        return Choice(
            asksWord: asks == "word",
            description: OfferedSentence.line(node["description"], most: 1000) ?? "",
            choices: choices.prefix(20).map { OfferedSentence.line($0, most: 500) ?? "" },
            answer: answer
        )
    }
}

extension OfferedLesson.Choice {
    /// The question with its right and wrong answers.
    ///
    /// - Throws: A fault if the right answer does not occur exactly once among the choices.
    func question() throws(SentenceFault) -> WrittenLesson.Choice {
        guard choices.count == 4 else { throw SentenceFault(.shape, "has \(choices.count) choices instead of four") }
        let right = choices.indices.filter { choices[$0] == answer }
        guard right.count == 1, let position = right.first else {
            throw SentenceFault(
                .shape,
                right.isEmpty ? "has an answer that is not among its choices" : "has its answer twice"
            )
        }
        if asksWord, BlankText.isBlank(description) { throw SentenceFault(.shape, "has no description") }
        var wrong = choices
        wrong.remove(at: position)
        return WrittenLesson.Choice(description: asksWord ? description : nil, right: answer, wrong: wrong)
    }
}
