import Language
import LanguageServices

/// The words of an expression that need not appear unchanged in a sentence.
struct ExpressionGrammar: Sendable {
    /// Words that precede a headword in dictionaries and on cards: *to*, *der*, *la*.
    var articles: Set<String> = []

    /// Placeholders for other words: *sb*, *something*, *jdn*.
    var placeholders: Set<String> = []

    /// Particles that an object can separate from the verb: *turn it off*.
    var particles: Set<String> = []

    /// The pronoun before a reflexive verb, and its forms. A sentence contains one of them.
    var reflexive: [String: Set<String>] = [:]

    /// Words that vary with grammatical person.
    var variants: [String: [String]] = [:]

    /// The grammar of a language.
    static func of(_ language: String) -> ExpressionGrammar { known[language] ?? ExpressionGrammar() }

    private static let known: [String: ExpressionGrammar] = [
        "en": ExpressionGrammar(
            articles: ["to", "the", "a", "an"],
            placeholders: [
                "sb", "sth", "smb", "smth", "someone", "somebody", "something", "somewhere", "sb's", "someone's",
                "somebody's",
            ],
            particles: [
                "up", "down", "off", "on", "in", "out", "away", "over", "back", "through", "along", "around", "round",
                "about", "apart", "aside", "across", "together", "forward", "ahead", "by", "under",
            ],
            variants: [
                "one's": ["my", "your", "his", "her", "its", "our", "their"],
                "your": ["my", "his", "her", "its", "our", "their"],
                "oneself": [
                    "myself", "yourself", "himself", "herself", "itself", "ourselves", "yourselves", "themselves",
                ],
                "yourself": ["myself", "himself", "herself", "itself", "ourselves", "yourselves", "themselves"],
            ]
        ),
        "de": ExpressionGrammar(
            articles: ["der", "die", "das", "ein", "eine"],
            placeholders: ["jd", "jdn", "jdm", "jds", "etw", "jemand", "jemanden", "jemandem", "etwas"],
            reflexive: ["sich": ["mich", "mir", "dich", "dir", "sich", "uns", "euch"]]
        ),
        "fr": ExpressionGrammar(
            articles: ["le", "la", "les", "un", "une", "l"],
            placeholders: ["qqn", "qqch", "quelqu'un", "quelqu’un"],
            reflexive: ["se": ["me", "te", "se", "nous", "vous", "moi", "toi"]]
        ),
        "es": ExpressionGrammar(
            articles: ["el", "la", "los", "las", "un", "una"],
            placeholders: ["algo", "alguien", "algn"],
            variants: Dictionary(
                uniqueKeysWithValues: SpanishReflexives.pronouns.map { pronoun in
                    (pronoun, SpanishReflexives.pronouns.filter { $0 != pronoun }.sorted())
                }
            )
        ),
        "it": ExpressionGrammar(
            articles: ["il", "lo", "la", "i", "gli", "le", "un", "uno", "una"],
            placeholders: ["qlcu", "qlco", "qcn", "qcs", "qualcuno", "qualcosa"]
        ),
        "pt": ExpressionGrammar(
            articles: ["o", "a", "os", "as", "um", "uma"],
            placeholders: ["alguém", "algo"]
        ),
        "nl": ExpressionGrammar(
            articles: ["de", "het", "een"],
            placeholders: ["iemand", "iets"],
            reflexive: ["zich": ["me", "mij", "je", "zich", "ons", "u"]]
        ),
    ]
}

/// The words that may occur between a verb and the remainder of its expression: *fermer la porte à clé*, *j'ai très
/// faim*, *ten esto en cuenta*.
struct VerbalExpression: Sendable {
    /// The maximum number of other words before each word of the expression, starting with the verb.
    let maximumGaps: [Int]

    /// - Parameters:
    ///   - words: The words of the expression, without articles.
    ///   - isInfinitive: Whether the expression contains an infinitive marker, such as *to*.
    /// - Returns: `nil` if the expression does not seem to begin with a verb.
    init?(_ words: [String], language: String, partOfSpeech: PartOfSpeech?, isInfinitive: Bool) {
        guard let verb = words.first?.lowercased(), words.count > 1, partOfSpeech ?? .verb == .verb else { return nil }
        if Self.negations[language] == verb {
            // The pronouns of *no me gusta*.
            maximumGaps = [0, 2] + [Int](repeating: 0, count: words.count - 2)
            return
        }
        let isVerb = partOfSpeech == .verb || isInfinitive
        let looksLikeOne = (Self.endings[language] ?? []).contains { verb.hasSuffix($0) && verb.count > $0.count + 1 }
        guard isVerb || looksLikeOne else { return nil }
        var maximumGaps = [Int](repeating: 0, count: words.count)
        let next = words[1].lowercased()
        if let prepositions = Self.prepositions[language], prepositions.contains(next) {
            // An object may follow the verb. None is allowed in a noun such as *fer à repasser*, or before a final
            // preposition, which governs the words after it.
            if isVerb, words.count > 2 { maximumGaps[1] = 5 }
        } else if let small = FunctionWords.of(language), !small.contains(next) {
            // Adverbs, negations and quantities may follow the verb: *n'ai pas du tout faim*.
            maximumGaps[1] = 3
        }
        self.maximumGaps = maximumGaps
    }

    private static let endings: [String: [String]] = [
        "fr": ["er", "ir", "re"],
        "es": ["ar", "er", "ir", "arse", "erse", "irse"],
        "it": ["are", "ere", "ire", "arsi", "ersi", "irsi"],
        "pt": ["ar", "er", "ir"],
    ]

    private static let negations = ["es": "no", "it": "non", "pt": "não"]

    private static let prepositions: [String: Set<String>] = [
        "fr": ["à", "au", "aux", "en", "par", "sur", "hors", "sous"],
        "es": ["a", "al", "en", "por", "de", "con"],
        "it": ["a", "al", "in", "per", "da", "su"],
        "pt": ["a", "à", "ao", "em", "por"],
    ]
}

/// German verbs whose prefix is separate in most sentences: *aufstehen* in *Ich stehe um sieben auf*.
enum SeparableVerbs {
    /// The positions of the verb and its separate prefix.
    static func find(_ verb: String, in tokens: [WordToken], language: String) -> WordMatch? {
        guard language == "de", let tag = LanguageTag("de"), let rules = LemmaRules(language: tag) else { return nil }
        let wanted = verb.lowercased()
        for (index, token) in tokens.enumerated() {
            let prefix = token.text
            // A separate prefix is at the end of its clause.
            guard index > 0, token.endsClause || isConjunction(tokens[index + 1].text), wanted.hasPrefix(prefix),
                wanted.utf8.count > prefix.utf8.count, let range = token.readings.first?.range
            else { continue }
            for position in stride(from: index - 1, through: 0, by: -1) {
                let head = tokens[position]
                let lemmas = rules.lemmas(of: head.text.lowercased() + " " + prefix)
                if lemmas.contains(where: { $0.text == wanted }), let first = head.readings.first?.range {
                    return WordMatch(ranges: [first, range], certainty: .form)
                }
                if head.followsBreak { break }
            }
        }
        return nil
    }

    private static func isConjunction(_ word: String) -> Bool { ["und", "oder", "aber"].contains(word) }
}

/// The pronouns of Spanish verbs listed with *se*: *me levanto*, *levántate*.
enum SpanishReflexives {
    /// The pronouns for all persons.
    static let pronouns: Set<String> = ["me", "te", "se", "nos", "os"]

    /// Whether a word is the infinitive of a reflexive verb.
    static func isVerb(_ word: String) -> Bool {
        ["arse", "erse", "irse", "írse"].contains { word.lowercased().hasSuffix($0) }
    }

    /// One-syllable imperatives.
    private static let commands: Set<String> = ["ve", "pon", "di", "da", "haz", "ten", "ven", "sal", "id"]

    /// Whether a word may be a verb with an attached pronoun: an infinitive, a gerund or an imperative.
    static func isJoined(_ word: String) -> Bool {
        let word = word.lowercased()
        for pronoun in pronouns where word.hasSuffix(pronoun) {
            let verb = word.dropLast(pronoun.count)
            // A longer imperative has an accent (*levántate*); a one-syllable imperative does not (*vete*).
            if verb.hasSuffix("r") || verb.contains(where: { "áéíóú".contains($0) }) || commands.contains(String(verb))
            {
                return true
            }
        }
        return false
    }
}

/// English words ending in *-er* and *-est*. Most are not forms of adjectives: *teacher*, *corner*, *forest*.
enum Comparatives {
    /// Whether a word is known to have forms in *-er* and *-est*, so that its part of speech need not be specified.
    static func mayBeForm(of adjective: String) -> Bool { adjectives.contains(adjective.lowercased()) }

    /// Whether a word has the ending of a comparative or superlative.
    static func isLike(_ word: String) -> Bool {
        let low = word.lowercased()
        return low.hasSuffix("er") || low.hasSuffix("est")
    }

    /// Adjectives and adverbs that are compared with endings, except those whose form in *-er* is also another word
    /// (*cleaner*, *lighter*).
    private static let adjectives: Set<String> = .words(
        """
        angry bad big bitter black blue bold brave brief bright broad brown busy calm cheap clear clever close cloudy cold
        cool crazy cruel curly cute damp dark dear deep dense dirty dry dull dusty early easy empty faint fair far fast fat
        few fierce fine firm flat fond fresh friendly full funny gentle glad grand grave great greasy green grey gray
        guilty hairy handsome handy happy hard harsh healthy heavy high hot huge humble hungry icy juicy keen kind large late
        lazy likely little lively long loose loud lovely low lucky mad mild moist narrow nasty near neat new nice noble noisy
        odd old pale plain pleasant polite poor pretty proud pure quick quiet rare raw red rich ripe risky rough rude sad
        safe salty scary shallow sharp short shy sick silly simple sincere slim slow small smart smooth soft soon sore sour
        spicy steep sticky strange strict strong sunny sure sweet swift tall tasty tender thick thin thirsty tidy tight tiny
        tough true ugly warm weak wealthy weird wet white wide wild windy wise worthy yellow young
        """
    )
}
