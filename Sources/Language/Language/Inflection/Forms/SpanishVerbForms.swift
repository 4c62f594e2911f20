/// The forms of Spanish verbs of one word, without pronouns.
///
/// Endings, changes of the stem and of spelling are those of the *Nueva gramática de la lengua española* (2009), chapter 4.
struct SpanishVerbForms: Sendable {
    /// The infinitive.
    let verb: String
    private let stem: String
    private let vowel: Character
    private let change: SpanishStems.Change?
    private let irregular: SpanishIrregularVerb?
    private let spelling: SpanishSpelling

    /// - Returns: `nil` when the word does not end as verbs do.
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

    /// *reír, freír, sonreír*, which lose their *e*: *rió, friendo*.
    private var isEir: Bool { verb.hasSuffix("eír") }

    /// The stem of the third persons of the preterite and of the gerund.
    private var weak: String {
        if isEir { return String(stem.dropLast()) }
        guard vowel == "i", let change, change != .accent else { return stem }
        return SpanishStems.weak(stem, change)
    }

    // MARK: Tenses

    /// The present of a person, 0 to 5.
    func present(_ person: Int) -> String {
        if let known = irregular?.present[person] { return known }
        let ending = Self.presents[vowel]?[person] ?? ""
        if person == 3 || person == 4 {
            return (endsInVowel && vowel == "i" ? stem + (person == 3 ? "ímos" : "ís") : stem + ending)
        }
        if isUir { return stem + "y" + ending }
        // *hago* tells nothing of *haces*, but *huelo* goes with *hueles*.
        return spelling.joined(stressed, ending)
    }

    private static let presents: [Character: [String]] = [
        "a": ["o", "as", "a", "amos", "áis", "an"], "e": ["o", "es", "e", "emos", "éis", "en"],
        "i": ["o", "es", "e", "imos", "ís", "en"],
    ]

    /// The preterite of a person, 0 to 5.
    func preterite(_ person: Int) -> String {
        // One syllable bears no accent: *rio*, but *sonrió*.
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

    /// The imperfect of a person, 0 to 5.
    func imperfect(_ person: Int) -> String {
        if let known = irregular?.imperfect[person] { return known }
        if vowel == "a" { return stem + ["aba", "abas", "aba", "ábamos", "abais", "aban"][person] }
        return stem + ["ía", "ías", "ía", "íamos", "íais", "ían"][person]
    }

    /// The future of a person, 0 to 5.
    func future(_ person: Int) -> String { futureStem + ["é", "ás", "á", "emos", "éis", "án"][person] }

    /// The conditional of a person, 0 to 5.
    func conditional(_ person: Int) -> String { futureStem + ["ía", "ías", "ía", "íamos", "íais", "ían"][person] }

    private var futureStem: String {
        irregular?.future ?? (verb.hasSuffix("ír") ? stem + "ir" : verb)
    }

    /// The present subjunctive of a person, 0 to 5.
    func subjunctive(_ person: Int) -> String {
        if let known = irregular?.subjunctive[person] { return known }
        let endings = vowel == "a" ? ["e", "es", "e", "emos", "éis", "en"] : ["a", "as", "a", "amos", "áis", "an"]
        let ending = endings[person]
        if person == 3 || person == 4 {
            if isUir { return stem + "y" + ending }
            if isEir { return weak + "i" + ending }
            if vowel != "i", change != nil { return spelling.joined(stem, ending) }
            if change == .accent { return spelling.joined(stem, ending) }
            if vowel == "i", change != nil { return spelling.joined(weak, ending) }
            if vowel == "a" { return spelling.joined(stem, ending) }
        }
        if isUir { return stem + "y" + ending }
        // The stem of *tengo*, *conozco*, *huelo*.
        if let first = irregular?.present[0], first.hasSuffix("o") {
            return spelling.joined(String(first.dropLast()), ending)
        }
        return spelling.joined(stressed, ending)
    }

    /// The past subjunctive in *-ra* of a person, 0 to 5. It goes with the preterite in all verbs: *tuvieron*, *tuviera*.
    func pastSubjunctive(_ person: Int) -> String {
        let stem = String(preterite(5).dropLast(3))
        if person == 3, let last = stem.last { return stem.dropLast() + (last == "a" ? "áramos" : "éramos") }
        return stem + ["ra", "ras", "ra", "", "rais", "ran"][person]
    }

    /// The command to one whom one knows well.
    var imperative: String { irregular?.imperative ?? (verb == "ser" ? "sé" : present(2)) }

    /// *hablando*.
    var gerund: String {
        if let known = irregular?.gerund { return known }
        if vowel == "a" { return stem + "ando" }
        if !isEir, isUir || endsInVowel { return stem + "yendo" }
        return weak + (isSoft ? "endo" : "iendo")
    }

    /// *hablado*, in the masculine.
    var participle: String {
        if let known = irregular?.participle { return known }
        if vowel == "a" { return stem + "ado" }
        return stem + (endsInVowel ? "ído" : "ido")
    }
}
