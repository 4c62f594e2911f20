import HapticPatterns
import JSON
import LanguageServices

/// A JSON document with a pattern or a theme.
struct PatternDocument {
    /// The limits for a document.
    static let limits = JSONDocument.Limits(bytes: PatternFile.maximumSize, nesting: 32, nodes: 600_000)

    /// The root value.
    let root: JSONNode

    /// The deviations that were tolerated.
    let repairs: [PatternFinding]

    /// The position of the first comment.
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
                    "a comma before a closing bracket",
                    fix: "left out"
                )
            }
            repairs = log.all()
        } catch {
            let known = error.serviceError
            throw ServiceError(.invalidRequest, known.message, remedy: known.remedy)
        }
    }

    /// The deviations that a format tolerates; only the native format allows comments.
    func repairs(of format: HapticFormat) -> [PatternFinding] {
        guard let comment, format != .pattern else { return repairs }
        let finding = PatternFinding(
            code: .comment,
            severity: .note,
            path: "$",
            line: comment.line,
            column: comment.column,
            message: "a comment, which the format does not allow and most readers reject",
            fix: "left out"
        )
        return PatternFinding.inOrder(repairs + [finding])
    }

    /// An error prefixed with the name of the file.
    func explained(_ error: ServiceError) -> ServiceError { Self.explained(error, name: name) }

    /// An error prefixed with the name of a file; line and column follow the name directly.
    static func explained(_ error: ServiceError, name: String) -> ServiceError {
        var error = error
        let isPlaced = error.message.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
        error.message = "\(JSONExcerpt.escaped(name)):\(isPlaced ? "" : " ")\(error.message)"
        return error
    }
}

/// The events, curves and other parts that a reader has collected for a pattern.
struct PatternParts {
    var events: [(HapticEvent, FileLocation)]
    var curves: [(HapticCurve, FileLocation)] = []
    var audio: [HapticAudioEvent] = []
    var metadata: HapticMetadata?
    var repairs: [PatternFinding] = []

    /// The pattern, with the locations of its events and curves.
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
            eventLocations: events.map(\.1),
            curveLocations: curves.map(\.1)
        )
    }
}

/// Human-readable JSON files.
enum FileText {
    /// A document with a final line break.
    static func bytes(_ value: JSONValue, form: JSONWriter.Form = .pretty) -> [UInt8] {
        var bytes = JSONWriter.bytes(value, form: form)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// A number; negative zero becomes zero.
    static func number(_ number: Double) -> JSONValue { .number(number == 0 ? 0 : number) }
}

extension HapticMetadata {
    /// Creates the value of a node in a JSON document.
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
