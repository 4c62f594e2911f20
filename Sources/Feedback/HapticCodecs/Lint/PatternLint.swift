public import HapticPatterns
import JSON
public import LanguageServices

/// Looks for what will not be felt as it was meant, or not play everywhere.
public enum PatternLint {
    /// The shortest time between two taps that are felt as two, in seconds.
    public static let closestTaps = 0.1

    /// The shortest vibration that every motor starts for, in seconds.
    public static let shortestPulse = 0.03

    /// Everything that is to be said of a file: what was repaired while it was read, and what its pattern is like.
    public static func findings(in imported: ImportedPattern) -> [PatternFinding] {
        let own = PatternInspection(
            imported.pattern,
            format: imported.format,
            eventPlaces: imported.eventPlaces,
            curvePlaces: imported.curvePlaces
        )
        return PatternFinding.inOrder(imported.repairs + own.findings)
    }

    /// Whether a file of a format can be written anew without losing what is not felt: sounds of a theme, named effects.
    public static func canFix(_ format: HapticFormat) -> Bool {
        switch format {
        case .ahap, .haptic, .pattern: true
        default: false
        }
    }

    /// The file as it should be: everything that was repaired while it was read stays repaired, and curves and events that are
    /// too long are in parts. What only a person can decide is as it was.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for a format that ``canFix(_:)`` says no to.
    public static func fixed(_ imported: ImportedPattern) throws(ServiceError) -> ExportedPattern {
        guard canFix(imported.format) else {
            throw ServiceError(
                .unsupported,
                "\(imported.format.title) is not written anew, since that would lose what is not felt",
                remedy: "change it by hand, or convert it into a new file with 'parlance feedback convert'"
            )
        }
        return try PatternFile.write(imported.pattern, as: imported.format)
    }

    /// Everything that is to be said of a pattern that is from no file.
    public static func findings(in pattern: HapticPattern) -> [PatternFinding] {
        PatternInspection(pattern, format: nil, eventPlaces: [], curvePlaces: []).findings
    }
}

/// Looks at one pattern.
private struct PatternInspection {
    private let pattern: HapticPattern
    private let format: HapticFormat?
    private let eventPlaces: [FileLocation]
    private let curvePlaces: [FileLocation]
    private var log = ImportLog()

    /// What was found.
    var findings: [PatternFinding] {
        log.all()
            .map { finding in
                var finding = finding
                // A place that stands for none.
                if finding.line == 0 { (finding.line, finding.column) = (nil, nil) }
                return finding
            }
    }

    init(_ pattern: HapticPattern, format: HapticFormat?, eventPlaces: [FileLocation], curvePlaces: [FileLocation]) {
        self.pattern = pattern
        self.format = format
        self.eventPlaces = eventPlaces
        self.curvePlaces = curvePlaces
        checkTaps()
        checkVibrations()
        checkCurves()
        checkSilence()
    }

    private func place(ofEvent index: Int) -> FileLocation {
        eventPlaces.indices.contains(index) ? eventPlaces[index] : Self.noPlace("$.events[\(index)]")
    }

    private func place(ofCurve index: Int) -> FileLocation {
        curvePlaces.indices.contains(index) ? curvePlaces[index] : Self.noPlace("$.curves[\(index)]")
    }

    private static func noPlace(_ path: String) -> FileLocation {
        FileLocation(path: path, position: .init(line: 0, column: 0, offset: 0))
    }

    private mutating func checkTaps() {
        var last: Double?
        for (index, event) in pattern.events.enumerated() where event.kind == .transient && event.intensity > 0 {
            if let last, event.time - last < PatternLint.closestTaps - 1e-9 {
                note(
                    .closeTaps,
                    .warning,
                    place(ofEvent: index),
                    "\(milliseconds(event.time - last)) ms behind the tap before, and taps closer than 100 ms are felt as one"
                )
            }
            last = event.time
        }
    }

    private mutating func checkVibrations() {
        // For each layer, the vibration that ends last so far.
        var ends: [Int: Double] = [:]
        for (index, event) in pattern.events.enumerated() where event.kind == .continuous {
            if event.duration < PatternLint.shortestPulse - 1e-9, !isJoined(index) {
                note(
                    .shortPulse,
                    .warning,
                    place(ofEvent: index),
                    "the vibration is \(milliseconds(event.duration)) ms long, and some motors do not start in less than 30 ms"
                )
            }
            if event.duration > AHAPWriter.longestEvent, format == .ahap || format == nil {
                note(
                    .tooLong,
                    format == .ahap ? .warning : .note,
                    place(ofEvent: index),
                    "the event is \(WholeNumber.text(event.duration)) s long, and Core Haptics plays 30 s at most",
                    fix: "cut into parts that are felt as one"
                )
            }
            if let end = ends[event.layer], event.time < end - 1e-9 {
                note(
                    .overlappingEvents,
                    .note,
                    place(ofEvent: index),
                    "the vibration begins before another one ends; what is felt of both, each device decides"
                )
            }
            ends[event.layer] = max(ends[event.layer] ?? 0, event.end)
        }
    }

    /// Whether a vibration goes on where another one ends, or the other way round, so that together they are long enough.
    private func isJoined(_ index: Int) -> Bool {
        let event = pattern.events[index]
        return [index - 1, index + 1]
            .contains { other in
                guard pattern.events.indices.contains(other), pattern.events[other].kind == .continuous else {
                    return false
                }
                let (first, second) = other < index ? (pattern.events[other], event) : (event, pattern.events[other])
                return abs(first.end - second.time) < 1e-6
            }
    }

    private mutating func checkCurves() {
        var ends: [HapticCurve.Parameter: [Int: Double]] = [:]
        let order = pattern.curves.indices.sorted { pattern.curves[$0].start < pattern.curves[$1].start }
        for index in order {
            let curve = pattern.curves[index]
            if curve.points.count > AHAPWriter.mostPoints, format == .ahap || format == nil {
                note(
                    .tooManyPoints,
                    format == .ahap ? .warning : .note,
                    place(ofCurve: index),
                    "the curve has \(curve.points.count) control points, and 16 are safe on every device",
                    fix: "cut into parts of at most 16"
                )
            }
            if let end = ends[curve.parameter]?[curve.layer], curve.start < end - 1e-9 {
                note(
                    .overlappingCurves,
                    .warning,
                    place(ofCurve: index),
                    "the curve begins before another one of \(curve.parameter.rawValue) ends; here the later one counts"
                )
            }
            let known = ends[curve.parameter]?[curve.layer] ?? 0
            ends[curve.parameter, default: [:]][curve.layer] = max(known, curve.end)
        }
    }

    private mutating func checkSilence() {
        let sampler = PatternSampler(pattern)
        var isFelt = false
        sampler.forEachSample(rate: 100) { isFelt = isFelt || $0.intensity > 0 }
        isFelt =
            isFelt
            || pattern.events.contains { sampler.sample(at: $0.time).intensity > 0 }
            || pattern.curves.contains { curve in
                curve.points.contains { sampler.sample(at: curve.time + $0.time).intensity > 0 }
            }
            || pattern.events.contains { sampler.sample(at: $0.time + ($0.end - $0.time) / 2).intensity > 0 }
        guard !isFelt else { return }
        note(.silent, .warning, Self.noPlace("$"), "nothing is felt")
    }

    private mutating func note(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        _ place: FileLocation,
        _ message: String,
        fix: String? = nil
    ) {
        log.add(code, severity, at: place, message, fix: fix)
    }

    private func milliseconds(_ time: Double) -> String {
        WholeNumber.text((time * 10_000).rounded() / 10)
    }
}
