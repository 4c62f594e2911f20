import HapticPatterns
import JSON
import LanguageServices

/// Attributes, brought into their ranges.
extension AndroidVibrationReader {
    /// Whether the delay of a primitive counts from the start of the one before, and not from its end.
    mutating func delayCountsFromStart(_ element: XMLElement, _ path: String) -> Bool {
        switch element["delayType"] {
        case nil, "pause": return false
        case "relative_start_offset": return true
        case .some(let other):
            let shown = JSONExcerpt.quoted(other)
            note(.wrongType, .warning, element, path, "the delayType \(shown) is not known", fix: "pause is taken")
            return false
        }
    }

    /// The error of an effect of which nothing is felt, at the place of the first thing that was wrong.
    func nothingFelt(_ effect: XMLElement) -> ServiceError {
        let plain = "the vibration has no length, which Android refuses"
        let warnings = log.all().filter { $0.severity == .warning }
        // That something was left out is what came of it.
        guard let reason = warnings.first(where: { $0.code != .leftOut }) ?? warnings.first, let line = reason.line
        else {
            return ServiceError(.invalidRequest, "\(effect.position): \(plain)")
        }
        return ServiceError(
            .invalidRequest,
            "\(line):\(reason.column ?? 1): \(reason.message), so \(plain)",
            remedy: "Android's documentation of VibrationEffect names the effects and their attributes"
        )
    }

    mutating func duration(_ element: XMLElement, _ path: String) -> Double {
        let milliseconds = number(element, "durationMs", in: 0...Self.longest, or: 0, path)
        let left = max(HapticPattern.Limits.time - time, 0)
        if milliseconds / 1000 > left {
            let limit = WholeNumber.text(HapticPattern.Limits.time)
            note(.leftOut, .warning, element, path, "the vibration is longer than \(limit) s", fix: "cut there")
        }
        return min(milliseconds / 1000, left)
    }

    mutating func number(
        _ element: XMLElement,
        _ name: String,
        in range: ClosedRange<Double>,
        or usual: Double,
        _ path: String
    ) -> Double {
        guard let text = element[name] else {
            note(
                .missingKey,
                .warning,
                element,
                path,
                "there is no \(name)",
                fix: "\(WholeNumber.text(usual)) is taken"
            )
            return usual
        }
        guard let number = Double(text), number.isFinite else {
            let shown = JSONExcerpt.quoted(text)
            note(.wrongType, .warning, element, path, "\(name) is \(shown)", fix: "\(WholeNumber.text(usual)) is taken")
            return usual
        }
        guard !range.contains(number) else { return number }
        let nearest = min(max(number, range.lowerBound), range.upperBound)
        note(
            .outOfRange,
            .warning,
            element,
            path,
            "\(name) is \(WholeNumber.text(number))",
            fix: "\(WholeNumber.text(nearest)) is taken"
        )
        return nearest
    }

    mutating func checkAttributes(_ element: XMLElement, _ known: Set<String>, _ path: String) {
        for attribute in element.attributes where !known.contains(attribute.name) && !attribute.name.hasPrefix("xmlns")
        {
            let shown = JSONExcerpt.quoted(attribute.name)
            note(.unknownKey, .warning, element, path, "the attribute \(shown) is not known", fix: "left out")
        }
    }

    mutating func note(
        _ code: PatternFinding.Code,
        _ severity: PatternFinding.Severity,
        _ element: XMLElement,
        _ path: String,
        _ message: String,
        fix: String
    ) {
        log.add(code, severity, at: FilePlace(path: path, position: element.position), message, fix: fix)
    }
}
