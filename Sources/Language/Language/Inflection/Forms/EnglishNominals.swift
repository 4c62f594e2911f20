import LanguageServices

/// The plural and the possessive of English nouns.
struct EnglishNounForms: Sendable {
    /// The plural of a noun or a noun phrase.
    func plural(_ noun: String) -> String {
        let words = noun.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count > 1, let last = words.last else { return compound(noun) }
        // *cups of tea*, *points of view*
        if let position = words.dropFirst().firstIndex(where: Self.joining.contains), position < words.count - 1 {
            let head = words[..<position].joined(separator: " ")
            return plural(head) + " " + words[position...].joined(separator: " ")
        }
        return words.dropLast().joined(separator: " ") + " " + compound(last)
    }

    /// The possessive of a form: *the teacher's*, *the teachers'*, *the children's*.
    func possessive(_ form: String, isPlural: Bool) -> String {
        if form.hasSuffix("'s") { return form }
        return isPlural && form.hasSuffix("s") ? form + "'" : form + "'s"
    }

    private static let joining: Set<String> = ["of", "in", "at", "on", "to", "for", "from", "with", "by", "de"]

    /// *mothers-in-law*, *passers-by*, *check-ins*.
    private func compound(_ word: String) -> String {
        let parts = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let last = parts.last, !last.isEmpty, let head = parts.first, !head.isEmpty else {
            return single(word)
        }
        let isWhole = Self.nonCompounds.contains(word.lowercased())
        if !isWhole, parts.count > 2, Self.joining.contains(parts[1]) {
            return ([single(head)] + parts.dropFirst()).joined(separator: "-")
        }
        if parts.count == 2, Self.particles.contains(last) {
            return !isWhole && head.hasSuffix("er") ? single(head) + "-" + last : word + "s"
        }
        return (parts.dropLast() + [single(last)]).joined(separator: "-")
    }

    private static let particles: Set<String> = [
        "in", "up", "out", "off", "on", "by", "over", "down", "away", "back", "through", "around", "together",
    ]

    private static let nonCompounds: Set<String> = [
        "jack-in-the-box", "will-o'-the-wisp", "johnny-on-the-spot", "stick-in-the-mud",
        "pain-in-the-neck", "stay-at-home", "hand-to-hand", "higher-up", "forget-me-not", "layer-on",
    ]

    // MARK: Single words

    private func single(_ word: String) -> String {
        let lower = word.lowercased()
        // *The hairdresser's* is a shop, so it is not inflected.
        if lower.hasSuffix("'s") { return word }
        if let plural = Self.known(lower) { return Self.likeCased(plural, word) }
        // UFO, CD, PC
        if word.utf8.count > 1, word.uppercased() == word, word.lowercased() != word { return word + "s" }
        if let sibilant = Self.sibilant(word) {
            // *the Kennedys*
            if word.hasSuffix("y"), let first = word.first, first.isUppercase { return word + "s" }
            return sibilant
        }
        return word + "s"
    }

    private static func known(_ word: String) -> String? {
        if unchanged.contains(word) { return word }
        if let end = unchangedEnds.first(where: { word.hasSuffix($0) }), word.utf8.count > end.utf8.count {
            return word
        }
        if let plural = others[word] { return plural }
        if regular.contains(word) { return regularPlural(word) }
        if let plural = IrregularParadigms.english.forms(of: word, "noun")?.first { return plural }
        if oes.contains(word) { return word + "es" }
        for head in heads where word.hasSuffix(head) && word.utf8.count > head.utf8.count + 1 {
            guard let plural = others[head] ?? IrregularParadigms.english.forms(of: head, "noun")?.first else {
                continue
            }
            return word.dropLast(head.utf8.count) + plural
        }
        if word.hasSuffix("sis"), word.utf8.count > 4 { return word.dropLast(2) + "es" }
        return nil
    }

    private static func regularPlural(_ word: String) -> String { sibilant(word) ?? word + "s" }

    /// A plural in *-es* or *-ies*; `nil` if only *-s* is added.
    static func sibilant(_ word: String) -> String? {
        if EnglishSound(word).endsInConsonantAndY { return word.dropLast() + "ies" }
        if ["s", "x", "z", "sh"].contains(where: word.hasSuffix) { return word + "es" }
        if word.hasSuffix("ch"), !hardCh.contains(word.lowercased()) { return word + "es" }
        return nil
    }

    private static func likeCased(_ plural: String, _ word: String) -> String {
        guard let first = word.first, first.isUppercase else { return plural }
        return word == word.uppercased() && word.utf8.count > 1
            ? plural.uppercased()
            : plural.prefix(1).uppercased() + plural.dropFirst()
    }

    /// *Stomachs*: *ch* is pronounced *k*.
    private static let hardCh: Set<String> = [
        "stomach", "monarch", "patriarch", "matriarch", "oligarch", "epoch", "loch", "eunuch", "tech", "czech", "mach",
        "almanach", "pentateuch", "conch", "anarch", "tetrarch", "hierarch", "triptych", "diptych", "moloch",
    ]

    /// Nouns in the table whose regular plural is preferred, or whose irregular plural denotes a unit of measure rather
    /// than the thing itself.
    private static let regular: Set<String> = [
        "brother", "genius", "penny", "syllabus", "formula", "antenna", "focus", "index", "bureau", "plateau", "opus",
        "schema", "cherub", "seraph", "stigma", "memorandum", "radius", "terminus", "human", "roman", "german",
        "norman",
        "ottoman", "talisman", "shaman", "caiman", "cayman", "mongoose", "oman", "brahman", "roadrunner", "beau",
        "still life", "lowlife", "kibbutz", "dwarf", "mussulman", "turkoman", "turcoman", "burman", "hetman",
        "dragoman",
        "desman", "saman", "soman", "toman", "ataman", "flatfoot", "tenderfoot", "pussyfoot", "bigfoot",
    ]

    private static let unchanged: Set<String> = [
        "sheep", "fish", "deer", "salmon", "trout", "series", "species", "aircraft", "spacecraft", "hovercraft",
        "watercraft", "offspring", "crossroads", "headquarters", "means", "barracks", "gallows", "swiss", "moose",
        "bison", "cod", "tuna", "swine", "hertz", "chassis", "corps", "innings", "dice", "hiv", "reindeer", "goldfish",
        "swordfish", "starfish", "jellyfish", "shellfish", "news", "jeans", "trousers", "scissors", "glasses", "pants",
        "shorts", "clothes", "pyjamas", "pajamas", "tights", "sunglasses", "binoculars", "tweezers", "pliers",
        "bourgeois", "rendezvous", "faux pas", "hundredweight", "sweepstakes", "works", "haddock", "halibut", "elk",
    ]

    private static let unchangedEnds = ["ese", "craft", "fish", "works"]

    private static let others: [String: String] = [
        "spectrum": "spectra", "millennium": "millennia", "symposium": "symposia", "cortex": "cortices",
        "phylum": "phyla", "alveolus": "alveoli", "bronchus": "bronchi", "thrombus": "thrombi", "cilium": "cilia",
        "nucleolus": "nucleoli", "septum": "septa", "continuum": "continua", "minutia": "minutiae",
        "monsieur": "messieurs", "manservant": "menservants", "fez": "fezzes", "whiz": "whizzes", "roof": "roofs",
        "criterion": "criteria", "cul": "culs", "loaf": "loaves",
        "beef": "beefs", "grandchild": "grandchildren", "cheese": "cheeses", "geese": "geese", "these": "these",
        "obese": "obeses", "talisman": "talismans", "axis": "axes", "testis": "testes", "ibis": "ibises",
        "iris": "irises", "pelvis": "pelvises", "clitoris": "clitorises", "penis": "penises", "tennis": "tennises",
        "man": "men", "woman": "women", "eau": "eaux", "gateau": "gateaux", "ox": "oxen", "muskox": "muskoxen",
    ]

    /// Nouns in *-o* whose plural ends in *-es*.
    private static let oes: Set<String> = [
        "potato", "tomato", "hero", "echo", "veto", "torpedo", "mosquito", "volcano", "mango", "buffalo", "cargo",
        "domino", "embargo", "tornado", "superhero", "negro", "go", "no", "dingo", "jingo", "innuendo", "archipelago",
        "lingo", "motto", "desperado", "mulatto",
    ]

    /// Nouns in the table that can be the second part of a compound, as in *postman* and *bookshelf*.
    private static let heads = [
        "woman", "man", "child", "person", "foot", "tooth", "goose", "mouse", "wife", "knife", "life", "shelf", "half",
        "wolf", "loaf", "leaf", "thief", "calf", "bus", "quiz", "louse", "scarf", "self", "sheaf",
    ]
}

/// The comparative and superlative of English adjectives and adverbs.
///
/// Short words take endings; other words take *more* and *most* (Quirk et al. 1985, §7.74–7.82).
struct EnglishDegrees: Sendable {
    /// The comparative, or the superlative without its article.
    ///
    /// - Parameters:
    ///   - word: An adjective or adverb, or a phrase.
    ///   - isAdverb: Whether it is an adverb; only a few adverbs can be compared.
    /// - Returns: `nil` for an adverb that has no comparative or superlative.
    func degree(_ word: String, isSuperlative: Bool, isAdverb: Bool) -> String? {
        let ending = isSuperlative ? "est" : "er"
        let with = isSuperlative ? "most" : "more"
        let position = isSuperlative ? 1 : 0
        if let known = Self.others[word] { return known[position] }
        if let forms = IrregularParadigms.english.forms(of: word, isAdverb ? "adverb" : "adjective"), forms.count >= 2 {
            return forms[position]
        }
        if isAdverb {
            if Self.shortAdverbs.contains(word) { return Self.ended(word, ending) }
            return word.hasSuffix("ly") && !Self.uncompared.contains(word) ? with + " " + word : nil
        }
        // The first part of *well-known* could be inflected, but the word takes *more*.
        guard !word.contains(" "), !word.contains("-"), takesEnding(word) else { return with + " " + word }
        return Self.ended(word, ending)
    }

    private func takesEnding(_ word: String) -> Bool {
        // *More English*: a capital letter indicates a proper adjective.
        if Self.withMore.contains(word) || word.first.map(\.isUppercase) ?? true { return false }
        if Self.withEnding.contains(word) { return true }
        let syllables = EnglishSound(word).syllables
        if syllables == 1 { return true }
        guard syllables == 2 || word.hasPrefix("un") && syllables == 3 else { return false }
        return word.hasSuffix("y") || word.hasSuffix("ow") || word.hasSuffix("le")
    }

    private static func ended(_ word: String, _ ending: String) -> String {
        if word.hasSuffix("e") { return word + ending.dropFirst() }
        let sound = EnglishSound(word)
        // *pricey, pricier*
        if word.hasSuffix("ey"), sound.syllables > 1 { return word.dropLast(2) + "i" + ending }
        if sound.endsInConsonantAndY, !dry.contains(word) { return word.dropLast() + "i" + ending }
        if sound.syllables == 1, sound.endsInShortSyllable, let last = word.last { return word + String(last) + ending }
        return word + ending
    }

    private static let others: [String: [String]] = [
        "old": ["older", "oldest"], "late": ["later", "latest"], "far": ["further", "furthest"],
        "ill": ["worse", "worst"], "fun": ["more fun", "most fun"],
    ]

    /// The *y* is kept: *shyer*, *dryer*.
    private static let dry: Set<String> = ["shy", "sly", "wry", "spry"]

    private static let shortAdverbs: Set<String> = [
        "hard", "fast", "late", "early", "soon", "long", "high", "low", "near", "close", "loud", "quick", "slow",
        "deep",
        "wide", "cheap", "clean", "clear", "easy", "tight", "thick", "thin", "short",
    ]

    /// Adverbs in *-ly* that have no comparative or superlative.
    private static let uncompared: Set<String> = [
        "only", "nearly", "hardly", "barely", "daily", "weekly", "monthly", "yearly", "really", "actually", "finally",
        "usually", "probably", "possibly", "certainly", "especially", "mainly", "mostly", "totally", "completely",
        "absolutely", "exactly", "immediately", "already", "suddenly", "eventually", "obviously", "apparently",
        "firstly", "secondly", "lastly", "family", "simply", "merely", "fairly", "partly", "entirely", "extremely",
        "originally", "currently", "previously", "fully", "highly", "perfectly", "fortunately", "unfortunately",
    ]

    /// Short words that take *more*.
    private static let withMore: Set<String> = [
        "fluent", "royal", "naïve", "double", "same", "only", "whole", "unable", "best", "worst", "okay",
        "right", "wrong", "real", "fake", "just", "worth", "like", "lost", "bored", "scared", "pleased", "shocked",
        "hurt",
        "gone", "broke", "burnt", "drunk", "known", "stressed", "loved", "used", "ill", "eager", "proper",
        "afraid", "alone", "alive", "asleep", "awake", "ashamed", "male", "female", "dead", "square", "prime", "chief",
        "daily", "weekly", "worn", "torn", "spoilt", "mixed", "closed", "dressed", "armed", "blocked",
        "amused", "annoyed", "mobile", "fragile", "hostile", "sterile", "fertile", "agile", "single", "french",
        "dutch", "greek", "welsh", "swiss", "thai", "czech", "beige", "mauve", "apt", "prone", "sole", "spare", "due",
        "past", "next", "last", "own", "main", "top", "grown", "crushed",
    ]

    /// Longer words that take endings, including those for which both are correct.
    private static let withEnding: Set<String> = [
        "clever", "quiet", "polite", "narrow", "tender", "lively", "lonely", "lovely", "homely", "timely", "stately",
        "shapely", "comely", "eerie", "foolhardy", "bloodthirsty", "cruel", "severe",
    ]
}
