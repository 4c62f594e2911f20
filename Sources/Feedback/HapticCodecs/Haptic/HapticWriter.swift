import HapticPatterns
import JSON
import LanguageServices

/// Writes `.haptic` files; see `HapticReader` for the format.
enum HapticWriter {
    /// A point in the amplitude envelope.
    private struct Breakpoint {
        var time: Double
        var intensity: Double
        var emphasis: HapticEvent?
    }

    static func write(_ pattern: HapticPattern) -> ExportedPattern {
        var losses: [ExportLoss] = []
        let shape = ContinuousShape(pattern)
        if !shape.isExact {
            losses.append(
                ExportLoss(.approximated, "curves were approximated by straight lines, to within 0.001")
            )
        }
        if !pattern.audio.isEmpty { losses.append(ExportLoss(.audio, "sounds are left out")) }
        var points = shape.intensities.map { Breakpoint(time: $0.time, intensity: $0.value) }
        let taps = WeightedTransients(pattern)
        insert(taps.events, into: &points, shape, &losses)
        if taps.changed > 0 {
            losses.append(
                ExportLoss(.taps, "\(taps.changed) taps keep their initial intensity; curves do not apply to taps")
            )
        }
        if points.isEmpty { points = [Breakpoint(time: 0, intensity: 0), Breakpoint(time: 0.001, intensity: 0)] }
        if points.count == 1, let only = points.first {
            points.append(Breakpoint(time: only.time + HapticEvent.tapLength, intensity: 0))
        }
        var envelopes: [(String, JSONValue)] = [("amplitude", .array(points.map { value($0) }))]
        let frequencies = frequencies(shape)
        if !frequencies.isEmpty { envelopes.append(("frequency", .array(frequencies))) }
        let (metadata, isWhole) = HapticFileMetadata.members(pattern.metadata)
        if !isWhole {
            losses.append(ExportLoss(.metadata, "metadata that the format does not support is left out"))
        }
        let document: JSONValue = [
            "version": ["major": 1, "minor": 0, "patch": 0], "metadata": .object(metadata),
            "signals": ["continuous": ["envelopes": .object(envelopes)]],
        ]
        return ExportedPattern(bytes: FileText.bytes(document), losses: losses)
    }

    private static func frequencies(_ shape: ContinuousShape) -> [JSONValue] {
        var points = shape.sharpnesses
        if let first = points.first, first.time > 0 { points.insert(.init(0, first.value), at: 0) }
        points = ContinuousShape.withoutRedundant(points)
        // The placeholder vibration of a pattern with only taps is silent and needs no frequencies.
        if points.allSatisfy({ $0.value == HapticEvent.defaultSharpness }),
            shape.intensities.allSatisfy({ $0.value == 0 })
        {
            return []
        }
        return points.map { ["time": FileText.number($0.time), "frequency": FileText.number($0.value)] }
    }

    /// Assigns each transient to a point in the envelope, inserting points where necessary.
    private static func insert(
        _ taps: [HapticEvent],
        into points: inout [Breakpoint],
        _ shape: ContinuousShape,
        _ losses: inout [ExportLoss]
    ) {
        var result: [Breakpoint] = []
        result.reserveCapacity(points.count + taps.count)
        var next = 0
        var together = 0
        var raised = 0
        for tap in taps {
            while next < points.count, points[next].time < tap.time {
                result.append(points[next])
                next += 1
            }
            var atTime: [Breakpoint] = []
            while next < points.count, points[next].time == tap.time {
                atTime.append(points[next])
                next += 1
            }
            if atTime.isEmpty, result.last?.time == tap.time {
                // The tap is at the same time as the previous one, but a point can have only one emphasis.
                together += 1
                if let last = result.indices.last(where: { result[$0].emphasis != nil && result[$0].time == tap.time }),
                    let other = result[last].emphasis, other.intensity < tap.intensity
                {
                    result[last].emphasis = tap
                }
                continue
            }
            if atTime.isEmpty {
                atTime = inserted(at: tap.time, after: result.last, before: next < points.count ? points[next] : nil)
            }
            let index = atTime.lastIndex { $0.intensity <= tap.intensity } ?? atTime.count - 1
            if atTime.indices.contains(index) {
                atTime[index].emphasis = tap
                if atTime[index].intensity > tap.intensity { raised += 1 }
            }
            result += atTime
        }
        result += points[next...]
        points = result
        if together > 0 {
            losses.append(ExportLoss(.taps, "\(together) taps at the same time as a stronger one are left out"))
        }
        if raised > 0 {
            losses.append(
                ExportLoss(.taps, "\(raised) taps were raised to the level of the stronger vibration at that time")
            )
        }
    }

    /// The points to insert for a transient where the envelope has no point.
    private static func inserted(at time: Double, after last: Breakpoint?, before next: Breakpoint?) -> [Breakpoint] {
        guard let last else {
            // Before the first point: silence from the beginning.
            return time > 0
                ? [Breakpoint(time: 0, intensity: 0), Breakpoint(time: time, intensity: 0)]
                : [Breakpoint(time: 0, intensity: 0)]
        }
        guard let next else {
            // After the last point.
            let fall = last.intensity > 0 ? [Breakpoint(time: last.time, intensity: 0)] : []
            return fall + [Breakpoint(time: time, intensity: 0)]
        }
        let fraction = (time - last.time) / (next.time - last.time)
        return [Breakpoint(time: time, intensity: last.intensity + (next.intensity - last.intensity) * fraction)]
    }

    private static func value(_ point: Breakpoint) -> JSONValue {
        var amplitude = amplitude(point.intensity)
        guard let tap = point.emphasis else {
            return ["time": FileText.number(point.time), "amplitude": FileText.number(amplitude)]
        }
        let emphasis = max(self.amplitude(tap.intensity), amplitude)
        amplitude = min(amplitude, emphasis)
        return [
            "time": FileText.number(point.time), "amplitude": FileText.number(amplitude),
            "emphasis": ["amplitude": FileText.number(emphasis), "frequency": FileText.number(tap.sharpness)],
        ]
    }

    /// The amplitude for an intensity, with the fewest digits that convert back to the same intensity.
    static func amplitude(_ intensity: Double) -> Double {
        let exact = HapticAmplitude.amplitude(ofIntensity: intensity)
        for scale in [1e4, 1e7, 1e10, 1e13] {
            let short = (exact * scale).rounded() / scale
            if abs(HapticAmplitude.intensity(ofAmplitude: short) - intensity) < 1e-12 { return short }
        }
        return min(exact, 1)
    }
}

/// The metadata that `.haptic` files support.
enum HapticFileMetadata {
    private static let texts = ["editor", "author", "source", "project", "description"]

    /// The members to write, and whether they contain all metadata.
    static func members(_ metadata: HapticMetadata?) -> (members: [(String, JSONValue)], isWhole: Bool) {
        guard let metadata else { return ([], true) }
        guard case .group(let given) = metadata else { return ([], metadata == .null) }
        var members: [(String, JSONValue)] = []
        for member in given {
            let name = member.name.lowercased()
            guard !members.contains(where: { $0.0 == name }) else { continue }
            if texts.contains(name), case .text(let text) = member.value { members.append((name, .string(text))) }
            if name == "tags", case .list(let tags) = member.value, tags.allSatisfy({ $0.text != nil }) {
                members.append((name, .array(tags.map(\.json))))
            }
        }
        return (members, members.count == given.count)
    }
}
