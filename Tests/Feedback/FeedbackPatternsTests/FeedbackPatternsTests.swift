import FeedbackPatterns
import HapticCodecs
import HapticPatterns
import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import Testing

@Suite("The pattern feedback provider")
struct FeedbackPatternsTests {
    @Test("it passes the conformance suite for feedback providers")
    func conformance() async {
        let sink = RecordingSink()
        let provider = FeedbackPatterns(sinks: [sink])
        let report = await FeedbackConformance(sample: .init(event: "success")).check(provider)
        #expect(report.isPassed, "\(report.failures)")
        #expect(sink.entries.allSatisfy { $0.ending != .plays })
    }

    @Test(
        "each swipe has the designed intensity times its progress, above 0.3",
        arguments: [
            ("swipe-right", 0.7, 0.8), ("swipe-left", 0.4, 0.3), ("swipe-up", 0.9, 1), ("swipe-down", 0.6, 0.5),
        ]
    )
    func swipes(event: String, intensity: Double, sharpness: Double) async throws {
        for progress in [0, 0.1, 0.3, 0.300001, 0.5, 0.8, 1] {
            for (settings, plays) in [
                (FeedbackSettings(), true), (FeedbackSettings(strength: 0.5), true),
                (FeedbackSettings(strength: 0), false),
                (FeedbackSettings(isEnabled: false), false), (FeedbackSettings(profile: .quiet), true),
                (FeedbackSettings(profile: .silent), false),
            ] {
                let sink = RecordingSink(steps: [.rich, .simple])
                let screen = RecordingSink(name: "screen", steps: [.terminal])
                let provider = FeedbackPatterns(settings: settings, sinks: [sink, screen])
                let handle = try await provider.play(FeedbackRequest(event: event, progress: progress))
                if plays, progress > 0.3 {
                    let order = try #require(sink.entries.first?.order)
                    let tap = try #require(order.pattern.events.first)
                    #expect(order.pattern.events.count == 1 && tap.time == 0 && tap.kind == .transient)
                    #expect(abs(tap.intensity - intensity * progress) < 1e-12)
                    #expect(tap.sharpness == sharpness)
                    #expect(order.strength == settings.strength)
                    #expect(handle.report.notices == ["played by rich (recorder)"])
                } else {
                    #expect(sink.entries.isEmpty)
                    // With the silent profile there is visual feedback; when disabled there is none.
                    #expect(screen.entries.count == (settings.profile == .silent && progress > 0.3 ? 1 : 0))
                }
                await provider.shutdown()
            }
        }
    }

    @Test("the success pattern is two taps 100 ms apart")
    func success() async throws {
        let sink = RecordingSink()
        let provider = FeedbackPatterns(sinks: [sink])
        _ = try await provider.play(FeedbackRequest(event: "success", progress: 0))
        #expect(
            sink.entries.first?.order.pattern.events == [
                .transient(at: 0, intensity: 1, sharpness: 0.7), .transient(at: 0.1, intensity: 0.7, sharpness: 0.5),
            ]
        )
        await provider.shutdown()
    }

    @Test("if nothing plays, the report gives the reason, and no error is thrown")
    func refusals() async throws {
        let clock = TestClock()
        let provider = FeedbackPatterns(sinks: [RecordingSink(clock: clock.serviceClock)], clock: clock.serviceClock)
        let low = try await provider.play(FeedbackRequest(event: "swipe-up", progress: 0.3))
        #expect(low.report.notices == ["nothing plays: progress 0.3 does not exceed the threshold 0.3"])
        _ = try await provider.play(FeedbackRequest(event: "swipe-up"))
        // All swipes have one finger.
        let second = try await provider.play(FeedbackRequest(event: "swipe-left"))
        #expect(second.report.notices == ["nothing plays: the source played too recently; it can play again in 80 ms"])
        _ = try await provider.play(FeedbackRequest(event: "success"))
        clock.advance(by: .milliseconds(90))
        let third = try await provider.play(FeedbackRequest(event: "swipe-left"))
        #expect(third.report.notices == ["nothing plays: feedback of higher priority is playing"])
        await provider.shutdown()
    }

    @Test("if nothing can play, the next provider is called")
    func nothing() async throws {
        let sink = RecordingSink()
        sink.setPresent([])
        let provider = FeedbackPatterns(sinks: [sink])
        let error = await #expect(throws: ServiceError.self) {
            _ = try await provider.play(FeedbackRequest(event: "success"))
        }
        #expect(error?.code == .unavailable && error?.remedy != nil)
        let other = InMemoryFeedback()
        let chain = FallbackFeedback([provider, other])
        #expect(try await chain.play(FeedbackRequest(event: "success")).report.answeredBy == "memory")
        guard case .degraded = await provider.status() else {
            Issue.record("a provider that can play nothing reports that it is ready")
            return
        }
    }

    @Test("a theme replaces patterns, or silences them")
    func theme() async throws {
        let theme = try FeedbackTheme.read(
            Array(
                #"{ "name": "t", "basedOn": "none", "events": { "done": { "pattern": "error", "strength": 0.5 }, "x": null } }"#
                    .utf8
            ),
            name: "t.json"
        ).theme
        let sink = RecordingSink()
        let provider = FeedbackPatterns(theme: theme, sinks: [sink])
        _ = try await provider.play(FeedbackRequest(event: "done", strength: 0.5))
        #expect(sink.entries.first?.order.pattern.events.first?.intensity == 0.5)
        #expect(sink.entries.first?.order.strength == 0.5)
        let silent = try await provider.play(FeedbackRequest(event: "x"))
        #expect(silent.report.notices == ["nothing plays: the theme assigns no pattern to this event"])
        await #expect(throws: ServiceError.self) { _ = try await provider.play(FeedbackRequest(event: "success")) }
        #expect(provider.events == ["done", "x"])
        await provider.shutdown()
    }

    @Test("it is created from a configuration, and configuration errors are reported")
    func configuration() async throws {
        func make(_ options: [String: OptionValue.Content]) async throws -> any ServiceProvider {
            let values = OptionValues(options.mapValues { OptionValue($0) })
            return try await FeedbackPatterns.kind.make(ProviderContext(id: "p", options: values))
        }
        let provider = try #require(
            try await make(["sinks": .strings(["terminal"]), "profile": .string("silent")]) as? FeedbackPatterns
        )
        #expect(await provider.player.settings.profile == .silent)
        #expect(await provider.capabilities().map(\.route) == [FeedbackRoute(.terminal, "terminal")])
        let standard = try #require(try await make([:]) as? FeedbackPatterns)
        #expect(
            await standard.capabilities().map(\.route.sink) == [
                "evdev", "feedbackd", "evdev", "feedbackd", "audio", "terminal",
            ]
        )
        let wrong = await #expect(throws: ServiceError.self) { _ = try await make(["sinks": .strings(["evdv"])]) }
        #expect(wrong?.message == "there is no sink 'evdv'; did you mean 'evdev'?")
        let missing = await #expect(throws: ServiceError.self) {
            _ = try await make(["theme": .string("/nowhere/theme.json")])
        }
        #expect(missing?.code == .configuration)
    }
}
