import Audio
import Foundation
import Platform
import Testing

/// The result of a run of the program.
struct Outcome {
    /// How it ended.
    var ending: ExitReport.Ending
    /// Standard output.
    var output: [UInt8]
    /// Standard error.
    var errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The lines of standard output.
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Standard output as JSON, one object per line; any other line fails the test.
    func json(sourceLocation: SourceLocation = #_sourceLocation) throws -> [[String: Any]] {
        try lines.map { line in
            let value = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(value as? [String: Any], "not JSON: \(line)", sourceLocation: sourceLocation)
        }
    }

    /// Expects success with nothing on standard error.
    func expectSuccess(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ending == .exited(0), "\(errors)", sourceLocation: sourceLocation)
        #expect(errors == "", sourceLocation: sourceLocation)
    }

    /// Expects a failure reported in exactly one line without terminal control characters.
    func expectFailure(_ code: Int32, _ parts: String..., sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(ending == .exited(code), "\(errors)", sourceLocation: sourceLocation)
        #expect(errors.hasPrefix("parlance: ") && errors.hasSuffix("\n"), sourceLocation: sourceLocation)
        #expect(errors.count { $0.isNewline } == 1, "\(errors)", sourceLocation: sourceLocation)
        expectNoControls(errors, sourceLocation: sourceLocation)
        for part in parts where !part.isEmpty {
            #expect(errors.contains(part), "\(errors)", sourceLocation: sourceLocation)
        }
    }
}

/// Expects that a text has no control characters except line feeds.
func expectNoControls(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let controls = text.unicodeScalars.filter { $0 != "\n" && $0.properties.generalCategory == .control }
    #expect(controls.isEmpty, "\(text.debugDescription)", sourceLocation: sourceLocation)
}
