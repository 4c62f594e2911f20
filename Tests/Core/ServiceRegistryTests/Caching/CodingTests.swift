import LanguageServices
import TestSupport
import Testing

@testable import ServiceRegistry

@Suite("The storage format of answers")
struct CodingTests {
    private struct Everything: Codable, Hashable {
        var text = "x"
        var none: String?
        var flags = [true, false]
        var numbers: [Int8] = [.min, 0, .max]
        var wide: [Int64] = [.min, -1, 0, 1, .max]
        var unsigned: [UInt64] = [0, .max]
        var small: UInt16 = .max
        var real = [0.1, -0.0, .infinity, .greatestFiniteMagnitude]
        var single: Float = 0.5
        var nested: [String: [Int?]] = ["a": [1, nil], "": []]
        var duration: [Duration] = [.seconds(1), .zero, .nanoseconds(-1)]
        var tag = LanguageTag("zh-Hant-TW")
        var code = ServiceError.Code.network
    }

    private func bytes(_ value: some Encodable) throws -> [UInt8] {
        var bytes: [UInt8] = []
        try EncodedValue(encoding: value).write(to: &bytes)
        return bytes
    }

    private func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
        var reader = ValueReader(bytes[...])
        let coded = try reader.value()
        try #require(reader.remainder.isEmpty)
        return try coded.decoded(as: type)
    }

    @Test("every value survives a round trip")
    func roundTrip() throws {
        let all = Everything()
        #expect(try value(Everything.self, bytes(all)) == all)
        #expect(try value([Everything].self, bytes([all, all])) == [all, all])
        #expect(try value(String.self, bytes("é\u{0}")) == "é\u{0}")
        #expect(try bytes(all) == bytes(all))
    }

    @Test("a value of another type or out of range is rejected")
    func mismatch() throws {
        #expect(throws: DecodingError.self) { try value(String.self, bytes(1)) }
        #expect(throws: DecodingError.self) { try value(Int.self, bytes("1")) }
        #expect(throws: DecodingError.self) { try value(Int8.self, bytes(128)) }
        #expect(throws: DecodingError.self) { try value(UInt.self, bytes(-1)) }
        #expect(throws: DecodingError.self) { try value(Bool.self, bytes(1)) }
        #expect(throws: DecodingError.self) { try value([Int].self, bytes(["a": 1])) }
        #expect(throws: DecodingError.self) { try value([String: Int].self, bytes([1])) }
        #expect(throws: DecodingError.self) { try value(Everything.self, bytes(["text": "x"])) }
        #expect(throws: DecodingError.self) { try value(LanguageTag.self, bytes("not a tag")) }
    }

    @Test("malformed bytes are rejected and never read past the end")
    func malformed() throws {
        let broken: [[UInt8]] = [
            [], [9], [255], [6], [6, 5, 97], [6, 1, 0xFF], [7, 2, 0], [8, 1, 1, 97], [3], [3, 0x80], [5, 0, 0],
            [7] + Array(repeating: 0xFF, count: 9) + [1], [6] + Array(repeating: 0xFF, count: 10),
            Array(repeating: [7, 1], count: 40).flatMap { $0 } + [0],
        ]
        for bytes in broken {
            var reader = ValueReader(bytes[...])
            #expect(throws: ValueReader.Malformed.self) { try reader.value() }
        }
    }

    @Test("damaged bytes give an answer or nothing")
    func damage() throws {
        let translation = Translation(text: "agua", alternatives: ["a", "b"], provider: "p", notes: ["guess"])
        var speech = StoredSpeech(format: AudioFormat(sampleRate: 8000))
        speech.add(SpeechMark(kind: .word, offset: 0, length: 1, frame: 0))
        speech.add(AudioChunk(samples: [1, 2, 3]))
        speech.end(with: [])
        let answers: [StoredAnswer] = [
            .translation(translation), .speech(speech), .miss(ServiceError(.notFound, "no")),
            .sentences(
                [ExampleSentence(text: "a b", wordRanges: [0..<1, 2..<3], checks: [.word], provider: "p")],
                notices: ["n"]
            ),
        ]
        var random = SystemRandomNumberGenerator()
        var read = 0
        for answer in answers {
            let bytes = try #require(answer.bytes)
            #expect(StoredAnswer(bytes) == answer)
            for length in 0..<bytes.count { #expect(StoredAnswer(Array(bytes[..<length])) == nil) }
            #expect(StoredAnswer(bytes + [0]) == nil)
            for _ in 0..<2000 {
                var damaged = bytes
                for _ in 0...Int.random(in: 0..<3, using: &random) {
                    damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                if StoredAnswer(damaged) != nil { read += 1 }
            }
        }
        // Damage may turn a text into another one, which the store's checksum detects.
        #expect(read > 0)
    }

    @Test("a miss is stored with its message but without the underlying error")
    func miss() throws {
        var error = ServiceError(.notFound, "no", provider: "p", remedy: "r", underlying: "secret")
        error.report = ServiceReport(notices: ["x"])
        let stored = StoredAnswer(try #require(StoredAnswer.miss(error).bytes))
        #expect(stored == .miss(ServiceError(.notFound, "no", provider: "p", remedy: "r")))
    }
}
