import HapticPatterns
import JSON
import LanguageServices

/// Reads AHAP files, at least as tolerantly as Core Haptics.
///
/// Structure and keys follow Apple's article *Representing haptic patterns in AHAP files* and the constants of the
/// framework (`CHHapticPatternKey…`). Where these differ (`EventDuration` and `Duration`, `ParameterValue` and
/// `Value`), the framework's key is preferred, and the article's key is accepted.
struct AHAPReader {
    /// The end of a curve as written in the file.
    struct CurveEnd {
        /// The time of its last control point.
        var time: Double
        /// Its index in ``curves``, if the time of its first control point equals the time of the curve. In that case,
        /// it is not yet known what its times are relative to.
        var undecided: Int?
    }

    /// The default duration of a continuous event, in seconds.
    static let defaultDuration = 1.0

    var reading = NodeReading()
    var events: [(HapticEvent, FileLocation)] = []
    var curves: [(HapticCurve, FileLocation)] = []
    var audio: [HapticAudioEvent] = []

    /// The end of the last curve for each parameter, used to detect whether the next one continues it.
    var lastCurves: [HapticCurve.Parameter: CurveEnd] = [:]

    private var lastTimes: [String: Double] = [:]

    /// Reads a document.
    mutating func read(_ root: JSONNode) throws(ServiceError) -> PatternParts {
        let metadata = try readAll(root)
        return PatternParts(
            events: events,
            curves: curves,
            audio: audio,
            metadata: metadata,
            repairs: reading.log.all()
        )
    }

    /// Reads the entries of a document, and returns its metadata.
    private mutating func readAll(_ root: JSONNode) throws(ServiceError) -> HapticMetadata? {
        guard root.members != nil else {
            guard let entries = root.elements, !entries.isEmpty, entries.allSatisfy({ Self.isEntry($0) }) else {
                throw Self.noPattern(root)
            }
            reading.report(.missingKey, root, "$", "Pattern is missing", fix: "the array is read as the pattern")
            read(entries, path: "$")
            return nil
        }
        guard let pattern = root["Pattern"] else {
            guard Self.isEntry(root) else { throw Self.noPattern(root) }
            reading.report(.missingKey, root, "$", "Pattern is missing", fix: "the object is read as its only entry")
            read([root], path: "")
            return nil
        }
        reading.checkKeys(root, ["Version", "Metadata", "Pattern"], path: "$")
        checkVersion(root)
        read(reading.list(pattern, path: "$.Pattern"), path: "$.Pattern")
        return root["Metadata"].flatMap { $0.isNull ? nil : HapticMetadata($0) }
    }

    private static func isEntry(_ node: JSONNode) -> Bool {
        ["Event", "Parameter", "ParameterCurve"].contains { node[$0] != nil }
    }

    private static func noPattern(_ root: JSONNode) -> ServiceError {
        if let near = root.members?.first(where: { $0.key.lowercased() == "pattern" }) {
            return ServiceError(
                .invalidRequest,
                "\(near.keyPosition): there is no \"Pattern\", only \(JSONExcerpt.quoted(near.key))",
                remedy: "AHAP keys begin with capital letters; Core Haptics ignores others"
            )
        }
        return ServiceError(
            .invalidRequest,
            "\(root.position): there is no \"Pattern\", so this is not an AHAP file",
            remedy: "use --from to name another format"
        )
    }

    private mutating func checkVersion(_ root: JSONNode) {
        guard let version = root["Version"] else {
            reading.report(.missingKey, root, "$", "Version is missing", fix: "1 is used", severity: .note)
            return
        }
        guard version.number?.double != 1 else { return }
        reading.report(
            .ignoredValue,
            version,
            "$.Version",
            "the only supported version is 1",
            fix: "read as version 1",
            severity: .note
        )
    }

    private mutating func read(_ entries: [JSONNode], path: String) {
        for (index, entry) in entries.enumerated() {
            let entryPath = path.isEmpty ? "$" : "\(path)[\(index)]"
            guard entry.members != nil else {
                reading.reportType(entry, entryPath, "an object")
                continue
            }
            reading.checkKeys(entry, ["Event", "Parameter", "ParameterCurve"], path: entryPath)
            if let event = part("Event", of: entry, entryPath) { readEvent(event, path: "\(entryPath).Event") }
            if let parameter = part("Parameter", of: entry, entryPath) {
                readParameter(parameter, path: "\(entryPath).Parameter")
            }
            if let curve = part("ParameterCurve", of: entry, entryPath) {
                readCurve(curve, path: "\(entryPath).ParameterCurve")
            }
        }
    }

    private mutating func part(_ key: String, of entry: JSONNode, _ path: String) -> JSONNode? {
        guard let node = entry[key] else { return nil }
        if node.members != nil { return node }
        reading.reportType(node, "\(path).\(key)", "an object")
        return nil
    }

    /// A time in the pattern: 0 if it is missing, `nil` if it exceeds the limit.
    mutating func time(of node: JSONNode, kind: String, path: String) -> Double? {
        guard let number = reading.number("Time", of: node, path: path) else {
            if node["Time"] == nil { reading.report(.missingKey, node, path, "Time is missing", fix: "0 is used") }
            return 0
        }
        let value = node["Time"] ?? node
        func note(_ code: PatternFinding.Code, _ message: String, fix: String) {
            let time = WholeNumber.text(number)
            reading.report(code, value, "\(path).Time", "the time \(time) s \(message)", fix: fix)
        }
        guard number <= HapticPattern.Limits.time else {
            note(.leftOut, "is later than \(WholeNumber.text(HapticPattern.Limits.time)) s", fix: "left out")
            return nil
        }
        if let last = lastTimes[kind], number < last {
            note(.unsorted, "is before the previous entry, at \(WholeNumber.text(last)) s", fix: "sorted")
        }
        lastTimes[kind] = number
        if number < 0 { note(.outOfRange, "is negative", fix: "0 is used") }
        return max(number, 0)
    }
}

/// The names of curve parameters in AHAP files.
enum AHAPParameter {
    /// The parameter with the given name.
    static func parameter(_ name: String) -> HapticCurve.Parameter? {
        HapticCurve.Parameter.allCases.first { self.name($0) == name }
    }

    /// The name of a parameter.
    static func name(_ parameter: HapticCurve.Parameter) -> String {
        switch parameter {
        case .intensity: "HapticIntensityControl"
        case .sharpness: "HapticSharpnessControl"
        case .attack: "HapticAttackTimeControl"
        case .decay: "HapticDecayTimeControl"
        case .release: "HapticReleaseTimeControl"
        case .audioVolume: "AudioVolumeControl"
        case .audioPan: "AudioPanControl"
        case .audioPitch: "AudioPitchControl"
        case .audioBrightness: "AudioBrightnessControl"
        case .audioAttack: "AudioAttackTimeControl"
        case .audioDecay: "AudioDecayTimeControl"
        case .audioRelease: "AudioReleaseTimeControl"
        }
    }
}
