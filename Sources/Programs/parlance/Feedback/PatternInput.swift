import ArgumentParsing
import HapticCodecs
import HapticPatterns
import JSON
import LanguageServices
import Platform

/// A pattern given on the command line: a built-in one, or one from a file.
struct PatternInput {
    /// The name for messages.
    let name: String

    /// The pattern, with the repairs to its file; a built-in pattern has none.
    let content: Content

    enum Content {
        case builtIn(BuiltInPattern, HapticPattern)
        case file(ImportedPattern)
    }

    /// The pattern.
    var pattern: HapticPattern {
        switch content {
        case .builtIn(_, let pattern): pattern
        case .file(let imported): imported.pattern
        }
    }

    /// The repairs.
    var repairs: [PatternFinding] {
        if case .file(let imported) = content { imported.repairs } else { [] }
    }

    /// Reads a pattern.
    ///
    /// - Throws: ``CommandFailure`` when the file does not exist or contains no pattern.
    init(_ argument: String, _ arguments: ParsedArguments, input: Int32) throws {
        if let builtIn = BuiltInPattern(rawValue: argument) {
            name = argument
            content = .builtIn(builtIn, builtIn.pattern(progress: try arguments[Options.patternProgress] ?? 1))
        } else {
            let file = try Self.read(argument, arguments, input: input)
            name = file.name
            content = .file(file.imported)
        }
    }

    /// Reads a file, or standard input.
    static func read(
        _ argument: String,
        _ arguments: ParsedArguments,
        input: Int32
    ) throws -> (name: String, imported: ImportedPattern) {
        let name = argument == "-" ? "standard input" : argument
        let bytes: [UInt8]
        do {
            bytes =
                argument == "-"
                ? try WholeFile.read(descriptor: input, name: name, limit: PatternFile.maximumSize)
                : try WholeFile.read(argument, limit: PatternFile.maximumSize)
        } catch {
            var error = error
            if !argument.contains("/"), !argument.contains("."), !WholeFile.isAnything(at: argument), argument != "-" {
                let names = BuiltInPattern.allCases.map(\.rawValue)
                let hint = ClosestMatch.hint(for: argument, in: names)
                error.remedy = "built-in patterns are \(names.joined(separator: ", "))\(hint)"
            }
            throw CommandFailure(reading: error)
        }
        let format = try arguments[Options.patternFrom].flatMap { HapticFormat(rawValue: $0) }
        let event = try arguments[Options.patternEvent]
        return (name, try PatternFile.read(bytes, name: name, format: format, event: event))
    }
}

/// Formats findings as text and as JSON.
enum PatternFindingText {
    /// A finding in the format of compiler diagnostics: `boing.ahap:12:5: warning: … [out-of-range]`.
    static func line(_ finding: PatternFinding, of name: String, isFixed: Bool = false) -> String {
        var line = place(finding, name)
        line += ": \(isFixed ? "fixed" : finding.severity.rawValue): \(finding.message)"
        if let fix = finding.fix { line += isFixed ? "; \(fix)" : " (\(fix))" }
        return line + " [\(finding.code)]"
    }

    /// A repair as a note: the problem and the fix.
    static func note(_ finding: PatternFinding, of name: String) -> String {
        "\(place(finding, name)): \(finding.message)\(finding.fix.map { "; \($0)" } ?? "") [\(finding.code)]"
    }

    private static func place(_ finding: PatternFinding, _ name: String) -> String {
        guard let line = finding.line else { return name }
        return "\(name):\(line)\(finding.column.map { ":\($0)" } ?? "")"
    }

    /// The JSON members of a finding.
    static func members(_ finding: PatternFinding) -> [(String, JSONValue)] {
        JSONValue.members([
            ("code", .string(finding.code.rawValue)), ("severity", .string(finding.severity.rawValue)),
            ("path", .string(finding.path)), ("line", finding.line.map(JSONValue.integer)),
            ("column", finding.column.map(JSONValue.integer)), ("message", .string(finding.message)),
            ("fix", finding.fix.map(JSONValue.string)),
        ])
    }

    /// A loss as a JSON object.
    static func value(_ loss: ExportLoss) -> JSONValue {
        ["code": .string(loss.code.rawValue), "message": .string(loss.message)]
    }
}
