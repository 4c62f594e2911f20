package import LanguageServices

/// What the chunks of a WAV file say: the form of the sound, and where its samples stand.
package struct WAVLayout: Sendable, Hashable {
    /// Sample rate and channels.
    package var format: AudioFormat
    /// Bits per sample: 8, 16, 24, 32 or 64.
    package var bitsPerSample: Int
    /// The tag of the coding: 1 for linear PCM, 3 for floating point; others are compressed.
    package var coding: Int
    /// Bytes per frame.
    package var blockAlign: Int
    /// Where the samples start, in bytes from the start of the file.
    package var dataOffset: Int64
    /// How many bytes of samples there are.
    package var dataSize: Int64
}

extension WAVLayout {
    /// More chunks than any program writes; a crafted file must not keep the reader busy.
    private static let mostChunks = 1000

    /// Reads the chunks.
    ///
    /// Unknown chunks are passed over. Programs that write to a pipe cannot know the length and put a very large number
    /// into the header; then the samples go on to the end of the file. Any other length that passes the end of the file
    /// means that it was cut off.
    ///
    /// - Parameters:
    ///   - size: The size of the file, in bytes.
    ///   - read: Gives at most `count` bytes from `offset`, fewer only at the end of the file. Never asked for more than
    ///     40 bytes.
    /// - Throws: `ServiceError.Code.invalidRequest` for anything that is no intact WAV file,
    ///   `ServiceError.Code.unsupported` for its big-endian and 64-bit relatives, and what `read` throws.
    package static func parse(
        size: Int64,
        read: (_ offset: Int64, _ count: Int) throws(ServiceError) -> [UInt8]
    ) throws(ServiceError) -> WAVLayout {
        let start = try read(0, 12)
        guard start.count == 12, tag(start, 8) == "WAVE" else { throw broken("it is no WAV file") }
        switch tag(start, 0) {
        case "RIFF": break
        case "RIFX", "RF64", "BW64":
            throw ServiceError(.unsupported, "WAV files of the kind \(tag(start, 0)) are not read")
        default: throw broken("it is no WAV file")
        }
        var offset: Int64 = 12
        var description: WAVLayout?
        for _ in 0..<mostChunks {
            let header = try read(offset, 8)
            guard header.count == 8 else { throw broken(description == nil ? noFormat : "it has no samples chunk") }
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
        throw broken("it has more than \(mostChunks) chunks")
    }

    private static func parseFormat(_ bytes: [UInt8], length: Int64) throws(ServiceError) -> WAVLayout {
        guard length >= 16, bytes.count >= 16 else { throw broken("its format chunk is cut off") }
        var coding = Int(number(bytes, 0, 2))
        // The extensible form keeps the real tag in the first bytes of an identifier.
        if coding == 0xFFFE, bytes.count >= 26 { coding = Int(number(bytes, 24, 2)) }
        let format = AudioFormat(sampleRate: Int(number(bytes, 4, 4)), channels: Int(number(bytes, 2, 2)))
        let blockAlign = Int(number(bytes, 12, 2))
        guard format.sampleRate > 0 else { throw broken("its sample rate is zero") }
        guard format.channels > 0 else { throw broken("it has no channels") }
        guard blockAlign > 0 else { throw broken("its frames have no size") }
        let bits = Int(number(bytes, 14, 2))
        if coding == 1 || coding == 3 {
            guard [8, 16, 24, 32, 64].contains(bits), blockAlign == format.channels * (bits / 8) else {
                throw broken("its sample size does not fit its frame size")
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
        // espeak-ng writes 0x7FFFF000 to a pipe, sox and ffmpeg larger numbers.
        guard length >= 0x7FFF_F000 else {
            throw broken("it is cut off: \(length) bytes of samples are announced, \(there) are there")
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
