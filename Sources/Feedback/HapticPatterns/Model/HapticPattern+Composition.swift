public import LanguageServices

extension HapticPattern {
    /// The same pattern, later.
    ///
    /// - Parameter delay: How much later, in seconds, 0 or more.
    /// - Throws: `ServiceError.Code.invalidRequest` when it would end too late; see ``Limits``.
    public func delayed(by delay: Double) throws(ServiceError) -> HapticPattern {
        try HapticPattern(
            events: events.changing { $0.time += delay },
            curves: curves.changing { $0.time += delay },
            audio: audio.changing { $0.time += delay },
            metadata: metadata
        )
    }

    /// This pattern, and another one when it has ended.
    ///
    /// The curves of this one end with it: what follows feels as it does alone. Metadata are those of this pattern, or of the
    /// other one when this one has none.
    ///
    /// - Parameters:
    ///   - next: What follows.
    ///   - gap: How long nothing is felt between both, in seconds.
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

    /// This pattern several times, one after the other.
    ///
    /// - Parameters:
    ///   - count: How many times, 1 or more.
    ///   - gap: How long nothing is felt between two, in seconds.
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

    /// This pattern and another one at the same time: at each time the stronger one is felt.
    ///
    /// Where one of them has curves, the other gets layers of its own, so that they do not change its events.
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

    /// A pattern for each layer that can be felt, for formats that have one; what is felt of all together is what is felt of
    /// this one. Sounds and metadata belong to the first.
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

    /// The same pattern, weaker or stronger: all intensities times a factor, at most 1.
    ///
    /// - Parameter factor: 0 or more.
    /// - Throws: `ServiceError.Code.invalidRequest` when the factor is negative or no number.
    public func scaled(by factor: Double) throws(ServiceError) -> HapticPattern {
        guard factor >= 0, factor.isFinite else {
            throw Self.refused("a pattern cannot be made \(factor) times as strong", "use 0 or more")
        }
        return try HapticPattern(
            events: events.changing { $0.intensity = min($0.intensity * factor, 1) },
            curves: curves,
            audio: audio,
            metadata: metadata
        )
    }

    /// The same pattern, faster or slower: all times and durations times a factor. Taps stay as short as they are, and so
    /// do attack, decay and release.
    ///
    /// - Parameter factor: Above 0; 2 takes twice as long.
    /// - Throws: `ServiceError` when the factor is not above 0, or the result too long; see ``Limits``.
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

    /// The curves that take effect before a time, and points that take their effect back where another pattern follows.
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
    /// A part of the pattern, which begins at 0 again.
    ///
    /// What is felt is as in the whole, with one exception: an attack, decay or release that is cut is left out, so a
    /// vibration that is cut begins or ends at once. Taps belong to the part in which they begin. Sounds that begin in the
    /// part are kept as they are.
    ///
    /// - Parameters:
    ///   - start: Where the part begins, in seconds.
    ///   - end: Where it ends, in seconds.
    /// - Throws: `ServiceError.Code.invalidRequest` when the end does not lie behind the start, or one is out of range.
    public func trimmed(from start: Double = 0, to end: Double = .infinity) throws(ServiceError) -> HapticPattern {
        guard start >= 0, start < end else {
            throw Self.refused(
                "there is no part of a pattern from \(start) s to \(end) s",
                "use a start of 0 or more, and an end behind it"
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
    /// The part of the event between two times, if there is one.
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
    /// The elements, each of them changed.
    func changing(_ change: (inout Element) -> Void) -> [Element] {
        map { element in
            var element = element
            change(&element)
            return element
        }
    }
}
