/// The small words of expressions that a sentence need not hold as they stand.
struct ExpressionGrammar: Sendable {
    /// What stands before a word in a dictionary or on a card and is no part of it: *to*, *der*, *la*.
    var articles: Set<String> = []

    /// What stands for words that the sentence has in its place: *sb*, *something*, *jdn*.
    var placeholders: Set<String> = []

    /// What a verb and its object may part: *turn it off*.
    var particles: Set<String> = []

    /// The pronoun before a reflexive verb, and the forms of it of which a sentence has one.
    var reflexive: [String: Set<String>] = [:]

    /// Words that change with who is spoken of.
    var variants: [String: [String]] = [:]

    /// The small words of a language.
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
