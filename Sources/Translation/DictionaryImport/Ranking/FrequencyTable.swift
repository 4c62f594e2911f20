/// How often words occur, counted in a table of fixed size.
///
/// A count-min sketch (Cormode and Muthukrishnan 2005) of two rows: a word is counted in one cell of each row, and its
/// count is the smaller of the two, which is never too small and seldom too large.
struct FrequencyTable: Sendable {
    private static let width = 1 << 20
    private var cells = [UInt32](repeating: 0, count: 2 * width)

    mutating func add(_ hash: UInt64) {
        let (first, second) = Self.places(hash)
        let count = min(cells[first], cells[second])
        guard count < .max else { return }
        if cells[first] == count { cells[first] = count + 1 }
        if cells[second] == count { cells[second] = count + 1 }
    }

    func count(_ hash: UInt64) -> Int {
        let (first, second) = Self.places(hash)
        return Int(min(cells[first], cells[second]))
    }

    private static func places(_ hash: UInt64) -> (Int, Int) {
        let mask = UInt64(width - 1)
        return (Int(hash & mask), width + Int(hash >> 32 & mask))
    }
}
