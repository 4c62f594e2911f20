import HapticPatterns

/// A pattern as the lines and points of a plot: seconds on the x axis and 0…1 on the y axis.
struct PlotCurves {
    typealias Point = (time: Double, value: Double)

    /// The taps.
    let taps: [HapticEvent]

    /// The intensity of the vibration: for each interval with vibration, a line that starts and ends at 0.
    let intensity: [[Point]]

    /// The sharpness of the vibration: a line for each interval with vibration.
    let sharpness: [[Point]]

    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - end: The end of the axis, in seconds.
    ///   - steps: The number of sampling steps.
    ///   - tolerance: The maximum deviation that removing points may cause, 0…1.
    init(_ pattern: HapticPattern, end: Double, steps: Int, tolerance: Double = 0.0008) {
        let parts = PatternComponents(pattern)
        taps = parts.taps
        guard let vibration = parts.vibration, steps > 0 else {
            (intensity, sharpness) = ([], [])
            return
        }
        var strengths: [[Point]] = []
        var lines: [[Point]] = []
        var strength: [Point] = []
        var line: [Point] = []
        let width = end / Double(steps)
        for step in 0..<steps {
            let strongest = vibration.strongest(inStep: step, of: width)
            let time = (Double(step) + 0.5) * width
            if strongest.intensity > 0 {
                if line.isEmpty { strength = [(time - width / 4, 0)] }
                strength.append((time, strongest.intensity))
                line.append((time, strongest.sharpness))
            } else if !line.isEmpty {
                strengths.append(strength + [(time - width * 0.75, 0)])
                lines.append(line)
                line = []
            }
        }
        if !line.isEmpty {
            strengths.append(strength + [(end, 0)])
            lines.append(line)
        }
        intensity = strengths.map { Self.thinned($0, tolerance) }
        sharpness = lines.map { Self.thinned($0, tolerance * 3) }
    }

    /// Removes points that are close to the line between their neighbours.
    ///
    /// For each remaining point, a cone of slopes is kept that contains every later point within the tolerance. When a
    /// point is outside the cone, the line ends at the point before it.
    static func thinned(_ points: [Point], _ tolerance: Double) -> [Point] {
        guard var anchor = points.first, points.count > 2 else { return points }
        var result = [anchor]
        var (low, high) = (-Double.infinity, Double.infinity)
        var last = anchor
        for point in points.dropFirst() {
            let run = point.time - anchor.time
            guard run > 0 else { continue }
            let slope = (point.value - anchor.value) / run
            if slope < low || slope > high {
                result.append(last)
                anchor = last
                let run = point.time - anchor.time
                guard run > 0 else { continue }
                low = (point.value - anchor.value - tolerance) / run
                high = (point.value - anchor.value + tolerance) / run
            } else {
                low = max(low, (point.value - anchor.value - tolerance) / run)
                high = min(high, (point.value - anchor.value + tolerance) / run)
            }
            last = point
        }
        result.append(last)
        return result
    }
}

extension PatternSampler {
    /// The strongest sample in a step with a given width in seconds.
    func strongest(inStep step: Int, of width: Double, leastProbes: Int = 1) -> HapticSample {
        // Long steps are sampled more often, so short events are not missed.
        let probes = min(max(Int(width / 0.004) + 1, leastProbes), 32)
        var strongest = HapticSample.nothing
        for probe in 0..<probes {
            let sample = sample(at: (Double(step) + (Double(probe) + 0.5) / Double(probes)) * width)
            if sample.intensity > strongest.intensity { strongest = sample }
        }
        return strongest
    }
}
