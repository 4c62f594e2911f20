import Language
package import LanguageServices

/// Looks at sentences for a word before they are given out.
///
/// Made once for a request and asked for each sentence, in the order: characters and markup, length, talk of a model, one
/// sentence, script, language, blocklist, the word. What is no sentence at all is found before what is a wrong one.
package struct SentenceInspection: Sendable {
    private let language: String
    private let words: ClosedRange<Int>?
    private let script: SentenceScript
    private let blocklist: Blocklist
    private let echo: Echo
    private let search: WordSearch

    /// What was found of a sentence that may be given out.
    package struct Verdict: Sendable, Hashable {
        /// Where the word is.
        package let match: WordMatch
        /// What was looked at and found right.
        package let checks: [SentenceCheck]
    }

    /// Prepares the inspection.
    ///
    /// - Parameters:
    ///   - word: The word or expression of which a form must stand in the sentence.
    ///   - language: The language of the sentence.
    ///   - partOfSpeech: What kind of word is meant.
    ///   - forms: Forms that are known to be forms of the word.
    ///   - words: How many words the sentence may have; `nil` is what is usual.
    ///   - told: Texts of which the sentence may not be a copy: the instructions of a model, a topic.
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

    /// What was looked at in every sentence that passes.
    package static let checks: [SentenceCheck] = [
        .markup, .length, .refusal, .preamble, .oneSentence, .script, .language, .echo, .blocklist, .word,
    ]

    /// Whether a text is a model's refusal to write anything.
    package static func isRefusal(_ text: String) -> Bool { Refusal.fault(of: text) != nil }

    /// Looks at a sentence.
    ///
    /// - Throws: The first fault that is found.
    package func inspect(_ sentence: String) throws(SentenceFault) -> Verdict {
        // Nothing longer is looked at: what follows takes time that grows with the length.
        guard sentence.utf8.count <= 4 * SentenceLength.mostScalars else {
            throw SentenceFault(.length, "has more than \(SentenceLength.mostScalars) characters")
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
            throw SentenceFault(.word, "does not hold the word in any of its forms")
        }
        return Verdict(match: match, checks: Self.checks)
    }
}

/// What is wrong with a sentence.
package struct SentenceFault: Error, Sendable, Hashable {
    /// What was looked at.
    package let check: SentenceCheck

    /// What was found, to be read behind *the sentence*: `holds an address of the web`.
    package let reason: String

    /// Names a fault.
    package init(_ check: SentenceCheck, _ reason: String) {
        self.check = check
        self.reason = reason
    }
}

/// What sentences share that a reader takes for the same.
package enum SentenceKey {
    /// A key that is equal for sentences which differ in case, accents, spaces and punctuation alone.
    package static func of(_ sentence: String) -> String { HeadwordFolding(language: "").key(sentence) }
}

/// Looks at the translation of a sentence before it is given out.
package struct TranslationInspection: Sendable {
    private let language: String
    private let script: SentenceScript

    /// - Parameter language: The language of the translation.
    package init(language tag: LanguageTag) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        script = SentenceScript(tag)
    }

    /// Looks at a translation.
    ///
    /// - Throws: The first fault that is found, to be read behind *the sentence*.
    package func inspect(_ text: String) throws(SentenceFault) {
        let scalars = Array(text.unicodeScalars.prefix(2 * SentenceLength.mostScalars))
        guard !BlankText.isBlank(text), scalars.count < 2 * SentenceLength.mostScalars else {
            throw SentenceFault(.length, "has a translation that is empty or far too long")
        }
        let fault =
            PlainText.fault(of: text, language: language) ?? Refusal.fault(of: text) ?? Preamble.fault(of: text)
            ?? script.fault(of: scalars) ?? LanguageHint.fault(of: scalars, language: language)
        if let fault { throw SentenceFault(fault.check, "has a translation that \(fault.reason)") }
    }

    /// Whether there is no markup, no address and nothing invisible in a text.
    package static func isPlain(_ text: String) -> Bool { PlainText.fault(of: text, language: "") == nil }
}

/// Looks at a text that explains something to a learner: a few sentences in the learner's language, in which words of the
/// language that is learned may stand.
struct ProseInspection: Sendable {
    private let language: String
    private let script: SentenceScript
    private let echo: Echo
    private let blocklist: Blocklist

    /// - Parameters:
    ///   - learned: The language whose words may stand in it.
    ///   - words: What is learned, which may stand in it whatever it is.
    ///   - told: What a model was told, of which the text may not be a copy.
    init(language tag: LanguageTag, learned: LanguageTag, words: [String], told: [String]) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        script = SentenceScript(tag, learned: learned)
        echo = Echo(of: told, word: "")
        blocklist = Blocklist(language: language, allowing: words)
    }

    /// The first fault of a text that may have so many Unicode scalars; `nil` when there is none.
    func fault(of text: String, most: Int) -> SentenceFault? {
        if let fault = Self.shapeFault(of: text, most: most, language: language) { return fault }
        let scalars = Array(text.unicodeScalars)
        return Refusal.fault(of: text) ?? Preamble.fault(ofProse: text) ?? script.fault(of: scalars)
            ?? LanguageHint.fault(of: scalars, language: language) ?? echo.fault(of: text)
            ?? blocklist.fault(of: scalars, language: language)
    }

    /// The fault of a text that has no length, or markup, an address or something invisible in it; `nil` when there is none.
    static func shapeFault(of text: String, most: Int, language: String) -> SentenceFault? {
        guard !BlankText.isBlank(text) else { return SentenceFault(.shape, "is empty") }
        guard text.utf8.count <= 4 * most, text.unicodeScalars.count <= most else {
            return SentenceFault(.length, "has more than \(most) characters")
        }
        return PlainText.fault(of: text, language: language)
    }
}
