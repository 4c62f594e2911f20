import ArgumentParsing
import HapticCodecs
import HapticPatterns
import JSON
import LanguageServices
import Platform

/// `parlance feedback convert`: converts a pattern to another format.
struct FeedbackConvertVerb: Verb {
    let invocation: Invocation
    private let source: String
    private let target: String
    private let format: HapticFormat

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        source = try arguments[Options.patternInput].first ?? ""
        target = try arguments[Options.patternOutput].first ?? ""
        guard let format = try arguments[Options.patternTo] ?? HapticFormat(fileName: target) else {
            throw arguments.usageError(
                "the name '\(target)' has no known extension; add '--to', or use .ahap, .haptic or .xml"
            )
        }
        self.format = format
        if let event = try arguments[Options.patternEvent], event.isEmpty {
            throw arguments.usageError("'--event' requires an event name")
        }
        if invocation.isJSON, target == "-" {
            throw arguments.usageError("'--json' requires an output file, not '-'")
        }
    }

    func run() throws -> ExitCode {
        let input = try PatternInput(source, arguments, input: console.input)
        let pattern = try changed(input.pattern)
        let parts = try arguments[Options.patternLayers] ? pattern.separatedLayers : [pattern]
        guard parts.count == 1 || target != "-" else {
            throw arguments.usageError("'--layers' writes \(parts.count) files; name a file instead of '-'")
        }
        var losses: [ExportLoss] = []
        var names: [String] = []
        // Writes all files before printing anything, so a failure cannot leave written files unreported.
        for part in parts {
            let written = try bytes(of: part)
            let name = Self.name(target, number: names.count + 1)
            names.append(name)
            losses += written.losses.filter { !losses.contains($0) }
            if target == "-" {
                try console.output(written.bytes)
            } else {
                try CommandFailure.creating { try AtomicFile.write(written.bytes, to: name) }
            }
        }
        for repair in input.repairs { console.note(PatternFindingText.note(repair, of: input.name)) }
        for loss in losses { console.note("\(target == "-" ? "output" : target): \(loss.message) [\(loss.code)]") }
        if isJSON {
            try console.print([
                "input": .string(input.name), "outputs": .strings(names),
                "format": .string(format.rawValue), "seconds": .number(pattern.duration),
                "repairs": .array(input.repairs.map { .object(PatternFindingText.members($0)) }),
                "losses": .array(losses.map { PatternFindingText.value($0) }),
            ])
        }
        return .ok
    }

    private func bytes(of pattern: HapticPattern) throws -> ExportedPattern {
        if let event = try arguments[Options.patternEvent] {
            return try PatternFile.write(pattern, as: format, event: event)
        }
        return try PatternFile.write(pattern, as: format)
    }

    /// The file name of a layer: `swell.ahap`, `swell-2.ahap`.
    private static func name(_ path: String, number: Int) -> String {
        guard number > 1 else { return path }
        let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        guard let dot = path[start...].lastIndex(of: "."), dot > start else { return "\(path)-\(number)" }
        return "\(path[..<dot])-\(number)\(path[dot...])"
    }

    /// The pattern with the changes requested by the options.
    private func changed(_ pattern: HapticPattern) throws -> HapticPattern {
        var pattern = pattern
        if let part = try part() { pattern = try pattern.trimmed(from: part.lowerBound, to: part.upperBound) }
        if let factor = try arguments[Options.patternScale] { pattern = try pattern.scaled(by: factor) }
        if let factor = try arguments[Options.patternStretch] { pattern = try pattern.stretched(by: factor) }
        let gap = try arguments[Options.patternGap] ?? 0
        if let count = try arguments[Options.patternRepeat] { pattern = try pattern.repeated(count, gap: gap) }
        if let delay = try arguments[Options.patternDelay] { pattern = try pattern.delayed(by: delay) }
        return pattern
    }

    /// The range of `--trim`.
    private func part() throws -> Range<Double>? {
        guard let text = try arguments[Options.patternTrim] else { return nil }
        let ends = text.split(separator: ":", omittingEmptySubsequences: false)
        let start = ends.first.map { $0.isEmpty ? 0 : Double($0) ?? .nan } ?? .nan
        let end = ends.last.map { $0.isEmpty ? .infinity : Double($0) ?? .nan } ?? .nan
        guard ends.count == 2, start >= 0, start < end else {
            throw arguments.usageError("'--trim' takes two times in seconds, such as 0.5:2, not '\(text)'")
        }
        return start..<end
    }
}
