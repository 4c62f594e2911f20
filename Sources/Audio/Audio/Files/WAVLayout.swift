package import LanguageServices

/// The audio format of a WAV file and the location of its samples.
package struct WAVLayout: Sendable, Hashable {
    /// Sample rate and channels.
    package var format: AudioFormat
    /// Bits per sample: 8, 16, 24, 32 or 64.
    package var bitsPerSample: Int
    /// The format tag: 1 for linear PCM, 3 for floating point; others are compressed.
    package var coding: Int
    /// Bytes per frame.
    package var blockAlign: Int
    /// The offset of the samples, in bytes from the start of the file.
    package var dataOffset: Int64
    /// The size of the samples in bytes.
    package var dataSize: Int64
}

extension WAVLayout {
    /// The maximum number of chunks, more than any real program writes. It limits the work for a crafted file.
    private static let maximumChunks = 1000

    /// Parses the chunks.
    ///
    /// Unknown chunks are skipped. Programs that write to a pipe do not know the length in advance and put a very large
    /// number into the header; the samples then extend to the end of the file. Any other length beyond the end of the
    /// file means that the file is truncated.
    ///
    /// - Parameters:
    ///   - size: The size of the file, in bytes.
    ///   - read: Reads at most `count` bytes at `offset`, fewer only at the end of the file. `count` is at most 40.
    /// - Throws: `ServiceError.Code.invalidRequest` for anything that is not an intact WAV file,
    ///   `ServiceError.Code.unsupported` for the big-endian and 64-bit variants, and errors thrown by `read`.
    package static func parse(
        size: Int64,
        read: (_ offset: Int64, _ count: Int) throws(ServiceError) -> [UInt8]
    ) throws(ServiceError) -> WAVLayout {
        let start = try read(0, 12)
        guard start.count == 12, tag(start, 8) == "WAVE" else { throw broken("it is not a WAV file") }
        switch tag(start, 0) {
        case "RIFF": break
        case "RIFX", "RF64", "BW64":
            throw ServiceError(.unsupported, "WAV files of type \(tag(start, 0)) are not supported")
        default: throw broken("it is not a WAV file")
        }
        var offset: Int64 = 12
        var description: WAVLayout?
        for _ in 0..<maximumChunks {
            let header = try read(offset, 8)
            guard header.count == 8 else { throw broken(description == nil ? noFormat : "it has no data chunk") }
            let length = Int64(number(header, 4, 4))
            let body = offset + 8
            switch tag(header, 0) {
            case "fmt ":
                description = try parseFormat(read(body, Int(min(length, 40))), length: length)
            case "data":
                guard var layout = description else { throw broken(noFormat) }
                layout.dataOffset = body
                layout.dataSize = try dataSize(length, from: body, fileSize: size)
                return layout
            default: break
            }
            // Chunks start at even offsets.
            offset = body + length + length % 2
        }
        throw broken("it has more than \(maximumChunks) chunks")
    }

    private static func parseFormat(_ bytes: [UInt8], length: Int64) throws(ServiceError) -> WAVLayout {
        guard length >= 16, bytes.count >= 16 else { throw broken("its format chunk is truncated") }
        var coding = Int(number(bytes, 0, 2))
        // The extensible format stores the actual tag in the first bytes of a GUID.
        if coding == 0xFFFE, bytes.count >= 26 { coding = Int(number(bytes, 24, 2)) }
        let format = AudioFormat(sampleRate: Int(number(bytes, 4, 4)), channels: Int(number(bytes, 2, 2)))
        let blockAlign = Int(number(bytes, 12, 2))
        guard format.sampleRate > 0 else { throw broken("its sample rate is zero") }
        guard format.channels > 0 else { throw broken("it has no channels") }
        guard blockAlign > 0 else { throw broken("its frame size is zero") }
        let bits = Int(number(bytes, 14, 2))
        if coding == 1 || coding == 3 {
            guard [8, 16, 24, 32, 64].contains(bits), blockAlign == format.channels * (bits / 8) else {
                throw broken("its sample size does not match its frame size")
            }
        }
        return WAVLayout(
            format: format,
            bitsPerSample: bits,
            coding: coding,
            blockAlign: blockAlign,
            dataOffset: 0,
            dataSize: 0
        )
    }

    private static func dataSize(_ length: Int64, from body: Int64, fileSize: Int64) throws(ServiceError) -> Int64 {
        let there = max(0, fileSize - body)
        if length <= there { return length }
        // espeak-ng writes 0x7FFFF000 to a pipe; sox and ffmpeg write larger numbers.
        guard length >= 0x7FFF_F000 else {
            throw broken("it is truncated: its header declares \(length) bytes of samples, but it has \(there)")
        }
        return there
    }

    private static let noFormat = "it has no format chunk before its samples"

    private static func broken(_ reason: String) -> ServiceError {
        ServiceError(.invalidRequest, reason)
    }

    private static func tag(_ bytes: [UInt8], _ offset: Int) -> String {
        String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> UInt32 {
        bytes.dropFirst(offset).prefix(count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
