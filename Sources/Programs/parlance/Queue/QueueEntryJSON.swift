import JSON
import LanguageServices
import ServiceRegistry
import ServiceConfiguration

/// How a request of a queue stands in `--json` output.
enum QueueEntryJSON {
    /// A request.
    ///
    /// - Parameter isWhole: Whether all options of the request and its answer are wanted.
    static func value(_ entry: QueueEntry, isWhole: Bool) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .integer(Int(clamping: entry.id))), ("state", .string(entry.state.rawValue)),
            ("service", .string(entry.request.service.rawValue)),
            ("provider", .string(entry.request.provider.rawValue)), ("text", .string(entry.request.text)),
        ]
        switch entry.request.work {
        case .translation(let request):
            if let source = request.source { members.append(("from", .string(source.text))) }
            if let target = request.target { members.append(("to", .string(target.text))) }
        case .speech(_, let file, _): members.append(("file", .string(file)))
        }
        members += [
            ("queuedAt", .string(UTCTime(entry.added).text)), ("changedAt", .string(UTCTime(entry.changed).text)),
            ("attempts", .integer(entry.attempts)),
        ]
        if let process = entry.process { members.append(("process", .integer(Int(process)))) }
        if let error = entry.error { members.append(("error", ReportJSON.value(error))) }
        if isWhole {
            if let options = options(entry.request) { members.append(("options", options)) }
            switch entry.answer {
            case .translation(let translation):
                members.append(("answer", .object(TranslationJSON.members(translation))))
            case .speech(let duration): members.append(("seconds", .seconds(duration)))
            case nil: break
            }
        }
        return .object(members)
    }

    /// Everything that is asked for beside the text.
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
