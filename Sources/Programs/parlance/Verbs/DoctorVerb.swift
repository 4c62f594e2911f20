import ArgumentParsing
import JSON
import StandardProviders

/// `parlance doctor`: checks the installation and suggests fixes.
struct DoctorVerb: Verb {
    let invocation: Invocation

    func run() async throws -> ExitCode {
        let configuration = try program.configuration(arguments)
        let findings =
            [Diagnostics.Finding("parlance", .ok, "version \(Version.text)")]
            + (await Diagnostics(program.host, configuration, player: program.player).findings())
        try show(findings)
        return findings.contains { $0.severity == .missing } ? .unavailable : .ok
    }

    private func show(_ findings: [Diagnostics.Finding]) throws {
        if isJSON {
            for finding in findings {
                try console.print(
                    .object(known: [
                        ("name", .string(finding.name)), ("state", .string(finding.severity.rawValue)),
                        ("detail", .string(finding.detail)), ("remedy", finding.remedy.map(JSONValue.string)),
                    ])
                )
            }
            return
        }
        var table = Table()
        for finding in findings {
            let detail = finding.remedy.map { "\(finding.detail); \($0)" } ?? finding.detail
            table.add(finding.severity.rawValue, finding.name, Console.oneLine(detail))
        }
        try console.print(table.lines)
    }
}
