import HapticPatterns
import JSON
import LanguageServices

extension AHAPReader {
    private static let eventKeys: Set = ["EventType", "Time", "EventDuration", "Duration", "EventParameters"]
    private static let audioKeys: Set = [
        "EventWaveformPath", "EventWaveformLoopEnabled", "EventWaveformUseVolumeEnvelope",
    ]

    /// Reads the value of `Event`.
    mutating func readEvent(_ node: JSONNode, path: String) {
        guard let type = node["EventType"]?.string else {
            skip(node, "EventType", path, "EventType is missing")
            return
        }
        switch type {
        case "HapticTransient", "HapticContinuous": readHapticEvent(node, type: type, path: path)
        case "AudioContinuous", "AudioCustom": readAudioEvent(node, type: type, path: path)
        default: skip(node, "EventType", path, "the event type \(JSONExcerpt.quoted(type)) is unknown")
        }
    }

    private mutating func skip(_ node: JSONNode, _ key: String, _ path: String, _ message: String) {
        reading.report(.leftOut, node[key] ?? node, "\(path).\(key)", message, fix: "the event is left out")
    }

    private mutating func readHapticEvent(_ node: JSONNode, type: String, path: String) {
        // Some tools write every known key, and null where the event has no value.
        reading.checkKeys(node, Self.eventKeys.union(Self.audioKeys.filter { node[$0]?.isNull ?? false }), path: path)
        guard let time = time(of: node, kind: "Event", path: path) else { return }
        var event = HapticEvent(type == "HapticTransient" ? .transient : .continuous, at: time)
        if event.kind == .continuous {
            guard let duration = duration(of: node, from: time, path: path) else { return }
            event.duration = duration
        } else if let duration = node["EventDuration"] ?? node["Duration"] {
            reading.report(
                .ignoredValue,
                duration,
                "\(path).EventDuration",
                "a transient event cannot have a duration",
                fix: "left out",
                severity: .note
            )
        }
        for (name, value, location) in parameters(of: node, path: path) {
            let value = reading.clamped(value, to: name == "Sustained" ? nil : 0...1, at: location)
            switch name {
            case "HapticIntensity": event.intensity = value
            case "HapticSharpness": event.sharpness = value
            case "AttackTime": event.attack = value
            case "DecayTime": event.decay = value
            case "ReleaseTime": event.release = value
            case "Sustained": event.sustained = value >= 0.5
            default: noteUnknown(name, location)
            }
        }
        events.append((event, FileLocation(path: path, position: node.position)))
    }

    /// The duration of a continuous event; `nil` if the event is imperceptible.
    private mutating func duration(of node: JSONNode, from time: Double, path: String) -> Double? {
        guard let number = reading.number("EventDuration", alias: "Duration", of: node, path: path) else {
            reading.report(
                .missingKey,
                node,
                path,
                "a continuous event has no EventDuration",
                fix: "\(WholeNumber.text(Self.defaultDuration)) s is used"
            )
            return Self.defaultDuration
        }
        let key = node["EventDuration"] == nil ? "Duration" : "EventDuration"
        let longest = HapticPattern.Limits.time - time
        guard number > 0, longest > 0 else {
            skip(node, key, path, "a duration of \(WholeNumber.text(number)) s is imperceptible")
            return nil
        }
        guard number > longest else { return number }
        let message = "the event ends later than \(WholeNumber.text(HapticPattern.Limits.time)) s"
        reading.report(.outOfRange, node[key] ?? node, "\(path).\(key)", message, fix: "cut there")
        return longest
    }

    private mutating func readAudioEvent(_ node: JSONNode, type: String, path: String) {
        reading.checkKeys(node, Self.eventKeys.union(Self.audioKeys), path: path)
        guard let time = time(of: node, kind: "Event", path: path) else { return }
        var event = HapticAudioEvent(type == "AudioCustom" ? .custom : .continuous, at: time)
        if node["EventDuration"] != nil || node["Duration"] != nil {
            event.duration = reading.number(
                "EventDuration",
                alias: "Duration",
                of: node,
                in: 0...(HapticPattern.Limits.time - time),
                path: path
            )
        }
        event.path = node["EventWaveformPath"]?.string
        event.loops = node["EventWaveformLoopEnabled"].flatMap { truth($0) }
        event.usesVolumeEnvelope = node["EventWaveformUseVolumeEnvelope"].flatMap { truth($0) }
        for (name, value, _) in parameters(of: node, path: path) {
            event.parameters.append(.init(name, value))
        }
        audio.append(event)
    }

    private func truth(_ node: JSONNode) -> Bool? {
        node.bool ?? node.number?.double.map { $0 != 0 }
    }

    /// The parameters of an event with their unchecked values.
    private mutating func parameters(of node: JSONNode, path: String) -> [(String, Double, FileLocation)] {
        guard let list = node["EventParameters"] else { return [] }
        let path = "\(path).EventParameters"
        var result: [(String, Double, FileLocation)] = []
        for (index, element) in reading.list(list, path: path).enumerated() {
            let elementPath = { "\(path)[\(index)]" }
            guard let name = element["ParameterID"]?.string else {
                reading.report(.missingKey, element, elementPath(), "ParameterID is missing", fix: "left out")
                continue
            }
            reading.checkKeys(element, ["ParameterID", "ParameterValue", "Value"], path: elementPath())
            guard let value = reading.number("ParameterValue", alias: "Value", of: element, path: elementPath()) else {
                if element["ParameterValue"]?.isNull ?? true {
                    reading.report(.missingKey, element, elementPath(), "ParameterValue is missing", fix: "left out")
                }
                continue
            }
            let position = (element["ParameterValue"] ?? element["Value"] ?? element).position
            result.append((name, value, FileLocation(path: "\(elementPath()).ParameterValue", position: position)))
        }
        return result
    }

    private mutating func noteUnknown(_ name: String, _ location: FileLocation) {
        reading.log.add(
            .unknownKey,
            .warning,
            at: location,
            "the parameter \(JSONExcerpt.quoted(name)) is unknown for haptic events",
            fix: "left out"
        )
    }
}

extension AHAPReader {
    /// Reads the value of `Parameter`: a curve with one point.
    mutating func readParameter(_ node: JSONNode, path: String) {
        reading.checkKeys(node, ["ParameterID", "Time", "ParameterValue", "Value"], path: path)
        guard let parameter = parameter(of: node, path: path),
            let time = time(of: node, kind: "Parameter \(parameter.rawValue)", path: path)
        else { return }
        let value = reading.number("ParameterValue", alias: "Value", of: node, in: parameter.range, path: path)
        guard let value else {
            reading.report(.missingKey, node, path, "ParameterValue is missing", fix: "left out")
            return
        }
        append(HapticCurve(parameter, at: time, points: [.init(0, value)]), node, path)
    }

    /// Reads the value of `ParameterCurve`.
    mutating func readCurve(_ node: JSONNode, path: String) {
        reading.checkKeys(node, ["ParameterID", "Time", "ParameterCurveControlPoints"], path: path)
        guard let parameter = parameter(of: node, path: path),
            let time = time(of: node, kind: "Curve \(parameter.rawValue)", path: path)
        else { return }
        guard let list = node["ParameterCurveControlPoints"] else {
            reading.report(.missingKey, node, path, "ParameterCurveControlPoints is missing", fix: "left out")
            return
        }
        let listPath = "\(path).ParameterCurveControlPoints"
        var points = points(reading.list(list, path: listPath), of: parameter, path: listPath)
        guard let first = points.first, let last = points.last else {
            reading.report(.leftOut, node, path, "the curve has no control points", fix: "left out")
            return
        }
        // Some tools write curves in consecutive parts of sixteen points, each starting at the last point of the
        // previous one, with times from the start of the pattern.
        let mayBeAbsolute = time > 0 && Self.isSame(first.time, time)
        var isAbsolute = false
        if mayBeAbsolute, let before = lastCurves[parameter], Self.isSame(before.time, time) {
            isAbsolute = true
            if let index = before.undecided, curves.indices.contains(index) {
                let (head, location) = curves[index]
                curves[index].0.points = counted(from: head.time, head.points, location)
            }
            points = counted(from: time, points, FileLocation(path: path, position: node.position))
        }
        lastCurves[parameter] = CurveEnd(time: last.time, undecided: mayBeAbsolute && !isAbsolute ? curves.count : nil)
        points = usable(points, of: node, from: time, path: listPath)
        if !points.isEmpty { append(HapticCurve(parameter, at: time, points: points), node, path) }
    }

    /// Converts control points with times from the start of the pattern to times from the start of the curve.
    private mutating func counted(
        from time: Double,
        _ points: [HapticCurve.Point],
        _ location: FileLocation
    ) -> [HapticCurve.Point] {
        reading.log.add(
            .chainedAbsoluteCurve,
            .warning,
            at: location,
            "control point times are relative to the start of the pattern instead of the curve",
            fix: "\(WholeNumber.text(time)) s subtracted from each"
        )
        return points.map { .init(max($0.time - time, 0), $0.value) }
    }

    private static func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

    private mutating func parameter(of node: JSONNode, path: String) -> HapticCurve.Parameter? {
        guard let name = node["ParameterID"]?.string else {
            reading.report(.missingKey, node, path, "ParameterID is missing", fix: "left out")
            return nil
        }
        if let parameter = AHAPParameter.parameter(name) { return parameter }
        reading.report(
            .unknownKey,
            node,
            path,
            "the parameter \(JSONExcerpt.quoted(name)) is unknown",
            fix: "left out"
        )
        return nil
    }

    private mutating func points(
        _ elements: [JSONNode],
        of parameter: HapticCurve.Parameter,
        path: String
    ) -> [HapticCurve.Point] {
        var points: [HapticCurve.Point] = []
        points.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let elementPath = { "\(path)[\(index)]" }
            if (element.members?.count ?? 0) != 2 || element["Time"] == nil || element["ParameterValue"] == nil {
                reading.checkKeys(element, ["Time", "ParameterValue", "Value"], path: elementPath())
            }
            guard
                let value = reading.number(
                    "ParameterValue",
                    alias: "Value",
                    of: element,
                    in: parameter.range,
                    path: elementPath()
                )
            else {
                reading.report(
                    .missingKey,
                    element,
                    elementPath(),
                    "the control point has no ParameterValue",
                    fix: "left out"
                )
                continue
            }
            let time = reading.number("Time", of: element, path: elementPath())
            if time == nil {
                reading.report(.missingKey, element, elementPath(), "the control point has no Time", fix: "0 is used")
            }
            points.append(.init(time ?? 0, value))
        }
        return points
    }

    /// The points in chronological order, without those beyond the maximum time.
    private mutating func usable(
        _ points: [HapticCurve.Point],
        of node: JSONNode,
        from time: Double,
        path: String
    ) -> [HapticCurve.Point] {
        var points = points
        if points.contains(where: { $0.time < 0 }) {
            reading.report(.outOfRange, node, path, "control points have negative times", fix: "0 is used")
            points = points.map { .init(max($0.time, 0), $0.value) }
        }
        if points.contains(where: { time + $0.time > HapticPattern.Limits.time }) {
            let limit = WholeNumber.text(HapticPattern.Limits.time)
            reading.report(.leftOut, node, path, "control points are later than \(limit) s", fix: "left out")
            points.removeAll { time + $0.time > HapticPattern.Limits.time }
        }
        return reading.inOrder(points, "control points", node, path)
    }

    private mutating func append(_ curve: HapticCurve, _ node: JSONNode, _ path: String) {
        curves.append((curve, FileLocation(path: path, position: node.position)))
    }
}
