import HapticPatterns
import JSON
import LanguageServices

/// A pattern as what a simple motor can do: one strength after the other, in whole milliseconds.
///
/// Android's waveforms, `navigator.vibrate` and feedbackd know nothing else. What rises and falls becomes steps of ten
/// milliseconds, which is what Meta's renderer for Android takes; a tap becomes a vibration as long as a tap is felt.
struct VibrationSteps {
    /// The steps without a pause at the end; no two that follow each other have the same strength.
    private(set) var steps: [LevelRun<Double>] = []

    /// What the pattern has and steps have not.
    private(set) var losses: [ExportLoss] = []

    /// The length of a step where something rises or falls, in milliseconds.
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

    /// The steps with Android's amplitudes; no two that follow each other have the same.
    var amplitudes: [LevelRun<Int>] {
        steps.reduce(into: []) { $0.append(AndroidAmplitude.amplitude(ofIntensity: $1.level), for: $1.milliseconds) }
    }

    /// What the pattern has and steps with Android's amplitudes have not.
    var lossesOfAmplitudes: [ExportLoss] {
        let isWhole = steps.allSatisfy { step in
            let amplitude = Double(AndroidAmplitude.amplitude(ofIntensity: step.level))
            return abs(AndroidAmplitude.intensity(ofAmplitude: amplitude) - step.level) < 1e-9
        }
        return isWhole ? losses : losses + [ExportLoss(.rounded, "strengths were rounded to amplitudes of 1 to 255")]
    }

    private mutating func noteLosses(_ pattern: HapticPattern, hasSteps: Bool, taps: Int) {
        if pattern.hasSharpness {
            losses.append(ExportLoss(.sharpness, "sharpness is left out: the format has none"))
        }
        if hasSteps {
            losses.append(ExportLoss(.steps, "what rises and falls became steps of \(Self.stepLength) ms"))
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

    /// Paints a line in steps that begin where the line begins.
    private mutating func paint(_ piece: ContinuousShape.Piece) {
        var start = milliseconds(piece.start)
        let end = milliseconds(piece.end)
        while start < end {
            let next = min(start + Self.stepLength, end)
            let middle = (Double(start) + Double(next)) / 2000
            let place = min(max((middle - piece.start) / (piece.end - piece.start), 0), 1)
            let level = piece.first.intensity + (piece.last.intensity - piece.first.intensity) * place
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
    /// Whether there is a sharpness other than the usual one.
    var hasSharpness: Bool {
        events.contains { $0.sharpness != HapticEvent.defaultSharpness }
            || curves.contains { $0.parameter == .sharpness && $0.points.contains { $0.value != 0 } }
    }
}

extension ExportLoss {
    /// What every format but AHAP and ours leaves out.
    static func beside(_ pattern: HapticPattern) -> [ExportLoss] {
        var losses: [ExportLoss] = []
        if !pattern.audio.isEmpty { losses.append(ExportLoss(.audio, "sounds are left out")) }
        if pattern.metadata != nil { losses.append(ExportLoss(.metadata, "metadata are left out")) }
        return losses
    }
}

/// Reads lists of milliseconds and strengths.
extension NodeReading {
    /// The times that are read, in milliseconds.
    static let times = 0...HapticPattern.Limits.time * 1000

    /// Milliseconds; what is none is 0, so that the list stays as long as it is.
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

    /// Strengths of 0 to the largest as intensities, as many as there are times.
    ///
    /// - Parameter mayBeDefault: Whether -1 is the strength that the device takes by default, here the full one.
    mutating func strengths(_ node: JSONNode, to largest: Double, mayBeDefault: Bool = false, count: Int, path: String)
        -> [Double]
    {
        var result: [Double] = []
        for (index, element) in list(node, path: path).enumerated() {
            let own = { "\(path)[\(index)]" }
            if mayBeDefault, element.number?.int == -1 {
                let message = "-1 leaves the amplitude to the device"
                report(.missingKey, element, own(), message, fix: "255 is taken", severity: .note)
                result.append(1)
            } else {
                let strength = number(element, in: 0...largest, path: own()) ?? 0
                result.append(HapticAmplitude.intensity(ofAmplitude: strength / largest))
            }
        }
        guard result.count != count else { return result }
        report(
            .wrongType,
            node,
            path,
            "there are \(result.count) strengths for \(count) times",
            fix: result.count < count ? "0 is taken for the rest" : "the rest is left out"
        )
        return Array(result.prefix(count)) + Array(repeating: 0, count: max(count - result.count, 0))
    }

    /// The vibrations of steps; steps of one strength are one vibration.
    static func events(
        _ durations: [Double],
        _ levels: [Double],
        _ places: [FileLocation]
    ) -> [(HapticEvent, FileLocation)] {
        var events: [(HapticEvent, FileLocation)] = []
        var time = 0.0
        var start = 0.0
        var level = 0.0
        var place = FileLocation(path: "$", position: .start)
        func finish() {
            guard level > 0, time > start else { return }
            events.append(
                (.continuous(at: start / 1000, duration: time / 1000 - start / 1000, intensity: level), place)
            )
        }
        for (index, duration) in durations.enumerated() where duration > 0 {
            let next = index < levels.count ? levels[index] : 0
            if next != level {
                finish()
                start = time
                level = next
                if index < places.count { place = places[index] }
            }
            time += duration
        }
        finish()
        return events
    }
}
