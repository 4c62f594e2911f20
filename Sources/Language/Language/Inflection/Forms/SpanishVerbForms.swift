/// The forms of single-word Spanish verbs, without pronouns.
///
/// Endings, stem changes and spelling changes follow the *Nueva gramática de la lengua española* (2009), chapter 4.
struct SpanishVerbForms: Sendable {
    /// The infinitive.
    let verb: String
    private let stem: String
    private let vowel: Character
    private let change: SpanishStems.Change?
    private let irregular: SpanishIrregularVerb?
    private let spelling: SpanishSpelling

    /// - Returns: `nil` if the word does not have the ending of a verb.
    init?(_ verb: String) {
        let ending = String(verb.suffix(2))
        guard verb.count > 1, let vowel = ["ar": "a", "er": "e", "ir": "i", "ír": "i"][ending]?.first else {
            return nil
        }
        self.verb = verb
        stem = String(verb.dropLast(2))
        self.vowel = vowel
        change = SpanishStems.change(of: verb)
        irregular = SpanishIrregularVerb(verb)
        let before = stem.dropLast().last
        let hasZC =
            vowel != "a" && stem.hasSuffix("c") && (before.map(SpanishSound.isVowel) ?? false)
            && !["mecer", "cocer", "hacer"].contains { verb.hasSuffix($0) }
        spelling = SpanishSpelling(vowel: vowel, hasZC: hasZC)
    }

    // MARK: Stems

    private var isUir: Bool { vowel == "i" && stem.hasSuffix("u") && !stem.hasSuffix("gu") && !stem.hasSuffix("qu") }

    /// Whether an *i* between vowels becomes *y*: *leyó*.
    private var endsInVowel: Bool { vowel != "a" && (stem.last.map { "aeo".contains($0) } ?? false) }

    private var isSoft: Bool { vowel != "a" && (stem.hasSuffix("ñ") || stem.hasSuffix("ll")) }

    private var stressed: String { change.map { SpanishStems.stressed(stem, $0) } ?? stem }

    /// Whether the verb is one of *reír, freír, sonreír*, which lose their *e*: *rió, friendo*.
    private var isEir: Bool { verb.hasSuffix("eír") }

    /// The stem of the third-person preterite and of the gerund.
    private var weak: String {
        if isEir { return String(stem.dropLast()) }
        guard vowel == "i", let change, change != .accent else { return stem }
        return SpanishStems.weak(stem, change)
    }

    // MARK: Tenses

    /// The present form for a person index, 0 to 5.
    func present(_ person: Int) -> String {
        if let known = irregular?.present[person] { return known }
        let ending = Self.presents[vowel]?[person] ?? ""
        if person == 3 || person == 4 {
            return (endsInVowel && vowel == "i" ? stem + (person == 3 ? "ímos" : "ís") : stem + ending)
        }
        if isUir { return stem + "y" + ending }
        // *Haces* cannot be derived from *hago*, but *hueles* corresponds to *huelo*.
        return spelling.joined(stressed, ending)
    }

    private static let presents: [Character: [String]] = [
        "a": ["o", "as", "a", "amos", "áis", "an"], "e": ["o", "es", "e", "emos", "éis", "en"],
        "i": ["o", "es", "e", "imos", "ís", "en"],
    ]

    /// The preterite form for a person index, 0 to 5.
    func preterite(_ person: Int) -> String {
        // A form with a single syllable takes no accent: *rio*, but *sonrió*.
        if isEir, person == 2, SpanishSound(weak).syllables == 0 { return weak + "io" }
        if let known = irregular?.preterite[person] { return known }
        if vowel == "a" {
            return spelling.joined(stem, ["é", "aste", "ó", "amos", "asteis", "aron"][person])
        }
        let isThird = person == 2 || person == 5
        if isThird {
            if !isEir, isUir || endsInVowel { return stem + (person == 2 ? "yó" : "yeron") }
            return weak + (isSoft ? (person == 2 ? "ó" : "eron") : (person == 2 ? "ió" : "ieron"))
        }
        if endsInVowel { return stem + ["í", "íste", "", "ímos", "ísteis", ""][person] }
        return stem + ["í", "iste", "", "imos", "isteis", ""][person]
    }

    /// The imperfect form for a person index, 0 to 5.
    func imperfect(_ person: Int) -> String {
        if let known = irregular?.imperfect[person] { return known }
        if vowel == "a" { return stem + ["aba", "abas", "aba", "ábamos", "abais", "aban"][person] }
        return stem + ["ía", "ías", "ía", "íamos", "íais", "ían"][person]
    }

    /// The future form for a person index, 0 to 5.
    func future(_ person: Int) -> String { futureStem + ["é", "ás", "á", "emos", "éis", "án"][person] }

    /// The conditional form for a person index, 0 to 5.
    func conditional(_ person: Int) -> String { futureStem + ["ía", "ías", "ía", "íamos", "íais", "ían"][person] }

    private var futureStem: String {
        irregular?.future ?? (verb.hasSuffix("ír") ? stem + "ir" : verb)
    }

    /// The present subjunctive form for a person index, 0 to 5.
    func subjunctive(_ person: Int) -> String {
        if let known = irregular?.subjunctive[person] { return known }
        let endings = vowel == "a" ? ["e", "es", "e", "emos", "éis", "en"] : ["a", "as", "a", "amos", "áis", "an"]
        let ending = endings[person]
        if isUir { return stem + "y" + ending }
        if person == 3 || person == 4 {
            if isEir { return weak + "i" + ending }
            if change != nil || vowel == "a" { return spelling.joined(weak, ending) }
        }
        // The stem of the first person, as in *tengo*, *conozco*, *huelo*.
        if let first = irregular?.present[0], first.hasSuffix("o") {
            return spelling.joined(String(first.dropLast()), ending)
        }
        return spelling.joined(stressed, ending)
    }

    /// The past subjunctive form in *-ra* for a person index, 0 to 5. It always follows the preterite: *tuvieron*,
    /// *tuviera*.
    func pastSubjunctive(_ person: Int) -> String {
        let stem = String(preterite(5).dropLast(3))
        if person == 3, let last = stem.last { return stem.dropLast() + (last == "a" ? "áramos" : "éramos") }
        return stem + ["ra", "ras", "ra", "", "rais", "ran"][person]
    }

    /// The familiar imperative.
    var imperative: String { irregular?.imperative ?? (verb == "ser" ? "sé" : present(2)) }

    /// *hablando*.
    var gerund: String {
        if let known = irregular?.gerund { return known }
        if vowel == "a" { return stem + "ando" }
        if !isEir, isUir || endsInVowel { return stem + "yendo" }
        return weak + (isSoft ? "endo" : "iendo")
    }

    /// *hablado*, the masculine form.
    var participle: String {
        if let known = irregular?.participle { return known }
        if vowel == "a" { return stem + "ado" }
        return stem + (endsInVowel ? "ído" : "ido")
    }
}

/// Spanish verbs whose stem changes under stress.
enum SpanishStems {
    /// The stem change of a verb.
    enum Change: String {
        case ie, ue, i
        /// The last *i* or *u* takes an accent: *envío, continúo, reúno*.
        case accent
    }

    /// The stem change of a verb, given its infinitive without a pronoun.
    static func change(of verb: String) -> Change? {
        if let known = changes[verb] { return known }
        for prefix in prefixes where verb.hasPrefix(prefix) {
            if let known = changes[String(verb.dropFirst(prefix.count))], !plain.contains(verb) { return known }
        }
        return nil
    }

    /// The stressed stem.
    static func stressed(_ stem: String, _ change: Change) -> String {
        var letters = Array(stem)
        switch change {
        case .ie, .ue, .i:
            let vowel: Set<Character> = change == .ue ? ["o", "u"] : ["e", "i"]
            // The *u* after *q* and *g* is silent.
            guard let index = letters.indices.last(where: { vowel.contains(letters[$0]) && !isSilent($0, letters) })
            else {
                return stem
            }
            let new = change == .ue && letters[..<index].last == "g" ? "üe" : change.rawValue
            letters.replaceSubrange(index...index, with: Array(new))
            // *huelo*: no word starts with *ue*, so *h* is added.
            return index == 0 && change == .ue ? "h" + String(letters) : String(letters)
        case .accent:
            guard let index = letters.lastIndex(where: { $0 == "i" || $0 == "u" }) else { return stem }
            letters[index] = letters[index] == "i" ? "í" : "ú"
            return String(letters)
        }
    }

    /// The stem of verbs in *-ir* before a stressed *i* that is part of a diphthong: *sintió, durmió*.
    static func weak(_ stem: String, _ change: Change) -> String {
        var letters = Array(stem)
        let (from, to): (Character, Character) = change == .ue ? ("o", "u") : ("e", "i")
        guard let index = letters.lastIndex(of: from) else { return stem }
        letters[index] = to
        return String(letters)
    }

    private static func isSilent(_ index: Int, _ letters: [Character]) -> Bool {
        letters[index] == "u" && index > 0 && (letters[index - 1] == "q" || letters[index - 1] == "g")
            && index + 1 < letters.count && "ei".contains(letters[index + 1])
    }

    private static let prefixes = ["des", "re", "en", "con", "a", "pre", "com"]

    /// Verbs that look like compounds but are not.
    private static let plain: Set<String> = [
        "contender", "depender", "aprender", "comprender", "rentar", "presentar", "atentar",
    ]

    private static let changes: [String: Change] = {
        var result: [String: Change] = [:]
        for (change, verbs) in table {
            for verb in verbs.split(whereSeparator: { $0 == " " || $0 == "\n" }) { result[String(verb)] = change }
        }
        return result
    }()

    private static let table: [(Change, String)] = [
        (
            .ie,
            """
            pensar cerrar empezar comenzar despertar sentar calentar recomendar confesar gobernar regar negar nevar temblar
            apretar atravesar helar fregar tropezar enterrar manifestar quebrar acertar alentar merendar encerrar plegar
            entender perder encender defender tender extender ascender descender atender querer verter
            sentir mentir preferir divertir convertir sugerir advertir herir invertir referir hervir digerir arrepentir
            consentir transferir interferir adherir ingerir conferir requerir adquirir inquirir discernir
            """
        ),
        (
            .ue,
            """
            contar encontrar costar mostrar recordar acordar almorzar probar volar soñar colgar rogar forzar esforzar acostar
            mover volver devolver resolver envolver doler morder llover soler demostrar comprobar aprobar apostar renovar
            poblar rodar soltar tostar torcer cocer oler desenvolver promover remover revolver disolver absolver jugar
            consolar sonar tronar reforzar avergonzar volcar dormir morir poder
            """
        ),
        (
            .i,
            """
            pedir repetir servir vestir seguir medir despedir impedir elegir corregir conseguir perseguir competir rendir
            reñir teñir derretir concebir gemir proseguir reelegir
            """
        ),
        (
            .accent,
            """
            enviar resfriar averiar esquiar confiar criar guiar variar ampliar vaciar fotografiar espiar enfriar desviar desafiar fiar liar
            actuar continuar graduar evaluar situar acentuar efectuar puntuar insinuar habituar reunir prohibir aislar
            """
        ),
    ]
}

/// The spelling of the end of a Spanish stem, which changes before some endings to preserve the sound.
struct SpanishSpelling {
    /// The vowel of the infinitive: *a*, *e* or *i*.
    let vowel: Character
    /// Whether the verb ends in *-cer* or *-cir* after a vowel and therefore has forms in *-zco*.
    let hasZC: Bool

    /// Joins a stem and an ending.
    func joined(_ stem: String, _ ending: String) -> String {
        guard let first = ending.first else { return stem }
        let isFront = "eéií".contains(first)
        return isFront ? front(stem) + ending : back(stem) + ending
    }

    private func front(_ stem: String) -> String {
        guard vowel == "a" else { return stem }
        if stem.hasSuffix("gu") { return stem.dropLast(1) + "ü" }
        if stem.hasSuffix("c") { return stem.dropLast() + "qu" }
        if stem.hasSuffix("g") { return stem + "u" }
        if stem.hasSuffix("z") { return stem.dropLast() + "c" }
        return stem
    }

    private func back(_ stem: String) -> String {
        guard vowel != "a" else { return stem }
        if stem.hasSuffix("gu") || stem.hasSuffix("qu") {
            return stem.hasSuffix("qu") ? stem.dropLast(2) + "c" : String(stem.dropLast())
        }
        if stem.hasSuffix("g") { return stem.dropLast() + "j" }
        if stem.hasSuffix("c") { return stem.dropLast() + (hasZC ? "zc" : "z") }
        return stem
    }
}
