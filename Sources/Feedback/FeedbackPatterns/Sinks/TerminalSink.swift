import HapticRendering
public import LanguageServices
import Platform

/// Shows feedback as a line of text with its course in time: the last step of the chain before nothing.
public struct TerminalSink: FeedbackSink {
    /// `terminal`.
    public let name = "terminal"

    /// A line.
    public let steps = [FeedbackStep.terminal]

    private let isUnicode: Bool
    private let isThere: Bool
    private let write: @Sendable (String) -> Void

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - isThere: Whether somebody looks at the terminal.
    ///   - isUnicode: Whether it can show more than ASCII.
    ///   - write: Shows a line.
    public init(isThere: Bool = true, isUnicode: Bool = true, write: @escaping @Sendable (String) -> Void) {
        self.isThere = isThere
        self.isUnicode = isUnicode
        self.write = write
    }

    /// Whether somebody looks.
    public func availability() async -> FeedbackAvailability {
        isThere
            ? FeedbackAvailability(steps: [.terminal], text: "shows a line for each feedback")
            : FeedbackAvailability(steps: [], text: "nobody looks at a terminal")
    }

    /// Shows a line.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        let event = String.UnicodeScalarView(
            order.event.unicodeScalars.filter {
                $0.properties.generalCategory != .control && !$0.properties.isBidiControl
            }
        )
        write("\(String(event)) \(TerminalPlot.line(order.pattern, isUnicode: isUnicode))")
        return FeedbackPlayback {}
    }

    /// Nothing is held.
    public func rebuild() async {}

    /// Nothing is held.
    public func close() async {}
}

/// The terminal that standard error is shown on, as far as it is one.
enum TerminalOutput {
    /// A sink that shows lines there.
    static func sink() -> TerminalSink {
        TerminalSink(isThere: isatty(STDERR_FILENO) == 1, isUnicode: FeedbackPatterns.isUTF8(ProcessVariables.value)) {
            line in
            let bytes = Array((line + "\n").utf8)
            // A line that does not get through is no reason to fail.
            _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        }
    }
}

/// The environment variables of this process.
enum ProcessVariables {
    /// The value of a variable, when it is set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// What says where the bus of the session is.
    static var session: [String: String] {
        var values: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] { values[name] = value(name) }
        return values
    }
}
