import JSON
import LanguageServices

/// What a result says of who has answered: the feature `reports`.
enum ReportMembers {
    /// A result, with its report behind its members.
    static func result(_ report: ServiceReport, _ members: [(String, JSONValue)] = []) -> JSONValue {
        var members = members
        if let provider = report.answeredBy { members.append(("provider", .string(provider.rawValue))) }
        if !report.notices.isEmpty {
            members.append(("notices", .array(report.notices.prefix(mostNotices).map { .string($0) })))
        }
        return .object(members)
    }

    private static let mostNotices = 100
}
