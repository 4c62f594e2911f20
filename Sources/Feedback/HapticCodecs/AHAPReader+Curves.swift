import HapticPatterns
import JSON
import LanguageServices

extension AHAPReader {
    /// Reads what stands under `Parameter`: a curve of one point.
    mutating func readParameter(_ node: JSONNode, path: String) {
        reading.checkKeys(node, ["ParameterID", "Time", "ParameterValue", "Value"], path: path)
        guard let parameter = parameter(of: node, path: path),
            let time = time(of: node, kind: "Parameter \(parameter.rawValue)", path: path)
        else { return }
        let value = reading.number("ParameterValue", alias: "Value", of: node, in: parameter.range, path: path)
        guard let value else {
            note(.missingKey, node, path, "there is no ParameterValue", fix: "left out")
            return
        }
        append(HapticCurve(parameter, at: time, points: [.init(0, value)]), node, path)
    }

    /// Reads what stands under `ParameterCurve`.
    mutating func readCurve(_ node: JSONNode, path: String) {
        reading.checkKeys(node, ["ParameterID", "Time", "ParameterCurveControlPoints"], path: path)
        guard let parameter = parameter(of: node, path: path),
            let time = time(of: node, kind: "Curve \(parameter.rawValue)", path: path)
        else { return }
        guard let list = node["ParameterCurveControlPoints"] else {
            note(.missingKey, node, path, "there are no ParameterCurveControlPoints", fix: "left out")
            return
        }
        let listPath = "\(path).ParameterCurveControlPoints"
        var points = points(reading.list(list, path: listPath), of: parameter, path: listPath)
        guard let first = points.first, let last = points.last else {
            note(.leftOut, node, path, "the curve has no control points", fix: "left out")
            return
        }
        // Some tools write curves of sixteen points one after the other, each from the last point of the one before, and
        // count the times of all points from the start of the pattern.
        let mayBeAbsolute = time > 0 && Self.isSame(first.time, time)
        var isAbsolute = false
        if mayBeAbsolute, let before = lastCurves[parameter], Self.isSame(before.time, time) {
            isAbsolute = true
            if let index = before.undecided, curves.indices.contains(index) {
                let head = curves[index]
                curves[index].content.points = counted(from: head.content.time, head.content.points, head.place)
            }
            points = counted(from: time, points, FilePlace(path: path, position: node.position))
        }
        lastCurves[parameter] = CurveEnd(time: last.time, undecided: mayBeAbsolute && !isAbsolute ? curves.count : nil)
        points = usable(points, of: node, from: time, path: listPath)
        if !points.isEmpty { append(HapticCurve(parameter, at: time, points: points), node, path) }
    }

    /// Control points whose times count from the start of the pattern, as they should be.
    private mutating func counted(
        from time: Double,
        _ points: [HapticCurve.Point],
        _ place: FilePlace
    ) -> [HapticCurve.Point] {
        reading.log.add(
            .chainedAbsoluteCurve,
            .warning,
            at: place,
            "the times of the control points count from the start of the pattern, and not from that of the curve",
            fix: "\(WholeNumber.text(time)) s taken away from each"
        )
        return points.map { .init(max($0.time - time, 0), $0.value) }
    }

    private static func isSame(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

    private mutating func parameter(of node: JSONNode, path: String) -> HapticCurve.Parameter? {
        guard let name = node["ParameterID"]?.string else {
            note(.missingKey, node, path, "there is no ParameterID", fix: "left out")
            return nil
        }
        if let parameter = AHAPParameter.parameter(name) { return parameter }
        note(.unknownKey, node, path, "the parameter \(JSONExcerpt.quoted(name)) is not known", fix: "left out")
        return nil
    }

    private mutating func points(
        _ elements: [JSONNode],
        of parameter: HapticCurve.Parameter,
        path: String
    ) -> [HapticCurve.Point] {
        var points: [HapticCurve.Point] = []
        points.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let own = { "\(path)[\(index)]" }
            if (element.members?.count ?? 0) != 2 || element["Time"] == nil || element["ParameterValue"] == nil {
                reading.checkKeys(element, ["Time", "ParameterValue", "Value"], path: own())
            }
            guard
                let value = reading.number(
                    "ParameterValue",
                    alias: "Value",
                    of: element,
                    in: parameter.range,
                    path: own()
                )
            else {
                note(.missingKey, element, own(), "the control point has no ParameterValue", fix: "left out")
                continue
            }
            let time = reading.number("Time", of: element, path: own())
            if time == nil { note(.missingKey, element, own(), "the control point has no Time", fix: "0 is taken") }
            points.append(.init(time ?? 0, value))
        }
        return points
    }

    /// The points in order and within the limits of time.
    private mutating func usable(
        _ points: [HapticCurve.Point],
        of node: JSONNode,
        from time: Double,
        path: String
    ) -> [HapticCurve.Point] {
        var points = points
        if points.contains(where: { $0.time < 0 }) {
            note(.outOfRange, node, path, "control points have negative times", fix: "0 is taken")
            points = points.map { .init(max($0.time, 0), $0.value) }
        }
        if points.contains(where: { time + $0.time > HapticPattern.Limits.time }) {
            let limit = WholeNumber.text(HapticPattern.Limits.time)
            note(.leftOut, node, path, "control points lie later than \(limit) s", fix: "left out")
            points.removeAll { time + $0.time > HapticPattern.Limits.time }
        }
        guard zip(points, points.dropFirst()).contains(where: { $1.time < $0.time }) else { return points }
        note(.unsorted, node, path, "the control points are not in the order of time", fix: "put in order")
        return points.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
            .map(\.element)
    }

    private mutating func append(_ curve: HapticCurve, _ node: JSONNode, _ path: String) {
        curves.append(Placed(content: curve, place: FilePlace(path: path, position: node.position)))
    }

    private mutating func note(
        _ code: PatternFinding.Code,
        _ node: JSONNode,
        _ path: String,
        _ message: String,
        fix: String
    ) {
        reading.log.add(code, .warning, at: FilePlace(path: path, position: node.position), message, fix: fix)
    }
}
