import HapticPatterns
import HapticRendering
public import LanguageServices

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
    public func begin(_ order: FeedbackOrder) async throws(ServiceError) -> FeedbackPlayback {
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
