import Language
import LanguageServices

/// Extracts the word from the form in which vocabulary lists cite it: *to go*, *der Hund*, *sich freuen*, *l'eau*.
struct CitationForms {
    private let spellings: HeadwordSpellings
    private let otherArticles: Set<String>
    private let definiteArticles: Set<String>
    private let pronouns: Set<String>
    private let language: String
    private let reflexives: ReflexivePhrases?
    private let perfect: PerfectTense?

    init(language: LanguageTag) {
        spellings = HeadwordSpellings(language: language)
        let code = TextLanguage.canonical(language.language) ?? language.language
        self.language = code
        reflexives = ReflexivePhrases(language: code)
        perfect = PerfectTense(language: code)
        otherArticles = Self.otherArticles[code] ?? []
        definiteArticles = Self.definiteArticles[code] ?? []
        pronouns = Self.pronouns[code] ?? []
    }

    /// The text without its article or infinitive marker, and the part of speech that this implies.
    func all(_ text: String) -> [(text: String, partOfSpeech: PartOfSpeech)] {
        guard let first = text.unicodeScalars.first else { return [] }
        // An article at the beginning of a flashcard may be capitalised.
        let text = first.properties.isUppercase ? text.prefix(1).lowercased() + text.dropFirst() : text
        var result: [(text: String, partOfSpeech: PartOfSpeech)] = []
        for part in [PartOfSpeech.verb, .noun] {
            let plain = spellings.plain(text, parts: [part])
            if plain != text, !plain.isEmpty { result.append((plain, part)) }
        }
        let words = text.split(separator: " ", maxSplits: 1)
        if words.count == 2, otherArticles.contains(String(words[0])) { result.append((String(words[1]), .noun)) }
        if let noun = Self.withoutHonorific(text), language == "ja" { result.append((noun, .noun)) }
        return result
    }

    /// A Japanese noun without its honorific prefix: *水* from *お水*. Before kana, the same character may be part of a
    /// word.
    static func withoutHonorific(_ text: String) -> String? {
        var rest = text.unicodeScalars[...]
        guard let prefix = rest.popFirst(), "おご御".unicodeScalars.contains(prefix), let next = rest.first,
            JapaneseWord.isKanji(next)
        else { return nil }
        return String(rest)
    }

    /// An English phrasal verb without the pronoun inside it: *turned off* from *turned it off*.
    func withoutObject(_ text: String) -> String? {
        guard language == "en" else { return nil }
        let words = text.split(separator: " ")
        guard words.count == 3, Self.objects.contains(words[1].lowercased()),
            Self.particles.contains(words[2].lowercased())
        else { return nil }
        return "\(words[0]) \(words[2])"
    }

    /// The noun in a text with a gendered article: *das Haus*; `nil` for other texts.
    func nounWithGender(_ text: String) -> String? {
        guard !definiteArticles.isEmpty, let space = text.utf8.firstIndex(of: UInt8(ascii: " ")),
            text.utf8.distance(from: text.startIndex, to: space) <= Self.maximumArticleLength,
            definiteArticles.contains(text[..<space].lowercased())
        else { return nil }
        let words = text[space...].split(separator: " ")
        return words.count == 1 ? String(words[0]) : nil
    }

    /// The participle of a verb in a compound tense: *gegessen* from *ich habe gegessen*.
    func participle(_ text: String) -> String? { perfect?.participle(in: text, subjects: pronouns) }

    /// The verb in a text, used reflexively: *levanto* from *yo me levanto*.
    func reflexiveVerb(_ text: String) -> String? { reflexives?.verb(in: text, subjects: pronouns) }

    /// A text without its initial pronouns: *hablo* from *yo hablo*, *lève* from *je me lève*.
    func withoutPronouns(_ text: String) -> String? {
        guard !pronouns.isEmpty else { return nil }
        let words = text.split(separator: " ")
        guard words.count <= 8 else { return nil }
        let rest = words.drop { pronouns.contains($0.lowercased()) }
        return rest.isEmpty || rest.count == words.count ? nil : rest.joined(separator: " ")
    }

    /// The length in bytes of the longest definite article.
    private static let maximumArticleLength = 3

    /// Objects that precede the particle of a phrasal verb.
    private static let objects: Set<String> = [
        "it", "them", "him", "her", "me", "you", "us", "this", "that", "these", "those",
    ]

    private static let particles: Set<String> = [
        "about", "across", "apart", "around", "aside", "away", "back", "down", "in", "off", "on", "out", "over",
        "round",
        "through", "together", "up",
    ]

    /// Articles that show the gender of a noun in vocabulary lists. Words that are more often prepositions are
    /// omitted.
    private static let definiteArticles: [String: Set<String>] = [
        "de": ["der", "die", "das"],
        "es": ["el", "la", "los", "las"],
        "fr": ["le", "la", "les"],
        "it": ["il", "lo", "la", "i", "gli", "le"],
        "pt": ["o", "os"],
    ]

    /// Subjects of verbs, and the pronouns that may occur between a subject and its verb.
    private static let pronouns: [String: Set<String>] = [
        "en": ["i", "you", "he", "she", "it", "we", "they"],
        "de": ["ich", "du", "er", "sie", "es", "wir", "ihr"],
        "es": [
            "yo", "tú", "él", "ella", "usted", "nosotros", "nosotras", "vosotros", "vosotras", "ellos", "ellas",
            "ustedes",
            "me", "te", "se", "nos", "os",
        ],
        "fr": ["je", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "me", "te", "se"],
        "it": ["io", "tu", "lui", "lei", "noi", "voi", "loro", "mi", "ti", "si", "ci", "vi"],
        "pt": ["eu", "tu", "você", "ele", "ela", "nós", "vós", "vocês", "eles", "elas", "me", "te", "se", "nos"],
    ]

    /// Articles that occur in texts but not in headwords.
    private static let otherArticles: [String: Set<String>] = [
        "de": ["den", "dem", "des", "einen", "einem", "einer", "eines"],
        "fr": ["des", "du"],
        "es": ["lo", "unos", "unas"],
        "pt": ["uns", "umas"],
    ]
}

/// Verbs in a compound tense: *ich habe gegessen*, *j'ai mangé*, *I have eaten*.
struct PerfectTense {
    private let auxiliaries: Set<String>
    private let endings: [String]

    /// Returns `nil` for languages without rules.
    init?(language: String) {
        guard let forms = Self.forms[language] else { return nil }
        auxiliaries = Set(forms.auxiliaries.split(separator: " ").map(String.init))
        endings = forms.endings
    }

    /// The participle in a text that consists of a verb in a compound tense and, optionally, its subject; `nil` for
    /// other texts.
    ///
    /// - Parameter subjects: The words that may precede the verb.
    func participle(in text: String, subjects: Set<String>) -> String? {
        var words = text.split(separator: " ")[...]
        guard words.count <= 6, let participle = words.popLast(), var auxiliary = words.popLast() else { return nil }
        // *j'ai*, *I've*: the subject is part of the same word.
        if let mark = auxiliary.lastIndex(where: { $0 == "'" || $0 == "\u{2019}" }) {
            auxiliary = auxiliary[auxiliary.index(after: mark)...]
        }
        guard auxiliaries.contains(auxiliary.lowercased()),
            words.allSatisfy({ subjects.contains($0.lowercased()) }),
            endings.contains(where: { participle.lowercased().hasSuffix($0) })
        else { return nil }
        return String(participle)
    }

    private struct Forms {
        var auxiliaries: String
        /// The endings of participles.
        var endings: [String]
    }

    private static let forms: [String: Forms] = [
        "en": Forms(auxiliaries: "have has had ve", endings: ["d", "n", "t", "e", "m", "g", "k"]),
        "de": Forms(
            auxiliaries:
                "habe hast hat haben habt hatte hattest hatten hattet bin bist ist sind seid war warst waren wart",
            endings: ["t", "en", "an"]
        ),
        "fr": Forms(
            auxiliaries: """
                ai as a avons avez ont avais avait avions aviez avaient suis es est sommes êtes sont étais était étions \
                étiez étaient
                """,
            endings: [
                "é", "ée", "és", "ées", "i", "ie", "is", "ies", "u", "ue", "us", "ues", "t", "te", "ts", "tes", "s",
            ]
        ),
        "es": Forms(
            auxiliaries: "he has ha hemos habéis han había habías habíamos habíais habían",
            endings: ["do", "to", "cho", "so"]
        ),
        "it": Forms(
            auxiliaries: """
                ho hai ha abbiamo avete hanno avevo avevi aveva avevamo avevate avevano sono sei è siamo siete ero eri \
                era eravamo eravate erano
                """,
            endings: ["to", "ta", "ti", "te", "so", "sa", "si", "se"]
        ),
        "pt": Forms(auxiliaries: "tenho tens tem temos têm tinha tinhas tínhamos tinham", endings: ["do", "to"]),
    ]
}

/// Verbs with a reflexive pronoun: *me levanto*, *mi alzo*, *ich freue mich*.
///
/// A reflexive verb often differs in meaning from the plain verb: *llamar* is to call, *llamarse* to be called. The
/// pronoun alone is not sufficient: in *me llama*, somebody else calls. The verb ending indicates the grammatical
/// person, and therefore whether the verb is reflexive.
struct ReflexivePhrases {
    private let endings: [String: [String]]
    private let isBehind: Bool

    /// Returns `nil` for languages without rules.
    init?(language: String) {
        guard let endings = Self.endings[language] else { return nil }
        self.endings = endings
        isBehind = language == "de"
    }

    /// The verb in a text that consists of a verb, its reflexive pronoun and, optionally, its subject; `nil` for other
    /// texts.
    ///
    /// - Parameter subjects: The words that may precede the verb.
    func verb(in text: String, subjects: Set<String>) -> String? {
        var words = text.split(separator: " ")[...]
        guard words.count <= 8 else { return nil }
        if isBehind {
            words = words.drop { subjects.contains($0.lowercased()) }
            guard words.count == 2, let verb = words.first, let pronoun = words.last else { return nil }
            return isOf(verb, pronoun) ? String(verb) : nil
        }
        guard words.count >= 2, let verb = words.popLast(), let pronoun = words.popLast(),
            words.allSatisfy({ subjects.contains($0.lowercased()) }), isOf(verb, pronoun)
        else { return nil }
        return String(verb)
    }

    private func isOf(_ verb: Substring, _ pronoun: Substring) -> Bool {
        guard let endings = endings[pronoun.lowercased()] else { return false }
        return endings.contains { verb.lowercased().hasSuffix($0) }
    }

    /// The verb endings by pronoun; the empty ending matches every verb.
    private static let endings: [String: [String: [String]]] = [
        "es": ["me": ["o", "oy", "é", "í"], "te": ["s", "ste"], "se": [""], "nos": ["mos"], "os": ["is"]],
        "it": ["mi": ["o", "ai", "ei", "ii"], "ti": ["i"], "si": [""], "ci": ["mo"], "vi": ["te"]],
        "pt": ["me": ["o", "ei", "i"], "te": ["s", "ste"], "se": [""], "nos": ["mos"]],
        "de": ["mich": [""], "dich": [""], "sich": [""], "uns": ["en"], "euch": ["t"]],
    ]
}
