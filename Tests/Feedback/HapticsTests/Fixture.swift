import Haptics
import Platform
import Testing

/// Files with patterns, written after what real files have in them.
enum Fixture {
    /// The bytes of a file.
    static func bytes(_ name: String, file: String = #filePath) throws -> [UInt8] {
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        let handle = try #require(fopen("/\(folder)/Fixtures/\(name)", "r"))
        defer { fclose(handle) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, handle))
        return bytes
    }

    /// What a file holds.
    static func read(_ name: String) throws -> ImportedPattern {
        try PatternFile.read(try bytes(name), name: name)
    }

    /// What a text holds.
    static func read(_ text: String, as format: HapticFormat) throws -> ImportedPattern {
        try PatternFile.read(Array(text.utf8), name: "text", format: format)
    }
}

/// Compares what is felt of two patterns.
enum Felt {
    /// The largest difference of intensity or sharpness at many times, and the time where it is.
    static func difference(_ a: HapticPattern, _ b: HapticPattern) -> (value: Double, time: Double) {
        let (x, y) = (PatternSampler(a), PatternSampler(b))
        let length = max(x.duration, y.duration)
        var times = (0..<2000).map { (Double($0) + 0.5) / 2000 * length }
        // A step is at a control point: on both sides of each, and on it.
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

extension ImportedPattern {
    /// The codes of the repairs, each once.
    var codes: Set<String> { Set(repairs.map(\.code.rawValue)) }
}
