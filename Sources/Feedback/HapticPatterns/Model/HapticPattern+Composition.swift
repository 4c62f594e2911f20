public import LanguageServices

extension HapticPattern {
    /// The pattern shifted to a later time.
    ///
    /// - Parameter delay: The delay in seconds, 0 or more.
    /// - Throws: `ServiceError.Code.invalidRequest` when the result exceeds the time limit; see ``Limits``.
    public func delayed(by delay: Double) throws(ServiceError) -> HapticPattern {
        try HapticPattern(
            events: events.changing { $0.time += delay },
            curves: curves.changing { $0.time += delay },
            audio: audio.changing { $0.time += delay },
            metadata: metadata
        )
    }

    /// This pattern followed by another one. The curves in this pattern end with it, so the second pattern is
    /// unaffected. The metadata comes from this pattern, or from the second one if this one has none.
    ///
    /// - Parameters:
    ///   - next: The second pattern.
    ///   - gap: The pause between the patterns, in seconds.
    /// - Throws: `ServiceError` when the result is too long or too large; see ``Limits``.
    public func then(_ next: HapticPattern, gap: Double = 0) throws(ServiceError) -> HapticPattern {
        try Self.checkGap(gap)
        let joint = duration + gap
        return try HapticPattern(
            events: events + next.events.changing { $0.time += joint },
            curves: curves(before: joint, resetting: next) + next.curves.changing { $0.time += joint },
            audio: audio + next.audio.changing { $0.time += joint },
            metadata: metadata ?? next.metadata
        )
    }

    /// This pattern repeated several times.
    ///
    /// - Parameters:
    ///   - count: The number of repetitions, 1 or more.
    ///   - gap: The pause between repetitions, in seconds.
    /// - Throws: `ServiceError` when the result is too long or too large; see ``Limits``.
    public func repeated(_ count: Int, gap: Double = 0) throws(ServiceError) -> HapticPattern {
        guard count >= 1 else {
            throw Self.refused("a pattern cannot be repeated \(count) times", "use 1 or more")
        }
        try Self.checkGap(gap)
        let step = duration + gap
        let points = curves.reduce(0) { $0 + $1.points.count }
        let largest = max(events.count, curves.count, audio.count, points, 1)
        guard count <= Limits.points / largest, Double(count - 1) * step <= Limits.time else {
            throw ServiceError(.limitExceeded, "repeated \(count) times, the pattern is too long or too large")
        }
        let kept = curves(before: step, resetting: self)
        var result = (events: events, curves: count > 1 ? kept : curves, audio: audio)
        for index in 1..<max(count, 1) {
            let delay = step * Double(index)
            let own = index + 1 < count ? kept : curves
            result.events += events.changing { $0.time += delay }
            result.curves += own.changing { $0.time += delay }
            result.audio += audio.changing { $0.time += delay }
        }
        return try HapticPattern(
            events: result.events,
            curves: result.curves,
            audio: result.audio,
            metadata: metadata
        )
    }

    /// This pattern and another one at the same time: at each moment the stronger one plays.
    ///
    /// Where one of them has curves, the other gets separate layers, so the curves do not affect its events.
    ///
    /// - Throws: `ServiceError` when the result is too large; see ``Limits``.
    public func overlay(_ other: HapticPattern) throws(ServiceError) -> HapticPattern {
        let isPlain = curves.isEmpty && other.curves.isEmpty
        let first = isPlain ? 0 : (layers.last ?? -1) + 1
        return try HapticPattern(
            events: events + other.events.changing { $0.layer += first },
            curves: curves + other.curves.changing { $0.layer += first },
            audio: audio + other.audio,
            metadata: metadata ?? other.metadata
        )
    }

    /// One pattern per layer that has a haptic effect, for formats without layers. Played together, they are equivalent
    /// to this pattern. Audio events and metadata are kept in the first one.
    public var separatedLayers: [HapticPattern] {
        let used = Set(events.map(\.layer)).sorted()
        guard used.count > 1 else { return [self] }
        return used.enumerated()
            .map { index, layer in
                HapticPattern(
                    trusting: events.filter { $0.layer == layer },
                    curves: curves.filter { $0.layer == layer || (index == 0 && !$0.parameter.isHaptic) },
                    audio: index == 0 ? audio : [],
                    metadata: index == 0 ? metadata : nil
                )
            }
    }

    /// The pattern with all intensities multiplied by a factor and limited to 1.
    ///
    /// - Parameter factor: 0 or more.
    /// - Throws: `ServiceError.Code.invalidRequest` when the factor is negative or NaN.
    public func scaled(by factor: Double) throws(ServiceError) -> HapticPattern {
        guard factor >= 0, factor.isFinite else {
            throw Self.refused("a pattern cannot be scaled by \(factor)", "use 0 or more")
        }
        return try HapticPattern(
            events: events.changing { $0.intensity = min($0.intensity * factor, 1) },
            curves: curves,
            audio: audio,
            metadata: metadata
        )
    }

    /// The pattern with all times and durations multiplied by a factor. The length of transients, attack, decay and
    /// release are unchanged.
    ///
    /// - Parameter factor: Greater than 0; 2 doubles the length.
    /// - Throws: `ServiceError` when the factor is not greater than 0, or the result is too long; see ``Limits``.
    public func stretched(by factor: Double) throws(ServiceError) -> HapticPattern {
        guard factor > 0, factor.isFinite else {
            throw Self.refused("a pattern cannot be stretched by \(factor)", "use a factor above 0")
        }
        return try HapticPattern(
            events: events.changing {
                $0.time *= factor
                $0.duration *= factor
            },
            curves: curves.changing {
                $0.time *= factor
                $0.points = $0.points.changing { $0.time *= factor }
            },
            audio: audio.changing {
                $0.time *= factor
                $0.duration = $0.duration.map { $0 * factor }
            },
            metadata: metadata
        )
    }

    private static func checkGap(_ gap: Double) throws(ServiceError) {
        guard (0...Limits.time).contains(gap) else {
            throw refused("a gap of \(gap) s is out of range", "use 0 to \(WholeNumber.text(Limits.time))")
        }
    }

    private static func refused(_ message: String, _ remedy: String) -> ServiceError {
        ServiceError(.invalidRequest, message, remedy: remedy)
    }

    /// The curves that take effect before a time, with points that reset them before the pattern that follows.
    private func curves(before joint: Double, resetting next: HapticPattern) -> [HapticCurve] {
        let kept = curves.filter { $0.start < joint }
        var resets: [HapticCurve] = []
        let followers = Set(next.events.map(\.layer))
        for curve in kept where followers.contains(curve.layer) {
            func isSame(_ other: HapticCurve) -> Bool {
                other.parameter == curve.parameter && other.layer == curve.layer
            }
            if resets.contains(where: isSame) || next.curves.contains(where: { isSame($0) && $0.start == 0 }) {
                continue
            }
            let neutral = HapticCurve.Point(0, curve.parameter.neutralValue)
            resets.append(HapticCurve(curve.parameter, at: joint, points: [neutral], layer: curve.layer))
        }
        return kept + resets
    }
}

extension HapticPattern {
    /// A section of the pattern, shifted to start at 0.
    ///
    /// The section plays as it does within the whole pattern, except that a truncated attack, decay or release is
    /// dropped, so a cut vibration begins or ends abruptly. Transients belong to the section in which they begin. Audio
    /// events that begin in the section are kept unchanged.
    ///
    /// - Parameters:
    ///   - start: The start of the section, in seconds.
    ///   - end: The end of the section, in seconds.
    /// - Throws: `ServiceError.Code.invalidRequest` when the end is not after the start, or a time is out of range.
    public func trimmed(from start: Double = 0, to end: Double = .infinity) throws(ServiceError) -> HapticPattern {
        guard start >= 0, start < end else {
            throw Self.refused(
                "cannot trim a pattern to the range from \(start) s to \(end) s",
                "use a start of 0 or more, and an end after it"
            )
        }
        let last = max(min(end, duration), start)
        return try HapticPattern(
            events: events.compactMap { $0.trimmed(from: start, to: end) },
            curves: curves.isEmpty ? [] : trimmedCurves(from: start, to: last),
            audio: audio.filter { $0.time >= start && $0.time < end }.changing { $0.time -= start },
            metadata: metadata
        )
    }

    private func trimmedCurves(from start: Double, to end: Double) -> [HapticCurve] {
        layers.flatMap { layer in
            HapticCurve.Parameter.allCases.compactMap { parameter in
                let track = ControlTrack(parameter, of: curves, layer: layer)
                let points = track.points(from: start, to: end, in: parameter.range)
                let isNeutral = points.allSatisfy { $0.value == parameter.neutralValue }
                return isNeutral ? nil : HapticCurve(parameter, points: points, layer: layer)
            }
        }
    }
}

extension HapticEvent {
    /// The part of the event between two times; `nil` if there is none.
    fileprivate func trimmed(from start: Double, to end: Double) -> HapticEvent? {
        var event = self
        guard time >= start else {
            guard kind == .continuous, min(self.end, end) > start else { return nil }
            event.time = 0
            event.attack = 0
            event.duration = min(self.end, end) - start
            if self.end > end { event.release = 0 }
            return event
        }
        guard time < end else { return nil }
        event.time -= start
        guard kind == .continuous, self.end > end else { return event }
        event.duration = end - time
        event.release = 0
        return event.duration > 0 ? event : nil
    }
}

extension Array {
    /// The elements, each modified by a closure.
    func changing(_ change: (inout Element) -> Void) -> [Element] {
        map { element in
            var element = element
            change(&element)
            return element
        }
    }
}
