/// The translation of one text.
public struct Translation: Sendable, Hashable, Codable {
    /// The best translation.
    public var text: String

    /// Other translations, the better ones first.
    public var alternatives: [String]

    /// ``text`` and ``alternatives`` by the kind of word that the text is in them, the group of ``text`` first, when there
    /// are several kinds; else empty.
    public var groups: [TranslationGroup]

    /// Who gave it.
    public var provider: ProviderID

    /// What kind of word the text is in this translation, where that is known.
    public var partOfSpeech: PartOfSpeech?

    /// The grammatical genders of ``text``.
    public var genders: [GrammaticalGender]

    /// How ``text`` is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// ``text`` in Latin letters, when it was asked for and is written in others.
    public var romanization: String?

    /// The language that the text was taken for, when the request did not say it and the provider found it out.
    public var source: LanguageTag?

    /// How the text was found in a dictionary; `nil` for a provider that has none.
    public var match: TranslationMatch?

    /// The entries of the dictionaries, when they were asked for.
    public var entries: [TranslationEntry]

    /// The pieces of a text that was translated word by word.
    public var gloss: [GlossedWord]

    /// What the user should know: an unknown word that was kept, a doubt.
    public var notes: [String]

    /// Explanations of grammar and use, where the provider gives some; see ``TranslationRequest/wantsEntries``.
    public var remarks: [TranslationRemark]

    /// The level at which learners usually know ``text``, where the provider says so.
    public var difficulty: LearnerLevel?

    /// Whether it came out of a `ResponseStore`; `nil` when the provider was asked just now.
    public var cached: CachedAnswer?

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

/// What an answer says that came out of a `ResponseStore`.
public enum CachedAnswer: String, Sendable, Hashable, Codable {
    /// It is as good as a new one.
    case fresh
    /// It is older than answers are used for, and was given because the provider could not be reached.
    case stale
}

/// How a text was found in a dictionary.
public struct TranslationMatch: Sendable, Hashable, Codable {
    /// How far the search had to go.
    public var step: Step

    /// The headword that was found, as the dictionary spells it.
    public var headword: String

    /// Creates a match.
    public init(step: Step, headword: String) {
        self.step = step
        self.headword = headword
    }

    /// The steps of a search, the surest first. A later step is taken only when no earlier one finds anything.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// The text is a headword.
        case exact
        /// It is one but for upper and lower case.
        case letterCase = "case"
        /// It is one but for accents, ligatures and script: *naive* for *naïve*, *strasse* for *Straße*, *學習* for *学习*.
        case accents
        /// It is one but for punctuation, spaces and hyphens: *icecream* for *ice cream*.
        case punctuation
        /// It is an inflected form of one: *went* for *go*.
        case lemma
        /// It holds one: *kick the bucket* in *he kicked the bucket*.
        case expression
        /// It is close to one in spelling: *recieve* for *receive*.
        case spelling
        /// No headword covers it; it was translated word by word.
        case gloss

        /// Whether a step is surer than another.
        public static func < (first: Step, second: Step) -> Bool {
            first.place < second.place
        }

        // A search compares steps all the time, and to look for them among all cases would make a list of these.
        private var place: Int {
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

/// An explanation that a provider gives along with a translation, for somebody who learns the language.
public struct TranslationRemark: Sendable, Hashable, Codable {
    /// What it is about.
    public var subject: Subject

    /// The explanation, in the language of the texts.
    public var text: String

    /// Creates a remark.
    public init(_ subject: Subject, _ text: String) {
        self.subject = subject
        self.text = text
    }

    /// What a remark is about.
    public enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
        /// Grammar: why a form stands where it stands.
        case grammar
        /// Culture and use: who says it, to whom, when.
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
    /// Masculine and feminine in one, as in Swedish.
    case common

    /// The sign that dictionaries give it: `m`, `f`, `n`, `c`.
    public var sign: String { String(rawValue.prefix(1)) }
}

/// A piece of a text that was translated word by word.
public struct GlossedWord: Sendable, Hashable, Codable {
    /// The piece, as it stands in the text: a word, an expression of several words, or what stands between them.
    public var text: String

    /// Its translation; `nil` for what stands between words, and for a word that is not in the dictionary; empty for the
    /// part of a verb whose meaning stands with the other part, as for *an* in *rufe dich an*.
    public var translation: String?

    /// Other translations, the better ones first.
    public var alternatives: [String]

    /// How it was found; `nil` when it was not.
    public var match: TranslationMatch?

    /// How the piece is read, where writing does not tell: kana, pinyin.
    public var reading: String?

    /// Creates a piece.
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
