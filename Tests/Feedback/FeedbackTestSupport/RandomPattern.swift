package import HapticPatterns

/// Random patterns with every kind of event.
package enum RandomPattern {
    package static func make(using random: inout some RandomNumberGenerator, layers: Int = 3) throws -> HapticPattern {
        var events: [HapticEvent] = []
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let isTap = Bool.random(using: &random)
            var event = HapticEvent(
                isTap ? .transient : .continuous,
                at: Double.random(in: 0...3, using: &random),
                duration: isTap ? 0 : Double.random(in: 0.01...2, using: &random),
                intensity: Double.random(in: 0...1, using: &random),
                sharpness: Double.random(in: 0...1, using: &random),
                layer: Int.random(in: 0..<layers, using: &random)
            )
            if !isTap, Bool.random(using: &random) {
                event.attack = Double.random(in: 0...1, using: &random)
                event.decay = Double.random(in: 0...1, using: &random)
                event.release = Double.random(in: 0...1, using: &random)
                event.sustained = Bool.random(using: &random)
            }
            events.append(event)
        }
        var curves: [HapticCurve] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let parameter: HapticCurve.Parameter = Bool.random(using: &random) ? .intensity : .sharpness
            var time = 0.0
            var points: [HapticCurve.Point] = []
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                points.append(.init(time, Double.random(in: parameter.range, using: &random)))
                if Int.random(in: 0..<5, using: &random) > 0 { time += Double.random(in: 0...0.3, using: &random) }
            }
            curves.append(
                HapticCurve(
                    parameter,
                    at: Double.random(in: 0...3, using: &random),
                    points: points,
                    layer: Int.random(in: 0..<layers, using: &random)
                )
            )
        }
        return try HapticPattern(events: events, curves: curves)
    }
}

/// Compares the sampled values of two patterns.
package enum Felt {
    /// The largest difference in intensity or sharpness over many times, and the time at which it occurs.
    package static func difference(_ a: HapticPattern, _ b: HapticPattern) -> (value: Double, time: Double) {
        let (x, y) = (PatternSampler(a), PatternSampler(b))
        let length = max(x.duration, y.duration)
        var times = (0..<2000).map { (Double($0) + 0.5) / 2000 * length }
        // Steps occur at control points, so samples are taken before, at and after each.
        for curve in a.curves {
            for point in curve.points {
                let time = curve.time + point.time
                times += [time - 1e-7, time, time + 1e-7]
            }
        }
        for event in a.events { times += [event.time - 1e-7, event.time, event.end - 1e-7, event.end + 1e-7] }
        var largest = (value: 0.0, time: 0.0)
        for time in times {
            let (p, q) = (x.sample(at: time), y.sample(at: time))
            let difference = max(abs(p.intensity - q.intensity), abs(p.sharpness - q.sharpness))
            if difference > largest.value { largest = (difference, time) }
        }
        return largest
    }
}
