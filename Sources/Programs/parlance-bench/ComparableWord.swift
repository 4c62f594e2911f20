import DictionaryTranslation
import Language
import LanguageServices

/// What words of a language are compared by, when two dictionaries need not agree on how a word is cited.
///
/// Case, accents and punctuation do not count, nor do articles, reflexive pronouns, prepositions at the end, plurals of
/// the Romance languages, what Japanese and Chinese add to make one kind of word of another, and the *be* with which
/// English renders their verbs. That a word has an apostrophe does count in English: *he'll* is no *hell*.
struct ComparableWord {
    private let spellings: HeadwordSpellings
    private let folding: HeadwordFolding
    private let prepositions: Set<String>
    private let elided: [String]
    private let beginnings: [String]
    private let endings: [(ending: String, replacement: String)]
    private let isEnglish: Bool

    init(language: LanguageTag) {
        spellings = HeadwordSpellings(language: language)
        folding = HeadwordFolding(language: language.language)
        prepositions = Self.prepositions[language.language] ?? []
        elided = language.language == "fr" ? ["s'", "s’", "d'", "d’"] : []
        beginnings = Self.beginnings[language.language] ?? []
        endings = Self.endings[language.language] ?? []
        isEnglish = language.language == "en"
    }

    /// The keys of a text; two words are equal when they share one.
    func keys(_ text: String) -> Set<String> {
        var keys: Set<String> = []
        for spelling in spellings.all(text, parts: []) {
            var variants = [spelling]
            if let mark = elided.first(where: { spelling.hasPrefix($0) }) {
                variants.append(String(spelling.dropFirst(mark.count)))
            }
            if isEnglish, spelling.hasPrefix("be ") { variants.append(String(spelling.dropFirst(3))) }
            var words = spelling.split(separator: " ")
            if words.count > 1, let last = words.last, prepositions.contains(String(last)) {
                words.removeLast()
                variants.append(words.joined(separator: " "))
            }
            let apostrophe = isEnglish && spelling.contains { $0 == "'" || $0 == "’" } ? "'" : ""
            for key in variants.map(folding.key) where !key.isEmpty {
                keys.formUnion(stems(key).map { $0 + apostrophe })
            }
        }
        return keys
    }

    /// A key, and what it is without what may be added to a word.
    private func stems(_ key: String) -> Set<String> {
        var stems: Set = [key]
        for beginning in beginnings where key.hasPrefix(beginning) && key.count > beginning.count {
            stems.insert(String(key.dropFirst(beginning.count)))
        }
        for stem in stems {
            for (ending, replacement) in endings where stem.hasSuffix(ending) && stem.count > ending.count {
                stems.insert(stem.dropLast(ending.count) + replacement)
            }
        }
        return stems
    }

    private static let prepositions: [String: Set<String>] = [
        "es": ["de", "a", "con", "en", "que", "por"],
        "fr": ["de", "à", "que", "par"],
        "it": ["di", "a", "da", "con", "che", "in"],
        "pt": ["de", "a", "com", "em", "que", "por"],
    ]

    /// Of keys, which have no accents and hyphens.
    private static let beginnings: [String: [String]] = [
        "ja": ["の", "に", "を", "が", "と"],
        "zh": ["在"],
    ]

    private static let endings: [String: [(ending: String, replacement: String)]] = [
        "es": [("arse", "ar"), ("erse", "er"), ("irse", "ir"), ("s", ""), ("es", "")],
        "fr": [("s", ""), ("x", "")],
        "it": [
            ("arsi", "are"), ("ersi", "ere"), ("irsi", "ire"), ("arsela", "are"), ("i", "o"), ("i", "e"), ("e", "a"),
        ],
        "pt": [("arse", "ar"), ("erse", "er"), ("irse", "ir"), ("orse", "or"), ("s", "")],
        "ja": [
            ("をする", ""), ("する", ""), ("な", ""), ("の", ""), ("に", ""), ("と", ""), ("だ", ""), ("で", ""), ("を", ""),
            ("へ", ""), ("もの", ""), ("ている", "る"),
        ],
        "zh": [("的", ""), ("地", ""), ("着", ""), ("了", ""), ("好", "")],
    ]
}
