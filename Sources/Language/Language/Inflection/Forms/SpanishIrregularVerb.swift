/// The irregular forms that the table lists for a Spanish verb, by tense.
///
/// The table lists forms without names. They are identified by their ending or, for the six completely irregular verbs,
/// by their order.
struct SpanishIrregularVerb: Sendable {
    /// Six forms: first to third person singular, then plural; `nil` for a regular form.
    private(set) var present: [String?] = Array(repeating: nil, count: 6)
    private(set) var preterite: [String?] = Array(repeating: nil, count: 6)
    private(set) var imperfect: [String?] = Array(repeating: nil, count: 6)
    private(set) var subjunctive: [String?] = Array(repeating: nil, count: 6)
    /// The stem of the future and the conditional.
    private(set) var future: String?
    private(set) var gerund: String?
    private(set) var participle: String?
    /// The familiar imperative.
    private(set) var imperative: String?

    /// The irregular forms of a verb that is in the table or is conjugated like a verb in the table; `nil` for a
    /// regular verb.
    init?(_ verb: String) {
        if let forms = IrregularParadigms.spanish.forms(of: verb, "verb") {
            self.init(verb, forms)
        } else {
            guard let compound = Compound(verb), let forms = IrregularParadigms.spanish.forms(of: compound.base, "verb")
            else {
                return nil
            }
            self.init(compound.base, forms)
            addPrefix(of: compound)
        }
    }

    // MARK: Compounds

    /// A verb that is conjugated like another verb: *mantener* like *tener*, *seducir* like *conducir*.
    private struct Compound {
        let prefix: String
        let base: String
        /// The part of the base verb that the prefix replaces.
        let replaced: String

        init?(_ verb: String) {
            for prefix in prefixes where verb.hasPrefix(prefix) {
                let remainder = String(verb.dropFirst(prefix.count))
                guard compounding.contains(remainder), !simple.contains(verb) else { continue }
                (self.prefix, base, replaced) = (prefix, remainder, "")
                return
            }
            if verb.hasSuffix("scribir") {
                (prefix, base, replaced) = (String(verb.dropLast(7)), "escribir", "e")
                return
            }
            guard verb.hasSuffix("ducir") else { return nil }
            (prefix, base, replaced) = (String(verb.dropLast(5)), "conducir", "con")
        }
    }

    private static let prefixes = [
        "contra", "sobre", "inter", "trans", "super", "pre", "pro", "des", "dis", "con", "com", "man", "obs", "sub",
        "sus",
        "ob", "de", "re", "im", "in", "ex", "en", "abs", "sos", "entre", "su", "a", "o", "pos",
    ]

    private static let compounding: Set<String> = [
        "tener", "poner", "venir", "hacer", "decir", "traer", "caer", "salir", "valer", "ver", "escribir", "cubrir",
        "volver", "abrir", "oír", "reír", "romper", "seguir", "andar", "leer", "freír", "nacer",
    ]

    private static let simple: Set<String> = ["vivir", "servir", "debatir"]

    private mutating func addPrefix(of compound: Compound) {
        func with(_ form: String?) -> String? { form.map { compound.prefix + $0.dropFirst(compound.replaced.count) } }
        present = present.map(with)
        preterite = preterite.map(with)
        imperfect = imperfect.map(with)
        subjunctive = subjunctive.map(with)
        future = with(future)
        gerund = with(gerund)
        participle = with(participle)
        // *ten, mantén*: the longer form takes an accent. *di* is used only for *decir* itself; compounds are regular:
        // *predice*.
        imperative =
            compound.base == "decir"
            ? nil
            : with(imperative).map {
                $0.hasSuffix("n") ? SpanishSound($0).accented(at: SpanishSound($0).syllables - 1) : $0
            }
    }

    // MARK: The table

    private init(_ verb: String, _ forms: [String]) {
        if let layout = Self.layouts[verb] {
            read(forms, layout: layout)
        } else {
            let ending = verb.hasSuffix("ar") ? "a" : "e"
            for form in forms where !form.contains("~") { take(form, vowel: ending) }
        }
        for form in forms {
            let parts = form.split(separator: "~")
            if parts.count == 2 { take(stem: String(parts[0]), paradigm: String(parts[1])) }
        }
        completePresent(verb)
    }

    /// The meaning of each form in the table, for verbs whose forms cannot be identified by their ending: *p* present,
    /// *t* preterite, *i* imperfect and *s* subjunctive, each with the person; `g` gerund; `q` participle; `c`
    /// imperative; `-` unused.
    private static let layouts: [String: String] = [
        "ser": "p0 p1 p2 p3 p4 p5 i0 i1 i3 i4 i5 t0 t1 t2 t3 t4 t5 - - - - - - - s0 s1 s3 s4 s5 - q g",
        "ir": "p0 p1 p2 p3 p4 p5 i0 i1 i3 i4 i5 t0 t1 t2 t3 t4 t5 - - - - - - - s0 s1 s3 s4 s5 c - q g",
        "estar": "p0 p1 p2 p4 p5 s0 s1 s3 s4 s5",
        "haber": "p0 p1 p2 - p3 p4 p5 q g",
        "ver": "p0 p1 p2 p3 p4 p5 t0 t1 t2 t3 t4 t5 - - g q",
        "dar": "p0 p1 p2 p3 p4 p5 t0 t1 t2 t3 t4 t5 - - - - s0 s1 s3 s4 s5 g",
    ]

    private mutating func read(_ forms: [String], layout: String) {
        for (form, name) in zip(forms.filter { !$0.contains("~") }, layout.split(separator: " ")) {
            let person = name.last?.wholeNumberValue ?? 0
            switch name.first {
            case "p": present[person] = form
            case "t": preterite[person] = form
            case "i": imperfect[person] = form
            case "s": subjunctive[person] = form
            case "g": gerund = form
            case "q": participle = form
            case "c": imperative = form
            default: break
            }
        }
        // The third person equals the first.
        if imperfect[2] == nil { imperfect[2] = imperfect[0] }
        if subjunctive[2] == nil { subjunctive[2] = subjunctive[0] }
    }

    /// Identifies a form by its ending.
    private mutating func take(_ form: String, vowel: String) {
        let other = vowel == "a" ? "e" : "a"
        if form.hasSuffix("ndo") {
            gerund = form
        } else if ["iera", "iese", "yera", "yese", "ieras", "ieran", "iesen"].contains(where: form.hasSuffix) {
            return
        } else if ["to", "ído", "ido", "cho"].contains(where: form.hasSuffix) {
            participle = form
        } else if form.hasSuffix("ó") || form.hasSuffix("izo") {
            preterite[2] = form
        } else if form.hasSuffix("ron") {
            preterite[5] = form
        } else if form.hasSuffix("iste") || form.hasSuffix("íste") {
            preterite[1] = form
        } else if form.hasSuffix("isteis") {
            preterite[4] = form
        } else if form.hasSuffix("icimos") {
            preterite[3] = form
        } else if ["ice", "upe"].contains(where: form.hasSuffix), present[2] != nil {
            preterite[0] = preterite[0] ?? form
        } else if form.hasSuffix("ímos") || form.hasSuffix("emos") {
            present[3] = form
        } else if form.hasSuffix("ís") {
            present[4] = form
        } else if form.hasSuffix("o") || form == "sé" {
            present[0] = form
        } else if form.count <= 3, let last = form.last, "nzl".contains(last) || form == "di" {
            imperative = form
        } else {
            takePerson(form, vowel, other)
        }
    }

    private mutating func takePerson(_ form: String, _ vowel: String, _ other: String) {
        for (ending, person) in [("s", 1), ("n", 5), ("", 2)] {
            if form.hasSuffix(vowel + ending) {
                if present[person] == nil { present[person] = form }
                return
            }
            if form.hasSuffix(other + ending) || vowel == "a" && form.hasSuffix("é" + ending) {
                if subjunctive[person] == nil { subjunctive[person] = form }
                if person == 2, subjunctive[0] == nil { subjunctive[0] = form }
                return
            }
        }
    }

    private mutating func take(stem: String, paradigm: String) {
        switch paradigm {
        case "p": preterite = ["e", "iste", "o", "imos", "isteis", "ieron"].map { stem + $0 }
        case "j": preterite = ["e", "iste", "o", "imos", "isteis", "eron"].map { stem + $0 }
        case "f": future = stem
        case "s": subjunctive = ["a", "as", "a", "amos", "áis", "an"].map { stem + $0 }
        case "i": imperfect = ["ía", "ías", "ía", "íamos", "íais", "ían"].map { stem + $0 }
        case "q": participle = stem + "o"
        default: break
        }
    }

    /// Completes a present tense for which the table lists only some forms.
    private mutating func completePresent(_ verb: String) {
        let vowel = verb.hasSuffix("ar") ? "a" : "e"
        guard Self.layouts[verb] == nil else { return }
        let third = present[2] ?? present[1].map { String($0.dropLast()) }
        if let third, third.hasSuffix(vowel) {
            present[1] = present[1] ?? third + "s"
            present[2] = third
            present[5] = present[5] ?? third + "n"
        }
    }
}
