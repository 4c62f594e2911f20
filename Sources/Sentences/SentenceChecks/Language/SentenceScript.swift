import Language
import LanguageServices

/// Checks whether a text is written in the script of its language.
struct SentenceScript: Sendable {
    private let scripts: Set<String>
    /// Other permitted scripts: Latin for names and abbreviations, and the script of the language being learned.
    private let others: Set<String>
    private let foreign: Set<Unicode.Scalar>

    /// - Parameter learned: The language being learned, whose words may appear in explanations.
    init(_ tag: LanguageTag, learned: LanguageTag? = nil) {
        let language = TextLanguage.canonical(tag.language) ?? tag.language
        scripts = Self.scripts(tag, language)
        others = (learned.map { Self.scripts($0, TextLanguage.canonical($0.language) ?? $0.language) } ?? [])
            .union(["Latn"])
        foreign = learned == nil ? Set((Self.foreignLetters[language] ?? "").unicodeScalars) : []
    }

    func fault(of scalars: [Unicode.Scalar]) -> SentenceFault? {
        guard !scripts.isEmpty else { return nil }
        var own = 0
        var other = 0
        for scalar in scalars where scalar.properties.isAlphabetic {
            guard let script = ScriptCode.of(scalar) else { continue }
            if foreign.contains(scalar) {
                return SentenceFault(.script, "contains a letter of another language (\(scalar))")
            }
            if scripts.contains(script) {
                own += 1
            } else if others.contains(script) {
                other += 1
            } else {
                return SentenceFault(.script, "is not written entirely in the script of its language (\(scalar))")
            }
        }
        return own > other ? nil : SentenceFault(.script, "is not written in the script of its language")
    }

    /// The scripts of a language, or the script named in its tag.
    private static func scripts(_ tag: LanguageTag, _ language: String) -> Set<String> {
        guard let script = tag.script ?? ScriptCode.defaultCode(for: tag.text) ?? ScriptCode.defaultCode(for: language)
        else {
            return []
        }
        switch script {
        case "Hans", "Hant", "Hani": return ["Hani", "Bopo"]
        case "Jpan": return ["Hani", "Hira", "Kana"]
        case "Kore": return ["Hang", "Hani"]
        case "Hrkt": return ["Hira", "Kana"]
        default:
            if tag.script == nil, let both = doubles[language] { return both }
            return [script]
        }
    }

    /// Languages written in two scripts.
    private static let doubles: [String: Set<String>] = [
        "sr": ["Cyrl", "Latn"], "uz": ["Cyrl", "Latn"], "az": ["Cyrl", "Latn"], "bs": ["Cyrl", "Latn"],
        "kk": ["Cyrl", "Latn"], "tg": ["Cyrl"], "mn": ["Cyrl", "Mong"], "pa": ["Guru", "Arab"],
    ]

    /// Letters of the script that occur in related languages but not in this one.
    private static let foreignLetters = [
        "ru": "іїєґўјљњћђќѓџІЇЄҐЎ", "uk": "ыэъёЫЭЪЁў", "bg": "ыэёіїєЫЭЁ", "be": "иїєґщъИЩЪ",
    ]
}
