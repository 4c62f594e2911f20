/// All curves for one parameter and layer combined, as linear pieces. At any time, the curve that took effect last
/// applies. A curve takes effect at its first control point, is interpolated linearly, and keeps its last value until
/// the next curve takes effect. Before the first curve, the neutral value applies.
package struct ControlTrack: Sendable {
    /// The start of a piece, its value there, and its slope per second.
    struct Piece: Sendable {
        let start: Double
        let value: Double
        let slope: Double

        /// The value at a time within the piece.
        func value(at time: Double) -> Double {
            // The first piece begins at minus infinity, where a slope of 0 would give NaN.
            slope == 0 ? value : value + slope * (time - start)
        }
    }

    /// The pieces in chronological order; the first one begins at minus infinity.
    let pieces: [Piece]

    /// The track for one parameter in a layer.
    package init(_ parameter: HapticCurve.Parameter, of curves: [HapticCurve], layer: Int) {
        var pieces = [Piece(start: -.infinity, value: parameter.neutralValue, slope: 0)]
        let ordered = curves.filter { $0.layer == layer && $0.parameter == parameter }.sorted { $0.start < $1.start }
        for (index, curve) in ordered.enumerated() {
            let next = index + 1 < ordered.count ? ordered[index + 1].start : .infinity
            Self.append(curve, until: next, to: &pieces)
        }
        self.pieces = pieces
    }

    private static func append(_ curve: HapticCurve, until limit: Double, to pieces: inout [Piece]) {
        for (point, next) in zip(curve.points, curve.points.dropFirst()) {
            let start = curve.time + point.time
            let end = curve.time + next.time
            guard start < limit else { return }
            // Two points at the same time form a step, including points that coincide after adding the time of the
            // curve.
            guard end > start else { continue }
            pieces.append(Piece(start: start, value: point.value, slope: (next.value - point.value) / (end - start)))
        }
        guard let last = curve.points.last, curve.time + last.time < limit else { return }
        pieces.append(Piece(start: curve.time + last.time, value: last.value, slope: 0))
    }

    /// The index of the piece at a time.
    func index(at time: Double) -> Int {
        var low = 0
        var high = pieces.count
        while high - low > 1 {
            let middle = low + (high - low) / 2
            if pieces[middle].start <= time { low = middle } else { high = middle }
        }
        return low
    }

    /// The value at a time.
    func value(at time: Double) -> Double {
        pieces[index(at: time)].value(at: time)
    }

    /// The track between two times as control points, with times relative to the first.
    ///
    /// - Returns: At least one point; a step is two points at the same time.
    package func points(from start: Double, to end: Double, in range: ClosedRange<Double>) -> [HapticCurve.Point] {
        func clamped(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }
        var points: [HapticCurve.Point] = []
        for index in index(at: start)..<pieces.count {
            let piece = pieces[index]
            guard piece.start < end || points.isEmpty else { break }
            let first = max(piece.start, start)
            let value = clamped(piece.value(at: first))
            let point = HapticCurve.Point(first - start, value)
            if points.last != point { points.append(point) }
            guard piece.slope != 0 || (index + 1 < pieces.count && pieces[index + 1].start < end) else { continue }
            let last = min(index + 1 < pieces.count ? pieces[index + 1].start : end, end)
            guard last > first else { continue }
            points.append(.init(last - start, clamped(piece.value(at: last))))
        }
        return points
    }
}
