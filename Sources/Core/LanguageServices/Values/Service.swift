/// One of the four services.
public enum Service: String, Sendable, Hashable, Codable, CaseIterable, CustomStringConvertible {
    /// Text to audio.
    case speech
    /// Text to text of another language.
    case translation
    /// A word to example sentences.
    case sentences
    /// An event to something felt, seen or heard.
    case feedback

    /// The service's name as it stands in a configuration.
    public var description: String { rawValue }
}
