/// A German adjective: what its endings are added to, and its degrees.
struct GermanAdjective {
    private let lemma: String

    init(_ lemma: String) { self.lemma = lemma }

    private static let table = IrregularParadigms(GermanIrregulars.table)

    /// Whether the adjective never changes: *rosa*.
    private var isInvariable: Bool {
        lemma.contains(" ") || ["rosa", "lila", "prima", "super", "orange", "beige"].contains(lemma)
    }

    /// The adjective without an ending: *hoh-, dunkl-, teur-, müd-*.
    private var stem: String {
        if lemma == "hoch" { return "hoh" }
        if lemma.hasSuffix("e") { return String(lemma.dropLast()) }
        let letters = Array(lemma)
        guard letters.count > 3 else { return lemma }
        let before = letters[letters.count - 3]
        if lemma.hasSuffix("el") || (lemma.hasSuffix("er") && "aeiouäöü".contains(before)) {
            return String(letters[..<(letters.count - 2)]) + String(letters[letters.count - 1])
        }
        return lemma
    }

    /// The adjective before a noun.
    func form(_ place: GermanDeclension.Place, _ agreement: Agreement) -> String {
        isInvariable ? lemma : stem + GermanDeclension.ending(place, agreement)
    }

    // MARK: Degrees

    /// *älter*; `nil` when the adjective has no degrees.
    var comparative: String? {
        if let known = known(ending: "er") { return known }
        if lemma == "viel" { return "mehr" }
        guard !isInvariable else { return nil }
        let base = hasUmlaut ? GermanSound.umlaut(lemma) : stem
        return base + "er"
    }

    /// *ältesten*, which stands behind *am*; `nil` when the adjective has no degrees.
    var superlative: String? {
        if let known = known(ending: "st") { return known + "en" }
        guard !isInvariable else { return nil }
        let base = hasUmlaut ? GermanSound.umlaut(lemma) : lemma.hasSuffix("e") ? stem : lemma
        return base + (needsE(base) ? "esten" : "sten")
    }

    /// A degree of the table of irregular forms.
    private func known(ending: String) -> String? {
        Self.table.forms(of: lemma, "adjective")?.compactMap { (form: String) -> String? in
            guard let mark = form.firstIndex(of: "~") else { return nil }
            let text = String(form[..<mark])
            return text.hasSuffix(ending) || (ending == "st" && text.hasSuffix("ßt")) ? text : nil
        }
        .first
    }

    private var hasUmlaut: Bool { Self.withUmlaut.contains(lemma) }

    private static let withUmlaut: Set<String> = [
        "alt", "arm", "dumm", "gesund", "grob", "groß", "hart", "jung", "kalt", "klug", "krank", "kurz", "lang", "rot",
        "scharf", "schwach", "schwarz", "stark", "warm",
    ]

    /// Whether the superlative has an *e* before its ending: *ältesten, neuesten*, but *spannendsten, praktischsten*.
    private func needsE(_ base: String) -> Bool {
        if ["end", "isch", "et"].contains(where: { base.hasSuffix($0) && base.count > $0.count + 2 }) {
            return base.hasSuffix("iet")
        }
        return ["d", "t", "s", "ß", "z", "x", "sch", "au", "eu", "ei"].contains(where: base.hasSuffix)
    }
}
