public import LanguageServices

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
            throw ServiceError(
                .invalidRequest,
                "there is no part of a pattern from \(start) s to \(end) s",
                remedy: "use a start of 0 or more, and an end behind it"
            )
        }
        let last = max(min(end, duration), start)
        return try HapticPattern(
            events: events.compactMap { $0.trimmed(from: start, to: end) },
            curves: curves.isEmpty ? [] : trimmedCurves(from: start, to: last),
            audio: audio.compactMap { event in
                guard event.time >= start, event.time < end else { return nil }
                var event = event
                event.time -= start
                return event
            },
            metadata: metadata
        )
    }

    private func trimmedCurves(from start: Double, to end: Double) -> [HapticCurve] {
        var result: [HapticCurve] = []
        for layer in layers {
            for parameter in HapticCurve.Parameter.allCases {
                let own = curves.filter { $0.layer == layer && $0.parameter == parameter }
                guard !own.isEmpty else { continue }
                let track = ControlTrack(own, neutral: parameter.neutralValue)
                let points = track.points(from: start, to: end, in: parameter.range)
                let isNeutral = points.allSatisfy { $0.value == parameter.neutralValue }
                if !isNeutral { result.append(HapticCurve(parameter, points: points, layer: layer)) }
            }
        }
        return result
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
