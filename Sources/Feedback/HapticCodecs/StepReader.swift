import HapticPatterns
import JSON
import LanguageServices

/// Reads lists of milliseconds and strengths.
struct StepReader {
    var reading: NodeReading

    /// The longest time that is read, in milliseconds.
    private static let longest = HapticPattern.Limits.time * 1000

    /// Milliseconds; what is none is 0, so that the list stays as long as it is.
    mutating func durations(_ node: JSONNode, path: String) -> [Double] {
        var total = 0.0
        var result: [Double] = []
        for (index, element) in reading.list(node, path: path).enumerated() {
            let duration = reading.number(element, in: 0...Self.longest, path: "\(path)[\(index)]") ?? 0
            let left = Self.longest - total
            if duration > left {
                reading.log.add(
                    .leftOut,
                    .warning,
                    at: FilePlace(path: "\(path)[\(index)]", position: element.position),
                    "the vibration is longer than \(WholeNumber.text(HapticPattern.Limits.time)) s",
                    fix: "cut there"
                )
            }
            result.append(min(duration, left))
            total += min(duration, left)
        }
        return result
    }

    /// Amplitudes of 0…255 as intensities; -1 is the strength that the device takes by default, here the full one.
    mutating func amplitudes(_ node: JSONNode, count: Int, path: String) -> [Double] {
        var result: [Double] = []
        for (index, element) in reading.list(node, path: path).enumerated() {
            if element.number?.int == -1 {
                reading.log.add(
                    .missingKey,
                    .note,
                    at: FilePlace(path: "\(path)[\(index)]", position: element.position),
                    "-1 leaves the amplitude to the device",
                    fix: "255 is taken"
                )
                result.append(1)
            } else {
                let amplitude = reading.number(element, in: 0...255, path: "\(path)[\(index)]") ?? 0
                result.append(AndroidAmplitude.intensity(ofAmplitude: amplitude))
            }
        }
        return brought(result, to: count, node, path)
    }

    /// Magnitudes of 0…1 as intensities.
    mutating func magnitudes(_ node: JSONNode, count: Int, path: String) -> [Double] {
        var result: [Double] = []
        for (index, element) in reading.list(node, path: path).enumerated() {
            let magnitude = reading.number(element, in: 0...1, path: "\(path)[\(index)]") ?? 0
            result.append(HapticAmplitude.intensity(ofAmplitude: magnitude))
        }
        return brought(result, to: count, node, path)
    }

    private mutating func brought(_ levels: [Double], to count: Int, _ node: JSONNode, _ path: String) -> [Double] {
        guard levels.count != count else { return levels }
        reading.log.add(
            .wrongType,
            .warning,
            at: FilePlace(path: path, position: node.position),
            "there are \(levels.count) strengths for \(count) times",
            fix: levels.count < count ? "0 is taken for the rest" : "the rest is left out"
        )
        return Array(levels.prefix(count)) + Array(repeating: 0, count: max(count - levels.count, 0))
    }

    /// The vibrations of steps; steps of one strength are one vibration.
    static func events(
        _ durations: [Double],
        _ levels: [Double],
        _ places: [FilePlace]
    ) -> [(HapticEvent, FilePlace)] {
        var events: [(HapticEvent, FilePlace)] = []
        var time = 0.0
        var start = 0.0
        var level = 0.0
        var place = FilePlace(path: "$", position: .start)
        func finish() {
            guard level > 0, time > start else { return }
            events.append(
                (.continuous(at: start / 1000, duration: time / 1000 - start / 1000, intensity: level), place)
            )
        }
        for (index, duration) in durations.enumerated() where duration > 0 {
            let next = index < levels.count ? levels[index] : 0
            if next != level {
                finish()
                start = time
                level = next
                if index < places.count { place = places[index] }
            }
            time += duration
        }
        finish()
        return events
    }
}
