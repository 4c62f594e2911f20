import Language
package import LanguageServices

/// Looks at a text that explains something to a learner: a few sentences in the learner's language, in which words of the
/// language that is learned may stand.
package struct ProseInspection: Sendable {
    private let language: String
    private let own: Set<String>
    private let learned: Set<String>
    private let echo: Echo
    private let blocklist: Blocklist

    /// Prepares the inspection.
    ///
    /// - Parameters:
    ///   - language: The language of the text.
    ///   - learned: The language whose words may stand in it.
    ///   - words: What is learned, which may stand in it whatever it is.
    ///   - told: What a model was told, of which the text may not be a copy.
    package init(
        language tag: LanguageTag,
        learned learnedTag: LanguageTag,
        words: [String] = [],
        told: [String] = []
    ) {
        language = TextLanguage.canonical(tag.language) ?? tag.language
        own = SentenceScript.scripts(tag, language)
        let other = TextLanguage.canonical(learnedTag.language) ?? learnedTag.language
        learned = SentenceScript.scripts(learnedTag, other)
        echo = Echo(of: told, word: "")
        blocklist = Blocklist(language: language, allowing: words)
    }

    /// Looks at a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - most: How many Unicode scalars it may have.
    /// - Throws: The first fault that is found.
    package func inspect(_ text: String, most: Int) throws(SentenceFault) {
        try Self.checkShape(of: text, most: most, language: language)
        let scalars = Array(text.unicodeScalars)
        let fault =
            Refusal.fault(of: text) ?? Preamble.fault(ofProse: text) ?? script(of: scalars)
            ?? LanguageHint.fault(of: scalars, language: language) ?? echo.fault(of: text)
            ?? blocklist.fault(of: scalars, language: language)
        if let fault { throw fault }
    }

    /// Looks whether a text has a length, and neither markup, an address nor anything invisible in it.
    ///
    /// - Throws: The first fault that is found.
    package static func checkShape(of text: String, most: Int, language: String) throws(SentenceFault) {
        guard !BlankText.isBlank(text) else { throw SentenceFault(.shape, "is empty") }
        guard text.utf8.count <= 4 * most, text.unicodeScalars.count <= most else {
            throw SentenceFault(.length, "has more than \(most) characters")
        }
        if let fault = PlainText.fault(of: text, language: language) { throw fault }
    }

    /// Most letters must be of the language; those of the one that is learned may be among them, and Latin names.
    private func script(of scalars: [Unicode.Scalar]) -> SentenceFault? {
        guard !own.isEmpty else { return nil }
        var (mine, others) = (0, 0)
        for scalar in scalars where scalar.properties.isAlphabetic {
            guard let script = ScriptCode.of(scalar) else { continue }
            if own.contains(script) {
                mine += 1
            } else if learned.contains(script) || script == "Latn" {
                others += 1
            } else {
                return SentenceFault(.script, "is not all in the script of its language (\(scalar))")
            }
        }
        return mine > others ? nil : SentenceFault(.script, "is not in the script of its language")
    }
}
