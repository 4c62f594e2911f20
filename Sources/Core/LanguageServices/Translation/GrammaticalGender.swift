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
