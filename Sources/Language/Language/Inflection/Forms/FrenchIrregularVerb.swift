/// The irregular forms that the table lists for a French verb, by tense.
///
/// The table lists forms without names. They are identified by their paradigm, ending and position or, for completely
/// irregular verbs, by their order.
struct FrenchIrregularVerb: Sendable {
    /// Six forms: first to third person singular, then plural; `nil` for a form that is not in the table.
    private(set) var present: [String?] = Array(repeating: nil, count: 6)
    private(set) var subjunctive: [String?] = Array(repeating: nil, count: 6)
    /// The stem of the imperfect and of the first and second person plural present.
    private(set) var imperfect: String?
    /// The stem of the future and the conditional.
    private(set) var future: String?
    private(set) var gerund: String?
    private(set) var participle: String?

    /// The irregular forms of a verb that is in the table or is conjugated like a verb in the table; `nil` for a
    /// regular verb.
    init?(_ verb: String) {
        if let forms = IrregularParadigms.french.forms(of: verb, "verb") {
            self.init(verb, forms)
        } else {
            guard let compound = FrenchCompoundVerb(verb),
                let forms = IrregularParadigms.french.forms(of: compound.base, "verb")
            else {
                return nil
            }
            self.init(compound.base, forms)
            func with(_ form: String?) -> String? { form.map(compound.form) }
            present = present.map(with)
            subjunctive = subjunctive.map(with)
            (imperfect, future) = (with(imperfect), with(future))
            (gerund, participle) = (with(gerund), with(participle))
            // *vous interdisez*, but *vous redites*.
            if compound.base == "dire", verb != "redire" { present[4] = imperfect.map { $0 + "ez" } }
            if verb == "prévoir" { future = verb }
        }
    }

    private init(_ verb: String, _ forms: [String]) {
        for form in forms {
            let parts = form.split(separator: "~")
            if parts.count == 2 { take(stem: String(parts[0]), paradigm: String(parts[1]), verb) }
        }
        let plain = forms.filter { !$0.contains("~") }
        if let layout = Self.layouts[verb] {
            read(plain, layout: layout)
        } else if !verb.hasSuffix("er") {
            // For verbs in *-er*, the rules are more complete than the table.
            for form in plain { take(form) }
        }
        present[1] = present[1] ?? present[0]
    }

    /// The meaning of each form in the table, for verbs whose forms cannot be identified by their ending: *p* present
    /// and *s* subjunctive, each with the person; `q` participle; `g` gerund; `i` and `f` the third person of the
    /// imperfect and the future; `-` unused.
    private static let layouts: [String: String] = [
        "être": "p0 p1 p2 p3 p4 p5 q - - s0 s2 s3 s4 s5",
        "avoir": "p0 p1 p2 p3 p4 p5 s0 s1 s2 s3 s4 s5 g",
        "aller": "p0 p1 p2 p5 s0 s1 s5",
        "faire": "p0 p2 p4 p5",
        "dire": "p0 p2 p4 p5",
        "pouvoir": "p0 p2 p5 - q",
        "vouloir": "p0 p2 p5 -",
        "devoir": "p0 p2 p5 s0 s1 - q - - -",
        "savoir": "p0 p2 p5 g -",
        "valoir": "p0 p2 s0 s5",
        "falloir": "p2 i - f - s2 q",
        "pleuvoir": "p2 i - f q",
        "asseoir": "p0 p2 - p5",
    ]

    private mutating func read(_ forms: [String], layout: String) {
        for (form, name) in zip(forms, layout.split(separator: " ")) {
            let person = name.last?.wholeNumberValue ?? 0
            switch name.first {
            case "p": present[person] = form
            case "s": subjunctive[person] = form
            case "q": participle = form
            case "g": gerund = form
            case "i": imperfect = String(form.dropLast(3))
            case "f": future = String(form.dropLast(1))
            default: break
            }
        }
        subjunctive[1] = subjunctive[1] ?? subjunctive[0].map { $0.hasSuffix("e") ? $0 + "s" : $0 }
        // By default, the third person equals the first.
        subjunctive[2] = subjunctive[2] ?? subjunctive[0]
        if subjunctive[5] == nil, let third = subjunctive[2], third.hasSuffix("e") { subjunctive[5] = third + "nt" }
    }

    /// Identifies a form by its ending and by the forms that have already been identified.
    private mutating func take(_ form: String) {
        if present[0] == nil, form.hasSuffix("s") || form.hasSuffix("x") {
            present[0] = form
        } else if present[2] == nil {
            present[2] = form
        } else if form.hasSuffix("ent") {
            present[5] = present[5] ?? form
        } else if participle == nil, ["i", "u", "û"].contains(where: form.hasSuffix) {
            participle = form
        }
    }

    private mutating func take(stem: String, paradigm: String, _ verb: String) {
        switch paradigm {
        case "i": imperfect = stem
        case "f": future = stem
        case "q": participle = stem
        case "x": (present[0], present[2]) = (stem + "s", stem + "t")
        case "s":
            subjunctive = ["e", "es", "e", "ions", "iez", "ent"].map { stem + $0 }
            // *que nous voulions*; forms in *veuill-* are used for requests.
            if verb == "vouloir" { (subjunctive[3], subjunctive[4]) = ("voulions", "vouliez") }
        default: break
        }
    }
}

/// A French verb that is conjugated like another one: *devenir* like *venir*, *inscrire* like *écrire*.
struct FrenchCompoundVerb {
    /// The verb in the table with the same conjugation.
    let base: String
    private let prefix: String
    /// The number of letters in the base that the prefix replaces.
    private let replaced: Int

    /// - Returns: `nil` if no verb in the table has the same conjugation.
    init?(_ verb: String) {
        for (base, ending, replaced) in Self.families where verb.hasSuffix(ending) && verb != base {
            self.base = base
            self.replaced = replaced
            prefix = String(verb.dropLast(ending.count))
            return
        }
        for base in Self.simple where verb.hasSuffix(base) {
            let prefix = String(verb.dropLast(base.count))
            guard Self.prefixes.contains(prefix), !Self.regular.contains(verb) else { continue }
            self.base = base
            self.prefix = prefix
            replaced = 0
            return
        }
        return nil
    }

    /// The form of this verb that corresponds to a form of its base.
    func form(_ form: String) -> String { prefix + form.dropFirst(replaced) }

    /// The base verb, the ending of its family, and the number of letters before that ending in the base verb.
    private static let families: [(String, String, Int)] = [
        ("écrire", "écrire", 0), ("écrire", "crire", 1), ("construire", "struire", 3), ("conduire", "duire", 3),
        ("craindre", "aindre", 2), ("peindre", "eindre", 1), ("joindre", "joindre", 0), ("recevoir", "cevoir", 2),
        ("connaître", "connaître", 0), ("paraître", "paraître", 0), ("acquérir", "quérir", 2),
        ("cueillir", "cueillir", 0),
        ("prendre", "prendre", 0), ("mettre", "mettre", 0), ("venir", "venir", 0), ("battre", "battre", 0),
        ("couvrir", "couvrir", 0), ("vaincre", "vaincre", 0), ("faire", "faire", 0), ("suivre", "suivre", 0),
    ]

    private static let simple = [
        "tenir", "dire", "lire", "rire", "voir", "courir", "ouvrir", "dormir", "partir", "sortir", "sentir", "mentir",
        "servir", "vivre", "plaire", "fuir", "naître", "cuire", "coudre", "envoyer", "mouvoir", "croître",
    ]

    private static let prefixes: Set<String> = [
        "re", "r", "dé", "de", "con", "contre", "inter", "pré", "sou", "entre", "main", "ob", "appar", "dis", "par",
        "ac", "se",
        "en", "ren", "pres", "sur", "dés", "é", "res", "abs", "des", "pour",
    ]

    /// Verbs that look like compounds but are not.
    private static let regular: Set<String> = ["répartir", "assortir", "asservir"]
}
