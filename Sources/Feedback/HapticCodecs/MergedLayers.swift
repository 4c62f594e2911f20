import HapticPatterns

/// A pattern with all events and curves in layer 0, for formats in which curves act on everything.
struct MergedLayers {
    /// The events, in order.
    private(set) var events: [HapticEvent]

    /// The curves, in order.
    private(set) var curves: [HapticCurve]

    /// What is felt otherwise.
    private(set) var losses: [ExportLoss] = []

    /// Merges the layers of a pattern.
    init(_ pattern: HapticPattern) {
        events = pattern.events
        curves = pattern.curves
        let curved = Set(curves.lazy.filter { $0.parameter.isHaptic }.map(\.layer))
        let used = Set(events.map(\.layer))
        guard curved.intersection(used).count > 0, used.count > 1 else {
            // The curves of layers without events act on nothing, and must not begin to.
            curves.removeAll { $0.parameter.isHaptic && !used.contains($0.layer) }
            putIntoOneLayer()
            return
        }
        guard curved.count == 1, let layer = curved.first, canShare(layer) else {
            flatten(pattern)
            putIntoOneLayer()
            return
        }
        raise(layer)
        compensateTaps(outside: layer)
        putIntoOneLayer()
    }

    private mutating func putIntoOneLayer() {
        for index in events.indices { events[index].layer = 0 }
        for index in curves.indices { curves[index].layer = 0 }
    }

    private func track(_ parameter: HapticCurve.Parameter, of layer: Int) -> ControlTrack {
        ControlTrack(
            curves.filter { $0.layer == layer && $0.parameter == parameter },
            neutral: parameter.neutralValue
        )
    }

    /// Whether the curves of a layer change nothing of the vibrations of other layers.
    private func canShare(_ layer: Int) -> Bool {
        let others = events.filter { $0.layer != layer && $0.kind == .continuous }
        guard !others.isEmpty else { return true }
        for parameter in HapticCurve.Parameter.allCases where parameter.isHaptic {
            let track = track(parameter, of: layer)
            for event in others {
                let points = track.points(from: event.time, to: event.end, in: parameter.range)
                if points.contains(where: { $0.value != parameter.neutralValue }) { return false }
            }
        }
        return true
    }

    /// Writes everything continuous as one event with curves.
    private mutating func flatten(_ pattern: HapticPattern) {
        let shape = ContinuousShape(pattern)
        events = events.filter { $0.kind == .transient }
        curves = curves.filter { !$0.parameter.isHaptic }
        losses.append(
            ExportLoss(
                .layers,
                "vibrations with curves of their own became one vibration with the curves of all"
                    + (shape.isExact ? "" : ", within a thousandth")
            )
        )
        // The taps keep layers that have no curves now.
        let layer = HapticPattern.Limits.layers
        guard let first = shape.pieces.first, let last = shape.pieces.last else { return }
        func moved(_ points: [HapticCurve.Point]) -> [HapticCurve.Point] {
            points.compactMap { $0.time < first.start ? nil : .init($0.time - first.start, $0.value) }
        }
        let whole = HapticEvent.continuous(
            at: first.start,
            duration: last.end - first.start,
            sharpness: 0,
            layer: layer
        )
        let index = events.firstIndex { $0.time > whole.time } ?? events.endIndex
        events.insert(whole, at: index)
        curves.append(HapticCurve(.intensity, at: first.start, points: moved(shape.intensities), layer: layer))
        curves.append(HapticCurve(.sharpness, at: first.start, points: moved(shape.sharpnesses), layer: layer))
        raise(layer)
        compensateTaps(outside: layer)
    }

    /// Makes the intensity curves of a layer as high as they can be, and its events as much weaker, so that the curves leave
    /// room for the taps of other layers.
    private mutating func raise(_ layer: Int) {
        let own = events.filter { $0.layer == layer }
        guard events.contains(where: { $0.layer != layer && $0.kind == .transient }),
            let start = own.first?.time, let end = own.lazy.map(\.end).max()
        else { return }
        // A control point before or behind the events counts when the line to it is felt: cut off, it would bend that line.
        let points = track(.intensity, of: layer).points(from: start, to: end, in: 0...1)
        let ends = curves.filter { $0.layer == layer && $0.parameter == .intensity }.flatMap { curve in
            zip(curve.points, curve.points.dropFirst())
                .filter { curve.time + $1.time >= start && curve.time + $0.time <= end }.flatMap { [$0, $1] }
        }
        let highest = (points + ends).lazy.map(\.value).max() ?? 1
        guard highest > 0, highest < 1 else { return }
        for index in events.indices where events[index].layer == layer { events[index].intensity *= highest }
        for index in curves.indices where curves[index].layer == layer && curves[index].parameter == .intensity {
            curves[index].points = curves[index].points.map { .init($0.time, min($0.value / highest, 1)) }
        }
    }

    /// Makes the taps of other layers as much stronger as the curves of a layer make them weaker.
    private mutating func compensateTaps(outside layer: Int) {
        let track = track(.intensity, of: layer)
        var weaker = 0
        var other = 0
        for index in events.indices where events[index].layer != layer && events[index].kind == .transient {
            let event = events[index]
            let values = track.points(from: event.time, to: event.end, in: 0...1).map(\.value)
            let factor = values.first ?? 1
            if values.contains(where: { $0 != factor }) { other += 1 }
            guard factor < 1, event.intensity > 0 else { continue }
            let needed = factor > 0 ? event.intensity / factor : .infinity
            if needed > 1 { weaker += 1 }
            events[index].intensity = min(needed, 1)
        }
        if weaker > 0 {
            losses.append(
                ExportLoss(
                    .layers,
                    "\(Self.taps(weaker)) weaker than before, since the curves of the vibration act on them as well"
                )
            )
        }
        if other > 0 {
            losses.append(
                ExportLoss(.taps, "\(Self.taps(other)) changed by the curves of the vibration while they are felt")
            )
        }
    }

    private static func taps(_ count: Int) -> String { count == 1 ? "1 tap is" : "\(count) taps are" }
}
