import HapticPatterns
import LanguageServices

/// What a reader found in a file, before a pattern is made of it.
struct PatternParts {
    var events: [(HapticEvent, FilePlace)]
    var curves: [(HapticCurve, FilePlace)] = []
    var audio: [HapticAudioEvent] = []
    var metadata: HapticMetadata?
    var repairs: [PatternFinding]

    /// The pattern, with the places of its events and curves.
    func imported(_ format: HapticFormat) throws(ServiceError) -> ImportedPattern {
        let events = Self.sorted(events) { $0.0.time }
        let curves = Self.sorted(curves) { $0.0.time }
        return ImportedPattern(
            pattern: try HapticPattern(
                events: events.map(\.0),
                curves: curves.map(\.0),
                audio: audio,
                metadata: metadata
            ),
            format: format,
            repairs: repairs,
            eventPlaces: events.map(\.1),
            curvePlaces: curves.map(\.1)
        )
    }

    private static func sorted<Element>(_ elements: [Element], by time: (Element) -> Double) -> [Element] {
        elements.enumerated()
            .sorted { (time($0.element), $0.offset) < (time($1.element), $1.offset) }
            .map(\.element)
    }
}
