/// Many texts, one behind the other in memory: a `String` each would cost several times as much.
struct TextArena {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// How many bytes all texts have.
    var size: Int { bytes.count }

    /// Adds a text, whose number is the count before.
    mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        ends.append(bytes.count)
    }

    /// The bytes of a text.
    subscript(index: Int) -> ArraySlice<UInt8> { bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]] }
}
