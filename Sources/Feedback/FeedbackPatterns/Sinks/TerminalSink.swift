import HapticRendering
public import LanguageServices
import Platform

/// Shows feedback as a line of text with its amplitude over time: the last step of the fallback chain.
public struct TerminalSink: FeedbackSink {
    /// `terminal`.
    public let name = "terminal"

    /// A line of text.
    public let steps = [FeedbackStep.terminal]

    private let isUnicode: Bool
    private let isTerminal: Bool
    private let write: @Sendable (String) -> Void

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - isTerminal: Whether the output is a terminal.
    ///   - isUnicode: Whether the terminal supports Unicode beyond ASCII.
    ///   - write: Writes a line.
    public init(isTerminal: Bool = true, isUnicode: Bool = true, write: @escaping @Sendable (String) -> Void) {
        self.isTerminal = isTerminal
        self.isUnicode = isUnicode
        self.write = write
    }

    /// Available when the output is a terminal.
    public func availability() async -> FeedbackAvailability {
        isTerminal
            ? FeedbackAvailability(steps: [.terminal], text: "shows one line for each event")
            : FeedbackAvailability(steps: [], text: "the output is not a terminal")
    }

    /// Shows a line of text.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        let event = String.UnicodeScalarView(
            order.event.unicodeScalars.filter {
                $0.properties.generalCategory != .control && !$0.properties.isBidiControl
            }
        )
        write("\(String(event)) \(TerminalPlot.line(order.pattern, isUnicode: isUnicode))")
        return FeedbackPlayback {}
    }

    /// Does nothing, because the sink holds no resources.
    public func rebuild() async {}

    /// Does nothing, because the sink holds no resources.
    public func close() async {}
}

/// Standard error as a terminal, if it is one.
enum TerminalOutput {
    /// A sink that writes to standard error.
    static func sink() -> TerminalSink {
        TerminalSink(isTerminal: isatty(STDERR_FILENO) == 1, isUnicode: FeedbackPatterns.isUTF8(ProcessVariables.value))
        {
            line in
            let bytes = Array((line + "\n").utf8)
            // A failed write is ignored.
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

    /// The variables with the address of the session bus.
    static var session: [String: String] {
        var values: [String: String] = [:]
        for name in ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"] { values[name] = value(name) }
        return values
    }
}
