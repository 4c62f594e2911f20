/// A voice that a speech provider offers.
public struct Voice: Sendable, Hashable, Codable {
    /// The voice's name within its provider, exact to the letter: `gmw/en-US`. A request names it by this.
    public var id: String

    /// The name for people: `English (America)`.
    public var name: String

    /// The languages it speaks, the best first.
    public var languages: [LanguageTag]

    /// The gender it sounds like, when known.
    public var gender: Gender?

    /// How good it sounds.
    public var quality: Quality

    /// The provider that offers it.
    public var provider: ProviderID

    /// Creates a voice.
    public init(
        id: String,
        name: String,
        languages: [LanguageTag],
        gender: Gender? = nil,
        quality: Quality = .standard,
        provider: ProviderID
    ) {
        self.id = id
        self.name = name
        self.languages = languages
        self.gender = gender
        self.quality = quality
        self.provider = provider
    }

    /// The gender a voice sounds like.
    public enum Gender: String, Sendable, Hashable, Codable, CaseIterable {
        /// Female.
        case female
        /// Male.
        case male
        /// Neither, or both.
        case neutral
    }

    /// How good a voice sounds, the worst first.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Something is missing, and the provider says what.
        case degraded
        /// What the engine gives by default.
        case standard
        /// Better than the default.
        case enhanced
        /// The best there is.
        case premium

        /// Orders by how good it sounds.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .degraded: 0
            case .standard: 1
            case .enhanced: 2
            case .premium: 3
            }
        }
    }
}

/// Which voices a caller wants to see.
public struct VoiceQuery: Sendable, Hashable, Codable {
    /// List only voices of this language; `en` takes `en-AU` too. `nil` takes all.
    public var language: LanguageTag?

    /// Only voices of this gender; voices of unknown gender do not match.
    public var gender: Voice.Gender?

    /// Creates a query; without arguments it takes every voice.
    public init(language: LanguageTag? = nil, gender: Voice.Gender? = nil) {
        self.language = language
        self.gender = gender
    }

    /// Whether a voice is wanted.
    public func matches(_ voice: Voice) -> Bool {
        if let language, !voice.languages.contains(where: { $0.isMatch(for: language) }) { return false }
        if let gender, voice.gender != gender { return false }
        return true
    }
}

/// What a configuration says of a voice of a service that does not say it itself.
public struct VoiceDescription: Sendable, Hashable, Codable {
    /// The voice's name within its service, exact to the letter.
    public var id: String

    /// The name for people; `nil` for the id.
    public var name: String?

    /// The languages it speaks, the best first; empty where nothing was said.
    public var languages: [LanguageTag]

    /// The gender it sounds like, where it was said.
    public var gender: Voice.Gender?

    /// How good it sounds, where it was said.
    public var quality: Voice.Quality?

    /// Creates a description.
    public init(
        id: String,
        name: String? = nil,
        languages: [LanguageTag] = [],
        gender: Voice.Gender? = nil,
        quality: Voice.Quality? = nil
    ) {
        self.id = id
        self.name = name
        self.languages = languages
        self.gender = gender
        self.quality = quality
    }
}
