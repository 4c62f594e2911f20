import TestSupport
import Testing

@testable import Decks

@Suite struct KeyTableTests {
    /// The table behaves like a dictionary, even if many keys hash to the same slot.
    @Test(arguments: [0, 1, 2])
    func isADictionary(crowding: Int) {
        var random = Mutator(seed: UInt64(crowding) + 5)
        var table = KeyTable()
        var wanted: [BatchKey: UInt64] = [:]
        func key() -> BatchKey {
            let number = UInt64(random.below(20_000))
            switch crowding {
            case 0: return BatchKey(high: number &* 0x9E37_79B9_7F4A_7C15, low: number &* 0xBF58_476D_1CE4_E5B9)
            case 1: return BatchKey(high: number % 100, low: 7)
            default: return BatchKey(high: number % 500, low: UInt64.max - number % 3)
            }
        }
        for _ in 0..<30_000 {
            let key = key()
            #expect(table[key] == wanted[key] ?? 0)
            let value = UInt64(random.below(1000))
            table[key] = value
            // Keys cannot be removed.
            if value > 0 { wanted[key] = value }
        }
        #expect(table.count == wanted.count)
        for (key, value) in wanted { #expect(table[key] == value) }
    }
}
