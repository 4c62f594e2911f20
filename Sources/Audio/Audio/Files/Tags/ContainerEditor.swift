/// Changes the bytes of an encoder on their way to the file.
protocol ContainerEditor {
    /// Takes bytes as the encoder writes them.
    ///
    /// - Parameters:
    ///   - bytes: What the encoder writes.
    ///   - offset: Where the encoder writes it, counted from the start of what it has written.
    /// - Returns: What is to be written now, and where.
    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PlacedBytes]

    /// Whether bytes are still held back, which means that the encoder wrote something else than expected.
    var isHolding: Bool { get }
}

/// Bytes and their place in the file.
struct PlacedBytes: Equatable {
    var offset: Int64
    var bytes: [UInt8]
}

/// Puts bytes before everything that the encoder writes.
struct PrefixEditor: ContainerEditor {
    /// What stands at the start of the file.
    let prefix: [UInt8]

    private var isPrefixWritten = false

    init(_ prefix: [UInt8]) { self.prefix = prefix }

    mutating func edit(_ bytes: [UInt8], at offset: Int64) -> [PlacedBytes] {
        let placed = PlacedBytes(offset: offset + Int64(prefix.count), bytes: bytes)
        guard !isPrefixWritten else { return [placed] }
        isPrefixWritten = true
        return [PlacedBytes(offset: 0, bytes: prefix), placed]
    }

    var isHolding: Bool { false }
}
