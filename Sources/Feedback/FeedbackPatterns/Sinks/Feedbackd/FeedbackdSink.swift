import HapticPatterns
public import LanguageServices

/// Plays through feedbackd, the service for feedback of Linux phones, over the bus of the user's session.
///
/// Newer versions have the interface `org.sigxcpu.Feedback.Haptic`, which takes a pattern as amplitudes and times. The others
/// play one of their own events in place of an impact: `button-released`, `button-pressed`, `bell-terminal`. feedbackd keeps to
/// the profile that the user has set for the whole system.
///
/// The bus is reached by sd-bus, which is loaded when it is needed: a program for each tap would take longer than the tap.
public actor FeedbackdSink: FeedbackSink {
    /// `feedbackd`.
    public nonisolated let name = "feedbackd"

    /// The whole pattern, or one impact.
    public nonisolated let steps: [FeedbackStep] = [.rich, .simple]

    private static let service = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"
    private static let haptic = "org.sigxcpu.Feedback.Haptic"

    private let application: String
    private let clock: ServiceClock
    private let bus: DBusSession
    private var current: FeedbackPlayback?

    /// Creates a sink; the bus is not spoken to before it is needed.
    ///
    /// - Parameters:
    ///   - environment: Where the bus listens: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR`.
    ///   - application: The name by which feedbackd knows who asks.
    ///   - clock: By which it is known when a pattern has ended.
    public init(environment: [String: String], application: String = "parlance", clock: ServiceClock = .system) {
        self.application = application
        self.clock = clock
        bus = DBusSession(environment)
    }

    /// Asks the bus for feedbackd, and feedbackd for what it can do.
    public func availability() async -> FeedbackAvailability {
        do throws(ServiceError) {
            let answer = try await bus.call(Self.call("org.freedesktop.DBus.Introspectable", "Introspect"))
            let hasHaptics = answer.text?.contains("\"\(Self.haptic)\"") ?? false
            return FeedbackAvailability(
                steps: hasHaptics ? [.rich, .simple] : [.simple],
                text: hasHaptics ? "feedbackd with patterns" : "feedbackd without patterns",
                remedy: hasHaptics ? nil : "install a newer feedbackd for whole patterns"
            )
        } catch {
            return FeedbackAvailability(
                steps: [],
                text: error.code == .unavailable && error.remedy == nil ? "feedbackd is not there" : error.message,
                remedy: error.remedy
            )
        }
    }

    /// Begins to play.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        await current.take()?.stop()
        let playback = order.step == .simple ? try await impact(order) : try await pattern(order)
        current = playback
        return playback
    }

    /// Gives the connection back.
    public func rebuild() async { await close() }

    /// Stops what plays and gives the connection back.
    public func close() async {
        await current.take()?.stop()
        await bus.close()
    }

    private func pattern(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        let course = AmplitudeCourse(order.pattern, strength: order.strength)
        let entries = course.entries.map { entry in
            DBusCall.Value.structure([.double(entry.level), .uint32(UInt32(clamping: entry.milliseconds))])
        }
        let answer = try await bus.call(vibrate(entries))
        guard answer.number != 0 else {
            throw ServiceError(.unavailable, "feedbackd does not play it now", remedy: "look at its profile")
        }
        let length = Duration.milliseconds(course.entries.reduce(0) { $0 + $1.milliseconds })
        return FeedbackPlayback { [bus, clock, end = vibrate([])] in
            do {
                try await clock.sleep(for: length)
            } catch {
                // A pattern without entries ends the one that plays.
                _ = try? await bus.call(end)
            }
        }
    }

    private func vibrate(_ entries: [DBusCall.Value]) -> DBusCall {
        Self.call(Self.haptic, "Vibrate", [.string(application), .array(of: "(du)", entries)])
    }

    private static func call(
        _ interface: String,
        _ member: String,
        _ arguments: [DBusCall.Value] = []
    ) -> DBusCall {
        DBusCall(destination: service, path: path, interface: interface, member: member, arguments: arguments)
    }

    private func impact(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        guard let impact = order.impact else { return FeedbackPlayback {} }
        let event =
            switch impact {
            case .light: "button-released"
            case .medium: "button-pressed"
            case .heavy: "bell-terminal"
            }
        let answer = try await bus.call(
            Self.call(
                Self.service,
                "TriggerFeedback",
                [.string(application), .string(event), .array(of: "{sv}", []), .int32(-1)]
            )
        )
        let id = answer.number
        return FeedbackPlayback { [bus, clock] in
            do {
                try await clock.sleep(for: .seconds(impact.duration))
            } catch {
                guard let id else { return }
                _ = try? await bus.call(Self.call(Self.service, "EndFeedback", [.uint32(id)]))
            }
        }
    }
}

/// A pattern as amplitudes that each hold for a while: what simple interfaces to a motor take.
///
/// Time is cut into parts of 10 ms; equal parts in a row are one entry. A tap takes three parts at its full amplitude, which
/// is what a motor makes of it.
struct AmplitudeCourse: Sendable, Hashable {
    /// Amplitudes of 0…1, the square of the intensity (`HapticAmplitude`), rounded to 1/64; pauses have the amplitude 0.
    let entries: [LevelRun<Double>]

    private static let rate = 100.0

    init(_ pattern: HapticPattern, strength: Double) {
        let parts = PatternComponents(pattern)
        var levels = [Double](repeating: 0, count: min(Int(parts.duration * Self.rate) + 1, 360_001))
        var index = 0
        parts.vibration?.forEachSample(rate: Self.rate) { sample in
            if levels.indices.contains(index) { levels[index] = sample.intensity }
            index += 1
        }
        for tap in parts.taps {
            let first = Int(tap.time * Self.rate + 0.5)
            for place in first..<(first + 3) where levels.indices.contains(place) {
                levels[place] = max(levels[place], tap.intensity)
            }
        }
        var entries: [LevelRun<Double>] = []
        for level in levels {
            let amplitude = HapticAmplitude.amplitude(ofIntensity: level * strength.clampedToUnit)
            let rounded = Double(Int(amplitude * 64 + 0.5)) / 64
            entries.append(rounded, for: Int(1000 / Self.rate))
        }
        while entries.last?.level == 0 { entries.removeLast() }
        self.entries = entries
    }
}
