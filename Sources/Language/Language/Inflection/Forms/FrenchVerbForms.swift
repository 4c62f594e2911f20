/// The forms of single-word French verbs, without pronouns.
///
/// Endings and stem changes follow Grevisse and Goosse, *Le bon usage*, §§ 768–857, in the traditional spelling.
struct FrenchVerbForms: Sendable {
    /// The infinitive.
    let verb: String
    private let stem: String
    private let group: Group
    private let irregular: FrenchIrregularVerb?

    private enum Group { case er, ir, re, oir }

    /// - Returns: `nil` if the word does not have the ending of a verb.
    init?(_ verb: String) {
        let endings: [(String, Group)] = [("oir", .oir), ("er", .er), ("ir", .ir), ("ïr", .ir), ("re", .re)]
        guard let (ending, group) = endings.first(where: { verb.hasSuffix($0.0) }), verb.count > ending.count else {
            return nil
        }
        self.verb = verb
        self.group = group
        stem = String(verb.dropLast(ending.count))
        irregular = FrenchIrregularVerb(verb)
    }

    // MARK: Stems

    /// The stem before a silent ending: *lève, appelle, nettoie*.
    private var mute: String { FrenchStems.mute(stem, verb: verb) }

    /// The stem before *a* and *o*: *mangeons, commençons*.
    private var soft: String { FrenchStems.soft(stem) }

    private var isEr: Bool { group == .er && verb != "aller" }

    /// The stem of the imperfect; for verbs in *-er*, the stem before *a*.
    private var imperfectStem: String {
        if let known = irregular?.imperfect { return known }
        return group == .ir && irregular == nil ? stem + "iss" : stem
    }

    private var futureStem: String {
        if let known = irregular?.future { return known }
        switch group {
        case .er: return FrenchStems.future(stem, verb: verb) + "er"
        case .re: return String(verb.dropLast())
        default: return verb
        }
    }

    // MARK: Tenses

    /// The present form for a person index from 0 to 5; *nous* is 3 and *vous* is 4.
    func present(_ person: Int) -> String {
        if let known = irregular?.present[person] { return known }
        if isEr {
            let ending = ["e", "es", "e", "ons", "ez", "ent"][person]
            return (person == 3 ? soft : person == 4 ? stem : mute) + ending
        }
        switch person {
        case 3: return imperfectStem + "ons"
        case 4: return imperfectStem + "ez"
        case 5: return imperfectStem + "ent"
        default: break
        }
        if let irregular {
            // *j'ouvre* has the endings of verbs in *-er*.
            if let form = irregular.subjunctive[person], irregular.present[0] == nil { return form }
            return irregular.present[0] ?? stem
        }
        if group == .ir { return stem + ["is", "is", "it"][person] }
        return stem + (person < 2 ? "s" : stem.last.map { "dtc".contains($0) } ?? true ? "" : "t")
    }

    /// The imperfect form for a person index, 0 to 5.
    func imperfect(_ person: Int) -> String {
        let ending = Self.pastEndings[person]
        if isEr { return (ending.hasPrefix("a") ? soft : stem) + ending }
        return imperfectStem + ending
    }

    /// The future form for a person index, 0 to 5.
    func future(_ person: Int) -> String { futureStem + ["ai", "as", "a", "ons", "ez", "ont"][person] }

    /// The conditional form for a person index, 0 to 5.
    func conditional(_ person: Int) -> String { futureStem + Self.pastEndings[person] }

    private static let pastEndings = ["ais", "ais", "ait", "ions", "iez", "aient"]

    /// The present subjunctive form for a person index, 0 to 5.
    func subjunctive(_ person: Int) -> String {
        if let known = irregular?.subjunctive[person] { return known }
        // These forms are derived from the third person plural present, except that *nous* and *vous* use the form of
        // the imperfect.
        if person == 3 || person == 4 { return imperfect(person) }
        let third = present(5)
        return (third.hasSuffix("ent") ? third.dropLast(3) : third[...]) + ["e", "es", "e", "", "", "ent"][person]
    }

    /// The familiar imperative.
    var imperative: String {
        if ["être", "avoir", "savoir", "vouloir"].contains(verb) {
            let form = subjunctive(1)
            return form.hasSuffix("es") ? String(form.dropLast()) : form
        }
        let form = present(1)
        return form.hasSuffix("es") || form.hasSuffix("vas") ? String(form.dropLast()) : form
    }

    /// The polite imperative.
    var formal: String {
        switch verb {
        case "savoir": "sachez"
        case "vouloir": "veuillez"
        case "être", "avoir": subjunctive(4)
        default: present(4)
        }
    }

    /// *mangeant*.
    var gerund: String { irregular?.gerund ?? (isEr ? soft : imperfectStem) + "ant" }

    /// *mangé*, the masculine form.
    var participle: String {
        if let known = irregular?.participle { return known }
        switch group {
        case .er: return stem + "é"
        case .ir: return verb.hasSuffix("ïr") ? stem + "ï" : stem + "i"
        // *conclu*
        case .re, .oir: return stem.hasSuffix("u") ? stem : stem + "u"
        }
    }

    /// The agreeing participle: *allée, allés, assis, assises*.
    func participle(isFeminine: Bool, isPlural: Bool) -> String {
        var form = participle
        if isFeminine || isPlural, form == "dû" { form = "du" }
        if isFeminine { form += "e" }
        return isPlural && !form.hasSuffix("s") ? form + "s" : form
    }

    /// Whether the verb's compound past is formed with *être*.
    var hasBe: Bool { Self.withBe.contains(verb) }

    private static let withBe: Set<String> = [
        "aller", "arriver", "décéder", "devenir", "entrer", "intervenir", "mourir", "naître", "partir", "parvenir",
        "redevenir", "rentrer", "repartir", "rester", "retomber", "retourner", "revenir", "ressortir", "sortir",
        "survenir", "tomber", "venir", "monter", "descendre", "remonter", "redescendre",
    ]
}

/// Stem changes in French verbs in *-er*.
enum FrenchStems {
    /// The stem before a silent ending.
    static func mute(_ stem: String, verb: String) -> String {
        changed(stem, verb: verb, grave: "eé")
    }

    /// The stem before the *-er-* of the future, in which *é* does not change: *répétera, lèvera*.
    static func future(_ stem: String, verb: String) -> String {
        changed(stem, verb: verb, grave: "e")
    }

    /// *appell-*; *nettoi-, essui-, pai-*; *lèv-*.
    private static func changed(_ stem: String, verb: String, grave vowels: String) -> String {
        if doubling.contains(where: verb.hasSuffix), let last = stem.last { return stem + String(last) }
        if ["oy", "uy", "ay"].contains(where: stem.hasSuffix) { return stem.dropLast() + "i" }
        return grave(stem, from: vowels) ?? stem
    }

    /// The stem before *a* and *o*: *mangeons, commençons*.
    static func soft(_ stem: String) -> String {
        if stem.hasSuffix("g") { return stem + "e" }
        if stem.hasSuffix("c") { return stem.dropLast() + "ç" }
        return stem
    }

    /// The stem with *è*, if its last vowel is one of `vowels` in an open syllable: *lèv-, répèt-, règl-*.
    private static func grave(_ stem: String, from vowels: String) -> String? {
        let letters = Array(stem)
        // The *u* in *-gu-* and *-qu-* is silent.
        let isSilent = letters.count > 2 && letters.last == "u" && "gq".contains(letters[letters.count - 2])
        let end = isSilent ? letters.count - 1 : letters.count
        guard let index = letters[..<end].lastIndex(where: { "aeiouyéèêâîôûœ".contains($0) }), index + 1 < end,
            vowels.contains(letters[index])
        else { return nil }
        let consonants = String(letters[(index + 1)..<end])
        let isOpen = consonants.count == 1 || letters[index] == "é" || consonants == "vr"
        guard isOpen, consonants != "x", consonants != "w" else { return nil }
        return String(letters[..<index]) + "è" + String(letters[(index + 1)...])
    }

    /// Verbs that double their consonant instead.
    private static let doubling = [
        "appeler", "épeler", "renouveler", "jeter", "projeter", "feuilleter", "étinceler", "chanceler", "ruisseler",
        "ficeler", "cacheter", "niveler", "ensorceler", "morceler",
    ]
}
