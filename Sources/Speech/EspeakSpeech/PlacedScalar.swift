/// A scalar on its way to the library, and where in the text of the request it comes from.
struct PlacedScalar: Sendable, Hashable {
    var scalar: Unicode.Scalar
    var offset: Int

    init(_ scalar: Unicode.Scalar, _ offset: Int) {
        self.scalar = scalar
        self.offset = offset
    }

    /// A text as it stands.
    static func all(of text: String) -> [PlacedScalar] {
        text.unicodeScalars.enumerated().map { PlacedScalar($1, $0) }
    }
}
