import JSON
import LanguageServices
import TestSupport
import Testing

@Suite("Encodings of JSON documents")
struct JSONEncodingTests {
    @Test(
        arguments: [
            ([0x7B, 0, 0x7D, 0], "UTF-16 (little-endian)"),
            ([0, 0x7B, 0, 0x7D], "UTF-16 (big-endian)"),
            ([0x31, 0], "UTF-16 (little-endian)"),
            ([0, 0x31], "UTF-16 (big-endian)"),
            ([0x31, 0, 0x32], "UTF-16 (little-endian)"),
            ([0, 0x31, 0], "UTF-16 (big-endian)"),
            ([0x22, 0, 0xE9, 0x20, 0x22, 0], "UTF-16 (little-endian)"),
            ([0, 0x22, 0x20, 0xE9, 0, 0x22], "UTF-16 (big-endian)"),
            ([0x22, 0, 0, 0x4E, 0x22, 0], "UTF-16 (little-endian)"),
            ([0, 0x22, 0x4E, 0, 0, 0x22], "UTF-16 (big-endian)"),
            ([0xFF, 0xFE], "UTF-16 (little-endian)"),
            ([0xFF, 0xFE, 0x7B, 0, 0x7D, 0], "UTF-16 (little-endian)"),
            ([0xFE, 0xFF, 0, 0x7B, 0, 0x7D], "UTF-16 (big-endian)"),
            ([0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], "UTF-32 (little-endian)"),
            ([0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31], "UTF-32 (big-endian)"),
            ([0x31, 0, 0, 0], "UTF-32 (little-endian)"),
            ([0, 0, 0, 0x31], "UTF-32 (big-endian)"),
        ] as [([UInt8], String)]
    )
    func otherEncodingsAreNamed(bytes: [UInt8], encoding: String) throws {
        let error = try refusal(bytes)
        #expect(error.message == "the file is in \(encoding), not in UTF-8")
        #expect(error.remedy == "save the file as UTF-8")
        #expect(error.position == .start)
    }

    @Test(
        arguments: [
            ([0x22, 0x61, 0x80, 0x22], 3, 1, 2, "80"),
            ([0x5B, 0x0A, 0x22, 0xC3, 0xA9, 0xE9, 0x22, 0x5D], 3, 2, 5, "E9"),
            ([0x22, 0xC0, 0xAF, 0x22], 2, 1, 1, "C0"),
            ([0x22, 0xE0, 0x9F, 0xBF, 0x22], 2, 1, 1, "E0"),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 2, 1, 1, "ED"),
            ([0x22, 0xF0, 0x8F, 0xBF, 0xBF, 0x22], 2, 1, 1, "F0"),
            ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 2, 1, 1, "F4"),
            ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 2, 1, 1, "F5"),
            ([0x22, 0xF0, 0x9F, 0x98], 2, 1, 1, "F0"),
            ([0x22, 0xE2, 0x82], 2, 1, 1, "E2"),
            ([0x22, 0xC3], 2, 1, 1, "C3"),
            ([0x22, 0xE2, 0x82, 0x22], 2, 1, 1, "E2"),
            ([0x22, 0xF0, 0x9F, 0x98, 0x22], 2, 1, 1, "F0"),
            ([0xEF, 0xBB, 0xBF, 0xFE], 1, 1, 3, "FE"),
            ([0xEF, 0xBB], 1, 1, 0, "EF"),
            ([0x2F, 0x2F, 0x0D, 0x0A, 0x20, 0xFF], 2, 2, 5, "FF"),
            ([0x7B, 0x7D, 0x0D, 0xF0, 0x9F, 0x98, 0x80, 0xBF], 2, 2, 7, "BF"),
        ] as [([UInt8], Int, Int, Int, String)]
    )
    func invalidBytesAreNamed(bytes: [UInt8], column: Int, line: Int, offset: Int, byte: String) throws {
        let error = try refusal(bytes)
        #expect(error.message == "the byte 0x\(byte) is not valid UTF-8")
        #expect(error.remedy == "save the file as UTF-8")
        #expect(error.position == JSONPosition(line: line, column: column, offset: offset))
    }

    /// Every sequence of two bytes, and sequences of three or four with random tails, are accepted exactly if the
    /// standard library does.
    @Test func validityMatchesTheStandardLibrary() {
        var generator = SplitMix64(seed: 8)
        for lead in UInt8(0x80)...0xFF {
            for second in UInt8(0x20)...0xFF where second != UInt8(ascii: "\"") && second != UInt8(ascii: "\\") {
                let tails: [[UInt8]] = [
                    [], [.random(in: 0x80...0xBF, using: &generator)],
                    [0x80, .random(in: 0x70...0xFF, using: &generator)],
                ]
                for tail in tails {
                    let sequence = [lead, second] + tail
                    let isValid = String(validating: sequence, as: UTF8.self) != nil
                    let accepted = try? JSONDocument.parse([0x22] + sequence + [0x22], source: "x")
                    if (accepted != nil) != isValid { Issue.record("\(sequence) is judged differently") }
                }
            }
        }
    }
}
