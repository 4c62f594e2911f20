import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

struct AHAPTests {
    @Test func trailingCommasAreAcceptedAndReported() throws {
        let imported = try Fixture.read("trailing-commas.ahap")
        #expect(imported.repairs.filter { $0.code == .trailingComma }.count == 4)
        #expect(imported.repairs.first { $0.code == .trailingComma }?.line == 6)
        #expect(imported.pattern.events.count == 2)
        #expect(imported.pattern.metadata?["Project"]?.text == "Parlance fixtures")
        let range = try #require(imported.repairs.first { $0.code == .outOfRange })
        #expect(range.path == "$.Pattern[0].Event.EventParameters[1].ParameterValue")
        #expect(range.line == 18)
        #expect(imported.pattern.events.first?.sharpness == 0)
        #expect(abs(PatternSampler(imported.pattern).sample(at: 0.265).intensity - 0.35) < 1e-9)
    }

    @Test func chainedAbsoluteCurvesAreRepairedAndOnlyThose() throws {
        let chained = try Fixture.read("chained.ahap")
        #expect(chained.repairs.filter { $0.code == .chainedAbsoluteCurve }.count == 3)
        let sampler = PatternSampler(chained.pattern)
        for second in 0..<30 {
            let value = Double(second % 5) / 5
            #expect(abs(sampler.sample(at: Double(second)).intensity - value) < 1e-9, "\(second)")
        }
        let late = try Fixture.read("late-points.ahap")
        #expect(!late.codes.contains("chained-absolute-curve"))
        #expect(PatternSampler(late.pattern).sample(at: 0.99).intensity > 0.7, "times are relative to the curve")
        for name in ["trailing-commas.ahap", "article-keys.ahap", "audio.ahap", "fragment.ahap"] {
            #expect(!(try Fixture.read(name).codes.contains("chained-absolute-curve")), "\(name)")
        }
    }

    @Test(arguments: [(0.49, false), (0.5, true)])
    func anEventIsSustainedFromOneHalf(value: Double, isSustained: Bool) throws {
        let parameter = #"{"ParameterID": "Sustained", "ParameterValue": \#(value)}"#
        let event =
            #"{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 2, "EventParameters": [\#(parameter)]}}"#
        let pattern = try Fixture.read(#"{"Version": 1, "Pattern": [\#(event)]}"#, as: .ahap).pattern
        #expect(pattern.events.first?.sustained == isSustained)
    }

    /// Sharpness curves over one vibration, with the times of their points.
    private func curves(_ curves: [(time: Double, points: [(Double, Double)])]) throws -> ImportedPattern {
        let entries = curves.map { curve in
            let points = curve.points.map { #"{"Time": \#($0.0), "ParameterValue": \#($0.1)}"# }.joined(separator: ", ")
            return """
                {"ParameterCurve": {"ParameterID": "HapticSharpnessControl", "Time": \(curve.time), \
                "ParameterCurveControlPoints": [\(points)]}}
                """
        }
        let event =
            #"{"Event": {"EventType": "HapticContinuous", "Time": 0, "EventDuration": 2, "#
            + #""EventParameters": [{"ParameterID": "HapticSharpness", "ParameterValue": 0}]}}"#
        let pattern = ([event] + entries).joined(separator: ", ")
        return try Fixture.read(#"{"Version": 1, "Pattern": [\#(pattern)]}"#, as: .ahap)
    }

    @Test func theHeadOfAChainCountsLikeItsOtherCurves() throws {
        let head = [(0.25, 0.5), (0.5, 1.0), (0.75, 0.25)]
        let chained = try curves([
            (0.25, head), (0.75, [(0.75, 0.25), (1.25, 0.75)]), (1.25, [(1.25, 0.75), (1.5, 0)]),
        ])
        #expect(
            chained.repairs.filter { $0.code == .chainedAbsoluteCurve }.map(\.path) == [
                "$.Pattern[1].ParameterCurve", "$.Pattern[2].ParameterCurve", "$.Pattern[3].ParameterCurve",
            ]
        )
        let sampler = PatternSampler(chained.pattern)
        for (time, value) in head + [(1.25, 0.75), (1.5, 0)] {
            #expect(abs(sampler.sample(at: time).sharpness - value) < 1e-9, "at \(time) s")
        }
        // A single curve is not a chain, and neither are two that do not connect.
        #expect(try curves([(0.25, head)]).repairs.isEmpty)
        #expect(try curves([(0.25, head), (1, [(1, 0.25), (1.25, 0.75)])]).repairs.isEmpty)
    }

    @Test func commentsAreReported() throws {
        let text = """
            // a tap
            {"Version": 1, /* and
            no more */ "Pattern": [{"Event": {"EventType": "HapticTransient", "Time": 0}}]}
            """
        let imported = try Fixture.read(text, as: .ahap)
        #expect(imported.pattern.events == [.transient(at: 0)])
        #expect(imported.repairs.map(\.code) == [.comment] && imported.repairs.first?.line == 1)
        let fixed = try PatternFile.read(try PatternLint.fixed(imported).bytes, name: "fixed.ahap")
        #expect(fixed.repairs.isEmpty && fixed.pattern == imported.pattern)
        #expect(try Fixture.read("{\"events\": [ /* none */ ]}", as: .pattern).repairs.isEmpty, "comments are allowed")
        let slashes = #"{"Version": 1, "Pattern": [], "Metadata": {"Project": "a // b /* c */"}}"#
        #expect(try Fixture.read(slashes, as: .ahap).repairs.isEmpty)
    }

    @Test func aKeyWithWrongCaseIsReported() throws {
        let text = "{\n  \"version\": 1,\n  \"pattern\": []}"
        let error = #expect(throws: ServiceError.self) { try PatternFile.read(Array(text.utf8), name: "x.ahap") }
        #expect(error?.message == #"x.ahap:3:3: there is no "Pattern", only "pattern""#)
    }

    @Test func nullSoundKeysAreIgnored() throws {
        let quiet = try codes(
            #"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventWaveformPath": null}}"#
        )
        #expect(quiet.codes.isEmpty && quiet.pattern.events == [.transient(at: 0)])
        let loud = try codes(
            #"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventWaveformPath": "bell.wav"}}"#
        )
        #expect(loud.codes == ["unknown-key"])
    }

    @Test func keysFromArticlesAreAccepted() throws {
        let imported = try Fixture.read("article-keys.ahap")
        #expect(imported.codes == ["alias-key", "missing-key", "unsorted"])
        #expect(imported.repairs.filter { $0.code == .aliasKey }.count == 4)
        #expect(
            imported.pattern.events == [
                .transient(at: 0.2, sharpness: 0.9), .continuous(at: 1, duration: 0.5, intensity: 0.6),
            ]
        )
        #expect(imported.pattern.curves == [HapticCurve(.intensity, at: 1.25, points: [.init(0, 0.5)])])
    }

    @Test func soundsAreKept() throws {
        let imported = try Fixture.read("audio.ahap")
        let sound = try #require(imported.pattern.audio.first)
        #expect(sound.path == "bell.wav")
        #expect(sound.usesVolumeEnvelope == true)
        #expect(sound.parameters == [.init("AudioVolume", 0.75)])
        #expect(imported.pattern.curves.map(\.parameter) == [.audioVolume])
        let event = try #require(imported.pattern.events.first)
        #expect(event.attack == 0.5 && event.decay == 0.7 && !event.sustained)
        let finding = try #require(imported.repairs.first { $0.code == .unknownKey })
        #expect(finding.path == "$.Pattern[4].ParameterCurves")
        #expect(finding.message.contains(#"did you mean "ParameterCurve"?"#))
        let again = try PatternFile.read(try PatternFile.write(imported.pattern, as: .ahap).bytes, name: "again")
        #expect(again.pattern == imported.pattern)
    }

    @Test func fragmentsAreReadAsAPattern() throws {
        let imported = try Fixture.read("fragment.ahap")
        #expect(imported.pattern.curves.count == 1)
        #expect(imported.codes.contains("missing-key"))
        let list = try Fixture.read(#"[{"Event": {"EventType": "HapticTransient", "Time": 0}}]"#, as: .ahap)
        #expect(list.pattern.events == [.transient(at: 0)])
        for text in [#"{"Version": 1}"#, "[]", "{}", "[1]", "7", "null", #""Pattern""#] {
            #expect(throws: ServiceError.self, "\(text)") { try Fixture.read(text, as: .ahap) }
        }
    }

    /// A pattern with one entry, and its notices.
    private func codes(_ entry: String) throws -> (pattern: HapticPattern, codes: Set<String>) {
        let imported = try Fixture.read(#"{"Version": 1, "Pattern": [\#(entry)]}"#, as: .ahap)
        return (imported.pattern, imported.codes)
    }

    @Test func invalidValuesAreRepaired() throws {
        var result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": "0.5"}}"#)
        #expect(result.pattern.events == [.transient(at: 0.5)] && result.codes == ["wrong-type"])
        result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": -3}}"#)
        #expect(result.pattern.events == [.transient(at: 0)] && result.codes == ["out-of-range"])
        result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": [1]}}"#)
        #expect(result.pattern.events == [.transient(at: 0)] && result.codes == ["wrong-type"])
        result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": 1e300}}"#)
        #expect(result.pattern.events.isEmpty && result.codes == ["left-out"])
        result = try codes(#"{"Event": {"EventType": "HapticContinuous", "Time": 1}}"#)
        #expect(result.pattern.events.first?.duration == 1 && result.codes == ["missing-key"])
        result = try codes(#"{"Event": {"EventType": "HapticContinuous", "Time": 1, "EventDuration": -1}}"#)
        #expect(result.pattern.events.isEmpty && result.codes == ["left-out"])
        result = try codes(#"{"Event": {"EventType": "HapticContinuous", "Time": 3599, "EventDuration": 1e9}}"#)
        #expect(result.pattern.events.first?.duration == 1 && result.codes == ["out-of-range"])
        result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventDuration": 1}}"#)
        #expect(result.codes == ["ignored-value"])
        result = try codes(#"{"Event": {"EventType": "Wobble", "Time": 0}}"#)
        #expect(result.codes == ["left-out"])
        result = try codes(#"{"Event": {"Time": 0}}, 7, {"Event": []}, {"Parameter": {}}, {"ParameterCurve": {}}"#)
        #expect(result.pattern.events.isEmpty && result.codes == ["left-out", "wrong-type", "missing-key"])
        result = try codes(#"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters": {}}}"#)
        #expect(result.codes == ["wrong-type"])
        result = try codes(
            #"{"Event": {"EventType": "HapticTransient", "Time": 0, "EventParameters": [{}, 3, {"ParameterID": "X", "ParameterValue": 1}, {"ParameterID": "HapticIntensity"}]}}"#
        )
        #expect(result.pattern.events == [.transient(at: 0)] && result.codes == ["missing-key", "unknown-key"])
    }

    @Test func invalidCurvesAreRepaired() throws {
        func curve(_ points: String, time: String = "0") throws -> (pattern: HapticPattern, codes: Set<String>) {
            try codes(
                #"{"ParameterCurve": {"ParameterID": "HapticIntensityControl", "Time": \#(time), "ParameterCurveControlPoints": [\#(points)]}}"#
            )
        }
        var result = try curve(#"{"Time": 1, "ParameterValue": 1}, {"Time": 0, "ParameterValue": 5}"#)
        #expect(result.pattern.curves.first?.points == [.init(0, 1), .init(1, 1)])
        #expect(result.codes == ["unsorted", "out-of-range"])
        result = try curve(#"{"Time": -1, "ParameterValue": 1}"#)
        #expect(result.pattern.curves.first?.points == [.init(0, 1)] && result.codes == ["out-of-range"])
        result = try curve(#"{"ParameterValue": 1}, {"Time": 2}"#)
        #expect(result.pattern.curves.first?.points == [.init(0, 1)] && result.codes == ["missing-key"])
        result = try curve("")
        #expect(result.pattern.curves.isEmpty && result.codes == ["left-out"])
        result = try curve(#"{"Time": 5000, "ParameterValue": 1}"#)
        #expect(result.pattern.curves.isEmpty && result.codes == ["left-out"])
        result = try curve("7, null, []")
        #expect(result.pattern.curves.isEmpty)
    }

    @Test func theOutputIsCanonical() throws {
        let events: [HapticEvent] = [.transient(at: 0.5), .transient(at: 0, intensity: 0.25)]
        let bytes = try PatternFile.write(try HapticPattern(events: events), as: .ahap).bytes
        #expect(bytes == (try PatternFile.write(try HapticPattern(events: events.reversed()), as: .ahap).bytes))
        #expect(
            String(decoding: bytes, as: UTF8.self).hasPrefix(
                """
                {
                  "Version": 1,
                  "Pattern": [
                    {
                      "Event": {
                        "EventType": "HapticTransient",
                        "Time": 0,
                        "EventParameters": [
                          {
                            "ParameterID": "HapticIntensity",
                            "ParameterValue": 0.25
                          },

                """
            )
        )
    }
}
