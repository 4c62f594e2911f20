/// The forms of single-word German verbs.
///
/// Endings follow Duden, *Die Grammatik* (2016), chapter on the verb.
struct GermanVerbForms: Sendable {
    /// The infinitive without its separable prefix.
    private let verb: String
    /// The separable prefix, which is placed at the end of a main clause; empty if there is none.
    let prefix: String
    private let stem: String
    private let irregular: GermanIrregularVerb?
    /// The inseparable prefix of an irregular verb: *ver* in *verstehen*.
    private let bound: String
    private let known: [String: String]

    /// - Parameters:
    ///   - infinitive: The verb, with its prefix.
    ///   - known: Explicitly specified forms, which take precedence over tables and rules: `past` (third person) and
    ///     `participle`.
    /// - Returns: `nil` if the word does not have the ending of a verb.
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

    /// An irregular form, with the inseparable prefix of the verb.
    private func whole(_ form: String) -> String { irregular == nil ? form : bound + form }

    // MARK: Tenses

    /// The present form for a person index, 0 to 5, without the prefix.
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

    /// The past form for a person index, 0 to 5, without the prefix.
    func past(_ person: Int) -> String {
        let own = known["past"]
        guard let first = own ?? irregular?.past.map(whole) else {
            return Self.weak(stem + (GermanSound.needsE(stem) ? "ete" : "te"), person)
        }
        return first.hasSuffix("e") && first.count > 3 && !Self.isStrongInE(first)
            ? Self.weak(first, person) : Self.strong(first, person)
    }

    /// The final *e* of *schrie* and *spie* is not an ending.
    private static func isStrongInE(_ form: String) -> Bool { form.hasSuffix("ie") }

    private static func weak(_ first: String, _ person: Int) -> String {
        first + ["", "st", "", "n", "t", "n"][person]
    }

    private static func strong(_ first: String, _ person: Int) -> String {
        let needsE = first.last.map { "dtsßz".contains($0) } ?? false
        let many = first.hasSuffix("ie") ? "n" : "en"
        return first + ["", needsE ? "est" : "st", "", many, needsE ? "et" : "t", many][person]
    }

    /// The past subjunctive form for a person index, 0 to 5; `nil` for verbs that use *würde* instead.
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

    /// The familiar imperative without the prefix; `nil` for verbs without an imperative.
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

    /// The polite imperative without *Sie*.
    var formal: String { verb == "sein" ? "seien" : verb }
}

/// The irregular forms that the table lists for a German verb.
///
/// The table lists forms without names. They are identified by their ending and paradigm or, for *sein*, *haben*,
/// *werden* and the modal verbs, by their order.
struct GermanIrregularVerb: Sendable {
    /// Six forms: first to third person singular, then plural; `nil` for a regular form.
    private(set) var present: [String?] = Array(repeating: nil, count: 6)
    /// The first person of the past.
    private(set) var past: String?
    private(set) var participle: String?
    /// The first person of the past subjunctive.
    private(set) var subjunctive: String?
    private(set) var imperative: String?

    /// Verbs that are regular in their most common meaning; the table lists the forms of another meaning.
    private static let regular: Set<String> = ["löschen", "schaffen", "saugen", "hauen", "spalten"]

    /// The irregular forms of a verb without a prefix; `nil` for a regular verb.
    init?(_ verb: String) {
        guard !Self.regular.contains(verb), let forms = IrregularParadigms.german.forms(of: verb, "verb") else {
            return nil
        }
        let plain = forms.filter { !$0.contains("~") && !Self.isOldSpelling($0, among: forms) }
        let modals = ["können", "müssen", "wollen", "sollen", "dürfen", "mögen", "wissen"]
        if verb == "sein", plain.count >= 5 {
            present = (plain.prefix(5) + [plain[3]]).map(Optional.some)
            imperative = plain.first { $0 == "sei" }
        } else if verb == "haben" || verb == "werden", plain.count >= 4 {
            present = [plain[0], plain[1], plain[2], nil, plain[3], nil]
        } else if modals.contains(verb), plain.count >= 2 {
            present = [plain[0], plain[1], plain[0], nil, nil, nil]
        } else {
            readPresent(plain, of: verb)
        }
        readPast(forms, plain)
        participle =
            forms.first { $0.hasSuffix("~q") }.map { String($0.dropLast(2)) } ?? plain.last { $0.hasPrefix("ge") }
        // *backte* has replaced *buk*.
        if verb == "backen" { past = nil }
    }

    /// Whether a form is the old spelling of another form: *muß* for *muss*.
    private static func isOldSpelling(_ form: String, among forms: [String]) -> Bool {
        guard form.contains("ß") else { return false }
        return forms.contains(String(form.flatMap { $0 == "ß" ? ["s", "s"] : [$0] }))
    }

    private mutating func readPresent(_ plain: [String], of verb: String) {
        let forms = plain.filter { !$0.hasPrefix("ge") || verb.hasPrefix("ge") }
        let ending = forms.filter { $0.hasSuffix("t") }
        let second = ending.first { $0.hasSuffix("st") || $0.hasSuffix("zt") }
        let third = ending.first { !$0.hasSuffix("st") } ?? second
        present[1] = second ?? third.map { $0.dropLast() + "st" }
        present[2] = third
        if verb == "tun" { present[0] = forms.first }
        // *nimm, lies*: verbs that change *e* to *i* also do so in the imperative.
        let stem = String(verb.dropLast(2))
        imperative = forms.first { !$0.hasSuffix("t") && $0 != present[0] }
        if imperative == nil, let second, stem.contains("e"), let change = second.firstIndex(of: "i"),
            !stem.contains("i"), change > second.startIndex
        {
            imperative = String(second.dropLast(second.hasSuffix("st") ? 2 : 1))
        }
    }

    private mutating func readPast(_ forms: [String], _ plain: [String]) {
        func stems(_ mark: String) -> [String] {
            forms.filter { $0.hasSuffix(mark) }.map { String($0.dropLast(2)) }
        }
        let strong = stems("~p")
        let weak = stems("~w")
        if let first = strong.first {
            past = first
            subjunctive = strong.count > 1 ? strong.last.map { $0 + "e" } : nil
        } else if let first = weak.first {
            past = first + "te"
            subjunctive = weak.count > 1 ? weak.last.map { $0 + "te" } : nil
        } else {
            past = plain.first { $0.hasSuffix("tte") || $0 == "wurde" }
            subjunctive = plain.first { $0.hasSuffix("ätte") || $0 == "würde" }
            if let past, past == subjunctive { self.past = nil }
        }
        // *wollte* and *sollte* are both past and subjunctive.
        if subjunctive == nil, present[0] != nil, present[0] == present[2] { subjunctive = past }
    }
}

/// Separable and inseparable prefixes of German verbs.
enum GermanPrefixes {
    /// The separable prefix of a verb: *auf* in *aufstehen*; empty if it has none.
    static func separable(of verb: String) -> String {
        if whole.contains(verb) { return "" }
        for prefix in separable where verb.hasPrefix(prefix) {
            let remainder = String(verb.dropFirst(prefix.count))
            guard remainder.count >= 4 || remainder == "tun" else { continue }
            if mostlyBound.contains(prefix), !boundExceptions.contains(verb) { return "" }
            return prefix
        }
        return ""
    }

    /// All separable prefixes, longest first.
    static let separable = GermanGrammar.separable.sorted { ($1.count, $0) < ($0.count, $1) }

    private static let mostlyBound: Set<String> = ["über", "unter", "hinter", "wider"]

    private static let boundExceptions: Set<String> = ["untergehen", "unterbringen", "überlaufen"]

    /// Verbs that only appear to have a separable prefix. Verbs whose prefix can be separable or inseparable are
    /// included, because the prefix is treated as inseparable.
    private static let whole: Set<String> = [
        "antworten", "angeln", "ankern", "abonnieren", "analysieren", "animieren", "einigen", "hindern", "herrschen",
        "beichten", "reinigen", "umarmen", "umgeben", "umfassen", "durchsuchen", "durchqueren", "wiederholen",
        "vollenden", "vollziehen", "festigen",
    ]

    /// The inseparable prefix: *ver* in *verstehen*; empty if there is none.
    static func bound(of verb: String) -> String {
        if simple.contains(verb) { return "" }
        for prefix in bounds where verb.hasPrefix(prefix) && verb.count >= prefix.count + 4 { return prefix }
        return ""
    }

    private static let bounds = [
        "emp", "ent", "hinter", "miss", "unter", "über", "ver", "wider", "wieder", "zer", "be", "er", "ge", "um",
        "durch",
        "voll",
    ]

    /// Verbs that only appear to have an inseparable prefix.
    private static let simple: Set<String> = [
        "bellen", "beten", "betteln", "bessern", "beugen", "beben", "ernten", "entern", "geizen", "zerren", "missen",
        "betten", "beichten", "beißen", "gehen", "geben", "gelten", "erben", "erden",
    ]

    /// Regular verbs that look like compounds of an irregular one: *bereiten* is not derived from *reiten*.
    static let regular: Set<String> = ["bereiten", "begleiten", "verwenden", "bewenden"]

    /// Whether a verb ends in *-ieren*, so that its participle has no *ge-*.
    static func isForeign(_ verb: String) -> Bool {
        verb.hasSuffix("ieren") && verb.count > 7 && !["schmieren", "verzieren", "frieren"].contains(verb)
    }
}
