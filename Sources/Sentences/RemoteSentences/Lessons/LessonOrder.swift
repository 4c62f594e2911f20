import JSON
import LanguageServices
import RemoteService

/// What a model is asked for: some words of a lesson, as they may be sent.
struct LessonOrder: Sendable {
    /// A word of the request without what a model would not read as text.
    struct Word: Sendable {
        /// Its place in the request.
        let place: Int
        let word: LessonRequest.Word
    }

    /// A part that was given and not good enough.
    struct Rejected: Sendable {
        var part: String
        var text: String
        var reason: String
    }

    let language: LanguageTag
    /// The language in which things are explained.
    let meaningLanguage: LanguageTag
    let level: LearnerLevel?
    let sentencesPerWord: Int
    let wantsChoices: Bool

    /// The words that are asked for now.
    var words: [Word]
    var wantsIntroduction: Bool
    var questions: Int
    var rejected: [Rejected] = []

    /// The language into which the sentences are translated; `nil` where they need no translation.
    var target: LanguageTag? { meaningLanguage.language == language.language ? nil : meaningLanguage }

    /// The words of a request that may be sent.
    static func words(of request: LessonRequest) -> [Word] {
        request.words.enumerated().compactMap { place, word in
            var clean = word
            clean.text = SentenceOrder.clean(word.text)
            guard !BlankText.isBlank(clean.text) else { return nil }
            clean.meanings = word.meanings.prefix(mostMeanings).map { SentenceOrder.clean(String($0.prefix(200))) }
                .filter { !BlankText.isBlank($0) }
            clean.sense = word.sense.map { SentenceOrder.clean(String($0.prefix(200))) }
            return Word(place: place, word: clean)
        }
    }

    /// How many meanings of a word are told.
    private static let mostMeanings = 5

    /// What stands in the message of the user: data, and nothing but data.
    var message: JSONValue {
        var members: [(String, JSONValue)] = [
            ("words", .array(words.enumerated().map(Self.value))), ("introduction", .bool(wantsIntroduction)),
            ("questions", .integer(questions)),
        ]
        if !rejected.isEmpty {
            let list = rejected.map { rejected -> JSONValue in
                [
                    "part": .string(rejected.part),
                    "text": .string(String(SentenceOrder.clean(rejected.text).prefix(200))),
                    "reason": .string(rejected.reason),
                ]
            }
            members.append(("rejected", .array(list)))
        }
        return .object(members)
    }

    private static func value(_ number: Int, _ entry: Word) -> JSONValue {
        let word = entry.word
        var members: [(String, JSONValue)] = [("number", .integer(number + 1)), ("word", .string(word.text))]
        if !word.meanings.isEmpty { members.append(("meanings", .array(word.meanings.map { .string($0) }))) }
        if let kind = word.partOfSpeech {
            members.append(("part_of_speech", .string(SentenceOrder.clean(kind.rawValue))))
        }
        if let sense = word.sense, !BlankText.isBlank(sense) { members.append(("sense", .string(sense))) }
        if let level = word.level { members.append(("level", .string(level.rawValue))) }
        return .object(members)
    }
}
