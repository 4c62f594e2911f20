import HapticPatterns
public import LanguageServices

/// Plays through feedbackd, the feedback service of Linux phones, over the session bus.
///
/// Newer versions provide the interface `org.sigxcpu.Feedback.Haptic`, which takes a pattern as amplitudes and
/// durations. With older versions, an impact is played as one of feedbackd's own events: `button-released`,
/// `button-pressed`, `bell-terminal`. feedbackd applies the user's system-wide profile.
///
/// The bus is accessed through sd-bus, which is loaded on demand: starting a process for each tap would take longer
/// than the tap itself.
public actor FeedbackdSink: FeedbackSink {
    /// `feedbackd`.
    public nonisolated let name = "feedbackd"

    /// The full pattern, or a single impact.
    public nonisolated let steps: [FeedbackStep] = [.rich, .simple]

    private static let service = "org.sigxcpu.Feedback"
    private static let path = "/org/sigxcpu/Feedback"
    private static let haptic = "org.sigxcpu.Feedback.Haptic"

    private let application: String
    private let clock: ServiceClock
    private let bus: DBusSession
    private var current: FeedbackPlayback?

    /// Creates a sink, which connects to the bus on demand.
    ///
    /// - Parameters:
    ///   - environment: The address of the bus: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR`.
    ///   - application: The application name passed to feedbackd.
    ///   - clock: The clock that determines when a pattern has ended.
    public init(environment: [String: String], application: String = "parlance", clock: ServiceClock = .system) {
        self.application = application
        self.clock = clock
        bus = DBusSession(environment)
    }

    /// Queries the bus for feedbackd, and feedbackd for its features.
    public func availability() async -> FeedbackAvailability {
        do throws(ServiceError) {
            let answer = try await bus.call(Self.call("org.freedesktop.DBus.Introspectable", "Introspect"))
            let hasHaptics = answer.text?.contains("\"\(Self.haptic)\"") ?? false
            return FeedbackAvailability(
                steps: hasHaptics ? [.rich, .simple] : [.simple],
                text: hasHaptics ? "feedbackd with pattern support" : "feedbackd without pattern support",
                remedy: hasHaptics ? nil : "install a newer feedbackd to play full patterns"
            )
        } catch {
            return FeedbackAvailability(
                steps: [],
                text: error.code == .unavailable && error.remedy == nil ? "feedbackd is not running" : error.message,
                remedy: error.remedy
            )
        }
    }

    /// Starts playing.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        await current.take()?.stop()
        let playback = order.step == .simple ? try await impact(order) : try await pattern(order)
        current = playback
        return playback
    }

    /// Closes the connection.
    public func rebuild() async { await close() }

    /// Stops the running feedback and closes the connection.
    public func close() async {
        await current.take()?.stop()
        await bus.close()
    }

    private func pattern(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        let course = AmplitudeTimeline(order.pattern, strength: order.strength)
        let entries = course.entries.map { entry in
            DBusCall.Value.structure([.double(entry.level), .uint32(UInt32(clamping: entry.milliseconds))])
        }
        let answer = try await bus.call(vibrate(entries))
        guard answer.number != 0 else {
            throw ServiceError(.unavailable, "feedbackd refused to play it", remedy: "check its profile")
        }
        let length = Duration.milliseconds(course.entries.reduce(0) { $0 + $1.milliseconds })
        return FeedbackPlayback { [bus, clock, end = vibrate([])] in
            do {
                try await clock.sleep(for: length)
            } catch {
                // An empty pattern ends the running one.
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

/// A pattern as a series of constant amplitudes, for simple vibration interfaces.
///
/// Time is divided into steps of 10 ms; equal consecutive steps form one entry. A transient takes three steps at its
/// full amplitude, which matches the response time of a motor.
struct AmplitudeTimeline: Sendable, Hashable {
    /// The amplitudes, 0…1: the square of the intensity (`HapticAmplitude`), rounded to 1/64. Pauses have amplitude 0.
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
            for index in first..<(first + 3) where levels.indices.contains(index) {
                levels[index] = max(levels[index], tap.intensity)
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
