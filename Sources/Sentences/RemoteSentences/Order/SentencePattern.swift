import Language
import LanguageServices
import SentenceChecks

/// A regular expression for sentences that contain the word, for servers that constrain a model's output to a pattern.
///
/// It is anchored and uses only classes, groups, alternatives and counted repetitions, because servers that convert it
/// into a grammar silently ignore everything else. It matches no quotation marks or backslashes, because such servers
/// insert matches into JSON strings unescaped. The pattern is only an aid; every sentence is still checked.
enum SentencePattern {
    /// The pattern for a request; `nil` if the forms of the word are unknown.
    static func of(_ order: SentencePromptInput, search: WordSearch) -> String? {
        let language = TextLanguage.canonical(order.language.language) ?? order.language.language
        let script = order.language.script ?? ScriptCode.defaultCode(for: order.language.text) ?? "Latn"
        if ["Hans", "Hant", "Hani", "Jpan", "Thai", "Laoo", "Khmr", "Mymr"].contains(script) {
            return unspaced(order.request.word, script)
        }
        guard let (forms, ending) = forms(order, language, script, search) else { return nil }
        let small = group(forms.map { escaped($0) + ending })
        let large = group(forms.map { escaped(capitalized($0)) + ending })
        // Words separated by single spaces, which enforces the shape of a sentence.
        let sign = "[^ \(excluded)]"
        let words = "( \(sign){1,20}){0,14}"
        let start = starts[script] ?? sign
        let end = ends[script] ?? "[.!?]"
        let joint = ["fr", "it", "ca"].contains(language) ? "[ '’]" : " "
        let before = "\(start)\(sign){0,20}\(words)\(joint)"
        let behind = "([,;:]|['’][a-z]{1,3})?\(words)"
        return "^(\(large)|\(before)\(small))\(behind)\(end)$"
    }

    /// The forms of the word, and a pattern for the letters that may follow. Without inflection rules, the forms are
    /// replaced with the beginning of the word.
    private static func forms(
        _ order: SentencePromptInput,
        _ language: String,
        _ script: String,
        _ search: WordSearch
    ) -> (forms: [String], ending: String)? {
        if language == "en" {
            return SearchedForms.of(order, language: language, search: search).flatMap { $0.isEmpty ? nil : ($0, "") }
        }
        guard let letters = letters[script], search.isFixed, search.words.count == 1, let word = search.words.first,
            word.count >= 5
        else { return nil }
        return ([String(word.dropLast(word.count >= 7 ? 3 : 2))], "[\(letters)]{0,8}")
    }

    private static let letters = [
        "Latn": "a-zß-öø-ÿāăąćĉċčďđēĕėęěğģīįıķļłńņňōőœŕŗřśşšţťũūŭůűųźżžșț", "Cyrl": "а-яёіїєґ",
    ]

    /// Characters that are not needed inside a sentence: sentence-final punctuation, and characters that have a meaning
    /// in JSON or markup.
    private static let excluded = "\"\\\\\\n\\r\\t<>{}()\\[\\]|#~@`^_*.!?。！？"

    private static let starts = ["Latn": "[A-ZÀ-ÖØ-Þ¿¡]", "Cyrl": "[А-ЯЁІЇЄҐ]", "Grek": "[Α-ΩΆ-Ώ]"]
    private static let ends = ["Grek": "[.!;]", "Arab": "[.!؟]", "Deva": "[।!?]", "Beng": "[।!?]"]

    private static func unspaced(_ word: String, _ script: String) -> String? {
        // In most sentences, a Japanese verb or adjective does not end in the same kana as its dictionary form.
        var stem = Array(word.unicodeScalars)
        if script == "Jpan", stem.contains(where: { TextScript(of: $0) == .han }) {
            while let last = stem.last, TextScript(of: last) == .kana { stem.removeLast() }
        }
        let inner = "[^\(excluded)]{0,40}"
        let end = ["Thai", "Laoo", "Khmr", "Mymr"].contains(script) ? "" : "[。！？]"
        return "^\(inner)\(escaped(String(scalars: stem[...])))\(inner)\(end)$"
    }

    private static func group(_ forms: [String]) -> String {
        var seen = Set<String>()
        return "(" + forms.filter { seen.insert($0).inserted }.joined(separator: "|") + ")"
    }

    private static func capitalized(_ form: String) -> String { form.prefix(1).uppercased() + form.dropFirst() }

    /// The text escaped for a regular expression. It is never `nil` in practice, because words contain no quotation
    /// marks or backslashes.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            if "\"\\\n\r\t".contains(character) { continue }
            if ".^$*+?()[]{}|/".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}

/// The forms of a word that can be listed in advance.
enum SearchedForms {
    /// The forms that the search recognises as forms of the word; `nil` if too little is known about its inflection.
    static func of(_ order: SentencePromptInput, language: String, search: WordSearch) -> [String]? {
        let word = search.words.joined(separator: " ")
        guard language == "en", search.isFixed, !word.isEmpty else { return nil }
        let rules = EnglishForms(language: order.language)
        var forms = [word]
        for kind in kinds(order.request.partOfSpeech) {
            let inflectable = InflectableWord(word, kind)
            for name in rules.names(of: kind) {
                if let form = rules.form(name, of: inflectable, agreement: nil) { forms.append(form) }
            }
            for agreement in agreements where kind == .verb {
                if let form = rules.form("present", of: inflectable, agreement: agreement) { forms.append(form) }
                if let form = rules.form("past", of: inflectable, agreement: agreement) { forms.append(form) }
            }
        }
        return forms.filter { search.match(in: $0)?.certainty ?? .likeness < .likeness }
    }

    private static func kinds(_ wanted: PartOfSpeech?) -> [PartOfSpeech] {
        switch wanted {
        case .noun?, .properNoun?: [.noun]
        case .verb?: [.verb]
        case .adjective?, .adverb?: [.adjective]
        case nil: [.noun, .verb, .adjective]
        default: []
        }
    }

    private static let agreements = [Agreement.Person.first, .second, .third].flatMap { person in
        [Agreement(person: person, isPlural: false), Agreement(person: person, isPlural: true)]
    }
}
