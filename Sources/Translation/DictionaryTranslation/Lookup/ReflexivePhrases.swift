import Language
import LanguageServices

/// Verbs whose pronoun says that somebody does something to himself: *me levanto*, *mi alzo*, *ich freue mich*.
///
/// Such a verb is often another than the one without the pronoun (*llamar* is to call, *llamarse* to be called). The pronoun
/// alone does not tell: *me llama* is somebody else who calls. The ending of the verb does, as far as it shows the person.
struct ReflexivePhrases {
    private let endings: [String: [String]]
    private let isBehind: Bool

    /// `nil` for a language of which that is not known.
    init?(language: LanguageTag) {
        let code = TextLanguage.canonical(language.language) ?? language.language
        guard let endings = Self.endings[code] else { return nil }
        self.endings = endings
        isBehind = code == "de"
    }

    /// The verb of a text that is nothing but such a verb, its pronoun and perhaps its subject; `nil` for other texts.
    ///
    /// - Parameter subjects: The words that may stand in front.
    func verb(in text: String, subjects: Set<String>) -> String? {
        var words = text.split(separator: " ")[...]
        guard words.count <= 8 else { return nil }
        if isBehind {
            words = words.drop { subjects.contains($0.lowercased()) }
            guard words.count == 2, let verb = words.first, let pronoun = words.last else { return nil }
            return isOf(verb, pronoun) ? String(verb) : nil
        }
        guard words.count >= 2, let verb = words.popLast(), let pronoun = words.popLast(),
            words.allSatisfy({ subjects.contains($0.lowercased()) }), isOf(verb, pronoun)
        else { return nil }
        return String(verb)
    }

    private func isOf(_ verb: Substring, _ pronoun: Substring) -> Bool {
        guard let endings = endings[pronoun.lowercased()] else { return false }
        return endings.contains { verb.lowercased().hasSuffix($0) }
    }

    /// What the verb ends with, by its pronoun; the empty ending is all.
    private static let endings: [String: [String: [String]]] = [
        "es": ["me": ["o", "oy", "é", "í"], "te": ["s", "ste"], "se": [""], "nos": ["mos"], "os": ["is"]],
        "it": ["mi": ["o", "ai", "ei", "ii"], "ti": ["i"], "si": [""], "ci": ["mo"], "vi": ["te"]],
        "pt": ["me": ["o", "ei", "i"], "te": ["s", "ste"], "se": [""], "nos": ["mos"]],
        "de": ["mich": [""], "dich": [""], "sich": [""], "uns": ["en"], "euch": ["t"]],
    ]
}
