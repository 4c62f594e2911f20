import HapticPatterns
import JSON
import LanguageServices

extension AHAPReader {
    private static let eventKeys: Set = ["EventType", "Time", "EventDuration", "Duration", "EventParameters"]
    private static let audioKeys: Set = [
        "EventWaveformPath", "EventWaveformLoopEnabled", "EventWaveformUseVolumeEnvelope",
    ]

    /// Reads what stands under `Event`.
    mutating func readEvent(_ node: JSONNode, path: String) {
        guard let type = node["EventType"]?.string else {
            leaveOut(node, "EventType", path, "there is no EventType")
            return
        }
        switch type {
        case "HapticTransient", "HapticContinuous": readHapticEvent(node, type: type, path: path)
        case "AudioContinuous", "AudioCustom": readAudioEvent(node, type: type, path: path)
        default: leaveOut(node, "EventType", path, "the event type \(JSONExcerpt.quoted(type)) is not known")
        }
    }

    private mutating func leaveOut(_ node: JSONNode, _ key: String, _ path: String, _ message: String) {
        let place = FilePlace(path: "\(path).\(key)", position: node[key]?.position ?? node.position)
        reading.log.add(.leftOut, .warning, at: place, message, fix: "the event is left out")
    }

    private mutating func readHapticEvent(_ node: JSONNode, type: String, path: String) {
        // Some tools write every key they know, and null where an event has nothing of it.
        reading.checkKeys(node, Self.eventKeys.union(Self.audioKeys.filter { node[$0]?.isNull ?? false }), path: path)
        guard let time = time(of: node, kind: "Event", path: path) else { return }
        var event = HapticEvent(type == "HapticTransient" ? .transient : .continuous, at: time)
        if event.kind == .continuous {
            guard let duration = duration(of: node, from: time, path: path) else { return }
            event.duration = duration
        } else if let duration = node["EventDuration"] ?? node["Duration"] {
            reading.log.add(
                .ignoredValue,
                .note,
                at: FilePlace(path: "\(path).EventDuration", position: duration.position),
                "a transient event has no duration",
                fix: "left out"
            )
        }
        for (name, value, place) in parameters(of: node, path: path) {
            guard let value = brought(value, into: name == "Sustained" ? nil : 0...1, place) else { continue }
            switch name {
            case "HapticIntensity": event.intensity = value
            case "HapticSharpness": event.sharpness = value
            case "AttackTime": event.attack = value
            case "DecayTime": event.decay = value
            case "ReleaseTime": event.release = value
            case "Sustained": event.sustained = value >= 0.5
            default: noteUnknown(name, place)
            }
        }
        events.append(Placed(content: event, place: FilePlace(path: path, position: node.position)))
    }

    /// The duration of a continuous event; `nil` when it would not be felt.
    private mutating func duration(of node: JSONNode, from time: Double, path: String) -> Double? {
        guard let number = reading.number("EventDuration", alias: "Duration", of: node, path: path) else {
            reading.log.add(
                .missingKey,
                .warning,
                at: FilePlace(path: path, position: node.position),
                "a continuous event has no EventDuration",
                fix: "\(WholeNumber.text(Self.usualDuration)) s is taken"
            )
            return Self.usualDuration
        }
        let key = node["EventDuration"] == nil ? "Duration" : "EventDuration"
        let longest = HapticPattern.Limits.time - time
        guard number > 0, longest > 0 else {
            leaveOut(node, key, path, "a duration of \(WholeNumber.text(number)) s is not felt")
            return nil
        }
        guard number > longest else { return number }
        reading.log.add(
            .outOfRange,
            .warning,
            at: FilePlace(path: "\(path).\(key)", position: node[key]?.position ?? node.position),
            "the event ends later than \(WholeNumber.text(HapticPattern.Limits.time)) s",
            fix: "cut there"
        )
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

    /// The parameters of an event with their values as they stand.
    private mutating func parameters(of node: JSONNode, path: String) -> [(String, Double, FilePlace)] {
        guard let list = node["EventParameters"] else { return [] }
        let path = "\(path).EventParameters"
        var result: [(String, Double, FilePlace)] = []
        for (index, element) in reading.list(list, path: path).enumerated() {
            let own = { "\(path)[\(index)]" }
            guard let name = element["ParameterID"]?.string else {
                let place = FilePlace(path: own(), position: element.position)
                reading.log.add(.missingKey, .warning, at: place, "there is no ParameterID", fix: "left out")
                continue
            }
            reading.checkKeys(element, ["ParameterID", "ParameterValue", "Value"], path: own())
            guard let value = reading.number("ParameterValue", alias: "Value", of: element, path: own()) else {
                if element["ParameterValue"]?.isNull ?? true {
                    let place = FilePlace(path: own(), position: element.position)
                    reading.log.add(.missingKey, .warning, at: place, "there is no ParameterValue", fix: "left out")
                }
                continue
            }
            let position = (element["ParameterValue"] ?? element["Value"] ?? element).position
            result.append((name, value, FilePlace(path: "\(own()).ParameterValue", position: position)))
        }
        return result
    }

    private mutating func brought(
        _ value: Double,
        into range: ClosedRange<Double>?,
        _ place: FilePlace
    ) -> Double? {
        guard let range, !range.contains(value) else { return value }
        let nearest = min(max(value, range.lowerBound), range.upperBound)
        reading.log.add(
            .outOfRange,
            .warning,
            at: place,
            "\(WholeNumber.text(value)) lies outside of \(WholeNumber.text(range.lowerBound)) to \(WholeNumber.text(range.upperBound))",
            fix: "\(WholeNumber.text(nearest)) is taken"
        )
        return nearest
    }

    private mutating func noteUnknown(_ name: String, _ place: FilePlace) {
        reading.log.add(
            .unknownKey,
            .warning,
            at: place,
            "the parameter \(JSONExcerpt.quoted(name)) is not known of haptic events",
            fix: "left out"
        )
    }
}
