import HapticCodecs
import HapticPatterns
public import LanguageServices

extension FeedbackPatterns {
    static let kindName = "patterns"

    /// The names of the sinks that a configuration can put in order.
    static let sinkNames = ["evdev", "feedbackd", "audio", "terminal"]

    /// The kind `patterns`, for a registry.
    public static let kind = ProviderKind(
        name: kindName,
        service: .feedback,
        summary: "Haptic patterns: on controllers and phones, as sound, or as a line on the terminal",
        options: [
            OptionDescription(
                "theme",
                .absolutePath,
                "The file that says what is felt at which event; built in without one"
            ),
            OptionDescription(
                "enabled",
                .boolean,
                "Whether there is any feedback; when false nothing plays, fallbacks included"
            ),
            OptionDescription("strength", .number(0...1), "A factor for all intensities; 1"),
            OptionDescription(
                "profile",
                .choice(FeedbackProfile.allCases.map(\.rawValue)),
                "The most that feedback may do: full is felt and heard, quiet only felt, silent only seen"
            ),
            OptionDescription(
                "sinks",
                .strings,
                "What it is played by, the preferred first: \(sinkNames.joined(separator: ", "))"
            ),
            OptionDescription("device", .absolutePath, "The device of the sink evdev; the first that can be used"),
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
