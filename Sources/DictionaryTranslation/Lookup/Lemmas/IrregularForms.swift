import LanguageServices
import Text

/// Forms that no rule makes, and those that rules make of stems that no rule makes.
struct IrregularForms: Sendable {
    private struct Form: Sendable {
        let text: String
        let lemma: Lemma
    }

    private var forms: [String: [Form]] = [:]
    private let folding = HeadwordFolding(language: "")

    /// Reads a table.
    ///
    /// A line `# verb` says what kind of word the following are. Any other line is a lemma and its forms, with spaces
    /// between; a form `tuv~p` stands for all forms that the paradigm *p* makes of the stem *tuv*.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - paradigms: The endings of each paradigm.
    init(_ table: String, paradigms: [String: String] = [:]) {
        let endings = paradigms.mapValues { $0.split(separator: " ").map { $0 == "-" ? "" : String($0) } }
        var kind: PartOfSpeech?
        for line in table.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            guard let lemma = words.popFirst() else { continue }
            if lemma == "#" {
                kind = words.first.map { PartOfSpeech(rawValue: String($0)) }
                continue
            }
            let meant = Lemma(String(lemma), partOfSpeech: kind, certainty: .known)
            for word in words {
                guard let mark = word.firstIndex(of: "~") else {
                    add(String(word), meant)
                    continue
                }
                let stem = String(word[..<mark])
                for ending in endings[String(word[word.index(after: mark)...])] ?? [] { add(stem + ending, meant) }
            }
        }
    }

    private mutating func add(_ form: String, _ lemma: Lemma) {
        // Words are looked for in lower case.
        let form = form.lowercased()
        let key = folding.key(form)
        guard !(forms[key]?.contains { $0.text == form && $0.lemma == lemma } ?? false) else { return }
        forms[key, default: []].append(Form(text: form, lemma: lemma))
    }

    /// Whether there is a form with a key.
    func has(_ key: String) -> Bool { forms[key] != nil }

    /// The lemmas of a form. One that differs in its accents counts when the form has none, as from a keyboard without
    /// them, and is less sure.
    func lemmas(of word: InflectedWord) -> [Lemma] {
        lemmas(of: word.text)
    }

    private func lemmas(of text: String) -> [Lemma] {
        guard let found = forms[folding.key(text)] else { return [] }
        let same = found.filter { $0.text == text }
        if !same.isEmpty { return same.map(\.lemma) }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        return found.map { Lemma($0.lemma.text, partOfSpeech: $0.lemma.partOfSpeech, certainty: .regular) }
    }

    /// Whether words of a kind are parts of longer ones; articles and pronouns are not.
    private static func isContent(_ part: PartOfSpeech?) -> Bool {
        part == .verb || part == .noun || part == .adjective
    }

    /// The lemmas of a form that ends as one of the table does: *understood* as *stood*.
    ///
    /// - Parameter shortest: How many letters the known form has at least.
    func composed(of word: InflectedWord, shortest: Int = 3) -> [Lemma] {
        guard word.letters.count > shortest + 1 else { return [] }
        var result: [Lemma] = []
        for start in 2...(word.letters.count - shortest) {
            let tail = word.string(start..<word.letters.count)
            for lemma in lemmas(of: tail) where lemma.certainty == .known && Self.isContent(lemma.partOfSpeech) {
                let text = word.string(0..<start) + lemma.text
                result.append(Lemma(text, partOfSpeech: lemma.partOfSpeech, certainty: .composed))
            }
        }
        return result
    }
}
