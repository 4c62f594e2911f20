import HapticCodecs
public import HapticPatterns
public import LanguageServices

/// Plays feedback patterns: a theme assigns patterns to events, and an engine plays them through the best available
/// route.
public final class FeedbackPatterns: FeedbackProvider {
    private let id: ProviderID
    private let theme: FeedbackTheme
    private let engine: FeedbackEngine
    private let clock: ServiceClock
    private let themeNotice: String?
    private let isShutDown = AtomicFlag()

    /// Creates a provider; devices are not opened before the first event.
    ///
    /// - Parameters:
    ///   - id: The identifier under which the provider is registered.
    ///   - theme: The theme, which assigns patterns to events.
    ///   - settings: The user's settings.
    ///   - sinks: The sinks to play through, in order of preference among those with the same step.
    ///   - themeNotice: A problem with the theme, shown in the status and in reports; `nil` if there is none.
    ///   - clock: The clock for the policy and for reports.
    public init(
        id: ProviderID = "patterns",
        theme: FeedbackTheme = .standard,
        settings: FeedbackSettings = FeedbackSettings(),
        sinks: [any FeedbackSink],
        themeNotice: String? = nil,
        clock: ServiceClock = .system
    ) {
        self.id = id
        self.theme = theme
        self.themeNotice = themeNotice
        self.clock = clock
        engine = FeedbackEngine(sinks: sinks, settings: settings, clock: clock)
    }

    /// The provider's description.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: Self.kindName, version: "1", service: .feedback, locality: .inProcess)
    }

    /// Ready if haptics or sound can play, otherwise degraded, because nothing depends on feedback.
    public func status() async -> ProviderStatus {
        let capabilities = await engine.capabilities()
        guard capabilities.contains(where: { $0.isUsable && $0.route.step != .terminal }) else {
            let reasons = capabilities.filter { !$0.isUsable }.map { "\($0.route): \($0.text)" }
            return .degraded(
                reason: "neither haptics nor sound can play: \(Self.unique(reasons).joined(separator: "; "))",
                remedy: capabilities.lazy.compactMap(\.remedy).first
            )
        }
        if let themeNotice { return .degraded(reason: themeNotice, remedy: "correct the theme") }
        return .ready
    }

    /// Stops the running feedback and releases every device.
    public func shutdown() async {
        isShutDown.set()
        await engine.close()
    }

    /// The names of the events in the theme, sorted.
    public var events: [String] { theme.events }

    /// The pattern that the theme assigns to an event; `nil` if there is none.
    public func pattern(for event: String, progress: Double = 1) -> HapticPattern? {
        if case .pattern(let pattern) = theme.outcome(for: event, progress: progress) { pattern } else { nil }
    }

    /// Whether the event is a gesture whose pattern grows stronger with progress.
    public func followsProgress(_ event: String) -> Bool {
        guard let known = theme.entries[event], let entry = known else { return false }
        if case .builtIn(let pattern) = entry.source, pattern.followsProgress { return true }
        return entry.followsProgress
    }

    /// Whether each route can play now, and if not, why.
    public func capabilities() async -> [FeedbackCapability] { await engine.capabilities() }

    /// The engine that plays feedback, for changing settings, suspending and resuming.
    public var player: FeedbackEngine { engine }

    /// Plays the pattern that the theme assigns to an event.
    ///
    /// Feedback withheld by the policy (a swipe below the threshold, disabled feedback) is not an error: the report
    /// gives the reason.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for an event that is not in the theme, `ServiceError.Code.unavailable`
    ///   when no route can play it.
    public func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        let start = clock.now
        do throws(ServiceError) {
            try request.validate()
            try check()
            let profile = await engine.settings.profile
            // The silent profile still allows visual feedback, so the engine applies the profile.
            switch theme.outcome(for: request.event, progress: request.progress, profile: max(profile, .quiet)) {
            case .unknown:
                throw ServiceError(
                    .unsupported,
                    "the theme '\(theme.name)' has no event '\(request.event)'",
                    remedy: "'parlance feedback list' lists its events"
                )
            case .nothing:
                let notice = "nothing plays: the theme assigns no pattern to this event"
                return FeedbackHandle(report: .answered(by: id, in: clock.now - start, notices: [notice]))
            case .pattern(let pattern):
                let trigger = trigger(for: request, duration: pattern.duration)
                let outcome = await engine.play(pattern, event: request.event, for: trigger)
                return try handle(outcome, start)
            }
        } catch {
            throw ServiceError(error, provider: id)
        }
    }

    /// Plays a pattern that is not an event in the theme.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - name: The name shown on a terminal.
    ///   - strength: A factor for its intensities, 0…1.
    /// - Throws: `ServiceError.Code.unavailable` when no route can play it.
    public func play(_ pattern: HapticPattern, name: String, strength: Double = 1) async throws -> FeedbackHandle {
        let start = clock.now
        do throws(ServiceError) {
            try check()
            let trigger = FeedbackTrigger(
                source: name,
                priority: .notification,
                strength: strength,
                duration: .seconds(pattern.duration)
            )
            return try handle(await engine.play(pattern, event: name, for: trigger), start)
        } catch {
            throw ServiceError(error, provider: id)
        }
    }

    /// Whether the locale uses UTF-8, judged by the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    ///
    /// - Parameter variable: Returns the value of an environment variable.
    package static func isUTF8(_ variable: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap(variable).first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }

    // MARK: Parts

    private func check() throws(ServiceError) {
        try ServiceError.checkCancellation()
        if isShutDown.isSet { throw ServiceError(.unavailable, "the provider has been shut down") }
    }

    private func trigger(for request: FeedbackRequest, duration: Double) -> FeedbackTrigger {
        let isGesture = followsProgress(request.event)
        var isSelection = false
        if let known = theme.entries[request.event], let entry = known, case .builtIn(.selection) = entry.source {
            isSelection = true
        }
        return FeedbackTrigger(
            // All gestures are treated as one source because they come from one finger.
            source: isGesture ? "gesture" : request.event,
            priority: isGesture || isSelection ? .gesture : .notification,
            progress: isGesture ? request.progress : nil,
            strength: request.strength ?? 1,
            duration: .seconds(duration)
        )
    }

    private func handle(_ outcome: FeedbackOutcome, _ start: Duration) throws(ServiceError) -> FeedbackHandle {
        guard outcome.decision.refusal != .noRouteAvailable else {
            let reasons = Self.unique(outcome.notices.dropLast())
            throw ServiceError(
                .unavailable,
                "no available device or output can play it: \(reasons.joined(separator: "; "))",
                remedy: "plug in a controller, start a sound server, or run 'parlance feedback devices'"
            )
        }
        var notices = outcome.notices
        if let plan = outcome.plan { notices.append("played by \(plan.route)") }
        let plan = outcome.plan
        return FeedbackHandle(
            report: .answered(by: id, in: clock.now - start, notices: notices),
            onStop: { [engine] in
                if let plan { await engine.stop(plan) }
            },
            untilEnd: { [id] in
                do throws(ServiceError) {
                    try await outcome.waitUntilEnd()
                } catch {
                    throw ServiceError(error, provider: id)
                }
            }
        )
    }

    private static func unique(_ lines: some Sequence<String>) -> [String] {
        lines.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}

extension FeedbackPatterns {
    static let kindName = "patterns"

    /// The names of the sinks that a configuration can list.
    static let sinkNames = ["evdev", "feedbackd", "audio", "terminal"]

    /// The provider kind `patterns`, to register with a `ServiceRegistry`.
    public static let kind = ProviderKind(
        name: kindName,
        service: .feedback,
        summary: "Haptic patterns: on controllers and phones, as sound, or as a line on the terminal",
        options: [
            OptionDescription(
                "theme",
                .absolutePath,
                "The theme file, which assigns patterns to events; default: the built-in theme"
            ),
            OptionDescription(
                "enabled",
                .boolean,
                "Whether feedback is enabled; when false, fallbacks do not play either"
            ),
            OptionDescription("strength", .number(0...1), "The factor for all intensities; default: 1"),
            OptionDescription(
                "profile",
                .choice(FeedbackProfile.allCases.map(\.rawValue)),
                "The upper limit: full allows haptics and sound, quiet only haptics, silent only visual feedback"
            ),
            OptionDescription(
                "sinks",
                .strings,
                "The sinks to play through, in order of preference: \(sinkNames.joined(separator: ", "))"
            ),
            OptionDescription("device", .absolutePath, "The device for the sink evdev; default: the first usable one"),
        ],
        make: { context in try make(context) }
    )

    private static func make(_ context: ProviderContext) throws(ServiceError) -> FeedbackPatterns {
        let options = context.options
        var theme = FeedbackTheme.standard
        var notice: String?
        if let path = try options.absolutePath("theme") {
            let (read, findings) = try ThemeFile.read(path)
            theme = read
            notice = findings.first.map { finding in
                let more = findings.count > 1 ? ", and \(findings.count - 1) more" : ""
                return "\(path): \(finding.path): \(finding.message)\(more)"
            }
        }
        let profile = try options.string("profile").flatMap(FeedbackProfile.init) ?? .full
        let settings = FeedbackSettings(
            isEnabled: try options.boolean("enabled") ?? true,
            strength: try options.number("strength") ?? 1,
            profile: profile
        )
        return FeedbackPatterns(
            id: context.id,
            theme: theme,
            settings: settings,
            sinks: try sinks(options, clock: context.clock),
            themeNotice: notice,
            clock: context.clock
        )
    }

    private static func sinks(
        _ options: OptionValues,
        clock: ServiceClock
    ) throws(ServiceError) -> [any FeedbackSink] {
        let device = try options.absolutePath("device")
        var sinks: [any FeedbackSink] = []
        for name in try options.strings("sinks") ?? sinkNames {
            switch name {
            case "evdev": sinks.append(EvdevSink(path: device, clock: clock))
            case "feedbackd": sinks.append(FeedbackdSink(environment: ProcessVariables.session, clock: clock))
            case "audio": sinks.append(SoundSink())
            case "terminal": sinks.append(TerminalOutput.sink())
            default:
                throw ServiceError(
                    .configuration,
                    "there is no sink '\(name)'\(ClosestMatch.hint(for: name, in: sinkNames))",
                    remedy: "use \(sinkNames.joined(separator: ", "))"
                )
            }
        }
        return sinks
    }
}
