import ArgumentParsing
import FeedbackPatterns
import HapticPatterns
import HapticRendering
import LanguageServices

/// `parlance feedback try`: keys trigger events, and the terminal shows their outcome.
struct FeedbackTryVerb: FeedbackVerb {
    let invocation: Invocation

    private static let keys: [(key: String, event: String)] = [
        ("right", "swipe-right"), ("left", "swipe-left"), ("up", "swipe-up"), ("down", "swipe-down"), ("s", "success"),
        ("w", "warning"), ("e", "error"), ("c", "correct"), ("i", "incorrect"), ("k", "streak"), ("o", "selection"),
        ("f", "lesson-complete"),
    ]

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        guard invocation.console.isInputTerminal, invocation.console.isOutputTerminal else {
            throw invocation.arguments.usageError(
                "'feedback try' requires a terminal; without one, use 'feedback play'"
            )
        }
    }

    func run() async throws -> ExitCode {
        var overrides: [String: OptionValue.Content] = [:]
        if let sink = try arguments[Options.feedbackSink] { overrides["sinks"] = .strings([sink]) }
        let registry = try await registry(overrides)
        let provider = try await servingPatterns(in: registry)
        try console.print(Self.help)
        let terminal = try RawTerminal(console.input)
        return try await terminal.whileRaw { try await listen(terminal, provider) }
    }

    private func listen(_ terminal: RawTerminal, _ provider: FeedbackPatterns) async throws -> ExitCode {
        var progress = 1.0
        var reader = KeyReader()
        for await byte in terminal.bytes() {
            for key in reader.keys(from: byte) {
                switch key {
                case "q", "escape": return .ok
                case "+": progress = min(1, progress + 0.1)
                case "-": progress = max(0, progress - 0.1)
                case "[", "]", "m", "p": try await change(key, provider)
                case "?":
                    try console.print(Self.help)
                default:
                    guard let event = Self.keys.first(where: { $0.key == key })?.event else { continue }
                    try await trigger(event, progress, provider)
                }
                if key == "+" || key == "-" { try console.print("progress \(Self.shown(progress))") }
            }
        }
        try Task.checkCancellation()
        return .ok
    }

    private func change(_ key: String, _ provider: FeedbackPatterns) async throws {
        var settings = await provider.player.settings
        switch key {
        case "[": settings.strength -= 0.1
        case "]": settings.strength += 0.1
        case "m": settings.isEnabled.toggle()
        default:
            let next: [FeedbackProfile: FeedbackProfile] = [.full: .quiet, .quiet: .silent, .silent: .full]
            settings.profile = next[settings.profile] ?? .full
        }
        await provider.player.apply(settings)
        let state = settings.isEnabled ? "on" : "off"
        try console.print(
            "feedback \(state), strength \(Self.shown(settings.strength)), profile \(settings.profile.rawValue)"
        )
    }

    private func trigger(_ event: String, _ progress: Double, _ provider: FeedbackPatterns) async throws {
        let isGesture = provider.followsProgress(event)
        let title = isGesture ? "\(event) at \(Self.shown(progress))" : event
        do {
            let handle = try await provider.play(FeedbackRequest(event: event, progress: isGesture ? progress : 1))
            if let pattern = provider.pattern(for: event, progress: isGesture ? progress : 1) {
                let width = min(console.width, 64)
                let plot = TerminalPlot(pattern, title: title, width: width, height: 4, isUnicode: isUnicode)
                try console.print(plot.lines)
            }
            for notice in handle.report.notices { try console.print("  \(notice)") }
        } catch let error as ServiceError {
            if error.code == .cancelled { throw error }
            try console.print("\(title): \(error.description)")
        }
    }

    private static func shown(_ value: Double) -> String {
        String((value * 10).rounded() / 10)
    }

    private static var help: [String] {
        let names = keys.map { "\($0.key) \($0.event)" }
        var lines: [String] = []
        for start in stride(from: 0, to: names.count, by: 4) {
            lines.append(names[start..<min(start + 4, names.count)].joined(separator: "   "))
        }
        return lines + ["+ - progress   [ ] strength   m on and off   p profile   ? help   q quit"]
    }
}

/// Converts keyboard bytes to key names: letters, and `up`, `down`, `right`, `left`, `escape`.
struct KeyReader {
    private var pending: [UInt8] = []

    /// The keys that the next byte completes.
    mutating func keys(from byte: UInt8) -> [String] {
        pending.append(byte)
        switch pending.count {
        case 1:
            if byte == 0x1B { return [] }
            pending = []
            return byte >= 0x20 && byte < 0x7F ? [String(UnicodeScalar(byte))] : []
        case 2:
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") { return [] }
            // A single Escape, followed by another key.
            pending = []
            return ["escape"]
        default:
            // The parameters of a longer sequence, up to its final letter.
            if (0x20..<0x40).contains(byte), pending.count < 16 { return [] }
            pending = []
            let names: [UInt8: String] = [0x41: "up", 0x42: "down", 0x43: "right", 0x44: "left"]
            return names[byte].map { [$0] } ?? []
        }
    }
}
