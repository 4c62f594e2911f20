import Foundation
import JSON
import LanguageServices
import TestSupport
import Testing

/// Damaged documents never crash the reader, and accepted ones have the same value after being written and read again.
///
/// `PARLANCE_FUZZ_ITERATIONS` sets the total number of documents; the default is 50,000.
@Suite("Damaged JSON documents")
struct JSONFuzzTests {
    private static let seeds: Range<UInt64> = 0..<10

    @Test(arguments: seeds)
    func damagedDocuments(seed: UInt64) throws {
        var mutator = JSONMutator(seed: seed, samples: JSONFuzzSamples.all)
        var accepted = 0
        for _ in 0..<Self.iterations {
            if check(mutator.next()) { accepted += 1 }
        }
        // The mutator would be useless if almost no document, or almost every one, were accepted.
        #expect(accepted > Self.iterations / 50)
        #expect(accepted < Self.iterations * 9 / 10)
    }

    @Test(arguments: JSONFuzzSamples.all)
    func truncatedAnywhere(sample: [UInt8]) {
        #expect(check(sample))
        for length in 0..<sample.count {
            check(Array(sample.prefix(length)))
            check(Array(sample.suffix(length)))
        }
    }

    @Test(arguments: JSONFuzzSamples.all)
    func oneByteChangedAnywhere(sample: [UInt8]) {
        for index in sample.indices {
            for byte in [0x00, 0x0A, 0x22, 0x2C, 0x2F, 0x5C, 0x7D, 0x80, 0xC3, 0xFF] as [UInt8] {
                var changed = sample
                changed[index] = byte
                check(changed)
            }
        }
    }

    @Test func noise() {
        var generator = SplitMix64(seed: 99)
        let alphabet = Array(#"{}[],:"\/*u0123eE+-.truefalsn #'"#.utf8) + [0x0A, 0x0D, 0x80, 0xC3, 0xA9, 0x00]
        for _ in 0..<Self.iterations {
            let length = Int.random(in: 0...24, using: &generator)
            check((0..<length).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
        }
    }

    /// Reads one document; returns whether it was accepted.
    @discardableResult
    private func check(_ bytes: [UInt8]) -> Bool {
        do {
            let node = try JSONDocument.parse(bytes, source: "fuzz.json")
            try checkRoundTrip(JSONValue(node), bytes)
            if !JSONCommentFinder.hasComment(bytes), foundationAccepts(bytes) == false {
                Issue.record("only Foundation refuses \(String(decoding: bytes, as: UTF8.self).debugDescription)")
            }
            return true
        } catch let error as JSONSyntaxError {
            checkError(error, bytes)
            if foundationAccepts(bytes) == true, !Self.isKnownDifference(error) {
                Issue.record(
                    "only Foundation reads \(String(decoding: bytes, as: UTF8.self).debugDescription): \(error)"
                )
            }
        } catch {
            Issue.record("\(error)")
        }
        return false
    }

    private func checkRoundTrip(_ value: JSONValue, _ bytes: [UInt8]) throws {
        for form in [JSONWriter.Form.compact, .pretty] {
            let written = JSONWriter.bytes(value, form: form)
            let again = JSONValue(try JSONDocument.parse(written, source: "again.json"))
            if again != value || JSONWriter.bytes(again, form: form) != written {
                Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) changes its value")
            }
        }
    }

    /// Every error has an offset whose line and column match those counted from the start.
    private func checkError(_ error: JSONSyntaxError, _ bytes: [UInt8]) {
        var line = 1
        var column = 1
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && error.position.offset >= 3 ? 3 : 0
        for (index, byte) in bytes.prefix(error.position.offset).enumerated().dropFirst(start) {
            let isCRBeforeLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
            if byte == 0x0A || (byte == 0x0D && !isCRBeforeLF) {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        let isRight =
            error.position.offset <= bytes.count && error.position.line == line && error.position.column == column
            && !error.message.isEmpty && error.message.utf8.count < 400
            && !error.description.utf8.contains { $0 < 0x20 || $0 == 0x7F }
        if !isRight { Issue.record("\(error) for \(String(decoding: bytes, as: UTF8.self).debugDescription)") }
    }

    /// Documents that Foundation on Linux reads although this reader must not.
    private static func isKnownDifference(_ error: JSONSyntaxError) -> Bool {
        error.message.contains("appears twice in this object")  // Foundation keeps the first silently.
            || error.message.hasPrefix("the file is in UTF-")  // Foundation reads UTF-16 and UTF-32.
            || error.message.contains("nested more than 64 levels")  // Foundation's limit is 512.
    }

    /// The number of documents for each seed.
    private static let iterations: Int = {
        let total = ProcessInfo.processInfo.environment["PARLANCE_FUZZ_ITERATIONS"].flatMap { Int($0) } ?? 50_000
        return max(1000, total / seeds.count)
    }()
}
