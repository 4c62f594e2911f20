/// One frame of a formant sequence in `phondata`.
///
/// A sequence is its length in milliseconds (two bytes, unused), a count of frames and a byte of flags, then the frames.
/// A frame has 44 bytes: flags (bit 0: it has 20 bytes more; bit 1: it is the middle of the vowel), seven frequencies F0 to
/// F6 in hertz, each of two bytes; then single bytes: the milliseconds to the next frame, loudness, 8 heights, 6 widths,
/// 3 widths to the right, 4 bandwidths, 5 parameters of another synthesiser.
struct FormantFrame: Sendable, Hashable {
    /// F0 to F6, in hertz.
    var frequencies: [UInt16]
    /// What stands behind the frequencies but for the duration: loudness, heights, widths and so on, 27 bytes.
    var levels: [UInt8]

    /// The frames of a sequence; `nil` when the address or a frame is outside of the file.
    static func sequence(in data: LittleEndianBytes, at address: Int) -> [FormantFrame]? {
        guard address >= 8, address < data.count, let count = data.byte(address + 2), count > 0,
            let flags = data.word(address + 4)
        else { return nil }
        let size = flags & 1 == 1 ? 64 : 44
        var frames: [FormantFrame] = []
        for index in 0..<Int(count) {
            let start = address + 4 + index * size
            guard let levels = data.slice(start + 17, 27) else { return nil }
            var frequencies: [UInt16] = []
            for number in 0..<7 {
                guard let frequency = data.word(start + 2 + number * 2) else { return nil }
                frequencies.append(frequency)
            }
            frames.append(FormantFrame(frequencies: frequencies, levels: Array(levels)))
        }
        return frames
    }

    /// A frame between two: 0 is this one, 1 the other.
    func blended(with other: FormantFrame, _ share: Double) -> FormantFrame {
        func between(_ a: Double, _ b: Double) -> Double { (a * (1 - share) + b * share).rounded() }
        return FormantFrame(
            frequencies: zip(frequencies, other.frequencies).map { a, b in
                // Frequencies are signed in the file; none is above 11 kHz.
                UInt16(between(Double(a & 0x7FFF), Double(b & 0x7FFF)))
            },
            levels: zip(levels, other.levels).map { UInt8(between(Double($0), Double($1))) }
        )
    }

    /// The 44 bytes.
    func bytes(isMiddle: Bool, duration: UInt8) -> [UInt8] {
        var result: [UInt8] = []
        result.append(word: isMiddle ? 2 : 0)
        for frequency in frequencies { result.append(word: frequency) }
        result.append(duration)
        return result + levels
    }
}
