/// What a provider charges, by characters.
///
/// Characters are Unicode scalars, by which translation services count.
public struct ServicePrice: Sendable, Hashable, Codable {
    /// The price of a million characters; 0 or more.
    public var perMillionCharacters: Double

    /// The currency, as an ISO 4217 code: `EUR`.
    public var currency: String

    /// Creates a price.
    ///
    /// - Parameters:
    ///   - perMillionCharacters: The price of a million characters.
    ///   - currency: The currency, as an ISO 4217 code.
    public init(perMillionCharacters: Double, currency: String) {
        self.perMillionCharacters = perMillionCharacters
        self.currency = currency
    }

    /// The price of some characters, in ``currency``.
    public func cost(ofCharacters count: Int) -> Double { Double(count) * perMillionCharacters / 1_000_000 }
}
