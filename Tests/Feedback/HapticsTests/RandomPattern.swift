import Haptics

/// Patterns with a bit of everything.
enum RandomPattern {
    static func make(using random: inout some RandomNumberGenerator, layers: Int = 3) throws -> HapticPattern {
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
