import HapticPatterns
import JSON
import LanguageServices

/// Writes AHAP files; equal patterns produce identical bytes.
///
/// Curves have at most sixteen control points, with times relative to the curve, and events last at most 30 s; longer
/// ones are split without a perceptible difference. Apple documents 30 s (`CHHapticEvent.duration`); sixteen points is
/// the limit of Lofelt's exporter and the number that Android guarantees for envelopes.
enum AHAPWriter {
    /// The maximum number of control points in a curve.
    static let maximumPoints = 16

    /// The maximum duration of an event, in seconds.
    static let maximumEventDuration = 30.0

    static func write(_ pattern: HapticPattern) -> ExportedPattern {
        let merged = MergedLayers(pattern)
        var losses = merged.losses
        var entries: [(time: Double, rank: Int, value: JSONValue)] = []
        var wasCutUnderControls = false
        let hasEnvelopeControls = merged.curves.contains { [.attack, .decay, .release].contains($0.parameter) }
        for (curve, limit) in zip(merged.curves, limits(of: merged.curves)) {
            // A part that begins after a later curve has taken effect would override that curve.
            for part in parts(of: unmistakable(curve)) where part.start == curve.start || part.start < limit {
                entries.append((part.time, 0, value(part)))
            }
        }
        for event in merged.events {
            let parts = parts(of: event)
            if parts.count > 1, hasEnvelopeControls { wasCutUnderControls = true }
            for part in parts { entries.append((part.time, 1, value(part))) }
        }
        for event in pattern.audio { entries.append((event.time, 2, value(event))) }
        if wasCutUnderControls {
            losses.append(
                ExportLoss(.envelopes, "attack or release curves affect the parts of a split vibration")
            )
        }
        let ordered = entries.sorted { ($0.time, $0.rank) < ($1.time, $1.rank) }.map(\.value)
        var members: [(String, JSONValue)] = [("Version", 1)]
        if let metadata = pattern.metadata { members.append(("Metadata", metadata.json)) }
        members.append(("Pattern", .array(ordered)))
        return ExportedPattern(bytes: FileText.bytes(.object(members)), losses: losses)
    }

    /// For each curve, the time at which the next curve for the same parameter takes effect.
    private static func limits(of curves: [HapticCurve]) -> [Double] {
        var limits = Array(repeating: Double.infinity, count: curves.count)
        for parameter in HapticCurve.Parameter.allCases {
            let own = curves.indices.filter { curves[$0].parameter == parameter }
                .sorted { curves[$0].start < curves[$1].start }
            for (index, next) in zip(own, own.dropFirst()) { limits[index] = curves[next].start }
        }
        return limits
    }

    /// Rewrites a curve that readers could mistake for one whose times are relative to the start of the pattern. This
    /// can happen if the offset of its first point equals the curve's time. The rewritten curve begins at its first
    /// point.
    private static func unmistakable(_ curve: HapticCurve) -> HapticCurve {
        guard let first = curve.points.first, first.time > 0, abs(first.time - curve.time) < 1e-3 else { return curve }
        var plain = curve
        plain.time = curve.start
        plain.points = curve.points.map { .init(distance(from: plain.time, to: curve.time + $0.time), $0.value) }
        return plain
    }

    /// A curve split into parts of at most sixteen points. Each part begins with the last point of the previous one.
    static func parts(of curve: HapticCurve) -> [HapticCurve] {
        guard curve.points.count > maximumPoints else { return [curve] }
        var parts: [HapticCurve] = []
        var first = 0
        while first + 1 < curve.points.count {
            let last = min(first + maximumPoints, curve.points.count)
            // Times in the pattern are used, so that the times written for the parts add up to the same numbers.
            let start = first == 0 ? curve.time : curve.time + curve.points[first].time
            let points = curve.points[first..<last]
                .map { point in
                    HapticCurve.Point(
                        first == 0 ? point.time : distance(from: start, to: curve.time + point.time),
                        point.value
                    )
                }
            parts.append(HapticCurve(curve.parameter, at: start, points: points, layer: curve.layer))
            first = last - 1
        }
        return parts
    }

    /// The difference between two times, adjusted by rounding so that adding it to `start` gives exactly `end`, if
    /// possible.
    private static func distance(from start: Double, to end: Double) -> Double {
        let distance = end - start
        for candidate in [distance, distance.nextUp, distance.nextDown] where start + candidate == end {
            return max(candidate, 0)
        }
        return max(distance, 0)
    }

    /// An event split into equal parts of at most 30 s; the first part has the attack, and the last has the release.
    static func parts(of event: HapticEvent) -> [HapticEvent] {
        guard event.kind == .continuous, event.duration > maximumEventDuration else { return [event] }
        guard event.sustained else {
            // The event has faded by then.
            var cut = event
            cut.duration = maximumEventDuration
            return [cut]
        }
        var count = 2.0
        while event.duration / count > maximumEventDuration { count += 1 }
        var parts: [HapticEvent] = []
        var index = 0.0
        while index < count {
            var part = event
            part.time = event.time + event.duration * (index / count)
            let end = index + 1 < count ? event.time + event.duration * ((index + 1) / count) : event.end
            part.duration = distance(from: part.time, to: end)
            if index > 0 { part.attack = 0 }
            if index + 1 < count { part.release = 0 }
            parts.append(part)
            index += 1
        }
        return parts
    }

    private static func value(_ event: HapticEvent) -> JSONValue {
        var parameters: [(String, Double)] = [
            ("HapticIntensity", event.intensity), ("HapticSharpness", event.sharpness),
        ]
        if event.attack != 0 { parameters.append(("AttackTime", event.attack)) }
        if event.decay != 0 { parameters.append(("DecayTime", event.decay)) }
        if event.release != 0 { parameters.append(("ReleaseTime", event.release)) }
        if !event.sustained { parameters.append(("Sustained", 0)) }
        var members: [(String, JSONValue)] = [
            ("EventType", event.kind == .transient ? "HapticTransient" : "HapticContinuous"),
            ("Time", FileText.number(event.time)),
        ]
        if event.kind == .continuous { members.append(("EventDuration", FileText.number(event.duration))) }
        members.append(("EventParameters", .array(parameters.map { value($0.0, $0.1) })))
        return .object([("Event", .object(members))])
    }

    private static func value(_ event: HapticAudioEvent) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("EventType", event.kind == .custom ? "AudioCustom" : "AudioContinuous"),
            ("Time", FileText.number(event.time)),
        ]
        if let duration = event.duration { members.append(("EventDuration", FileText.number(duration))) }
        if let path = event.path { members.append(("EventWaveformPath", .string(path))) }
        if let loops = event.loops { members.append(("EventWaveformLoopEnabled", .bool(loops))) }
        if let uses = event.usesVolumeEnvelope { members.append(("EventWaveformUseVolumeEnvelope", .bool(uses))) }
        members.append(("EventParameters", .array(event.parameters.map { value($0.name, $0.value) })))
        return .object([("Event", .object(members))])
    }

    private static func value(_ name: String, _ number: Double) -> JSONValue {
        ["ParameterID": .string(name), "ParameterValue": FileText.number(number)]
    }

    private static func value(_ curve: HapticCurve) -> JSONValue {
        let name = AHAPParameter.name(curve.parameter)
        if curve.points.count == 1, let point = curve.points.first {
            return [
                "Parameter": [
                    "ParameterID": .string(name), "Time": FileText.number(curve.time + point.time),
                    "ParameterValue": FileText.number(point.value),
                ]
            ]
        }
        let points = curve.points.map { point -> JSONValue in
            ["Time": FileText.number(point.time), "ParameterValue": FileText.number(point.value)]
        }
        return [
            "ParameterCurve": [
                "ParameterID": .string(name), "Time": FileText.number(curve.time),
                "ParameterCurveControlPoints": .array(points),
            ]
        ]
    }
}

/// A pattern with all events and curves in layer 0, for formats in which curves affect all events.
struct MergedLayers {
    /// The events, in order.
    private(set) var events: [HapticEvent]

    /// The curves, in order.
    private(set) var curves: [HapticCurve]

    /// The perceptible differences.
    private(set) var losses: [ExportLoss] = []

    /// Merges the layers of a pattern.
    init(_ pattern: HapticPattern) {
        events = pattern.events
        curves = pattern.curves
        let curved = Set(curves.lazy.filter { $0.parameter.isHaptic }.map(\.layer))
        let used = Set(events.map(\.layer))
        guard curved.intersection(used).count > 0, used.count > 1 else {
            // Curves in layers without events have no effect, and must not have one after the merge.
            curves.removeAll { $0.parameter.isHaptic && !used.contains($0.layer) }
            putIntoOneLayer()
            return
        }
        guard curved.count == 1, let layer = curved.first, canShare(layer) else {
            flatten(pattern)
            putIntoOneLayer()
            return
        }
        raise(layer)
        compensateTaps(outside: layer)
        putIntoOneLayer()
    }

    private mutating func putIntoOneLayer() {
        for index in events.indices { events[index].layer = 0 }
        for index in curves.indices { curves[index].layer = 0 }
    }

    /// Whether the curves in a layer leave the vibrations in other layers unchanged.
    private func canShare(_ layer: Int) -> Bool {
        let others = events.filter { $0.layer != layer && $0.kind == .continuous }
        guard !others.isEmpty else { return true }
        for parameter in HapticCurve.Parameter.allCases where parameter.isHaptic {
            let track = ControlTrack(parameter, of: curves, layer: layer)
            for event in others {
                let points = track.points(from: event.time, to: event.end, in: parameter.range)
                if points.contains(where: { $0.value != parameter.neutralValue }) { return false }
            }
        }
        return true
    }

    /// Writes all continuous events as a single event with curves.
    private mutating func flatten(_ pattern: HapticPattern) {
        let shape = ContinuousShape(pattern)
        events = events.filter { $0.kind == .transient }
        curves = curves.filter { !$0.parameter.isHaptic }
        losses.append(
            ExportLoss(
                .layers,
                "vibrations with separate curves were merged into one vibration with combined curves"
                    + (shape.isExact ? "" : ", within a thousandth")
            )
        )
        // The taps keep their layers, which no longer have curves.
        let layer = HapticPattern.Limits.layers
        guard let first = shape.pieces.first, let last = shape.pieces.last else { return }
        func moved(_ points: [HapticCurve.Point]) -> [HapticCurve.Point] {
            points.compactMap { $0.time < first.start ? nil : .init($0.time - first.start, $0.value) }
        }
        let whole = HapticEvent.continuous(
            at: first.start,
            duration: last.end - first.start,
            sharpness: 0,
            layer: layer
        )
        let index = events.firstIndex { $0.time > whole.time } ?? events.endIndex
        events.insert(whole, at: index)
        curves.append(HapticCurve(.intensity, at: first.start, points: moved(shape.intensities), layer: layer))
        curves.append(HapticCurve(.sharpness, at: first.start, points: moved(shape.sharpnesses), layer: layer))
        raise(layer)
        compensateTaps(outside: layer)
    }

    /// Scales a layer's intensity curves up as far as possible, and its events down accordingly, to leave headroom for
    /// the transients in other layers.
    private mutating func raise(_ layer: Int) {
        let own = events.filter { $0.layer == layer }
        guard events.contains(where: { $0.layer != layer && $0.kind == .transient }),
            let start = own.first?.time, let end = own.lazy.map(\.end).max()
        else { return }
        // A control point before or after the events is included if part of the line to it is perceptible; removing it
        // would change that line.
        let points = ControlTrack(.intensity, of: curves, layer: layer).points(from: start, to: end, in: 0...1)
        let ends = curves.filter { $0.layer == layer && $0.parameter == .intensity }.flatMap { curve in
            zip(curve.points, curve.points.dropFirst())
                .filter { curve.time + $1.time >= start && curve.time + $0.time <= end }.flatMap { [$0, $1] }
        }
        let highest = (points + ends).lazy.map(\.value).max() ?? 1
        guard highest > 0, highest < 1 else { return }
        for index in events.indices where events[index].layer == layer { events[index].intensity *= highest }
        for index in curves.indices where curves[index].layer == layer && curves[index].parameter == .intensity {
            curves[index].points = curves[index].points.map { .init($0.time, min($0.value / highest, 1)) }
        }
    }

    /// Strengthens the transients in other layers to compensate for the curves in this layer.
    private mutating func compensateTaps(outside layer: Int) {
        let track = ControlTrack(.intensity, of: curves, layer: layer)
        var weaker = 0
        var other = 0
        for index in events.indices where events[index].layer != layer && events[index].kind == .transient {
            let event = events[index]
            let values = track.points(from: event.time, to: event.end, in: 0...1).map(\.value)
            let factor = values.first ?? 1
            if values.contains(where: { $0 != factor }) { other += 1 }
            guard factor < 1, event.intensity > 0 else { continue }
            let needed = factor > 0 ? event.intensity / factor : .infinity
            if needed > 1 { weaker += 1 }
            events[index].intensity = min(needed, 1)
        }
        if weaker > 0 {
            losses.append(
                ExportLoss(
                    .layers,
                    "\(Self.taps(weaker)) weaker, because the vibration's curves also apply to taps"
                )
            )
        }
        if other > 0 {
            losses.append(
                ExportLoss(.taps, "\(Self.taps(other)) changed by the vibration's curves during playback")
            )
        }
    }

    private static func taps(_ count: Int) -> String { count == 1 ? "1 tap is" : "\(count) taps are" }
}
