import Testing

@testable import Language

/// The tables of irregular forms, which are searched unparsed until it is worth parsing them.
@Suite struct IrregularFormsTests {
    private static let tables: [(table: String, paradigms: [String: String])] = [
        (EnglishIrregulars.table, [:]),
        (FrenchIrregulars.table, FrenchIrregulars.paradigms),
        (GermanIrregulars.table, GermanIrregulars.paradigms),
        (ItalianIrregulars.table, ItalianIrregulars.paradigms),
        (PortugueseIrregulars.table, PortugueseIrregulars.paradigms),
        (SpanishIrregulars.table, SpanishIrregulars.paradigms),
    ]

    /// The words in a table, and the forms that its paradigms derive from its stems.
    private func forms(_ table: String, _ paradigms: [String: String]) -> (lemmas: [String], forms: [String]) {
        var lemmas: [String] = []
        var forms: [String] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ").map(String.init)
            lemmas += words.prefix(1)
            for word in words.dropFirst() {
                let parts = word.split(separator: "~").map(String.init)
                guard parts.count == 2 else {
                    forms.append(word)
                    continue
                }
                for ending in (paradigms[parts[1]] ?? "").split(separator: " ") {
                    forms.append(parts[0] + (ending == "-" ? "" : ending))
                }
            }
        }
        return (lemmas, forms)
    }

    @Test(arguments: 0..<6)
    func aTableKnowsTheSameBeforeAndAfterItIsTakenApart(_ number: Int) throws {
        let (table, paradigms) = Self.tables[number]
        let folding = HeadwordFolding(language: "")
        let (lemmas, forms) = forms(table, paradigms)
        #expect(forms.count > 300)
        let whole = IrregularForms(table, paradigms: paradigms)
        _ = whole.lemmas(of: forms[0])
        // Every tenth word of the table, words with a non-ASCII initial letter, and some words that are not in any
        // table.
        let odd = forms.filter { !($0.unicodeScalars.first?.isASCII ?? false) || !($0.first?.isLetter ?? false) }
        let some = stride(from: number, to: forms.count, by: 10).map { forms[$0] }
        let others = lemmas.prefix(20) + lemmas.prefix(20).map { $0 + "s" } + ["", "zzzq", "haus", "ß", "日本"]
        var fresh = IrregularForms(table, paradigms: paradigms)
        for (index, form) in (some + odd + others).enumerated() {
            // After enough lookups the table is parsed.
            if index % 8 == 0 { fresh = IrregularForms(table, paradigms: paradigms) }
            let key = folding.key(form)
            #expect(fresh.has(key) == whole.has(key), "\(form)")
        }
        for form in forms { #expect(whole.has(folding.key(form)), "\(form)") }
        let many = IrregularForms(table, paradigms: paradigms)
        for _ in 0..<50 { #expect(!many.has("zzzq")) }
        #expect(many.has(folding.key(forms[0])))
    }
}
