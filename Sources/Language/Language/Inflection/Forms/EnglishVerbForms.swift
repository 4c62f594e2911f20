/// The forms of single-word English verbs.
///
/// Endings follow the spelling rules of Quirk et al., *A Comprehensive Grammar of the English Language* (1985),
/// §3.5–3.10; a final consonant is doubled after a stressed short vowel.
struct EnglishVerbForms: Sendable {
    /// Whether to use *traveled* and *gotten* instead of *travelled* and *got*.
    let isAmerican: Bool

    /// The third person singular present.
    func present(_ verb: String) -> String {
        if let known = Self.thirdPersons[verb] { return known }
        if Self.zDoubling.contains(verb) { return verb + String(verb.suffix(1)) + "es" }
        if verb.hasSuffix("o"), let before = verb.dropLast().last, !EnglishSound.isVowel(before) {
            return verb + "es"
        }
        return EnglishNounForms.sibilant(verb) ?? verb + "s"
    }

    /// The past. *Was* and *were* depend on the agreement and are handled by the caller.
    func past(_ verb: String) -> String { parts(verb)?.past ?? regular(verb) }

    /// The past participle.
    func participle(_ verb: String) -> String {
        if isAmerican, let american = Self.americanParticiples[verb] { return american }
        return parts(verb)?.participle ?? regular(verb)
    }

    /// The form in *-ing*.
    func ing(_ verb: String) -> String {
        if let known = Self.ings[verb] { return known }
        if verb.hasSuffix("ie") { return verb.dropLast(2) + "ying" }
        if ["ee", "oe", "ye"].contains(where: verb.hasSuffix) { return verb + "ing" }
        if verb.hasSuffix("e"), verb.count > 2 { return verb.dropLast() + "ing" }
        return doubled(verb) + "ing"
    }

    private func regular(_ verb: String) -> String {
        if verb.hasSuffix("e") { return verb + "d" }
        if EnglishSound(verb).endsInConsonantAndY { return verb.dropLast() + "ied" }
        return doubled(verb) + "ed"
    }

    // MARK: The last consonant

    private func doubled(_ verb: String) -> String {
        if verb.hasSuffix("ic") || verb == "talc" { return verb + "k" }
        guard let last = verb.last, doubles(verb) else { return verb }
        return verb + String(last)
    }

    private func doubles(_ verb: String) -> Bool {
        if Self.isDoubling(verb) { return true }
        let sound = EnglishSound(verb)
        if verb.hasSuffix("l") {
            if !isAmerican, Self.syllabicL.contains(verb) { return true }
            if !isAmerican, sound.endsInShortSyllable, !Self.singleL.contains(verb) { return true }
            return sound.endsInShortSyllable && sound.syllables == 1
        }
        return sound.endsInShortSyllable && sound.syllables == 1
    }

    private static func isDoubling(_ verb: String) -> Bool {
        if unstressed.contains(verb) { return false }
        return stressed.contains(verb)
            || stressedEndings.contains { verb.hasSuffix($0) && verb.utf8.count > $0.utf8.count + 1 }
            || shortWords.contains { verb.hasSuffix($0) && verb.utf8.count > $0.utf8.count + 1 }
    }

    /// Endings that are stressed in verbs with any prefix.
    private static let stressedEndings = ["fer", "cur", "mit", "pel", "trol"]

    private static let unstressed: Set<String> = [
        "offer", "suffer", "differ", "buffer", "pilfer", "proffer", "coffer", "chamfer", "vomit", "limit", "delimit",
        "summit", "chapel", "gospel", "spiel", "benefit", "profit", "discomfit", "surfeit", "closet", "cosset",
        "corset",
        "russet", "biscuit", "conduit", "circuit", "bulletin", "gallop", "fillip",
    ]

    /// Short words that are part of longer verbs: *undercut*, *retrofit*, *bootleg*.
    private static let shortWords = [
        "cut", "set", "fit", "put", "crop", "drop", "stop", "step", "trip", "ship", "snap", "slip", "plot", "span",
        "wrap",
        "strap", "whip", "clip", "zip", "map", "trap", "gun", "leg", "dog", "fog", "cap", "top", "prop", "bed", "knit",
        "pin", "peg", "bag", "quit", "swap", "strip", "pot", "fog", "rip", "slog", "gas",
    ]

    /// Verbs of several syllables that double their last consonant: those stressed on the last syllable, and compounds
    /// that end in a short word, such as *kidnap*.
    private static let stressed: Set<String> = .words(
        """
        begin forget beget emit omit abut regret equip quip acquit allot abet rebut deter inter disinter aver abhor annul excel rebel
        debar disbar demur begrim unplug unzip unpin unwrap rewrap entrap kidnap handicap humbug zigzag leapfrog overlap
        eavesdrop sidestep wiretap backlog befit outfit refit outwit hobnob airdrop outrun overrun bedim bestir embed
        format reformat program reprogram deprogram worship nonplus babysit input reset offset upset typeset underlet
        sublet forbid outbid overbid underbid rebid recap mishit shortlist overstep instep doorstep backspin unrig
        concur incur recur occur prefer defer enrol enthral appal instil distil fulfil dispel extol patrol control
        catnap horsewhip bootleg jitterbug waterlog wainscot unclog unclip airlift unstop debug unman
        overspin window-shop photostat intermit manumit recommit transfer outstrip unstrap
        strap restrap dognap wigwag chitchat chit-chat
        """
    )

    private static let singleL: Set<String> = ["parallel", "unparallel"]
    /// Verbs in *-l* with two vowels before the *l* that belong to separate syllables.
    private static let syllabicL: Set<String> = [
        "fuel", "refuel", "duel", "dial", "redial", "misdial", "initial", "trial", "gruel", "victual",
    ]

    private static let zDoubling: Set<String> = ["quiz", "whiz", "gas", "fez"]

    // MARK: Exceptions

    private static let thirdPersons: [String: String] = [
        "be": "is", "have": "has", "disco": "discos", "solo": "solos", "demo": "demos", "memo": "memos",
        "photo": "photos", "micro": "micros", "taco": "tacos", "piano": "pianos", "hello": "hellos",
        "combo": "combos", "promo": "promos", "typo": "typos", "turbo": "turbos", "limbo": "limbos",
    ]

    private static let ings: [String: String] = [
        "be": "being", "age": "ageing", "singe": "singeing", "tinge": "tingeing", "binge": "bingeing",
        "whinge": "whingeing", "swinge": "swingeing", "cue": "cueing",
    ]

    private static let americanParticiples = ["get": "gotten", "forget": "forgotten"]

    // MARK: Irregular verbs

    /// Verbs in the table that are mostly regular today, or whose regular forms are correct in all varieties of
    /// English.
    private static let mostlyRegular: Set<String> = [
        "learn", "dream", "burn", "lean", "leap", "spell", "smell", "spill", "spoil", "sunburn", "prove", "shave",
        "shear", "melt", "lade", "rive", "work", "clothe", "heave", "thrive", "abide", "cleave", "hew",
    ]

    /// Verbs whose participle is the base form.
    private static let plainParticiples: Set<String> = ["come", "become", "run"]

    /// Verbs whose preferred past or participle is not the first one in the table.
    private static let others: [String: (past: String, participle: String)] = [
        "strike": ("struck", "struck"), "get": ("got", "got"), "bid": ("bid", "bid"), "saw": ("sawed", "sawn"),
        "forbid": ("forbade", "forbidden"), "be": ("was", "been"),
    ]

    private func parts(_ verb: String) -> (past: String, participle: String)? {
        if let known = Self.parts(of: verb) { return known }
        guard !Self.simple.contains(verb) else { return nil }
        for prefix in Self.prefixes where verb.hasPrefix(prefix) && verb.utf8.count >= prefix.utf8.count + 2 {
            let remainder = String(verb.dropFirst(prefix.utf8.count))
            if Self.mostlyRegular.contains(remainder) { return nil }
            if let known = Self.parts(of: remainder) { return (prefix + known.past, prefix + known.participle) }
        }
        return nil
    }

    /// The past and the participle of a verb that is itself in the table.
    private static func parts(of verb: String) -> (past: String, participle: String)? {
        if let other = others[verb] { return other }
        guard !mostlyRegular.contains(verb), let forms = IrregularParadigms.english.forms(of: verb, "verb") else {
            return nil
        }
        let parts = forms.filter { form in
            !(form.hasSuffix("ing") && form.utf8.count > verb.utf8.count)
                && !(form.hasSuffix("s") && !verb.hasSuffix("s")) && !form.hasPrefix("'")
        }
        guard let first = parts.first else {
            // For *let*, the table lists only the form with the doubled consonant, *letting*. *Age* is regular, apart
            // from the form *ageing*.
            return verb.hasSuffix("t") || verb.hasSuffix("d") ? (verb, verb) : nil
        }
        if plainParticiples.contains(verb) { return (first, verb) }
        if parts.count > 1 { return (first, parts[1]) }
        if first == "beaten" { return ("beat", first) }
        // The past is regular: *show, showed, shown*.
        if ["wn", "len"].contains(where: first.hasSuffix), first.hasPrefix(verb.prefix(3)), !first.hasPrefix("stol") {
            return (verb + (verb.hasSuffix("e") ? "d" : "ed"), first)
        }
        return (first, first)
    }

    /// Prefixes of verbs that are inflected like the irregular verb they contain.
    private static let prefixes = [
        "inter", "under", "counter", "proof", "broad", "cross", "type", "over", "fore", "with", "baby", "back", "sight",
        "sleep", "out", "for", "mis", "sub", "pre", "off", "hand", "hood", "par", "way", "gain", "tele", "up", "un",
        "re", "be", "in", "on", "down", "co", "dis", "spoon", "hard", "ghost", "dumb", "lip", "cold",
        "brow", "spell", "ham", "sooth",
    ]

    /// Verbs that only appear to be such compounds.
    private static let simple: Set<String> = [
        "behave", "misbehave", "relay", "relent", "resent", "index", "invent", "behove", "below", "forage",
        "reline", "beware", "foreshow", "research", "discover", "recover", "render", "cosplay",
        "unfit", "bestow", "befit", "preen", "interlude", "allow",
        "belie", "react", "reword",
    ]
}

/// English verbs with special conjugations: the modals, and *be*.
enum EnglishModals {
    /// The modals, with their past forms, if any.
    private static let pasts: [String: String] = [
        "can": "could", "may": "might", "will": "would", "shall": "should", "could": "could", "might": "might",
        "would": "would", "should": "should", "must": "", "ought": "",
    ]

    /// Expressions that are used like modals.
    private static let expressions: Set<String> = ["had better", "had rather", "used to"]

    /// Whether a verb is a modal: it has no third-person ending, no participle and no *-ing* form.
    static func isModal(_ head: String, _ remainder: String) -> Bool {
        pasts[head] != nil || expressions.contains(head + remainder)
    }

    /// A form of a modal; `nil` if the modal has no such form, or the verb is not a modal.
    static func form(_ name: String, of head: String, _ remainder: String) -> String? {
        guard isModal(head, remainder) else { return nil }
        switch name {
        case "base", "present": return head
        case "past":
            // *Would like* is not the past of *will like*.
            guard let past = pasts[head], !past.isEmpty else { return head == "used" ? head : nil }
            return past
        default: return nil
        }
    }

    /// *Am, is, are, was, were*; `nil` for other forms, or if no agreement is given.
    static func be(_ name: String, _ agreement: Agreement?) -> String? {
        guard let agreement else { return nil }
        let isFirst = agreement.person == .first && !agreement.isPlural
        let isThird = agreement.person == .third && !agreement.isPlural
        switch name {
        case "present": return isFirst ? "am" : isThird ? "is" : "are"
        case "past": return isFirst || isThird ? "was" : "were"
        default: return nil
        }
    }
}
