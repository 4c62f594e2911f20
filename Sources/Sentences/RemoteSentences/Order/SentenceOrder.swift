import JSON
import Language
import LanguageServices
import RemoteService

/// What a model is asked for: a request as it may be sent.
///
/// Texts of the user have lost what a model would not read as text: control tokens, control characters, and characters that
/// cannot be seen.
struct SentenceOrder: Sendable {
    let word: String
    let language: LanguageTag
    let partOfSpeech: PartOfSpeech?
    let sense: String?
    let level: LearnerLevel?
    let words: ClosedRange<Int>?
    let topic: String?
    let seed: UInt64
    let target: LanguageTag?
    let romanizes: Bool

    /// How many sentences are wanted now.
    var count: Int

    /// Sentences that the reader has already.
    var avoiding: [String]

    /// Sentences that were given and not good enough, with what was wrong with them.
    var rejected: [(sentence: String, reason: String)] = []

    /// Whether something was taken out of the word.
    let isCleaned: Bool

    /// Makes an order of a request.
    ///
    /// - Throws: `ServiceError.Code.notFound` for a word of which nothing is left.
    init(_ request: SentenceRequest, language: LanguageTag) throws(ServiceError) {
        word = Self.clean(request.word)
        guard !BlankText.isBlank(word) else {
            throw ServiceError(
                .notFound,
                "the word holds nothing but control tokens and characters that cannot be seen",
                remedy: "correct the word"
            )
        }
        isCleaned = word != HeadwordFolding.composed(OuterSpace.trimmed(request.word))
        self.language = language
        partOfSpeech = request.partOfSpeech
        sense = request.sense.map(Self.clean).flatMap { BlankText.isBlank($0) ? nil : $0 }
        level = request.level
        words = request.words
        topic = request.topic.map(Self.clean).flatMap { BlankText.isBlank($0) ? nil : $0 }
        seed = request.seed
        target = request.targetLanguage.flatMap { $0.language == language.language ? nil : $0 }
        romanizes = request.romanizes
        count = request.count
        avoiding = request.avoiding
    }

    /// A text on one line without what a model would not read as text.
    static func clean(_ text: String) -> String {
        let line = ChatText.cleaned(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return HeadwordFolding.composed(line)
    }

    /// How many known sentences are told to the model; all are compared with what it writes.
    private static let mostTold = 20

    /// What stands in the message of the user: data, and nothing but data.
    var message: JSONValue {
        var members: [(String, JSONValue)] = [("word", .string(word)), ("count", .integer(count))]
        if let partOfSpeech { members.append(("part_of_speech", .string(Self.clean(partOfSpeech.rawValue)))) }
        if let sense { members.append(("meaning", .string(sense))) }
        if let topic { members.append(("topic", .string(topic))) }
        let known = avoiding.suffix(Self.mostTold).map { Self.clean(String($0.prefix(600))) }
            .filter { !BlankText.isBlank($0) }
        if !known.isEmpty { members.append(("avoid", .array(known.map { .string($0) }))) }
        if !rejected.isEmpty {
            let list = rejected.map { offer -> JSONValue in
                ["sentence": .string(String(Self.clean(offer.sentence).prefix(300))), "reason": .string(offer.reason)]
            }
            members.append(("rejected", .array(list)))
        }
        return .object(members)
    }
}
