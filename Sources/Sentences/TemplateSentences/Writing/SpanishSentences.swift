import Language
import LanguageServices

/// The grammar of Spanish sentences.
struct SpanishSentences: SentenceGrammar {
    let forms: any FormRules

    /// - Parameter language: A tag for Spanish. *vosotros* is used only if its region is Spain.
    init(language: LanguageTag) { forms = SpanishForms(hasVosotros: language.region == "ES") }

    /// Verbs default to the present tense; all other words are adjectives.
    func defaultForm(of lemma: String) -> String {
        let word = lemma.prefix { $0 != " " }
        return ["ar", "er", "ir", "ír", "arse", "erse", "irse"].contains(where: word.hasSuffix) ? "present" : "positive"
    }

    func part(after first: String) -> PartOfSpeech? {
        ["el", "la", "los", "las", "un", "una", "unos", "unas"].contains(first) ? .noun : nil
    }

    let reflexivePronouns: Set<String> = ["me", "te", "se", "nos", "os"]

    let auxiliary: String? = "haber"

    /// Contracts and adapts: *a el* becomes *al*, and *de el* becomes *del*; *y* becomes *e* before an *i* sound, and
    /// *o* becomes *u* before an *o* sound.
    func joined(_ before: String, _ after: String) -> (before: String, after: String)? {
        // The space may belong to either text.
        let isSpaced = before.hasSuffix(" ")
        guard isSpaced || after.hasPrefix(" ") else { return nil }
        let next = isSpaced ? after[...] : after.drop { $0 == " " }
        let text = isSpaced ? String(before.dropLast()) : before
        let space = isSpaced ? " " : ""
        let last = text.split(separator: " ").last.map(String.init) ?? ""
        let start = String(text.dropLast(last.count))
        switch last.lowercased() {
        case "a", "de":
            guard next == "el" || next.hasPrefix("el ") else { return nil }
            let rest = next.dropFirst(2)
            return (start + last + "l", String(rest))
        case "y" where Self.beginsWithI(next): return (start + "e" + space, after)
        case "o" where Self.beginsWithO(next): return (start + "u" + space, after)
        default: return nil
        }
    }

    private static func beginsWithI(_ text: Substring) -> Bool {
        let text = text.lowercased()
        if ["ie", "hie", "ia", "hia", "io"].contains(where: text.hasPrefix) { return false }
        return ["i", "hi", "í"].contains(where: text.hasPrefix)
    }

    private static func beginsWithO(_ text: Substring) -> Bool {
        let text = text.lowercased()
        return ["o", "ho", "ó"].contains(where: text.hasPrefix)
    }
}
