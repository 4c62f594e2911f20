import Language
package import LanguageServices

/// Looks at the translation of a sentence before it is given out.
package struct TranslationInspection: Sendable {
    private let language: String
    private let script: SentenceScript

    /// - Parameter language: The language of the translation.
    package init(language tag: LanguageTag) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        script = SentenceScript(tag, language: language)
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
