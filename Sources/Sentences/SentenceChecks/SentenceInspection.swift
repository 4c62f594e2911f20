import Language
package import LanguageServices

/// Checks sentences that illustrate a word.
///
/// One inspection serves all sentences for a request. The checks run in this order: characters and markup, length,
/// model remarks, single sentence, script, language, blocklist, word. Malformed text is therefore reported before
/// unsuitable content.
package struct SentenceInspection: Sendable {
    private let language: String
    private let words: ClosedRange<Int>?
    private let script: SentenceScript
    private let blocklist: Blocklist
    private let echo: Echo
    private let search: WordSearch

    /// The result for a sentence that passes all checks.
    package struct Verdict: Sendable, Hashable {
        /// The position of the word.
        package let match: WordMatch
        /// The checks that passed.
        package let checks: [SentenceCheck]
    }

    /// Prepares the inspection.
    ///
    /// - Parameters:
    ///   - word: The word or expression; the sentence must contain a form of it.
    ///   - language: The language of the sentence.
    ///   - partOfSpeech: The part of speech of the word; `nil` for any.
    ///   - forms: Known forms of the word.
    ///   - words: The allowed number of words per sentence; `nil` for the default.
    ///   - told: Texts that the sentence must not copy, such as a model's instructions or a topic.
    package init(
        word: String,
        language tag: LanguageTag,
        partOfSpeech: PartOfSpeech? = nil,
        forms: [String] = [],
        words: ClosedRange<Int>? = nil,
        told: [String] = []
    ) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        self.words = words
        search = WordSearch(word, language: tag, partOfSpeech: partOfSpeech, forms: forms)
        script = SentenceScript(tag)
        blocklist = Blocklist(language: language, allowing: search.words + [word])
        echo = Echo(of: told, word: word)
    }

    /// The checks that every accepted sentence passes.
    package static let checks: [SentenceCheck] = [
        .markup, .length, .refusal, .preamble, .oneSentence, .script, .language, .echo, .blocklist, .word,
    ]

    /// Whether a text is a model's refusal.
    package static func isRefusal(_ text: String) -> Bool { Refusal.fault(of: text) != nil }

    /// Checks a sentence.
    ///
    /// - Throws: The first fault found.
    package func inspect(_ sentence: String) throws(SentenceFault) -> Verdict {
        // Reject overlong text first, because later checks take longer for longer text.
        guard sentence.utf8.count <= 4 * SentenceLength.maximumScalars else {
            throw SentenceFault(.length, "has more than \(SentenceLength.maximumScalars) characters")
        }
        let scalars = Array(sentence.unicodeScalars)
        let fault =
            PlainText.fault(of: sentence, language: language)
            ?? Refusal.fault(of: sentence) ?? Preamble.fault(of: sentence)
            ?? SentenceLength.fault(of: scalars, language: language, words: words)
            ?? SingleSentenceCheck.fault(of: scalars, language: language)
            ?? script.fault(of: scalars)
            ?? LanguageHint.fault(of: scalars, language: language)
            ?? echo.fault(of: sentence)
            ?? blocklist.fault(of: scalars, language: language)
        if let fault { throw fault }
        guard let match = search.match(in: sentence) else {
            throw SentenceFault(.word, "does not contain the word in any of its forms")
        }
        return Verdict(match: match, checks: Self.checks)
    }
}

/// A fault in a sentence.
package struct SentenceFault: Error, Sendable, Hashable {
    /// The check that failed.
    package let check: SentenceCheck

    /// What is wrong, worded as a predicate of *the sentence*: `contains a web address`.
    package let reason: String

    /// Creates a fault.
    package init(_ check: SentenceCheck, _ reason: String) {
        self.check = check
        self.reason = reason
    }
}

/// Comparison keys for sentences.
package enum SentenceKey {
    /// A key that is the same for sentences that differ only in case, accents, spaces and punctuation.
    package static func of(_ sentence: String) -> String { HeadwordFolding(language: "").key(sentence) }
}

/// Checks the translation of a sentence.
package struct TranslationInspection: Sendable {
    private let language: String
    private let script: SentenceScript

    /// - Parameter language: The language of the translation.
    package init(language tag: LanguageTag) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        script = SentenceScript(tag)
    }

    /// Checks a translation.
    ///
    /// - Throws: The first fault found, worded as a predicate of *the sentence*.
    package func inspect(_ text: String) throws(SentenceFault) {
        let scalars = Array(text.unicodeScalars.prefix(2 * SentenceLength.maximumScalars))
        guard !BlankText.isBlank(text), scalars.count < 2 * SentenceLength.maximumScalars else {
            throw SentenceFault(.length, "has a translation that is empty or far too long")
        }
        let fault =
            PlainText.fault(of: text, language: language) ?? Refusal.fault(of: text) ?? Preamble.fault(of: text)
            ?? script.fault(of: scalars) ?? LanguageHint.fault(of: scalars, language: language)
        if let fault { throw SentenceFault(fault.check, "has a translation that \(fault.reason)") }
    }

    /// Whether a text is free of markup, addresses and invisible characters.
    package static func isPlain(_ text: String) -> Bool { PlainText.fault(of: text, language: "") == nil }
}

/// Checks an explanation, which consists of a few sentences in the learner's language and may contain words in the
/// language being learned.
struct ProseInspection: Sendable {
    private let language: String
    private let script: SentenceScript
    private let echo: Echo
    private let blocklist: Blocklist

    /// - Parameters:
    ///   - learned: The language whose words may appear in the text.
    ///   - words: The words being learned, which are always allowed.
    ///   - told: The texts sent to a model, which the text must not copy.
    init(language tag: LanguageTag, learned: LanguageTag, words: [String], told: [String]) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        script = SentenceScript(tag, learned: learned)
        echo = Echo(of: told, word: "")
        blocklist = Blocklist(language: language, allowing: words)
    }

    /// The first fault in a text of at most `most` Unicode scalars; `nil` if there is none.
    func fault(of text: String, most: Int) -> SentenceFault? {
        if let fault = Self.shapeFault(of: text, most: most, language: language) { return fault }
        let scalars = Array(text.unicodeScalars)
        return Refusal.fault(of: text) ?? Preamble.fault(ofProse: text) ?? script.fault(of: scalars)
            ?? LanguageHint.fault(of: scalars, language: language) ?? echo.fault(of: text)
            ?? blocklist.fault(of: scalars, language: language)
    }

    /// The fault if a text is empty or too long, or contains markup, an address or invisible characters; `nil` if there
    /// is none.
    static func shapeFault(of text: String, most: Int, language: String) -> SentenceFault? {
        guard !BlankText.isBlank(text) else { return SentenceFault(.shape, "is empty") }
        guard text.utf8.count <= 4 * most, text.unicodeScalars.count <= most else {
            return SentenceFault(.length, "has more than \(most) characters")
        }
        return PlainText.fault(of: text, language: language)
    }
}
