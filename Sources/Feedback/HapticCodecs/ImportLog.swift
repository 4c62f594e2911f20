import HapticPatterns
import JSON
import LanguageServices

/// A location in a file.
struct FileLocation: Sendable, Hashable {
    /// The path in the document; see `PatternFinding.path`.
    var path: String
    /// The line and column.
    var position: JSONPosition
}

/// The findings from reading a file. Only the first hundred of each code are kept and the others are counted, so the
/// report on a file with many errors stays manageable.
struct ImportLog {
    /// The number of findings kept per code.
    static let kept = 100

    private var findings: [PatternFinding] = []
    private var counts: [PatternFinding.Code: Int] = [:]

    /// Adds a finding.
    mutating func add(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        at location: @autoclosure () -> FileLocation,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String? = nil
    ) {
        let count = counts[code, default: 0] + 1
        counts[code] = count
        guard count <= Self.kept else { return }
        let location = location()
        findings.append(
            PatternFinding(
                code: code,
                severity: severity,
                path: location.path,
                line: location.position.line,
                column: location.position.column,
                message: message(),
                fix: fix()
            )
        )
    }

    /// All findings, in file order.
    func all() -> [PatternFinding] {
        var result = findings.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
        for code in PatternFinding.Code.known {
            guard let count = counts[code], count > Self.kept else { continue }
            let severity = findings.first { $0.code == code }?.severity ?? .note
            let message = "\(count - Self.kept) more of this kind"
            result.append(PatternFinding(code: code, severity: severity, path: "$", message: message))
        }
        return result
    }
}

/// Reads values of a JSON document as tolerantly as possible, and records deviations.
struct NodeReading {
    /// The findings.
    var log = ImportLog()

    /// A number in an object, clamped to a range.
    ///
    /// - Returns: `nil` if the key is missing or its value cannot be read as a number; the latter is recorded as a
    ///   finding.
    mutating func number(
        _ key: String,
        alias: String? = nil,
        of object: JSONNode,
        in range: ClosedRange<Double>? = nil,
        path: @autoclosure () -> String
    ) -> Double? {
        var key = key
        var member = object.member(key)
        if member == nil, let alias, let other = object.member(alias) {
            log.add(
                .aliasKey,
                .warning,
                at: FileLocation(path: "\(path()).\(alias)", position: other.keyPosition),
                "Core Haptics reads \(key), not \(alias)",
                fix: "read as \(key)"
            )
            key = alias
            member = other
        }
        guard let value = member?.value, !value.isNull else { return nil }
        return number(value, in: range, path: "\(path()).\(key)")
    }

    /// A number, clamped to a range; `nil` if the value cannot be read as a number.
    mutating func number(
        _ value: JSONNode,
        in range: ClosedRange<Double>? = nil,
        path: @autoclosure () -> String
    ) -> Double? {
        guard let number = plainNumber(value, path: path()) else { return nil }
        return clamped(number, to: range, at: FileLocation(path: path(), position: value.position))
    }

    /// A number, clamped to a range; a finding is recorded if it was out of range.
    mutating func clamped(
        _ number: Double,
        to range: ClosedRange<Double>?,
        at location: @autoclosure () -> FileLocation
    ) -> Double {
        guard let range, !range.contains(number) else { return number }
        let nearest = min(max(number, range.lowerBound), range.upperBound)
        log.add(
            .outOfRange,
            .warning,
            at: location(),
            "\(WholeNumber.text(number)) is outside \(Self.text(range))",
            fix: "\(WholeNumber.text(nearest)) is used"
        )
        return nearest
    }

    private mutating func plainNumber(_ value: JSONNode, path: @autoclosure () -> String) -> Double? {
        if let number = value.number?.double { return number }
        let understood: Double?
        switch value.content {
        case .bool(let truth): understood = truth ? 1 : 0
        case .string(let text): understood = JSONNumber(text)?.double
        default: understood = nil
        }
        reportType(value, path(), "a number", fix: understood.map { "\(WholeNumber.text($0)) is used" } ?? "left out")
        return understood
    }

    /// Records a finding about a node.
    mutating func report(
        _ code: PatternFinding.Code,
        _ node: JSONNode,
        _ path: @autoclosure () -> String,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String,
        severity: PatternFinding.Severity = .warning
    ) {
        log.add(code, severity, at: FileLocation(path: path(), position: node.position), message(), fix: fix())
    }

    /// Records that a node has the wrong type.
    mutating func reportType(
        _ node: JSONNode,
        _ path: @autoclosure () -> String,
        _ wanted: String,
        fix: @autoclosure () -> String = "left out"
    ) {
        report(.wrongType, node, path(), "expected \(wanted), found \(node.kindName)", fix: fix())
    }

    /// Control points in chronological order; a finding is recorded if they had to be sorted.
    mutating func inOrder(_ points: [HapticCurve.Point], _ what: String, _ node: JSONNode, _ path: String)
        -> [HapticCurve.Point]
    {
        guard zip(points, points.dropFirst()).contains(where: { $1.time < $0.time }) else { return points }
        report(.unsorted, node, path, "the \(what) are not in chronological order", fix: "sorted")
        return points.sorted { $0.time < $1.time }
    }

    /// Records every unknown key of an object.
    mutating func checkKeys(_ object: JSONNode, _ known: Set<String>, path: @autoclosure () -> String) {
        for member in object.members ?? [] where !known.contains(member.key) {
            let near = known.sorted().first { Self.isNear($0, member.key) }
            log.add(
                .unknownKey,
                .warning,
                at: FileLocation(path: "\(path()).\(JSONExcerpt.escaped(member.key))", position: member.keyPosition),
                "the key \(JSONExcerpt.quoted(member.key)) is unknown"
                    + (near.map { "; did you mean \(JSONExcerpt.quoted($0))?" } ?? ""),
                fix: "left out"
            )
        }
    }

    /// The elements of an array; a finding is recorded if the value is not an array.
    mutating func list(_ node: JSONNode, path: @autoclosure () -> String) -> [JSONNode] {
        if let elements = node.elements { return elements }
        if !node.isNull { reportType(node, path(), "an array") }
        return []
    }

    /// Whether two keys differ only in case or in a final letter.
    private static func isNear(_ known: String, _ key: String) -> Bool {
        let (a, b) = (known.lowercased(), key.lowercased())
        return a == b || a == b.dropLast() || b == a.dropLast()
    }

    private static func text(_ range: ClosedRange<Double>) -> String {
        "\(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))"
    }
}
