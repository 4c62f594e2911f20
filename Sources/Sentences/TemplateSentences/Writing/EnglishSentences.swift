import Language
import LanguageServices

/// The grammar of English sentences.
struct EnglishSentences: SentenceGrammar {
    let forms: any FormRules

    init(language: LanguageTag) { forms = EnglishForms(language: language) }

    let articles: Set<String> = ["a", "A"]

    let agreesWithWord = false

    func article(before text: String, startsWithVowel: Bool?) -> String {
        startsWithVowel ?? EnglishArticle.startsWithVowel(text) ? "an" : "a"
    }

    func part(after first: String) -> PartOfSpeech? {
        first == "to" ? .verb : ["a", "an", "the"].contains(first) ? .noun : nil
    }
}

/// Chooses *a* or *an* before a text by its initial sound.
enum EnglishArticle {
    /// Whether a text starts with a vowel sound, according to spelling rules and a table of exceptions.
    static func startsWithVowel(_ text: String) -> Bool {
        guard let start = text.unicodeScalars.firstIndex(where: { isSpoken($0) }) else { return false }
        let word = String(text.unicodeScalars[start...].prefix { isSpoken($0) || $0 == "'" || $0 == "’" })
        guard let first = word.unicodeScalars.first else { return false }
        if first.value >= 48, first.value <= 57 { return isVowelNumber(word) }
        let lower = word.lowercased()
        if isSpelledOut(word) { return "aefhilmnorsx".contains(lower.prefix(1)) }
        if silentH.contains(where: lower.hasPrefix) { return true }
        if consonants.contains(where: lower.hasPrefix) {
            return vowels.contains(where: lower.hasPrefix) && !lower.hasPrefix("unidir")
        }
        let base = lower.decomposedFirst
        return "aeiou".contains(base)
    }

    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.value >= 48 && scalar.value <= 57
    }

    /// *8, 11, 18, 80…*: *eight*, *eleven* and *eighteen* start with a vowel sound; *one* does not.
    private static func isVowelNumber(_ word: String) -> Bool {
        let digits = word.prefix { $0.isNumber }
        if digits.hasPrefix("8") { return true }
        // The digits before the last groups of three digits: *11,000* is *eleven thousand*, but *110* is *one hundred*.
        guard digits.hasPrefix("11") || digits.hasPrefix("18") else { return false }
        return digits.count % 3 == 2
    }

    /// Whether a word is read letter by letter: *UFO*, *MP3*, *X-ray*.
    private static func isSpelledOut(_ word: String) -> Bool {
        let letters = word.unicodeScalars.prefix { $0.properties.isAlphabetic }
        if letters.count == 1 { return true }
        guard letters.allSatisfy({ $0.properties.isUppercase }) else { return false }
        return !spoken.contains(String(String.UnicodeScalarView(letters)))
    }

    /// Abbreviations that are read as words.
    private static let spoken: Set<String> = [
        "NASA", "NATO", "LASER", "RADAR", "SIM", "PIN", "RAM", "ROM", "FIFA", "UNICEF", "UNESCO", "AIDS", "SARS", "LAN",
        "NAFTA", "SWAT", "SCUBA", "MIDI",
    ]

    private static let silentH = ["hour", "honest", "honour", "honor", "heir"]

    /// Beginnings that are spelled with a vowel but pronounced with the first sound of *you* or *we*.
    private static let consonants = [
        "uni", "use", "usu", "usa", "uti", "ubiq", "ugan", "ukr", "uran", "uro", "urug", "ure", "urin", "uric", "utop",
        "unanim",
        "unary", "unidir", "uter", "ute", "uku", "eu", "ewe", "one",
        "once", "oui", "ouija",
    ]

    private static let vowels = [
        "unin", "unim", "unid", "unill", "unint", "unimp", "onero", "onei", "usher", "uneq",
    ]
}

extension String {
    /// The first letter without its accent.
    fileprivate var decomposedFirst: Character {
        let first = unicodeScalars.first.map { Character($0) } ?? " "
        return EnglishArticleLetters.plain[first] ?? first
    }
}

private enum EnglishArticleLetters {
    static let plain: [Character: Character] = [
        "á": "a", "à": "a", "â": "a", "ä": "a", "å": "a", "é": "e", "è": "e", "ê": "e", "ë": "e", "í": "i", "î": "i",
        "ï": "i", "ó": "o", "ô": "o", "ö": "o", "ø": "o", "ú": "u", "ü": "u", "æ": "a", "œ": "e",
    ]
}

/// The texts in the data that can follow an article, for use in checks of the English rules.
package enum ArticleTexts {
    /// The first word of every headword, set text and collocate, each once.
    package static func all(in data: SentenceData) -> [String] {
        var texts = data.rows.map(\.headword)
        for set in data.sets.values { texts += set.texts.map(\.text) }
        for row in data.rows { texts += row.company.flatMap { $0.set.texts.map(\.text) } }
        let words = texts.compactMap { $0.split(separator: " ").first }.map(String.init)
        return Set(words).sorted()
    }

    /// The article *a* or *an*, according to spelling rules.
    package static func article(before text: String) -> String { EnglishArticle.startsWithVowel(text) ? "an" : "a" }
}
