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
        script = SentenceScript(tag, language: language)
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
            ?? OneSentence.fault(of: scalars, language: language)
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
