import TestSupport

/// A WAV file parsed byte by byte, independently of the package's reader.
struct Wave {
    var sampleRate: Int
    var samples: [Int16]

    /// The length in seconds.
    var seconds: Double { Double(samples.count) / Double(max(1, sampleRate)) }

    /// Reads a file; `nil` when it is not a complete 16-bit mono file.
    init?(path: String) {
        guard let bytes = contents(path) else { return nil }
        self.init(bytes)
    }

    /// Reads the bytes of a file; `nil` when they are not a complete 16-bit mono file.
    init?(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        guard bytes.count >= 44, bytes[0..<4].elementsEqual("RIFF".utf8), number(4, 4) == bytes.count - 8,
            bytes[8..<16].elementsEqual("WAVEfmt ".utf8), number(16, 4) == 16,
            number(20, 2) == 1, number(22, 2) == 1, number(34, 2) == 16, number(32, 2) == 2,
            bytes[36..<40].elementsEqual("data".utf8), number(40, 4) <= bytes.count - 44,
            number(28, 4) == number(24, 4) * 2
        else { return nil }
        // After the samples, the file ends or has a list of tags.
        let end = 44 + number(40, 4)
        if end < bytes.count {
            guard bytes.count >= end + 12, bytes[end..<(end + 4)].elementsEqual("LIST".utf8),
                number(end + 4, 4) == bytes.count - end - 8
            else { return nil }
        }
        sampleRate = number(24, 4)
        samples = stride(from: 44, to: end - 1, by: 2).map {
            Int16(truncatingIfNeeded: number($0, 2))
        }
    }

    /// Whether the file is audible.
    var hasSound: Bool { samples.contains { $0.magnitude > 300 } }
}
