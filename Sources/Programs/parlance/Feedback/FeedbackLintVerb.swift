import ArgumentParsing
import HapticCodecs
import JSON
import LanguageServices
import Platform
import ServiceClient

/// `parlance feedback lint`: reports problems in pattern files.
struct FeedbackLintVerb: Verb {
    let invocation: Invocation
    private let fixes: Bool

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        fixes = try arguments[Options.fixPatterns]
        if fixes, try arguments[Options.patternFiles].contains("-") {
            throw arguments.usageError("'--fix' rewrites files, so it cannot be used with standard input")
        }
    }

    func run() throws -> ExitCode {
        var worst: PatternFinding.Severity?
        var failure: ExitCode?
        var counts: [PatternFinding.Severity: Int] = [:]
        for file in try arguments[Options.patternFiles] {
            do {
                for finding in try look(at: file) {
                    worst = max(worst ?? finding.severity, finding.severity)
                    counts[finding.severity, default: 0] += 1
                }
            } catch {
                if error is UsageError || error is ClosedPipe { throw error }
                let known = (error as? CommandFailure) ?? CommandFailure(ServiceError(error))
                console.complain(known.error)
                if isJSON {
                    try console.print(["file": .string(file), "error": ReportJSON.value(known.error)])
                }
                if failure != .badData { failure = known.exitCode }
            }
        }
        if !isJSON, failure == nil, counts.isEmpty { console.note("no problems found") }
        if worst == .error { return .badData }
        return failure ?? (worst == .warning ? .partlyFailed : .ok)
    }

    /// Prints the findings of a file, and returns those that remain.
    private func look(at file: String) throws -> [PatternFinding] {
        let (name, imported) = try PatternInput.read(file, arguments, input: console.input)
        let findings = PatternLint.findings(in: imported)
        let isFixable = fixes && findings.contains { $0.fix != nil }
        guard isFixable, PatternLint.canFix(imported.format) else {
            for finding in findings { try tell(finding, of: name, isFixed: false) }
            if isFixable {
                console.note(
                    "\(name): this format cannot be fixed; convert it with 'parlance feedback convert'"
                )
            }
            return findings
        }
        let fixed = try PatternLint.fixed(imported).bytes
        try CommandFailure.creating { try AtomicFile.write(fixed, to: file) }
        for finding in findings where finding.fix != nil { try tell(finding, of: name, isFixed: true) }
        let remaining = PatternLint.findings(in: try PatternInput.read(file, arguments, input: console.input).imported)
        for finding in remaining { try tell(finding, of: name, isFixed: false) }
        return remaining
    }

    private func tell(_ finding: PatternFinding, of name: String, isFixed: Bool) throws {
        try show(
            .object([("file", .string(name)), ("fixed", .bool(isFixed))] + PatternFindingText.members(finding)),
            [PatternFindingText.line(finding, of: name, isFixed: isFixed)]
        )
    }
}
