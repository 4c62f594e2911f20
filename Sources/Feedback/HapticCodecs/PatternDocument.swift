import HapticPatterns
import JSON
import LanguageServices

/// A JSON document that holds a pattern or a theme.
struct PatternDocument {
    /// How much is read before a file is refused.
    static let limits = JSONDocument.Limits(bytes: PatternFile.largestSize, nesting: 32, nodes: 600_000)

    /// The value.
    let root: JSONNode

    /// What had to be tolerated.
    let repairs: [PatternFinding]

    /// Where the first comment stands.
    private let comment: JSONPosition?

    private let name: String

    /// Reads a document.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` with file, line and column.
    init(_ bytes: [UInt8], name: String) throws(ServiceError) {
        self.name = name
        do throws(JSONSyntaxError) {
            let (root, commas, comment) = try JSONDocument.parseTolerated(bytes, source: name, limits: Self.limits)
            self.root = root
            self.comment = comment
            var log = ImportLog()
            for comma in commas {
                log.add(
                    .trailingComma,
                    .note,
                    at: FilePlace(path: "$", position: comma),
                    "a comma stands before a closing bracket",
                    fix: "left out"
                )
            }
            repairs = log.all()
        } catch {
            let known = error.serviceError
            throw ServiceError(.invalidRequest, known.message, remedy: known.remedy)
        }
    }

    /// What had to be tolerated of a file of a format; only ours has comments.
    func repairs(of format: HapticFormat) -> [PatternFinding] {
        guard let comment, format != .pattern else { return repairs }
        let finding = PatternFinding(
            .comment,
            .note,
            path: "$",
            line: comment.line,
            column: comment.column,
            message: "a comment, which the format has not, and most readers refuse",
            fix: "left out"
        )
        return PatternFinding.inOrder(repairs + [finding])
    }

    /// An error with the name of the file before it.
    func explained(_ error: ServiceError) -> ServiceError { Self.explained(error, name: name) }

    /// An error with the name of a file before it; where a line and column lead it, they stand directly behind the name.
    static func explained(_ error: ServiceError, name: String) -> ServiceError {
        var error = error
        let isPlaced = error.message.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        error.message = "\(JSONExcerpt.escaped(name)):\(isPlaced ? "" : " ")\(error.message)"
        return error
    }
}
