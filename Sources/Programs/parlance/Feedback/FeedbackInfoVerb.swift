import ArgumentParsing
import HapticCodecs
import HapticPatterns
import JSON
import LanguageServices

/// `parlance feedback info`: describes a pattern.
struct FeedbackInfoVerb: Verb {
    let invocation: Invocation

    func run() throws -> ExitCode {
        let input = try PatternInput(
            try arguments[Options.patternInput].first ?? "",
            arguments,
            input: console.input
        )
        let summary = PatternSummary(input)
        return try show(summary.value, summary.lines)
    }
}

/// Statistics of a pattern.
private struct PatternSummary {
    private let name: String
    private let format: String
    private let pattern: HapticPattern
    private let findings: [PatternFinding]
    private let strongest: Double
    private let mean: Double

    init(_ input: PatternInput) {
        name = input.name
        pattern = input.pattern
        switch input.content {
        case .builtIn:
            format = "built-in"
            findings = PatternLint.findings(in: input.pattern)
        case .file(let imported):
            format = imported.format.rawValue
            findings = PatternLint.findings(in: imported)
        }
        let sampler = PatternSampler(input.pattern)
        var sum = 0.0
        var largest = sampler.strongestBegin
        let rate = 1000.0
        sampler.forEachSample(rate: rate) {
            sum += $0.intensity
            largest = max(largest, $0.intensity)
        }
        strongest = largest
        let count = sampler.count(rate: rate)
        mean = count > 0 ? sum / Double(count) : 0
    }

    private var taps: Int { pattern.events.count { $0.kind == .transient } }
    private var points: Int { pattern.curves.reduce(0) { $0 + $1.points.count } }

    var value: JSONValue {
        .object(known: [
            ("name", .string(name)), ("format", .string(format)), ("seconds", .number(rounded(pattern.duration))),
            ("taps", .integer(taps)), ("vibrations", .integer(pattern.events.count - taps)),
            ("curves", .integer(pattern.curves.count)), ("controlPoints", .integer(points)),
            ("sounds", .integer(pattern.audio.count)),
            ("strongest", .number(rounded(strongest))), ("mean", .number(rounded(mean))),
            ("findings", .array(findings.map { .object(PatternFindingText.members($0)) })),
            ("metadata", pattern.metadata.flatMap { try? JSONEncoding.value($0) }),
        ])
    }

    var lines: [String] {
        var table = Table()
        table.add("format", format)
        table.add("length", "\(WholeNumber.text(rounded(pattern.duration))) s")
        table.add("taps", "\(taps)")
        table.add("vibrations", "\(pattern.events.count - taps)")
        if !pattern.curves.isEmpty { table.add("curves", "\(pattern.curves.count), with \(points) control points") }
        if !pattern.audio.isEmpty { table.add("sounds", "\(pattern.audio.count)") }
        table.add(
            "intensity",
            "\(WholeNumber.text(rounded(strongest))) at most, \(WholeNumber.text(rounded(mean))) on average"
        )
        for member in texts { table.add(member.0.lowercased(), member.1) }
        let told = findings.isEmpty ? "none" : "\(findings.count); list them with 'parlance feedback lint'"
        table.add("findings", told)
        return table.lines
    }

    /// The text values of the metadata.
    private var texts: [(String, String)] {
        guard case .group(let members)? = pattern.metadata else { return [] }
        return members.compactMap { member in
            member.value.text.flatMap { $0.isEmpty ? nil : (member.name, $0) }
        }
    }

    private func rounded(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
}
