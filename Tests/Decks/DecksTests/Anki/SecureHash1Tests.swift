import Testing

@testable import Decks

@Suite("SHA-1") struct SecureHash1Tests {
    @Test(
        "hashes match RFC 3174",
        arguments: [
            ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            (
                "0123456701234567012345670123456701234567012345670123456701234567", 10,
                "dea356a2cddd90c7a7ecedc5ebb563934f460452"
            ),
            ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ]
    )
    func vectors(text: String, count: Int, expected: String) {
        var hash = SecureHash1()
        for _ in 0..<count { Array(text.utf8).withUnsafeBytes { hash.add($0) } }
        #expect(hash.finish().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }

    @Test("the hash does not depend on how the input is split")
    func pieces() {
        let bytes = (0..<300).map { UInt8($0 & 0xFF) }
        for size in [1, 63, 64, 65, 127, 128, 129] {
            var hash = SecureHash1()
            for start in stride(from: 0, to: bytes.count, by: size) {
                Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { hash.add($0) }
            }
            #expect(hash.finish() == SecureHash1.of(bytes))
        }
    }
}
