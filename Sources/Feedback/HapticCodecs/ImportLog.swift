import HapticPatterns
import JSON
import LanguageServices

/// Where something stands in a file.
struct FilePlace: Sendable, Hashable {
    /// The path in the document; see `PatternFinding.path`.
    var path: String
    /// The line and column.
    var position: JSONPosition
}

/// What was noticed while a file was read.
///
/// Of each kind only the first hundred are kept, so that a file with a hundred thousand mistakes can still be told about; the
/// rest is counted.
struct ImportLog {
    /// How many findings of one code are kept.
    static let kept = 100

    private var findings: [PatternFinding] = []
    private var counts: [PatternFinding.Code: Int] = [:]

    /// Notes something.
    mutating func add(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        at place: @autoclosure () -> FilePlace,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String? = nil
    ) {
        let count = counts[code, default: 0] + 1
        counts[code] = count
        guard count <= Self.kept else { return }
        let place = place()
        findings.append(
            PatternFinding(
                code,
                severity,
                path: place.path,
                line: place.position.line,
                column: place.position.column,
                message: message(),
                fix: fix()
            )
        )
    }

    /// Everything that was noticed, in the order of the file.
    func all() -> [PatternFinding] {
        var result = findings.enumerated()
            .sorted { a, b in
                (a.element.line ?? 0, a.element.column ?? 0, a.offset)
                    < (b.element.line ?? 0, b.element.column ?? 0, b.offset)
            }
            .map(\.element)
        for code in PatternFinding.Code.known {
            guard let count = counts[code], count > Self.kept else { continue }
            let severity = findings.first { $0.code == code }?.severity ?? .note
            result.append(
                PatternFinding(code, severity, path: "$", message: "\(count - Self.kept) more of this kind")
            )
        }
        return result
    }
}
