/// The forms of German verbs of one word.
///
/// Endings are those of Duden, *Die Grammatik* (2016), chapter on the verb.
struct GermanVerbForms: Sendable {
    /// The infinitive without its separable prefix.
    private let verb: String
    /// The separable prefix, which stands at the end of a main clause; empty when there is none.
    let prefix: String
    private let stem: String
    private let irregular: GermanIrregularVerb?
    /// What stands before an irregular verb and is never separated: *ver* of *verstehen*.
    private let bound: String
    private let known: [String: String]

    /// - Parameters:
    ///   - infinitive: The verb, with its prefix.
    ///   - known: Forms that go before those of tables and rules: `past` in the third person, and `participle`.
    /// - Returns: `nil` when the word does not end as verbs do.
    init?(_ infinitive: String, _ known: [String: String]) {
        guard infinitive.hasSuffix("n"), infinitive.count > 2 else { return nil }
        prefix = GermanPrefixes.separable(of: infinitive)
        verb = String(infinitive.dropFirst(prefix.count))
        stem = String(verb.dropLast(verb.hasSuffix("en") ? 2 : 1))
        if let own = GermanIrregularVerb(verb) {
            irregular = own
            bound = ""
        } else {
            bound = GermanPrefixes.bound(of: verb)
            let isRegular = bound.isEmpty || GermanPrefixes.regular.contains(verb)
            irregular = isRegular ? nil : GermanIrregularVerb(String(verb.dropFirst(bound.count)))
        }
        self.known = known
    }

    private var isElnOrErn: Bool { verb.hasSuffix("eln") || verb.hasSuffix("ern") }

    /// An irregular form with what is never separated before it.
    private func whole(_ form: String) -> String { irregular == nil ? form : bound + form }

    // MARK: Tenses

    /// The present of a person, 0 to 5, without the prefix.
    func present(_ person: Int) -> String {
        if let form = irregular?.present[person] { return whole(form) }
        switch person {
        case 0:
            if verb.hasSuffix("eln") { return String(stem.dropLast(2)) + "le" }
            return stem + "e"
        case 1:
            if GermanSound.isSibilant(stem) { return stem + "t" }
            return stem + (GermanSound.needsE(stem) ? "est" : "st")
        case 2, 4: return stem + (GermanSound.needsE(stem) ? "et" : "t")
        default: return verb
        }
    }

    /// The past of a person, 0 to 5, without the prefix.
    func past(_ person: Int) -> String {
        let own = known["past"]
        guard let first = own ?? irregular?.past.map(whole) else {
            return Self.weak(stem + (GermanSound.needsE(stem) ? "ete" : "te"), person)
        }
        return first.hasSuffix("e") && first.count > 3 && !Self.isStrongInE(first)
            ? Self.weak(first, person) : Self.strong(first, person)
    }

    /// *schrie* and *spie* end in *e* without an ending.
    private static func isStrongInE(_ form: String) -> Bool { form.hasSuffix("ie") }

    private static func weak(_ first: String, _ person: Int) -> String {
        first + ["", "st", "", "n", "t", "n"][person]
    }

    private static func strong(_ first: String, _ person: Int) -> String {
        let needsE = first.last.map { "dtsßz".contains($0) } ?? false
        let many = first.hasSuffix("ie") ? "n" : "en"
        return first + ["", needsE ? "est" : "st", "", many, needsE ? "et" : "t", many][person]
    }

    /// The past subjunctive of a person, 0 to 5; `nil` for verbs that have *würde* in its place.
    func subjunctive(_ person: Int) -> String? {
        irregular?.subjunctive.map { Self.weak(whole($0), person) }
    }

    // MARK: Other forms

    /// *gemacht, angerufen, verstanden, studiert*.
    var participle: String {
        if let own = known["participle"] { return own }
        if let form = irregular?.participle {
            guard !bound.isEmpty else { return prefix + form }
            return prefix + bound + (form.hasPrefix("ge") ? String(form.dropFirst(2)) : form)
        }
        let ending = GermanSound.needsE(stem) ? "et" : "t"
        let hasGe = GermanPrefixes.bound(of: verb).isEmpty && !GermanPrefixes.isForeign(verb)
        return prefix + (hasGe ? "ge" : "") + stem + ending
    }

    /// *zu machen, anzurufen*.
    var infinitiveWithZu: String { prefix.isEmpty ? "zu " + verb : prefix + "zu" + verb }

    /// The command to one whom one knows well, without the prefix; `nil` for verbs that are not asked of anybody.
    var imperative: String? {
        if let form = irregular?.imperative { return whole(form) }
        if let irregular, irregular.present[0] != nil, irregular.present[0] == irregular.present[2] { return nil }
        switch verb {
        case "haben": return "hab"
        case "tun": return "tu"
        default: break
        }
        if verb.hasSuffix("eln") { return present(0) }
        let needsE = isElnOrErn || GermanSound.needsE(stem) || stem.hasSuffix("ig") || verb == "werden"
        return stem + (needsE ? "e" : "")
    }

    /// The command to one who is a stranger, without its *Sie*.
    var formal: String { verb == "sein" ? "seien" : verb }
}
