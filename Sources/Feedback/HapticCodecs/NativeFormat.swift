import HapticPatterns
import JSON
import LanguageServices

/// The native JSON format of a pattern, which is lossless.
enum NativeFormat {
    /// Writes the same output as `HapticPattern.encode(to:)`. Large patterns have too many points for an encoder.
    static func write(_ pattern: HapticPattern) throws(ServiceError) -> ExportedPattern {
        var members: [(String, JSONValue)] = [("events", .array(pattern.events.map { value($0) }))]
        if !pattern.curves.isEmpty { members.append(("curves", .array(pattern.curves.map { value($0) }))) }
        do {
            if !pattern.audio.isEmpty { members.append(("audio", try JSONEncoding.value(pattern.audio))) }
        } catch {
            throw ServiceError(error)
        }
        if let metadata = pattern.metadata { members.append(("metadata", metadata.json)) }
        return ExportedPattern(bytes: FileText.bytes(.object(members)), losses: [])
    }

    private static func value(_ event: HapticEvent) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("kind", .string(event.kind.rawValue)), ("time", FileText.number(event.time)),
        ]
        if event.kind == .continuous { members.append(("duration", FileText.number(event.duration))) }
        members.append(("intensity", FileText.number(event.intensity)))
        members.append(("sharpness", FileText.number(event.sharpness)))
        if event.attack != 0 { members.append(("attack", .number(event.attack))) }
        if event.decay != 0 { members.append(("decay", .number(event.decay))) }
        if event.release != 0 { members.append(("release", .number(event.release))) }
        if !event.sustained { members.append(("sustained", false)) }
        if event.layer != 0 { members.append(("layer", .integer(event.layer))) }
        return .object(members)
    }

    private static func value(_ curve: HapticCurve) -> JSONValue {
        let points = curve.points.map { point -> JSONValue in
            ["time": FileText.number(point.time), "value": FileText.number(point.value)]
        }
        var members: [(String, JSONValue)] = [
            ("parameter", .string(curve.parameter.rawValue)), ("time", FileText.number(curve.time)),
            ("points", .array(points)),
        ]
        if curve.layer != 0 { members.append(("layer", .integer(curve.layer))) }
        return .object(members)
    }

    /// Reads files written by `write`, even if they were edited. Unknown keys are recorded as findings; invalid values
    /// are errors.
    static func read(_ root: JSONNode) throws(ServiceError) -> PatternParts {
        guard root.members != nil else {
            throw ServiceError(.invalidRequest, "\(root.position): expected a pattern, found \(root.kindName)")
        }
        var reading = NodeReading()
        reading.checkKeys(root, ["events", "curves", "audio", "metadata"], path: "$")
        let metadata = root["metadata"].flatMap { $0.isNull ? nil : HapticMetadata($0) }
        return PatternParts(
            events: try elements(HapticEvent.self, "events", of: root, keys: eventKeys, kinds: eventKinds, &reading),
            curves: try elements(HapticCurve.self, "curves", of: root, keys: curveKeys, kinds: curveKinds, &reading),
            audio: try elements(HapticAudioEvent.self, "audio", of: root, keys: audioKeys, kinds: audioKinds, &reading)
                .map(\.0),
            metadata: metadata,
            repairs: reading.log.all()
        )
    }

    private static let eventKinds = (key: "kind", known: HapticEvent.Kind.allCases.map(\.rawValue))
    private static let curveKinds = (key: "parameter", known: HapticCurve.Parameter.allCases.map(\.rawValue))
    private static let audioKinds = (key: "kind", known: HapticAudioEvent.Kind.allCases.map(\.rawValue))

    private static let eventKeys: Set = [
        "kind", "time", "duration", "intensity", "sharpness", "attack", "decay", "release", "sustained", "layer",
    ]
    private static let curveKeys: Set = ["parameter", "time", "points", "layer"]
    private static let audioKeys: Set = [
        "kind", "time", "duration", "path", "loops", "usesVolumeEnvelope", "parameters",
    ]

    private static func elements<Element: Decodable>(
        _ type: Element.Type,
        _ key: String,
        of root: JSONNode,
        keys: Set<String>,
        kinds: (key: String, known: [String]),
        _ reading: inout NodeReading
    ) throws(ServiceError) -> [(Element, FileLocation)] {
        guard let list = root[key], !list.isNull else { return [] }
        guard let nodes = list.elements else {
            throw ServiceError(.invalidRequest, "\(list.position): expected an array, found \(list.kindName)")
        }
        var result: [(Element, FileLocation)] = []
        for (index, node) in nodes.enumerated() {
            let path = "$.\(key)[\(index)]"
            reading.checkKeys(node, keys, path: path)
            try NativeFormatCheck.check(node, path: path)
            try NativeFormatCheck.check(node, kinds.key, isOneOf: kinds.known)
            if key == "curves" { try NativeFormatCheck.checkPoints(of: node, path: path) }
            do {
                result.append(
                    (try JSONDecoding.value(type, from: node), FileLocation(path: path, position: node.position))
                )
            } catch {
                throw explained(error, in: node, path)
            }
        }
        return result
    }

    /// Adds the position to a decoding error; for a missing value, this is the position of its parent.
    private static func explained(_ error: any Error, in node: JSONNode, _ path: String) -> ServiceError {
        let context: DecodingError.Context
        let what: String
        switch error {
        case DecodingError.keyNotFound(let key, let known):
            (context, what) = (known, " has no \(JSONExcerpt.escaped(key.stringValue))")
        case DecodingError.typeMismatch(_, let known), DecodingError.valueNotFound(_, let known),
            DecodingError.dataCorrupted(let known):
            (context, what) = (known, ": \(known.debugDescription)")
        default: return ServiceError(.invalidRequest, "\(node.position): \(path) is not part of a pattern")
        }
        var position = node.position
        var location = path
        var inner: JSONNode? = node
        for key in context.codingPath {
            if let index = key.intValue {
                location += "[\(index)]"
                inner = inner?.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
            } else {
                location += ".\(JSONExcerpt.escaped(key.stringValue))"
                inner = inner?[key.stringValue]
            }
            position = inner?.position ?? position
        }
        return ServiceError(.invalidRequest, "\(position): \(location)\(what)")
    }
}

/// Checks the values of the native format before decoding, so errors have a position in the file.
enum NativeFormatCheck {
    /// Checks the individual values of an event, a curve or an audio event.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column of the value.
    static func check(_ node: JSONNode, path: String) throws(ServiceError) {
        for member in node.members ?? [] {
            let location = "\(path).\(JSONExcerpt.escaped(member.key))"
            switch member.key {
            case "time", "duration":
                try check(member.value, in: 0...HapticPattern.Limits.time, location)
            case "intensity", "sharpness", "attack", "decay", "release":
                try check(member.value, in: 0...1, location)
            case "layer":
                try check(member.value, in: 0...Double(HapticPattern.Limits.layers - 1), location)
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

    /// Checks that a string is one of the allowed values of a key.
    static func check(_ node: JSONNode, _ key: String, isOneOf known: [String]) throws(ServiceError) {
        guard let value = node[key], let text = value.string, !known.contains(text) else { return }
        let names = known.map { JSONExcerpt.quoted($0) }
        let list = "\(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")"
        throw ServiceError(
            .invalidRequest,
            "\(value.position): \"\(key)\" must be \(list), not \(JSONExcerpt.quoted(text))"
        )
    }

    private static func check(
        _ value: JSONNode,
        in range: ClosedRange<Double>,
        _ location: @autoclosure () -> String
    ) throws(ServiceError) {
        guard let number = value.number?.double, !range.contains(number) else { return }
        throw ServiceError(
            .invalidRequest,
            "\(value.position): \(location()) is \(WholeNumber.text(number)), which is out of range",
            remedy: "use \(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))"
        )
    }
}
