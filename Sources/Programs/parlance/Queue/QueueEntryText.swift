import JSON
import LanguageServices
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// Formats a queued request as text.
enum QueueEntryText {
    /// The row of `queue list`: number, state, provider, purpose, text and reason.
    static func row(_ entry: QueueEntry) -> [String] {
        [
            String(entry.id), entry.state.rawValue, "\(entry.request.provider)", purpose(entry.request),
            shortened(entry.request.text), entry.state == .done ? "" : entry.error?.message ?? "",
        ].map(Console.oneLine)
    }

    /// The lines of `queue show`.
    static func lines(_ entry: QueueEntry) -> [String] {
        var table = Table()
        table.add("request", String(entry.id))
        table.add("state", entry.process.map { "\(entry.state.rawValue) by process \($0)" } ?? entry.state.rawValue)
        table.add("service", "\(entry.request.service)")
        table.add("provider", "\(entry.request.provider)")
        if case .translation = entry.request.work { table.add("languages", purpose(entry.request)) }
        if let file = entry.request.file { table.add("file", Console.oneLine(file)) }
        table.add("queued", UTCTime(entry.added).text)
        if entry.changed != entry.added { table.add("changed", UTCTime(entry.changed).text) }
        if entry.attempts > 0 { table.add("tried", entry.attempts == 1 ? "once" : "\(entry.attempts) times") }
        if let error = entry.error { table.add("error", Console.oneLine(error.description)) }
        table.add("text", Console.oneLine(entry.request.text))
        switch entry.answer {
        case .translation(let translation):
            let line = TranslationLine(translation, alternatives: 50)
            table.add(
                "answer",
                Console.oneLine([line.words, line.remark].filter { !$0.isEmpty }.joined(separator: "  "))
            )
        case .speech(let duration): table.add("answer", Speaker.shown(duration))
        case nil: break
        }
        return table.lines
    }

    /// The answer as a line with tab-separated columns; `nil` if there is none.
    static func answer(_ entry: QueueEntry) -> String? {
        switch entry.answer {
        case .translation(let translation):
            let line = TranslationLine(translation, alternatives: 3)
            let cells = [entry.request.text, line.words, line.remark].filter { !$0.isEmpty }
            return cells.map(Console.oneLine).joined(separator: "\t")
        case .speech(let duration):
            return Console.oneLine("\(entry.request.file ?? "")  \(Speaker.shown(duration))")
        case nil: return nil
        }
    }

    private static func purpose(_ request: QueuedRequest) -> String {
        switch request.work {
        case .translation(let translation): "\(translation.source?.text ?? "?") → \(translation.target?.text ?? "?")"
        case .speech(_, let file, _): file
        }
    }

    private static func shortened(_ text: String) -> String {
        text.count > 40 ? "\(text.prefix(39))…" : text
    }
}

/// Formats a queued request for `--json`.
enum QueueEntryJSON {
    /// A request.
    ///
    /// - Parameter isWhole: Whether to include the answer and all options of the request.
    static func value(_ entry: QueueEntry, isWhole: Bool) -> JSONValue {
        let purpose: [(String, JSONValue?)] =
            switch entry.request.work {
            case .translation(let request):
                [("from", request.source.map { .string($0.text) }), ("to", request.target.map { .string($0.text) })]
            case .speech(_, let file, _): [("file", .string(file))]
            }
        let answer: [(String, JSONValue?)] =
            switch isWhole ? entry.answer : nil {
            case .translation(let translation): [("answer", .object(TranslationJSON.members(translation)))]
            case .speech(let duration): [("seconds", .seconds(duration))]
            case nil: []
            }
        let start: [(String, JSONValue?)] = [
            ("id", .integer(Int(clamping: entry.id))), ("state", .string(entry.state.rawValue)),
            ("service", .string(entry.request.service.rawValue)),
            ("provider", .string(entry.request.provider.rawValue)), ("text", .string(entry.request.text)),
        ]
        let rest: [(String, JSONValue?)] = [
            ("queuedAt", .string(UTCTime(entry.added).text)), ("changedAt", .string(UTCTime(entry.changed).text)),
            ("attempts", .integer(entry.attempts)), ("process", entry.process.map { .integer(Int($0)) }),
            ("error", entry.error.map(ReportJSON.value)), ("options", isWhole ? options(entry.request) : nil),
        ]
        return .object(known: start + purpose + rest + answer)
    }

    /// The options of the request besides the text.
    private static func options(_ request: QueuedRequest) -> JSONValue? {
        switch request.work {
        case .translation(var request):
            request.texts = []
            return try? JSONEncoding.value(request)
        case .speech(var request, _, _):
            request.text = ""
            return try? JSONEncoding.value(request)
        }
    }
}
