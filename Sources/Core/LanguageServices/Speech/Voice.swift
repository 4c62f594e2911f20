/// A voice that a speech provider offers.
public struct Voice: Sendable, Hashable, Codable {
    /// The case-sensitive id within the provider, used in requests: `gmw/en-US`.
    public var id: String

    /// The display name: `English (America)`.
    public var name: String

    /// The voice's languages, best first.
    public var languages: [LanguageTag]

    /// The perceived gender, if known.
    public var gender: Gender?

    /// The voice's quality.
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

    /// The perceived gender of a voice.
    public enum Gender: String, Sendable, Hashable, Codable, CaseIterable {
        /// Female.
        case female
        /// Male.
        case male
        /// Neither, or both.
        case neutral
    }

    /// The quality of a voice, lowest first.
    public enum Quality: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// Reduced because a component is missing; the provider's status names that component.
        case degraded
        /// The engine's default quality.
        case standard
        /// Better than the default.
        case enhanced
        /// The best quality.
        case premium

        /// Compares by quality.
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

/// A filter for voices.
public struct VoiceQuery: Sendable, Hashable, Codable {
    /// Only voices for this language; `en` also matches `en-AU`. `nil` matches all.
    public var language: LanguageTag?

    /// Only voices of this gender; voices of unknown gender do not match.
    public var gender: Voice.Gender?

    /// Creates a query; without arguments, it matches every voice.
    public init(language: LanguageTag? = nil, gender: Voice.Gender? = nil) {
        self.language = language
        self.gender = gender
    }

    /// Whether a voice matches.
    public func matches(_ voice: Voice) -> Bool {
        if let language, !voice.languages.contains(where: { $0.isMatch(for: language) }) { return false }
        if let gender, voice.gender != gender { return false }
        return true
    }
}

/// A configured description of a voice, for services that do not describe their voices.
public struct VoiceDescription: Sendable, Hashable, Codable {
    /// The case-sensitive id within the service.
    public var id: String

    /// The display name; `nil` uses the id.
    public var name: String?

    /// The voice's languages, best first; empty if not specified.
    public var languages: [LanguageTag]

    /// The perceived gender, if specified.
    public var gender: Voice.Gender?

    /// The quality, if specified.
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
