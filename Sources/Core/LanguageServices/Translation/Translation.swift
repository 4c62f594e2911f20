/// The translation of one text.
public struct Translation: Sendable, Hashable, Codable {
    /// The best translation.
    public var text: String

    /// Other translations, best first.
    public var alternatives: [String]

    /// ``text`` and ``alternatives`` grouped by part of speech, with the group of ``text`` first. Empty if there are
    /// fewer than two parts of speech.
    public var groups: [TranslationGroup]

    /// The provider that returned the translation.
    public var provider: ProviderID

    /// The part of speech that this translation assumes for the text, if known.
    public var partOfSpeech: PartOfSpeech?

    /// The grammatical genders of ``text``.
    public var genders: [GrammaticalGender]

    /// The reading of ``text`` (kana, pinyin) if its script does not show it.
    public var reading: String?

    /// The romanization of ``text``, if requested and ``text`` is in another script.
    public var romanization: String?

    /// The detected language of the text, if the request did not specify it.
    public var source: LanguageTag?

    /// How the text matched a dictionary entry; `nil` if the provider has no dictionary.
    public var match: TranslationMatch?

    /// The dictionary entries, if requested.
    public var entries: [TranslationEntry]

    /// The parts of the text, if it was translated word by word.
    public var gloss: [GlossedWord]

    /// Notes for the user: an unknown word that was kept, an uncertain translation.
    public var notes: [String]

    /// Explanations of grammar and usage, if the provider has any; see ``TranslationRequest/wantsEntries``.
    public var remarks: [TranslationRemark]

    /// The level at which learners usually know ``text``, if known.
    public var difficulty: LearnerLevel?

    /// Whether the translation came from a `ResponseStore`; `nil` if the provider was called.
    public var cached: CachedAnswer?

    /// The providers of a chain that were tried for this text before ``provider``, and why they did not answer. Their
    /// durations are zero, because a provider is called for many texts at a time. Not encoded.
    public var attempts: [ServiceReport.Attempt] = []

    /// Creates a translation.
    public init(
        text: String,
        alternatives: [String] = [],
        groups: [TranslationGroup] = [],
        provider: ProviderID,
        partOfSpeech: PartOfSpeech? = nil,
        genders: [GrammaticalGender] = [],
        reading: String? = nil,
        romanization: String? = nil,
        source: LanguageTag? = nil,
        match: TranslationMatch? = nil,
        entries: [TranslationEntry] = [],
        gloss: [GlossedWord] = [],
        notes: [String] = [],
        remarks: [TranslationRemark] = [],
        difficulty: LearnerLevel? = nil,
        cached: CachedAnswer? = nil
    ) {
        self.text = text
        self.alternatives = alternatives
        self.groups = groups
        self.provider = provider
        self.partOfSpeech = partOfSpeech
        self.genders = genders
        self.reading = reading
        self.romanization = romanization
        self.source = source
        self.match = match
        self.entries = entries
        self.gloss = gloss
        self.notes = notes
        self.remarks = remarks
        self.difficulty = difficulty
        self.cached = cached
    }
}

extension Translation {
    private enum CodingKeys: String, CodingKey {
        case text, alternatives, groups, provider, partOfSpeech, genders, reading, romanization, source, match, entries
        case gloss, notes, remarks, difficulty, cached
    }

    /// How good a translation is, best first.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// A dictionary contains the text, perhaps in another case, with other accents or punctuation.
        case exact
        /// A dictionary contains the dictionary form of the text.
        case lemma
        /// A program translated the text.
        case machine
        /// The text was translated word by word, or only an expression in it was translated.
        case gloss
        /// No dictionary contains the text; this is the translation of a word with a similar spelling.
        case guess

        /// Whether one quality is better than another.
        public static func < (first: Quality, second: Quality) -> Bool { first.rank < second.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// How good the translation is.
    public var quality: Quality {
        switch match?.step {
        case nil: gloss.isEmpty ? .machine : .gloss
        case .exact, .letterCase, .accents, .punctuation: .exact
        case .lemma: .lemma
        case .expression, .gloss: .gloss
        case .spelling: .guess
        }
    }
}

/// Whether an answer from a `ResponseStore` has expired.
public enum CachedAnswer: String, Sendable, Hashable, Codable {
    /// Not expired.
    case fresh
    /// Expired, but used because the provider could not be reached.
    case stale
}

/// How a text matched a headword.
public struct TranslationMatch: Sendable, Hashable, Codable {
    /// The kind of match.
    public var step: Step

    /// The headword as the dictionary spells it.
    public var headword: String

    /// Creates a match.
    public init(step: Step, headword: String) {
        self.step = step
        self.headword = headword
    }

    /// The kinds of match, most exact first. A looser kind is tried only if no stricter kind finds a match.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// The text is identical to the headword.
        case exact
        /// The text differs in case.
        case letterCase = "case"
        /// The text differs in accents, ligatures or script variant: *naive* for *naïve*, *strasse* for *Straße*, *學習*
        /// for *学习*.
        case accents
        /// The text differs in punctuation, spaces or hyphens: *icecream* for *ice cream*.
        case punctuation
        /// The text is an inflected form: *went* for *go*.
        case lemma
        /// The text contains the headword: *kick the bucket* in *he kicked the bucket*.
        case expression
        /// The text is spelled similarly: *recieve* for *receive*.
        case spelling
        /// No headword covers the text; it was translated word by word.
        case gloss

        /// Whether one kind of match is stricter than another.
        public static func < (first: Step, second: Step) -> Bool {
            first.rank < second.rank
        }

        // Searches compare kinds often; a lookup in `allCases` would allocate an array for each comparison.
        private var rank: Int {
            switch self {
            case .exact: 0
            case .letterCase: 1
            case .accents: 2
            case .punctuation: 3
            case .lemma: 4
            case .expression: 5
            case .spelling: 6
            case .gloss: 7
            }
        }
    }
}

/// An explanation for language learners that accompanies a translation.
public struct TranslationRemark: Sendable, Hashable, Codable {
    /// The subject.
    public var subject: Subject

    /// The explanation, in the language of the texts.
    public var text: String

    /// Creates a remark.
    public init(_ subject: Subject, _ text: String) {
        self.subject = subject
        self.text = text
    }

    /// The subject of a remark.
    public enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
        /// Grammar: why a particular form is used.
        case grammar
        /// Culture and usage: who uses the expression, with whom and when.
        case culture
    }
}

/// The grammatical gender of a noun.
public enum GrammaticalGender: String, Sendable, Hashable, Codable, CaseIterable {
    /// Masculine: *der Baum*.
    case masculine
    /// Feminine: *la casa*.
    case feminine
    /// Neuter: *das Haus*.
    case neuter
    /// Common: masculine or feminine, as in Swedish.
    case common

    /// The abbreviation used in dictionaries: `m`, `f`, `n`, `c`.
    public var sign: String { String(rawValue.prefix(1)) }
}

/// A part of a text that was translated word by word.
public struct GlossedWord: Sendable, Hashable, Codable {
    /// The part as it appears in the text: a word, a multi-word expression, or the characters between words.
    public var text: String

    /// Its translation. `nil` for characters between words, and for a word that is not in the dictionary. Empty for
    /// part of a verb whose meaning is given with another part, such as *an* in *rufe dich an*.
    public var translation: String?

    /// Other translations, best first.
    public var alternatives: [String]

    /// How the dictionary entry was found; `nil` if there is none.
    public var match: TranslationMatch?

    /// The reading of the part (kana, pinyin) if its script does not show it.
    public var reading: String?

    /// Creates a part.
    public init(
        _ text: String,
        translation: String? = nil,
        alternatives: [String] = [],
        match: TranslationMatch? = nil,
        reading: String? = nil
    ) {
        self.text = text
        self.translation = translation
        self.alternatives = alternatives
        self.match = match
        self.reading = reading
    }
}
