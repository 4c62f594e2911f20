import HapticPatterns
import JSON
import LanguageServices

/// Reads `.haptic` files, the clips written by Lofelt's and Meta's tools.
///
/// The structure is that of version 1 (`core/datamodel` of NiceVibrations, `core/haptic_data` of Meta's haptics SDK):
/// an amplitude envelope with emphasis points, and a frequency envelope with values of 0…1. Motor values are converted
/// to perceived values: an amplitude is the square of an intensity (`HapticAmplitude`), a frequency is a sharpness. The
/// envelopes become one continuous event with two curves in layer 0. An emphasis becomes a transient in layer 1, where
/// the curves do not affect it.
struct HapticReader {
    var reading = NodeReading()
    private var events: [(HapticEvent, FileLocation)] = []
    private var curves: [(HapticCurve, FileLocation)] = []

    /// The layer of transients.
    static let tapLayer = 1

    /// Reads a document.
    mutating func read(_ root: JSONNode) throws(ServiceError) -> PatternParts {
        guard let signals = root["signals"], signals.members != nil else {
            if let voices = root.member("voices") {
                throw ServiceError(
                    .invalidRequest,
                    "\(voices.keyPosition): \"voices\" is a key from version 0; only version 1 is supported",
                    remedy: "export the clip again with a current tool by Lofelt or Meta, which writes version 1"
                )
            }
            throw ServiceError(
                .invalidRequest,
                "\(root.position): there are no \"signals\", so this is not a .haptic file",
                remedy: "use --from to name another format"
            )
        }
        reading.checkKeys(root, ["version", "metadata", "signals"], path: "$")
        checkVersion(root)
        reading.checkKeys(signals, ["continuous"], path: "$.signals")
        let path = "$.signals.continuous.envelopes"
        guard let envelopes = signals["continuous"]?["envelopes"], envelopes.members != nil else {
            throw ServiceError(
                .invalidRequest,
                "\(signals.position): there are no envelopes under \"signals\"",
                remedy: "a .haptic file must contain signals.continuous.envelopes.amplitude"
            )
        }
        reading.checkKeys(envelopes, ["amplitude", "frequency"], path: path)
        readAmplitude(envelopes, path: "\(path).amplitude")
        readFrequency(envelopes, path: "\(path).frequency")
        let metadata = root["metadata"].flatMap { $0.isNull ? nil : HapticMetadata($0) }
        return PatternParts(
            events: events,
            curves: curves,
            metadata: metadata == .group([]) ? nil : metadata,
            repairs: reading.log.all()
        )
    }

    private mutating func checkVersion(_ root: JSONNode) {
        let major = root["version"]?["major"]?.number?.double
        guard major != 1 else { return }
        reading.log.add(
            major == nil ? .missingKey : .ignoredValue,
            .note,
            at: FileLocation(path: "$.version", position: root["version"]?.position ?? root.position),
            major == nil ? "there is no major version" : "the only supported version is 1",
            fix: "read as version 1"
        )
    }

    private mutating func readAmplitude(_ envelopes: JSONNode, path: String) {
        let node = envelopes["amplitude"] ?? JSONNode(.null, at: envelopes.position)
        var points: [HapticCurve.Point] = []
        for (index, element) in reading.list(node, path: path).enumerated() {
            let elementPath = { "\(path)[\(index)]" }
            reading.checkKeys(element, ["time", "amplitude", "emphasis"], path: elementPath())
            guard let time = time(of: element, path: elementPath()),
                let amplitude = value("amplitude", of: element, path: elementPath())
            else { continue }
            points.append(.init(time, HapticAmplitude.intensity(ofAmplitude: amplitude)))
            if let emphasis = element["emphasis"], !emphasis.isNull {
                readEmphasis(emphasis, at: time, amplitude: amplitude, path: "\(elementPath()).emphasis")
            }
        }
        points = reading.inOrder(points, "points", node, path)
        guard let first = points.first, let last = points.last else {
            reading.report(.leftOut, node, path, "the amplitude envelope has no points", fix: "left out")
            return
        }
        guard last.time > first.time else {
            if points.contains(where: { $0.value > 0 }) || events.isEmpty {
                reading.report(
                    .leftOut,
                    node,
                    path,
                    "the amplitude envelope has no duration, so nothing vibrates",
                    fix: "left out"
                )
            }
            return
        }
        let location = FileLocation(path: path, position: node.position)
        events.insert((.continuous(at: first.time, duration: last.time - first.time), location), at: 0)
        curves.append((HapticCurve(.intensity, points: points), location))
    }

    private mutating func readEmphasis(_ node: JSONNode, at time: Double, amplitude: Double, path: String) {
        reading.checkKeys(node, ["amplitude", "frequency"], path: path)
        guard var strength = value("amplitude", of: node, path: path) else { return }
        if strength < amplitude {
            reading.report(
                .outOfRange,
                node,
                path,
                "the emphasis is weaker than the vibration at the same time",
                fix: "raised to the same level",
                severity: .note
            )
            strength = amplitude
        }
        let frequency = node["frequency"] == nil ? nil : value("frequency", of: node, path: path)
        let tap = HapticEvent.transient(
            at: time,
            intensity: HapticAmplitude.intensity(ofAmplitude: strength),
            sharpness: frequency ?? HapticEvent.defaultSharpness,
            layer: Self.tapLayer
        )
        events.append((tap, FileLocation(path: path, position: node.position)))
    }

    private mutating func readFrequency(_ envelopes: JSONNode, path: String) {
        guard let node = envelopes["frequency"], !node.isNull else { return }
        var points: [HapticCurve.Point] = []
        for (index, element) in reading.list(node, path: path).enumerated() {
            let elementPath = { "\(path)[\(index)]" }
            reading.checkKeys(element, ["time", "frequency"], path: elementPath())
            guard let time = time(of: element, path: elementPath()),
                let frequency = value("frequency", of: element, path: elementPath())
            else { continue }
            points.append(.init(time, frequency))
        }
        points = reading.inOrder(points, "points", node, path)
        guard let first = points.first, let index = events.firstIndex(where: { $0.0.kind == .continuous }) else {
            return
        }
        let start = events[index].0.time
        // Before its first point, the frequency is constant.
        if first.time > start { points.insert(.init(start, first.value), at: 0) }
        events[index].0.sharpness = 0
        curves.append((HapticCurve(.sharpness, points: points), FileLocation(path: path, position: node.position)))
    }

    private mutating func time(of element: JSONNode, path: String) -> Double? {
        guard element.members != nil else {
            noteMissing("an object", element, path)
            return nil
        }
        guard let time = reading.number("time", of: element, in: 0...HapticPattern.Limits.time, path: path) else {
            noteMissing("a time", element, path)
            return nil
        }
        return time
    }

    private mutating func value(_ key: String, of element: JSONNode, path: String) -> Double? {
        if let value = reading.number(key, of: element, in: 0...1, path: path) { return value }
        noteMissing("a number called \(key)", element, path)
        return nil
    }

    private mutating func noteMissing(_ what: String, _ element: JSONNode, _ path: String) {
        reading.report(.missingKey, element, path, "\(what) is missing", fix: "left out")
    }
}
