package import JSON
package import LanguageServices

/// How reports and errors stand in `--json` output.
package enum ReportJSON {
    /// A report: everybody who was asked, with outcome and time.
    package static func value(_ report: ServiceReport) -> JSONValue {
        var members: [(String, JSONValue)] = [("attempts", .array(report.attempts.map(value)))]
        if !report.notices.isEmpty { members.append(("notices", .array(report.notices.map { .string($0) }))) }
        return .object(members)
    }

    /// An error, with everybody who was asked before it.
    package static func value(_ error: ServiceError) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
        ]
        if let remedy = error.remedy { members.append(("remedy", .string(remedy))) }
        if let provider = error.provider { members.append(("provider", .string(provider.rawValue))) }
        if let id = error.queuedAs { members.append(("queued", .string(id))) }
        if let wait = error.retryAfter { members.append(("retryAfterSeconds", .seconds(wait))) }
        if let report = error.report { members.append(("report", value(report))) }
        return .object(members)
    }

    private static func value(_ attempt: ServiceReport.Attempt) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("provider", .string(attempt.provider.rawValue)),
            ("outcome", .string(attempt.outcome.rawValue)),
            ("seconds", .seconds(attempt.duration)),
        ]
        if attempt.retries > 0 { members.append(("retries", .integer(attempt.retries))) }
        if let hit = attempt.cacheHit { members.append(("cacheHit", .bool(hit))) }
        if let count = attempt.cached { members.append(("cached", .integer(count))) }
        if let code = attempt.code { members.append(("code", .string(code.rawValue))) }
        if let message = attempt.message { members.append(("message", .string(message))) }
        return .object(members)
    }
}
