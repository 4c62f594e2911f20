import LanguageServices
import Text

/// The word itself in a text that gives it as vocabularies do: *to go*, *der Hund*, *sich freuen*, *l'eau*.
struct CitationForms {
    private let spellings: HeadwordSpellings
    private let otherArticles: Set<String>

    init(language: LanguageTag) {
        spellings = HeadwordSpellings(language: language)
        otherArticles = Self.otherArticles[(TextLanguage.canonical(language.language) ?? language.language)] ?? []
    }

    /// What a text is without its article, or without the mark of a verb, and what kind of word it then is.
    func all(_ text: String) -> [(text: String, partOfSpeech: PartOfSpeech)] {
        guard let first = text.unicodeScalars.first else { return [] }
        // At the beginning of a card an article has a capital.
        let text = first.properties.isUppercase ? text.prefix(1).lowercased() + text.dropFirst() : text
        var result: [(text: String, partOfSpeech: PartOfSpeech)] = []
        for part in [PartOfSpeech.verb, .noun] {
            let plain = spellings.plain(text, parts: [part])
            if plain != text, !plain.isEmpty { result.append((plain, part)) }
        }
        let words = text.split(separator: " ", maxSplits: 1)
        if words.count == 2, otherArticles.contains(String(words[0])) { result.append((String(words[1]), .noun)) }
        return result
    }

    /// Articles that stand before words in texts, but before no headword.
    private static let otherArticles: [String: Set<String>] = [
        "de": ["den", "dem", "des", "einen", "einem", "einer", "eines"],
        "fr": ["des", "du"],
        "es": ["lo", "unos", "unas"],
        "pt": ["uns", "umas"],
    ]
}
