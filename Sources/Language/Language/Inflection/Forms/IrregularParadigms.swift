/// A table of irregular forms, read by lemma instead of by form.
struct IrregularParadigms: Sendable {
    private let kinds: [String: [String: [String]]]

    /// Takes a table as ``IrregularForms`` does; paradigms are not written out.
    init(_ table: String) {
        var kinds: [String: [String: [String]]] = [:]
        var kind = ""
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let lemma = words.first else { continue }
            if lemma == "#" {
                kind = words.dropFirst().first ?? ""
            } else if kinds[kind]?[lemma] == nil {
                kinds[kind, default: [:]][lemma] = Array(words.dropFirst())
            }
        }
        self.kinds = kinds
    }

    /// The forms of a lemma, in the order of the table; `nil` when it is not in it.
    ///
    /// - Parameters:
    ///   - lemma: The lemma.
    ///   - kind: The part of speech, as the table's headings have it.
    func forms(of lemma: String, _ kind: String) -> [String]? { kinds[kind]?[lemma] }
}
