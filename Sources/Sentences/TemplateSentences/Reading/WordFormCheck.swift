import Language
import LanguageServices

/// Checks whether a text is a form of a word, as far as the rules can determine it.
struct WordFormCheck {
    private let lemmas: LemmaRules?
    /// Whether the lemmas of a form may contain an umlaut that the word lacks: *Wört* for *Wörter*.
    private let hasUmlauts: Bool

    init(language: LanguageTag) {
        lemmas = LemmaRules(language: language)
        hasUmlauts = language.language == "de"
    }

    /// Whether a text contains every word of a headword, in any form.
    ///
    /// - Parameters:
    ///   - text: The word as spelled in a sentence; other words may separate its parts.
    ///   - headword: The dictionary form of the word.
    func isForm(_ text: String, of headword: String) -> Bool {
        if text.lowercased() == headword.lowercased() { return true }
        // *steht auf*
        if let lemmas, lemmas.lemmas(of: text).contains(where: { $0.text == headword }) { return true }
        let spelled = words(text).map(meanings)
        let plain = spelled.map { Set($0.map(Self.plain)) }
        return words(headword).allSatisfy { word in
            Self.placeholders.contains(word) || plain.contains { $0.contains(Self.plain(word)) }
                || spelled.contains { holds($0, umlautOf: word) }
        }
    }

    private func holds(_ meanings: Set<String>, umlautOf word: String) -> Bool {
        guard hasUmlauts else { return false }
        let folding = HeadwordFolding(language: "de")
        let key = folding.key(word)
        return meanings.contains { folding.key($0) == key }
    }

    /// The word without accents, which the rules cannot always restore: from *acciones*, they may derive *accion*.
    /// Other letters are kept.
    private static func plain(_ word: String) -> String {
        String(word.map { accents[$0] ?? $0 })
    }

    private static let accents: [Character: Character] = ["á": "a", "é": "e", "í": "i", "ó": "o", "ú": "u"]

    /// Placeholders in headwords.
    private static let placeholders: Set<String> = [
        "your", "yourself", "someone", "someone's", "one's", "oneself", "alguien",
    ]

    private func words(_ text: String) -> [String] {
        text.lowercased().split { " -–,…?!".contains($0) }.map(String.init)
    }

    /// All lemmas of a word: *be* and *not* for *wasn't*.
    private func meanings(_ word: String) -> Set<String> {
        guard let lemmas else { return [word] }
        let first = lemmas.lemmas(of: word).flatMap { words($0.text) }
        return Set([word] + first + first.flatMap { lemmas.lemmas(of: $0).map(\.text) })
    }
}
