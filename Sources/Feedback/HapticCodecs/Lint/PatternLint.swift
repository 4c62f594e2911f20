public import HapticPatterns
import JSON
public import LanguageServices

/// Checks patterns for effects that will not feel as intended or that some devices cannot play.
public enum PatternLint {
    /// The shortest interval at which two taps are felt as separate, in seconds.
    public static let closestTaps = 0.1

    /// The shortest vibration that makes every motor start, in seconds.
    public static let shortestPulse = 0.03

    /// All findings about a file: the repairs made while reading it, and those about its pattern.
    public static func findings(in imported: ImportedPattern) -> [PatternFinding] {
        let own = PatternInspection(
            imported.pattern,
            format: imported.format,
            eventLocations: imported.eventLocations,
            curveLocations: imported.curveLocations
        )
        return PatternFinding.inOrder(imported.repairs + own.findings)
    }

    /// Whether a file in this format can be rewritten without losing non-haptic content, such as sounds in a theme or
    /// named effects.
    public static func canFix(_ format: HapticFormat) -> Bool {
        switch format {
        case .ahap, .haptic, .pattern: true
        default: false
        }
    }

    /// The corrected file: repairs made while reading are kept, and curves and events that are too long are split.
    /// Everything that needs a manual decision is left unchanged.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for a format that ``canFix(_:)`` excludes.
    public static func fixed(_ imported: ImportedPattern) throws(ServiceError) -> ExportedPattern {
        guard canFix(imported.format) else {
            throw ServiceError(
                .unsupported,
                "\(imported.format.title) cannot be rewritten without losing its non-haptic content",
                remedy: "edit it by hand, or convert it to a new file with 'parlance feedback convert'"
            )
        }
        return try PatternFile.write(imported.pattern, as: imported.format)
    }

    /// All findings about a pattern that is not from a file.
    public static func findings(in pattern: HapticPattern) -> [PatternFinding] {
        PatternInspection(pattern, format: nil, eventLocations: [], curveLocations: []).findings
    }
}

/// Checks a single pattern.
private struct PatternInspection {
    private let pattern: HapticPattern
    private let format: HapticFormat?
    private let eventLocations: [FileLocation]
    private let curveLocations: [FileLocation]
    private var log = ImportLog()

    /// The findings.
    var findings: [PatternFinding] {
        log.all()
            .map { finding in
                var finding = finding
                // A placeholder location.
                if finding.line == 0 { (finding.line, finding.column) = (nil, nil) }
                return finding
            }
    }

    init(
        _ pattern: HapticPattern,
        format: HapticFormat?,
        eventLocations: [FileLocation],
        curveLocations: [FileLocation]
    ) {
        self.pattern = pattern
        self.format = format
        self.eventLocations = eventLocations
        self.curveLocations = curveLocations
        checkTaps()
        checkVibrations()
        checkCurves()
        checkSilence()
    }

    private func location(ofEvent index: Int) -> FileLocation {
        eventLocations.indices.contains(index) ? eventLocations[index] : Self.noLocation("$.events[\(index)]")
    }

    private func location(ofCurve index: Int) -> FileLocation {
        curveLocations.indices.contains(index) ? curveLocations[index] : Self.noLocation("$.curves[\(index)]")
    }

    private static func noLocation(_ path: String) -> FileLocation {
        FileLocation(path: path, position: .init(line: 0, column: 0, offset: 0))
    }

    private mutating func checkTaps() {
        var last: Double?
        for (index, event) in pattern.events.enumerated() where event.kind == .transient && event.intensity > 0 {
            if let last, event.time - last < PatternLint.closestTaps - 1e-9 {
                note(
                    .closeTaps,
                    .warning,
                    location(ofEvent: index),
                    "\(milliseconds(event.time - last)) ms after the previous tap; taps closer than 100 ms feel like one"
                )
            }
            last = event.time
        }
    }

    private mutating func checkVibrations() {
        // The vibration that ends last so far, by layer.
        var ends: [Int: Double] = [:]
        for (index, event) in pattern.events.enumerated() where event.kind == .continuous {
            if event.duration < PatternLint.shortestPulse - 1e-9, !isJoined(index) {
                note(
                    .shortPulse,
                    .warning,
                    location(ofEvent: index),
                    "the vibration is \(milliseconds(event.duration)) ms long; some motors need 30 ms to start"
                )
            }
            if event.duration > AHAPWriter.maximumEventDuration, format == .ahap || format == nil {
                note(
                    .tooLong,
                    format == .ahap ? .warning : .note,
                    location(ofEvent: index),
                    "the event is \(WholeNumber.text(event.duration)) s long; Core Haptics plays at most 30 s",
                    fix: "split into parts without a perceptible gap"
                )
            }
            if let end = ends[event.layer], event.time < end - 1e-9 {
                note(
                    .overlappingEvents,
                    .note,
                    location(ofEvent: index),
                    "the vibration overlaps another one; the combined effect depends on the device"
                )
            }
            ends[event.layer] = max(ends[event.layer] ?? 0, event.end)
        }
    }

    /// Whether a vibration and an adjacent one together last long enough.
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
            if curve.points.count > AHAPWriter.maximumPoints, format == .ahap || format == nil {
                note(
                    .tooManyPoints,
                    format == .ahap ? .warning : .note,
                    location(ofCurve: index),
                    "the curve has \(curve.points.count) control points; every device supports 16",
                    fix: "split into parts of at most 16"
                )
            }
            if let end = ends[curve.parameter]?[curve.layer], curve.start < end - 1e-9 {
                note(
                    .overlappingCurves,
                    .warning,
                    location(ofCurve: index),
                    "the curve begins before another \(curve.parameter.rawValue) curve ends; the later curve applies"
                )
            }
            let known = ends[curve.parameter]?[curve.layer] ?? 0
            ends[curve.parameter, default: [:]][curve.layer] = max(known, curve.end)
        }
    }

    private mutating func checkSilence() {
        let sampler = PatternSampler(pattern)
        var isPerceptible = false
        sampler.forEachSample(rate: 100) { isPerceptible = isPerceptible || $0.intensity > 0 }
        isPerceptible =
            isPerceptible
            || pattern.events.contains { sampler.sample(at: $0.time).intensity > 0 }
            || pattern.curves.contains { curve in
                curve.points.contains { sampler.sample(at: curve.time + $0.time).intensity > 0 }
            }
            || pattern.events.contains { sampler.sample(at: $0.time + ($0.end - $0.time) / 2).intensity > 0 }
        guard !isPerceptible else { return }
        note(.silent, .warning, Self.noLocation("$"), "the pattern is imperceptible")
    }

    private mutating func note(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        _ location: FileLocation,
        _ message: String,
        fix: String? = nil
    ) {
        log.add(code, severity, at: location, message, fix: fix)
    }

    private func milliseconds(_ time: Double) -> String {
        WholeNumber.text((time * 10_000).rounded() / 10)
    }
}
