import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import Platform
import TestSupport
import Testing

/// Files designed to break the reader.
struct HostileFileTests {
    /// Reads any input, and processes it as the program does.
    private func swallow(_ bytes: [UInt8], _ format: HapticFormat?) {
        do {
            let imported = try PatternFile.read(bytes, name: "x.ahap", format: format)
            _ = PatternLint.findings(in: imported)
            for format in HapticFormat.allCases { _ = try? PatternFile.write(imported.pattern, as: format) }
        } catch {
            #expect(!error.message.isEmpty)
        }
    }

    @Test func largeFilesAreRejected() throws {
        for format in HapticFormat.allCases {
            let error = #expect(throws: ServiceError.self) {
                try PatternFile.read(Array(repeating: 0x20, count: (16 << 20) + 1), name: "x", format: format)
            }
            #expect(error?.code == .limitExceeded || error?.code == .unsupported)
        }
    }

    @Test func aMillionEventsAreRejected() throws {
        let event = #"{"Event":{"EventType":"HapticTransient","Time":1}},"#
        let many = #"{"Pattern":["# + String(repeating: event, count: 300_000) + "]}"
        #expect(throws: ServiceError.self) { try Fixture.read(many, as: .ahap) }
        let heap = #"{"Pattern":["# + String(repeating: event, count: 300) + "]}"
        let error = #expect(throws: ServiceError.self) { try Fixture.read(heap, as: .ahap) }
        #expect(error?.message == "text: more than 256 events overlap, at 1 s")
    }

    @Test func findingsAreCounted() throws {
        let entries = String(repeating: #"{"Whatever": 1},"#, count: 5000)
        let imported = try Fixture.read(#"{"Version": 1, "Pattern": ["# + entries + "]}", as: .ahap)
        #expect(imported.repairs.count == 102, "100 findings, the trailing comma, and the number of the others")
        #expect(imported.repairs.last?.message == "4900 more of this kind")
    }

    @Test func nestingIsLimited() throws {
        let deep = #"{"Pattern":"# + String(repeating: "[", count: 200_000)
        #expect(throws: ServiceError.self) { try Fixture.read(deep, as: .ahap) }
        let metadata = #"{"Metadata":"# + String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(throws: ServiceError.self) { try Fixture.read(metadata + #","Pattern":[]}"#, as: .ahap) }
    }

    @Test(arguments: [
        #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": NaN}}]}"#,
        #"{"Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 1e999}}]}"#,
        #"{"Pattern": [], "Pattern": []}"#, #"{"Pattern": ["#, #"{"Pattern": [}"#, "\u{FEFF}", "{\"Pattern\": [\u{0}]}",
    ])
    func malformedJSONIsRejectedWithItsPosition(_ text: String) throws {
        let error = #expect(throws: ServiceError.self) { try Fixture.read(text, as: .ahap) }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.hasPrefix("text:1:") == true, "\(error?.message ?? "")")
    }

    @Test func namesFromFilesDoNotReachTheTerminal() throws {
        let imported = try Fixture.read(
            #"{"Version": 1, "Pattern": [{"\u001b[31mred\u0007": 1}, {"Event": {"EventType": "\u001b[2J"}}]}"#,
            as: .ahap
        )
        for finding in imported.repairs {
            #expect(!(finding.message + finding.path).unicodeScalars.contains { $0.value < 0x20 }, "\(finding)")
        }
    }

    /// How often each file is damaged; override with `PARLANCE_FUZZ_ROUNDS`.
    private var rounds: Int {
        guard let text = getenv("PARLANCE_FUZZ_ROUNDS") else { return 5 }
        return Int(String(cString: text)) ?? 5
    }

    @Test func damagedFilesAreReadOrRejected() throws {
        var random = SplitMix64(seed: 3)
        let pieces = [
            "1e308", "-0", "null", "[]", "{}", "\"\"", ",", "true", "-1", "1e-320", "\u{0}", "]", "3599.9999",
        ]
        for name in RoundTripTests.files + ["feedbackd.json"] {
            let bytes = try Fixture.bytes(name)
            for _ in 0..<rounds {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let index = Int.random(in: 0..<damaged.count, using: &random)
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: damaged[index] = UInt8.random(in: 0...255, using: &random)
                    case 1:
                        damaged.removeSubrange(
                            index..<min(index + Int.random(in: 1...30, using: &random), damaged.count)
                        )
                    case 2: damaged.insert(contentsOf: pieces.randomElement(using: &random)?.utf8 ?? "".utf8, at: index)
                    default: try replaceNumber(in: &damaged, from: index, with: pieces, using: &random)
                    }
                    if damaged.isEmpty { break }
                }
                swallow(damaged, nil)
                if let format = HapticFormat.allCases.randomElement(using: &random) { swallow(damaged, format) }
            }
        }
    }

    private func replaceNumber(
        in bytes: inout [UInt8],
        from index: Int,
        with pieces: [String],
        using random: inout SplitMix64
    ) throws {
        let isDigit: (UInt8) -> Bool = { (0x30...0x39).contains($0) || $0 == 0x2E }
        guard let first = bytes[index...].firstIndex(where: isDigit) else { return }
        let end = bytes[first...].firstIndex { !isDigit($0) } ?? bytes.count
        bytes.replaceSubrange(first..<end, with: Array((pieces.randomElement(using: &random) ?? "0").utf8))
    }

    @Test func manyPointsAreReadQuickly() throws {
        let points = (0..<60_000).map { #"{"Time":\#(Double($0) / 100),"ParameterValue":\#($0 % 2)}"# }
        let curve =
            #"{"Pattern":[{"Event":{"EventType":"HapticContinuous","Time":0,"EventDuration":600}},{"ParameterCurve":{"ParameterID":"HapticIntensityControl","Time":0,"ParameterCurveControlPoints":["#
            + points.joined(separator: ",") + "]}}]}"
        let imported = try Fixture.read(curve, as: .ahap)
        #expect(imported.pattern.curves.first?.points.count == 60_000)
        let again = try PatternFile.read(try PatternLint.fixed(imported).bytes, name: "again")
        #expect(again.pattern.curves.count == 4000)
        #expect(Felt.difference(again.pattern, imported.pattern).value <= 1e-6)
    }
}
