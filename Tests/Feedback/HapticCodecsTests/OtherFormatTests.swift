import FeedbackTestSupport
import HapticCodecs
import HapticPatterns
import LanguageServices
import Testing

struct OtherFormatTests {
    private func text(_ pattern: HapticPattern, _ format: HapticFormat) throws -> String {
        String(decoding: try PatternFile.write(pattern, as: format).bytes, as: UTF8.self)
    }

    private func losses(_ pattern: HapticPattern, _ format: HapticFormat) throws -> Set<String> {
        Set(try PatternFile.write(pattern, as: format).losses.map(\.code.rawValue))
    }

    // MARK: .haptic

    @Test func aClipIsEnvelopesAndTaps() throws {
        let imported = try Fixture.read("clip.haptic")
        #expect(imported.format == .haptic)
        #expect(imported.repairs.isEmpty, "\(imported.repairs)")
        let sampler = PatternSampler(imported.pattern)
        #expect(abs(sampler.sample(at: 0.0999999).intensity - 0.6) < 1e-4, "the root of an amplitude is an intensity")
        #expect(abs(sampler.sample(at: 0.1).intensity - 0.3) < 1e-9)
        #expect(abs(sampler.sample(at: 0.35).intensity - 0.9) < 1e-9)
        #expect(abs(sampler.sample(at: 0.35).sharpness - 0.7) < 1e-9)
        #expect(abs(sampler.sample(at: 0.5).sharpness - 0.9) < 1e-9)
        let written = try text(imported.pattern, .haptic)
        #expect(written.contains(#""amplitude": 0.36"#))
        #expect(written.contains(#""frequency": 0.7"#))
        #expect(written.contains(#""steps""#))
    }

    @Test func aClipBecomesAHAPWithNoticesAboutLosses() throws {
        let imported = try Fixture.read("clip.haptic")
        let written = try PatternFile.write(imported.pattern, as: .ahap)
        #expect(Set(written.losses.map(\.code)) == [.layers, .taps])
        let again = try PatternFile.read(written.bytes, name: "clip.ahap")
        #expect(again.pattern.metadata == imported.pattern.metadata)
        let (a, b) = (PatternSampler(imported.pattern), PatternSampler(again.pattern))
        for time in [0.05, 0.2, 0.3, 0.5, 0.8] {
            #expect(abs(a.sample(at: time).intensity - b.sample(at: time).intensity) < 1e-9, "\(time)")
        }
    }

    @Test func invalidClipsAreRepairedOrRejected() throws {
        func clip(_ envelopes: String) throws -> ImportedPattern {
            try Fixture.read(#"{"signals": {"continuous": {"envelopes": {\#(envelopes)}}}}"#, as: .haptic)
        }
        #expect(try clip(#""amplitude": []"#).codes == ["left-out", "missing-key"])
        #expect(try clip(#""amplitude": [{"time": 0, "amplitude": 1}]"#).codes.contains("left-out"))
        #expect(try clip(#""frequency": [{"time": 0, "frequency": 1}]"#).pattern.events.isEmpty)
        let wrong = try clip(
            #""amplitude": [{"time": 1, "amplitude": 7, "emphasis": {"amplitude": 0.1, "frequency": "x"}}, {"time": 0, "amplitude": -1}, 5, {}]"#
        )
        #expect(wrong.codes == ["out-of-range", "unsorted", "wrong-type", "missing-key"])
        #expect(wrong.pattern.events.count == 2)
        let error = #expect(throws: ServiceError.self) { try Fixture.read(#"{"signals": 7}"#, as: .haptic) }
        #expect(error?.message == #"text:1:1: there are no "signals", so this is not a .haptic file"#)
        let old = #"{"metadata": {"duration": 1}, "voices": {"envelopes": [[{"time": 0, "amplitude": 1}]]}}"#
        let refused = #expect(throws: ServiceError.self) { try PatternFile.read(Array(old.utf8), name: "old.vij") }
        #expect(refused?.message.hasPrefix(#"old.vij:1:31: "voices" is a key from version 0"#) == true)
    }

    @Test func tapsAreFittedIntoAnEnvelope() throws {
        let pattern = try HapticPattern(events: [
            .continuous(at: 0.5, duration: 1, intensity: 0.5), .transient(at: 0), .transient(at: 1), .transient(at: 1),
            .transient(at: 2, intensity: 0.5, sharpness: 0.9), .transient(at: 0.7, intensity: 0.1),
        ])
        let written = try PatternFile.write(pattern, as: .haptic)
        #expect(written.losses.map(\.code) == [.taps, .taps], "one next to another tap, one within the vibration")
        let again = PatternSampler(try PatternFile.read(written.bytes, name: "again").pattern)
        for (time, intensity) in [(0.0, 1.0), (0.3, 0), (0.6, 0.5), (1.0, 1), (1.4, 0.5), (1.7, 0), (2, 0.5)] {
            #expect(abs(again.sample(at: time).intensity - intensity) < 1e-9, "\(time)")
        }
    }

    // MARK: Android

    @Test func theSuccessPatternOnAndroid() throws {
        let success = BuiltInPattern.success.pattern()
        #expect(
            try text(success, .androidWaveform) == #"{"timings":[30,70,30],"amplitudes":[255,0,125],"repeat":-1}"#
                + "\n"
        )
        #expect(
            try text(success, .androidVibration) == """
                <vibration-effect>
                  <waveform-effect>
                    <waveform-entry durationMs="30" amplitude="255"/>
                    <waveform-entry durationMs="70" amplitude="0"/>
                    <waveform-entry durationMs="30" amplitude="125"/>
                  </waveform-effect>
                </vibration-effect>

                """
        )
        #expect(try losses(success, .androidWaveform) == ["sharpness", "taps", "rounded"], "0.7 is rounded")
        let whole = try HapticPattern(events: [.continuous(at: 0, duration: 0.1), .continuous(at: 0.2, duration: 0.1)])
        for format in [HapticFormat.androidWaveform, .androidVibration] {
            #expect(try losses(whole, format).isEmpty)
            #expect(try losses(try whole.scaled(by: 0.5), format) == ["rounded"])
        }
    }

    @Test func anAndroidVibrationEndsWithTheLongestPattern() throws {
        let entry = { (amplitude: Int) in "<waveform-entry durationMs='3000000' amplitude='\(amplitude)'/>" }
        let text = "<vibration-effect><waveform-effect>\(entry(90))\(entry(200))</waveform-effect></vibration-effect>"
        let imported = try Fixture.read(text, as: .androidVibration)
        #expect(imported.pattern.duration == HapticPattern.Limits.time)
        #expect(imported.codes.contains("left-out"))
    }

    @Test func noPerceptibleLevelSwitchesTheMotorOff() throws {
        let ramp = try HapticPattern(
            events: [.continuous(at: 0.0004, duration: 0.1)],
            curves: [HapticCurve(.intensity, points: [.init(0, 0), .init(0.1, 0.2)])]
        )
        let written = try text(ramp, .androidWaveform)
        #expect(!written.contains("[0,") && !written.contains(",0,"))
        #expect(try losses(ramp, .androidWaveform) == ["steps", "rounded"])
    }

    @Test func silenceHasNoVibration() throws {
        let silent = try HapticPattern(events: [.transient(at: 0, intensity: 0)])
        for format in [HapticFormat.androidWaveform, .androidVibration, .feedbackd] {
            #expect(throws: ServiceError.self) { try PatternFile.write(silent, as: format) }
        }
        #expect(try text(silent, .webVibration) == "[]\n")
        for format in [HapticFormat.ahap, .haptic, .pattern] {
            let again = try PatternFile.read(try PatternFile.write(silent, as: format).bytes, name: "again")
            #expect(PatternLint.findings(in: again).contains { $0.code == .silent })
        }
    }

    @Test func waveformsAreReadInBothForms() throws {
        var imported = try Fixture.read(#"{"timings": [10, 20, 30, 40]}"#, as: .androidWaveform)
        #expect(imported.pattern.events.map(\.time) == [0.01, 0.06])
        #expect(imported.repairs.isEmpty)
        imported = try Fixture.read(
            #"{"timings": [10, "20", -3, 9e9], "amplitudes": [-1, 300], "repeat": 0}"#,
            as: .androidWaveform
        )
        #expect(imported.codes == ["missing-key", "wrong-type", "out-of-range", "left-out"])
        #expect(imported.pattern.events.count == 1, "both are at full strength, and the rest is off")
        #expect(abs((imported.pattern.events.first?.duration ?? 0) - 0.03) < 1e-9)
        #expect(throws: ServiceError.self) { try Fixture.read(#"{"timings": 7}"#, as: .androidWaveform) }
    }

    @Test func theFirstOfSeveralVibrationsIsRead() throws {
        let imported = try Fixture.read("select.xml")
        #expect(imported.format == .androidVibration)
        #expect(imported.codes == ["left-out", "missing-key"])
        #expect(imported.pattern.events.map(\.time) == [0, 0.07, 0.11])
        #expect(abs((imported.pattern.events.last?.intensity ?? 0) - (64.0 / 255).squareRoot()) < 1e-9)
    }

    @Test func envelopesAreCurves() throws {
        let imported = try Fixture.read("envelope.xml")
        #expect(imported.repairs.isEmpty)
        let sampler = PatternSampler(imported.pattern)
        #expect(abs(sampler.sample(at: 0.05).intensity - 0.1) < 1e-9)
        #expect(abs(sampler.sample(at: 0.2).intensity - 0.6) < 1e-9)
        #expect(abs(sampler.sample(at: 0.05).sharpness - 0.4) < 1e-9)
        let open = try Fixture.read(
            """
            <vibration-effect>
              <waveform-envelope-effect>
                <control-point amplitude="0.25" frequencyHz="65" durationMs="100"/>
                <control-point amplitude="1" frequencyHz="300" durationMs="100"/>
              </waveform-envelope-effect>
              <waveform-effect><waveform-entry durationMs="100" amplitude="255"/></waveform-effect>
            </vibration-effect>
            """,
            as: .androidVibration
        )
        #expect(open.codes == ["envelope-end"])
        #expect(open.repairs.first?.severity == .note, "Android accepts it")
        #expect(open.repairs.first?.path == "/vibration-effect/waveform-envelope-effect[1]")
        let felt = PatternSampler(open.pattern)
        #expect(abs(felt.sample(at: 0.05).intensity - 0.25) < 1e-9)
        #expect(felt.sample(at: 0.25) == HapticSample(intensity: 1, sharpness: 0.5), "the curves end with the envelope")
    }

    @Test func aBasicEnvelopeHasToEndAtZero() throws {
        let open = try Fixture.read(
            """
            <vibration-effect><basic-envelope-effect>
            <control-point intensity="0.5" sharpness="0.2" durationMs="80"/>
            </basic-envelope-effect></vibration-effect>
            """,
            as: .androidVibration
        )
        #expect(open.repairs.map(\.severity) == [.error] && open.codes == ["envelope-end"])
    }

    @Test func delaysCountFromTheirOrigin() throws {
        func starts(_ type: String) throws -> (times: [Double], codes: Set<String>) {
            let read = try Fixture.read(
                """
                <vibration-effect>
                <primitive-effect name="click" delayMs="200"/>
                <primitive-effect name="tick" delayMs="50"\(type)/>
                <primitive-effect name="tick" delayMs="50"\(type)/>
                </vibration-effect>
                """,
                as: .androidVibration
            )
            return (read.pattern.events.map(\.time), read.codes)
        }
        #expect(try starts("").times == [0.2, 0.28, 0.36])
        #expect(try starts(#" delayType="pause""#).times == [0.2, 0.28, 0.36])
        #expect(try starts(#" delayType="relative_start_offset""#).times == [0.2, 0.25, 0.3])
        let wrong = try starts(#" delayType="later""#)
        #expect(wrong.times == [0.2, 0.28, 0.36] && wrong.codes.contains("wrong-type"))
    }

    @Test(
        "an imperceptible effect is reported with its position",
        arguments: [
            (#"<predefined-effect name="clack"/>"#, "2:1: the effect \"clack\" is unknown"),
            ("<basic-envelope-effect><control-point/></basic-envelope-effect>", "2:24: durationMs is missing"),
            ("<sound/>", "2:1: the element <sound> is unknown"),
            (
                #"<waveform-effect><waveform-entry durationMs="0" amplitude="7"/></waveform-effect>"#,
                "1:1: the vibration has"
            ),
        ]
    )
    func anEmptyResultIsReported(_ effect: String, _ message: String) throws {
        let text = "<vibration-effect>\n\(effect)\n</vibration-effect>"
        let error = #expect(throws: ServiceError.self) { try PatternFile.read(Array(text.utf8), name: "e.xml") }
        #expect(error?.message.hasPrefix("e.xml:\(message)") == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("which Android rejects") == true)
    }

    @Test(arguments: ["", " \n", "some text", "# some text"])
    func aFileNamedXMLIsXML(_ text: String) throws {
        let error = #expect(throws: ServiceError.self) { try PatternFile.read(Array(text.utf8), name: "e.xml") }
        #expect(error?.message.hasPrefix("e.xml:") == true)
        #expect(error?.message.contains("JSON") == false && error?.remedy?.contains("{}") != true)
        let json = try PatternFile.read(Array(#"{"timings": [9]}"#.utf8), name: "e.xml", format: nil)
        #expect(json.format == .androidWaveform)
    }

    @Test func namedEffectsAreImitated() throws {
        let imported = try Fixture.read(
            """
            <vibration-effect>
              <primitive-effect name="click"/>
              <primitive-effect name="tick" scale="0.5" delayMs="100"/>
              <primitive-effect name="slow_rise"/>
              <primitive-effect name="purr"/>
            </vibration-effect>
            """,
            as: .androidVibration
        )
        #expect(imported.codes == ["left-out", "unknown-key"])
        #expect(imported.pattern.events.map { ($0.time * 1000).rounded() } == [0, 130, 160])
        #expect(imported.pattern.events.map(\.intensity) == [1, 0.3, 1])
    }

    @Test(arguments: [
        "", "<", "<a", "<a>", "<a></b>", "<vibration/>", "<vibration-effect/>", "<vibration-select/>",
        "<vibration-effect><waveform-effect/></vibration-effect>",
        "<vibration-effect><waveform-effect><repeating/></waveform-effect></vibration-effect>",
        "<vibration-effect><waveform-effect><waveform-entry durationMs='0' amplitude='9'/></waveform-effect></vibration-effect>",
        "<!DOCTYPE a><vibration-effect/>", "<vibration-effect a='&evil;'/>", "<vibration-effect a=b/>",
        "<vibration-effect a='1' a='2'/>", "<vibration-effect a='&#0;'/>", "<vibration-effect a='&#xD800;'/>",
        "<vibration-effect><![CDATA[x]]></vibration-effect>", "<vibration-effect>text</vibration-effect>",
        "<vibration-effect/><vibration-effect/>", "<!-- ", "<?xml ", "<vibration-effect a='",
        "<vibration-effect a='<'/>",
        "<vibration-effect><predefined-effect name='nothing'/></vibration-effect>", "</vibration-effect>",
    ])
    func invalidVibrationsAreRejected(_ text: String) throws {
        let error = #expect(throws: ServiceError.self) { try Fixture.read(text, as: .androidVibration) }
        #expect(error?.message.hasPrefix("text:1:") == true, "\(error?.message ?? "")")
    }

    @Test func elementNestingIsLimited() throws {
        let deep = String(repeating: "<vibration-effect>", count: 100_000)
        #expect(throws: ServiceError.self) { try Fixture.read(deep, as: .androidVibration) }
        let wide = "<vibration-effect>" + String(repeating: "<x/>", count: 100_001) + "</vibration-effect>"
        #expect(throws: ServiceError.self) { try Fixture.read(wide, as: .androidVibration) }
    }

    // MARK: the web

    @Test func theWebSwitchesOnAndOff() throws {
        #expect(try text(BuiltInPattern.success.pattern(), .webVibration) == "[30,70,21]\n")
        let late = try HapticPattern(events: [.continuous(at: 0.5, duration: 0.2)])
        #expect(try text(late, .webVibration) == "[0,500,200]\n")
        let long = try HapticPattern(events: [.continuous(at: 0, duration: 25)])
        #expect(try text(long, .webVibration) == "[10000,0,10000,0,5000]\n")
        let half = try HapticPattern(events: [.continuous(at: 0, duration: 0.08, intensity: 0.5)])
        #expect(try text(half, .webVibration) == "[20,20,20]\n")
        #expect(try losses(half, .webVibration) == ["intensity"])
    }

    @Test func theWebAllowsAtMost99Entries() throws {
        func entries(_ pattern: HapticPattern) throws -> [Int] {
            try text(pattern, .webVibration).dropFirst().dropLast(2).split(separator: ",").compactMap { Int($0) }
        }
        let weak = try HapticPattern(events: [.continuous(at: 0, duration: 60, intensity: 0.5)])
        let fitted = try entries(weak)
        #expect(fitted.count <= 99 && fitted.reduce(0, +) > 58_000)
        #expect(!(try losses(weak, .webVibration).contains("cut")))
        let many = try HapticPattern(events: (0..<200).map { .transient(at: Double($0) * 0.2) })
        #expect(try entries(many).count == 99)
        #expect(try losses(many, .webVibration).contains("cut"))
        let silent = try HapticPattern(events: [.transient(at: 0), .transient(at: 3000)])
        #expect(try entries(silent).allSatisfy { $0 <= 10_000 })
    }

    // MARK: feedbackd

    @Test func themesHaveOneFeedbackOrANamedOne() throws {
        let bytes = try Fixture.bytes("feedbackd.json")
        let error = #expect(throws: ServiceError.self) { try PatternFile.read(bytes, name: "theme.json") }
        #expect(error?.remedy?.contains("bell-terminal") == true)
        let call = try PatternFile.read(bytes, name: "theme.json", event: "phone-incoming-call")
        #expect(call.format == .feedbackd)
        #expect(call.pattern.events.map(\.intensity) == [1, 0.5])
        let periodic = try PatternFile.read(bytes, name: "theme.json", event: "timeout-completed")
        let sampler = PatternSampler(periodic.pattern)
        #expect(abs(sampler.sample(at: 0).intensity - (4000.0 / 32_767).squareRoot()) < 1e-9)
        #expect(abs(sampler.sample(at: 0.4).intensity - (16_000.0 / 32_767).squareRoot()) < 1e-9)
        #expect(throws: ServiceError.self) { try PatternFile.read(bytes, name: "theme.json", event: "nothing") }
    }

    @Test func rumblesAndPatternsAreWritten() throws {
        let rumble = try HapticPattern(events: [
            .continuous(at: 0, duration: 0.08, intensity: 1), .continuous(at: 0.18, duration: 0.08, intensity: 1),
        ])
        let written = try text(rumble, .feedbackd)
        #expect(written.contains(#""type": "VibraRumble""#) && written.contains(#""count": 2"#))
        #expect(written.contains(#""duration": 360"#) && written.contains(#""pause": 100"#))
        let again = try PatternFile.read(Array(written.utf8), name: "again")
        #expect(Felt.difference(rumble, again.pattern).value < 1e-9)
        let weak = try text(rumble.scaled(by: 0.8), .feedbackd)
        #expect(weak.contains(#""type": "VibraPattern""#), "older versions play every rumble at full strength")
        let success = try text(BuiltInPattern.success.pattern(), .feedbackd)
        #expect(success.contains(#""type": "VibraPattern""#))
        // Up and down: the steps on either side of the peak differ only in their last bit.
        let hill = try HapticPattern(
            events: [.continuous(at: 0, duration: 0.2)],
            curves: [HapticCurve(.intensity, points: [.init(0, 0), .init(0.1, 0.2), .init(0.2, 0)])]
        )
        let steps = try text(hill, .feedbackd)
        #expect(try text(PatternFile.read(Array(steps.utf8), name: "again").pattern, .feedbackd) == steps)
        let theme = try FeedbackdTheme.read(try Fixture.bytes("feedbackd.json"), name: "theme.json").theme
        let whole = try theme.written()
        let back = try FeedbackdTheme.read(whole.bytes, name: "again").theme
        #expect(back.feedbacks.map(\.event) == theme.feedbacks.map(\.event))
        #expect(back.name == "custom" && back.parentName == "default")
    }

    /// A theme with feedback for one event.
    private func feedback(_ members: String) throws -> ImportedPattern {
        try Fixture.read(
            """
            {"name": "one", "profiles": [{"name": "quiet", "feedbacks": [{"event-name": "bell-terminal", \(members)}]}]}
            """,
            as: .feedbackd
        )
    }

    @Test(
        "the duration of a rumble covers the whole pattern",
        arguments: [
            (#""duration": 900, "count": 3, "pause": 120"#, [0.0, 0.3, 0.6], 0.18),
            (#""duration": 1000, "count": 3, "pause": 33"#, [0.0, 0.333, 0.666], 0.3),
            (#""duration": 900, "pause": 400"#, [0.0], 0.5), (#""duration": 40"#, [0.0], 0.04),
        ]
    )
    func rumblesShareTheirDuration(_ members: String, _ starts: [Double], _ length: Double) throws {
        let read = try feedback(#""type": "VibraRumble", "# + members)
        #expect(read.repairs.isEmpty)
        #expect(read.pattern.events.count == starts.count)
        for (event, start) in zip(read.pattern.events, starts) {
            #expect(abs(event.time - start) < 1e-9 && abs(event.duration - length) < 1e-9 && event.intensity == 1)
        }
    }

    @Test func aRumbleFilledByItsPausesIsReportedAndKept() throws {
        for (members, length) in [
            (#""duration": 300, "count": 3, "pause": 100"#, 0.3), (#""duration": 5000, "count": 2, "pause": 9000"#, 1),
        ] {
            let read = try feedback(#""type": "VibraRumble", "# + members)
            #expect(read.codes == ["out-of-range"])
            #expect(read.pattern.events.map(\.duration) == [length])
        }
        let bare = try feedback(#""type": "VibraRumble""#)
        #expect(bare.codes == ["missing-key"] && bare.pattern.events.map(\.duration) == [1])
        #expect(throws: ServiceError.self) {
            let nothing = try feedback(#""type": "VibraRumble", "duration": 0"#)
            return try PatternFile.write(nothing.pattern, as: .feedbackd)
        }
    }

    @Test func aFadeInStartsAtItsLevel() throws {
        let plain = try feedback(#""type": "VibraPeriodic", "duration": 400, "fade-in-time": 200"#)
        #expect(PatternSampler(plain.pattern).sample(at: 0).intensity == 1, "without a level, there is no fade-in")
        let whole = try feedback(#""type": "VibraPeriodic", "duration": 400, "fade-in-level": 8191.75"#)
        let sampler = PatternSampler(whole.pattern)
        #expect(abs(sampler.sample(at: 0).intensity - 0.5) < 1e-9)
        #expect(abs(sampler.sample(at: 0.2).intensity - 0.75) < 1e-9, "without a time, the whole duration is used")
    }

    // MARK: Format detection

    @Test func formatsAreToldByContent() throws {
        let success = BuiltInPattern.success.pattern()
        for format in HapticFormat.allCases where format.canBeRead {
            let written = try PatternFile.write(success, as: format)
            #expect(try PatternFile.read(written.bytes, name: "pattern.json").format == format)
        }
        for text in ["", "7", "{}", "[]", "[1, 2]", "\u{1}\u{2}", "{\"a\": NaN}", "{\"Pattern\": [1e999]}"] {
            #expect(throws: ServiceError.self, "\(text)") { try PatternFile.read(Array(text.utf8), name: "x.json") }
        }
        #expect(throws: ServiceError.self) { try PatternFile.read([0xFF, 0xFE, 0, 1], name: "x.ahap") }
    }

    @Test(arguments: [HapticFormat.androidWaveform, .androidVibration, .feedbackd])
    func unreadableOutputIsNotWritten(_ format: HapticFormat) throws {
        let points = (0...7000).map { HapticCurve.Point(Double($0) / 10, $0 % 2 == 0 ? 0 : 1) }
        let pattern = try HapticPattern(
            events: [.continuous(at: 0, duration: 700)],
            curves: [HapticCurve(.intensity, points: points)]
        )
        let error = #expect(throws: ServiceError.self) { try PatternFile.write(pattern, as: format) }
        #expect(error?.code == .limitExceeded)
        #expect(error?.remedy == "shorten or simplify the pattern")
    }
}
