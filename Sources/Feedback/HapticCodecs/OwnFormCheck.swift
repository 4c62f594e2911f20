import HapticPatterns
import JSON
import LanguageServices

/// Looks at the values of our own form before they are decoded, so that what is wrong is told with its place in the file.
enum OwnFormCheck {
    /// Checks the values of an event, a curve or a sound that can be judged by themselves.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column of the value.
    static func check(_ node: JSONNode, path: String) throws(ServiceError) {
        for member in node.members ?? [] {
            let place = "\(path).\(JSONExcerpt.escaped(member.key))"
            switch member.key {
            case "time", "duration":
                try check(member.value, in: 0...HapticPattern.Limits.time, place)
            case "intensity", "sharpness", "attack", "decay", "release":
                try check(member.value, in: 0...1, place)
            case "layer":
                try check(member.value, in: 0...Double(HapticPattern.Limits.layers - 1), place)
            default: break
            }
        }
    }

    /// Checks the control points of a curve.
    static func checkPoints(of curve: JSONNode, path: String) throws(ServiceError) {
        let range = curve["parameter"]?.string.flatMap { HapticCurve.Parameter(rawValue: $0) }?.range
        for (index, point) in (curve["points"]?.elements ?? []).enumerated() {
            if let time = point["time"] {
                try check(time, in: 0...HapticPattern.Limits.time, "\(path).points[\(index)].time")
            }
            if let range, let value = point["value"] {
                try check(value, in: range, "\(path).points[\(index)].value")
            }
        }
    }

    /// Checks that a text is one of those that a key knows.
    static func check(_ node: JSONNode, _ key: String, isOneOf known: [String]) throws(ServiceError) {
        guard let value = node[key], let text = value.string, !known.contains(text) else { return }
        let names = known.map { JSONExcerpt.quoted($0) }
        let list = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
        throw ServiceError(
            .invalidRequest,
            "\(value.position): \"\(key)\" is \(list), not \(JSONExcerpt.quoted(text))"
        )
    }

    private static func check(
        _ value: JSONNode,
        in range: ClosedRange<Double>,
        _ place: @autoclosure () -> String
    ) throws(ServiceError) {
        guard let number = value.number?.double, !range.contains(number) else { return }
        throw ServiceError(
            .invalidRequest,
            "\(value.position): \(place()) is \(WholeNumber.text(number)), which is out of range",
            remedy: "use \(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))"
        )
    }
}
