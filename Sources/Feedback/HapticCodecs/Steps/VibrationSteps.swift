import HapticPatterns
import JSON
import LanguageServices

/// A pattern reduced to consecutive levels in whole milliseconds, for simple motors.
///
/// Android's waveforms, `navigator.vibrate` and feedbackd support only these. Gradual changes become steps of 10 ms, as
/// in Meta's renderer for Android; a transient becomes a vibration of fixed length.
struct VibrationSteps {
    /// The steps without a pause at the end; consecutive steps have different levels.
    private(set) var steps: [LevelRun<Double>] = []

    /// The parts of the pattern that steps cannot represent.
    private(set) var losses: [ExportLoss] = []

    /// The length of a step during gradual changes, in milliseconds.
    static let stepLength = 10

    /// The length of a tap in milliseconds.
    static let tapLength = 30

    private var levels: [Double]
    private var isRounded = false

    init(_ pattern: HapticPattern) {
        let shape = ContinuousShape(pattern)
        let taps = WeightedTransients(pattern)
        let end = max(shape.pieces.last?.end ?? 0, taps.events.last?.end ?? 0)
        levels = Array(repeating: 0, count: Int((end * 1000).rounded(.up)) + Self.tapLength)
        var hasSteps = false
        for piece in shape.pieces {
            if piece.first.intensity == piece.last.intensity {
                paint(piece.first.intensity, from: milliseconds(piece.start), to: milliseconds(piece.end))
            } else {
                hasSteps = true
                paint(piece)
            }
        }
        for tap in taps.events {
            let start = milliseconds(tap.time)
            paint(tap.intensity, from: start, to: start + Self.tapLength)
        }
        for level in levels { steps.append(level, for: 1) }
        levels = []
        if steps.last?.level == 0 { steps.removeLast() }
        noteLosses(pattern, hasSteps: hasSteps, taps: taps.events.count)
    }

    /// The steps with Android's amplitudes; consecutive steps have different amplitudes.
    var amplitudes: [LevelRun<Int>] {
        steps.reduce(into: []) { $0.append(AndroidAmplitude.amplitude(ofIntensity: $1.level), for: $1.milliseconds) }
    }

    /// The losses, including those caused by Android's amplitudes.
    var lossesOfAmplitudes: [ExportLoss] {
        let isWhole = steps.allSatisfy { step in
            let amplitude = Double(AndroidAmplitude.amplitude(ofIntensity: step.level))
            return abs(AndroidAmplitude.intensity(ofAmplitude: amplitude) - step.level) < 1e-9
        }
        return isWhole ? losses : losses + [ExportLoss(.rounded, "intensities were rounded to amplitudes of 1 to 255")]
    }

    private mutating func noteLosses(_ pattern: HapticPattern, hasSteps: Bool, taps: Int) {
        if pattern.hasSharpness {
            losses.append(ExportLoss(.sharpness, "sharpness is left out: the format does not support it"))
        }
        if hasSteps {
            losses.append(ExportLoss(.steps, "gradual changes became steps of \(Self.stepLength) ms"))
        }
        if taps > 0 {
            let what = taps == 1 ? "1 tap became a vibration" : "\(taps) taps became vibrations"
            losses.append(ExportLoss(.taps, "\(what) of \(Self.tapLength) ms"))
        }
        if isRounded { losses.append(ExportLoss(.rounded, "times were rounded to milliseconds")) }
        losses += ExportLoss.beside(pattern)
    }

    private mutating func milliseconds(_ time: Double) -> Int {
        let exact = time * 1000
        let whole = exact.rounded()
        if abs(exact - whole) > 1e-6 { isRounded = true }
        return Int(whole)
    }

    /// Renders a line as steps aligned with its start.
    private mutating func paint(_ piece: ContinuousShape.Piece) {
        var start = milliseconds(piece.start)
        let end = milliseconds(piece.end)
        while start < end {
            let next = min(start + Self.stepLength, end)
            let middle = (Double(start) + Double(next)) / 2000
            let fraction = min(max((middle - piece.start) / (piece.end - piece.start), 0), 1)
            let level = piece.first.intensity + (piece.last.intensity - piece.first.intensity) * fraction
            paint(level, from: start, to: next)
            start = next
        }
    }

    private mutating func paint(_ level: Double, from start: Int, to end: Int) {
        for index in max(start, 0)..<max(min(end, levels.count), max(start, 0)) where level > levels[index] {
            levels[index] = level
        }
    }
}

extension HapticPattern {
    /// Whether a sharpness differs from the default.
    var hasSharpness: Bool {
        events.contains { $0.sharpness != HapticEvent.defaultSharpness }
            || curves.contains { $0.parameter == .sharpness && $0.points.contains { $0.value != 0 } }
    }
}

extension ExportLoss {
    /// The losses common to all formats except AHAP and the native one.
    static func beside(_ pattern: HapticPattern) -> [ExportLoss] {
        var losses: [ExportLoss] = []
        if !pattern.audio.isEmpty { losses.append(ExportLoss(.audio, "sounds are left out")) }
        if pattern.metadata != nil { losses.append(ExportLoss(.metadata, "metadata is left out")) }
        return losses
    }
}

/// Reads lists of durations and levels.
extension NodeReading {
    /// The valid range of durations, in milliseconds.
    static let times = 0...HapticPattern.Limits.time * 1000

    /// Durations in milliseconds; an invalid one is read as 0, so the list keeps its length.
    mutating func durations(_ node: JSONNode, path: String) -> [Double] {
        var total = 0.0
        var result: [Double] = []
        for (index, element) in list(node, path: path).enumerated() {
            let duration = number(element, in: Self.times, path: "\(path)[\(index)]") ?? 0
            let left = Self.times.upperBound - total
            if duration > left {
                report(
                    .leftOut,
                    element,
                    "\(path)[\(index)]",
                    "the vibration is longer than \(WholeNumber.text(HapticPattern.Limits.time)) s",
                    fix: "cut there"
                )
            }
            result.append(min(duration, left))
            total += min(duration, left)
        }
        return result
    }

    /// Levels from 0 to the maximum value, as intensities, one per duration.
    ///
    /// - Parameter mayBeDefault: Whether -1 is allowed. It stands for the device's default level, and is read as the
    ///   maximum.
    mutating func strengths(_ node: JSONNode, to largest: Double, mayBeDefault: Bool = false, count: Int, path: String)
        -> [Double]
    {
        var result: [Double] = []
        for (index, element) in list(node, path: path).enumerated() {
            let elementPath = { "\(path)[\(index)]" }
            if mayBeDefault, element.number?.int == -1 {
                let message = "-1 leaves the amplitude to the device"
                report(.missingKey, element, elementPath(), message, fix: "255 is used", severity: .note)
                result.append(1)
            } else {
                let strength = number(element, in: 0...largest, path: elementPath()) ?? 0
                result.append(HapticAmplitude.intensity(ofAmplitude: strength / largest))
            }
        }
        guard result.count != count else { return result }
        report(
            .wrongType,
            node,
            path,
            "\(result.count) levels for \(count) durations",
            fix: result.count < count ? "0 is used for the missing levels" : "the extra levels are left out"
        )
        return Array(result.prefix(count)) + Array(repeating: 0, count: max(count - result.count, 0))
    }

    /// The vibrations for the given steps; consecutive steps with the same level form one vibration.
    static func events(
        _ durations: [Double],
        _ levels: [Double],
        _ locations: [FileLocation]
    ) -> [(HapticEvent, FileLocation)] {
        var events: [(HapticEvent, FileLocation)] = []
        var time = 0.0
        var start = 0.0
        var level = 0.0
        var location = FileLocation(path: "$", position: .start)
        func finish() {
            guard level > 0, time > start else { return }
            events.append(
                (.continuous(at: start / 1000, duration: time / 1000 - start / 1000, intensity: level), location)
            )
        }
        for (index, duration) in durations.enumerated() where duration > 0 {
            let next = index < levels.count ? levels[index] : 0
            if next != level {
                finish()
                start = time
                level = next
                if index < locations.count { location = locations[index] }
            }
            time += duration
        }
        finish()
        return events
    }
}
