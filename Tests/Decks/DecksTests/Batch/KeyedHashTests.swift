import Testing

@testable import Decks

@Suite struct KeyedHashTests {
    /// Test vectors from the authors' table: the key 00 01 … 0f and the messages with no bytes, 00, and 00 01 … 3e.
    @Test(arguments: [
        (0, "a3817f04ba25a8e66df67214c7550293"), (1, "da87c1d86b99af44347659119b22fc45"),
        (63, "5150d1772f50834a503e069a973fbd7c"),
    ])
    func matchesTheTestVectors(length: Int, wanted: String) {
        let hash = KeyedHash(first: 0x0706_0504_0302_0100, second: 0x0F0E_0D0C_0B0A_0908)
        let (low, high) = (0..<length).map { UInt8($0) }.withUnsafeBytes { hash.of($0) }
        var bytes: [UInt8] = []
        for number in [low, high] { withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) } }
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == wanted)
    }

    @Test func canonicallyEquivalentTextsAreDifferent() {
        let keys = BatchKey.Maker(identity: ["a"], salt: KeyedHash(first: 1, second: 2))
        #expect(keys.key(of: "e\u{301}") != keys.key(of: "\u{E9}"))
        #expect(keys.key(of: "") != keys.key(of: "\u{0}"))
        #expect(keys.key(of: "x") != BatchKey.Maker(identity: ["a"], salt: KeyedHash(first: 2, second: 2)).key(of: "x"))
        #expect(
            keys.key(of: "x") != BatchKey.Maker(identity: ["", "a"], salt: KeyedHash(first: 1, second: 2)).key(of: "x")
        )
    }
}
