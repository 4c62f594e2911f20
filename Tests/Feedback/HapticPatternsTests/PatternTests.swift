import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import JSON
import LanguageServices
import TestSupport
import Testing

struct PatternTests {
    @Test func eventsAreInOrder() throws {
        let pattern = try HapticPattern(events: [
            .transient(at: 2), .transient(at: 1, intensity: 0.1), .transient(at: 1, intensity: 0.2),
        ])
        #expect(pattern.events.map(\.intensity) == [0.1, 0.2, 1])
        #expect(abs(pattern.duration - 2.03) < 1e-12)
    }

    @Test(arguments: [
        HapticEvent.transient(at: -0.1), .transient(at: .nan), .transient(at: .infinity), .transient(at: 3601),
        .transient(at: 0, intensity: 1.01), .transient(at: 0, intensity: .nan), .transient(at: 0, sharpness: -0.1),
        .transient(at: 0, layer: -1), .transient(at: 0, layer: 64), .continuous(at: 0, duration: 0),
        .continuous(at: 0, duration: -1), .continuous(at: 0, duration: .nan), .continuous(at: 3599, duration: 2),
        HapticEvent(.transient, at: 0, duration: 1), HapticEvent(.continuous, at: 0, duration: 1, attack: 2),
        HapticEvent(.continuous, at: 0, duration: 1, decay: -1),
        HapticEvent(.continuous, at: 0, duration: 1, release: .nan),
    ])
    func invalidEventsAreRejected(_ event: HapticEvent) throws {
        let error = #expect(throws: ServiceError.self) {
            try HapticPattern(events: [.transient(at: 0), event])
        }
        #expect(error?.message.hasPrefix("event 2:") == true)
        #expect(error?.remedy != nil)
    }

    @Test(arguments: [
        HapticCurve(.intensity, points: []), HapticCurve(.intensity, points: [.init(0, -0.1)]),
        HapticCurve(.sharpness, points: [.init(0, 1.1)]),
        HapticCurve(.intensity, points: [.init(1, 0), .init(0.5, 0)]),
        HapticCurve(.intensity, points: [.init(.nan, 0)]), HapticCurve(.intensity, points: [.init(0, .nan)]),
        HapticCurve(.intensity, points: [.init(-1, 0)]), HapticCurve(.intensity, at: -1, points: [.init(0, 0)]),
        HapticCurve(.intensity, at: 3000, points: [.init(700, 0)]),
        HapticCurve(.intensity, points: [.init(0, 0)], layer: 99),
    ])
    func invalidCurvesAreRejected(_ curve: HapticCurve) throws {
        let error = #expect(throws: ServiceError.self) { try HapticPattern(events: [], curves: [curve]) }
        #expect(error?.message.contains("curve 1") == true)
    }

    @Test func sizeLimitsApply() throws {
        let many = Array(repeating: HapticEvent.transient(at: 0), count: 257)
        #expect(throws: ServiceError.self) { try HapticPattern(events: many) }
        #expect(try HapticPattern(events: Array(many.dropFirst())).events.count == 256)
        let spread = (0..<50_001).map { HapticEvent.transient(at: Double($0) * 0.01) }
        #expect(throws: ServiceError.self) { try HapticPattern(events: spread) }
        #expect(try HapticPattern(events: Array(spread.dropLast())).events.count == 50_000)
    }

    @Test func aPatternSurvivesTheNativeFormat() throws {
        var random = SplitMix64(seed: 4)
        for _ in 0..<20 {
            var pattern = try RandomPattern.make(using: &random)
            pattern = try HapticPattern(
                events: pattern.events,
                curves: pattern.curves,
                audio: [.init(.custom, at: 0.5, path: "a.wav", loops: true, parameters: [.init("AudioVolume", 0.5)])],
                metadata: .group([
                    .init("z", .list([.null, .boolean(true), .number(1.5)])), .init("a", .text("ü")),
                    .init("m", .group([])),
                ])
            )
            let bytes = JSONWriter.bytes(try JSONEncoding.value(pattern))
            let node = try JSONDocument.parse(bytes, source: "pattern")
            #expect(try JSONDecoding.value(HapticPattern.self, from: node) == pattern)
            let written = try PatternFile.write(pattern, as: .pattern).bytes
            #expect(written == JSONWriter.bytes(try JSONEncoding.value(pattern), form: .pretty) + [0x0A])
            #expect(try PatternFile.read(written, name: "own").pattern == pattern)
        }
    }

    @Test func anInvalidPatternIsNotDecoded() throws {
        let text = #"{"events": [{"time": 0, "intensity": 7}]}"#
        let node = try JSONDocument.parse(Array(text.utf8), source: "pattern")
        #expect(throws: ServiceError.self) { try JSONDecoding.value(HapticPattern.self, from: node) }
    }

    @Test func defaultValuesCanBeOmitted() throws {
        let text = #"{"events": [{"time": 0.5}, {"duration": 2}]}"#
        let node = try JSONDocument.parse(Array(text.utf8), source: "pattern")
        let pattern = try JSONDecoding.value(HapticPattern.self, from: node)
        #expect(pattern.events == [.continuous(at: 0, duration: 2), .transient(at: 0.5)])
    }

    @Test(arguments: [
        (#"{"events":[{"kind":"foo"}]}"#, #"1:20: "kind" must be "transient" or "continuous", not "foo""#),
        (#"{"events":[{"time":0,"intensity":2}]}"#, "1:34: $.events[0].intensity is 2, which is out of range"),
        (#"{"events":[{"time":1e999}]}"#, "1:20: the number '1e999' is too large"),
        (#"{"events":[{"time":0,"layer":1.5}]}"#, "1:30: $.events[0].layer: found "),
        (#"{"events":[{"time":0,"sustained":"no"}]}"#, "1:34: $.events[0].sustained: found "),
        (#"{"events":[{"layer":99999999999999999999}]}"#, "1:21: $.events[0].layer is "),
        (
            #"{"events":[],"curves":[{"parameter":"sharpness","points":[{"time":0,"value":-2}]}]}"#,
            "1:77: $.curves[0].points[0].value is -2, which is out of range"
        ),
    ])
    func nativeFormatErrorsHaveAPosition(_ text: String, _ message: String) throws {
        let error = #expect(throws: ServiceError.self) { try PatternFile.read(Array(text.utf8), name: "x.json") }
        #expect(error?.code == .invalidRequest)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
