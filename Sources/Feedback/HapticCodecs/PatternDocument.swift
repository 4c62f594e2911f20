import HapticPatterns
import JSON
import LanguageServices

/// A JSON document that holds a pattern or a theme.
struct PatternDocument {
    /// How much is read before a file is refused.
    static let limits = JSONDocument.Limits(bytes: PatternFile.maximumSize, nesting: 32, nodes: 600_000)

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
                    at: FileLocation(path: "$", position: comma),
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
            code: .comment,
            severity: .note,
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

/// What a reader found in a file, before a pattern is made of it.
struct PatternParts {
    var events: [(HapticEvent, FileLocation)]
    var curves: [(HapticCurve, FileLocation)] = []
    var audio: [HapticAudioEvent] = []
    var metadata: HapticMetadata?
    var repairs: [PatternFinding] = []

    /// The pattern, with the places of its events and curves.
    func imported(_ format: HapticFormat) throws(ServiceError) -> ImportedPattern {
        let events = events.sorted { $0.0.time < $1.0.time }
        let curves = curves.sorted { $0.0.time < $1.0.time }
        return ImportedPattern(
            pattern: try HapticPattern(
                events: events.map(\.0),
                curves: curves.map(\.0),
                audio: audio,
                metadata: metadata
            ),
            format: format,
            repairs: repairs,
            eventPlaces: events.map(\.1),
            curvePlaces: curves.map(\.1)
        )
    }
}

/// JSON of files that people look at.
enum FileText {
    /// A document with a line break at its end.
    static func bytes(_ value: JSONValue, form: JSONWriter.Form = .pretty) -> [UInt8] {
        var bytes = JSONWriter.bytes(value, form: form)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// A number; zero has no sign.
    static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }
}

extension HapticMetadata {
    /// The value of a node of a JSON document.
    init(_ node: JSONNode) {
        switch node.content {
        case .null: self = .null
        case .bool(let truth): self = .boolean(truth)
        case .number(let number): self = .number(number.double ?? 0)
        case .string(let text): self = .text(text)
        case .array(let elements): self = .list(elements.map { HapticMetadata($0) })
        case .object(let members): self = .group(members.map { Member($0.key, HapticMetadata($0.value)) })
        }
    }

    /// The value as JSON.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .boolean(let truth): .bool(truth)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let values): .array(values.map(\.json))
        case .group(let members): .object(members.map { ($0.name, $0.value.json) })
        }
    }
}
