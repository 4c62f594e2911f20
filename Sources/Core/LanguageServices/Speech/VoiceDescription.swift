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
