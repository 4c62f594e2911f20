import LanguageServices

/// The bytes of a WAV file: RIFF, linear PCM, 16 bit, little-endian on every host.
enum WAVEncoding {
    /// How many bytes stand before the first sample.
    static let headerSize = 44

    /// The most sample bytes whose sizes still fit the header's 32-bit fields.
    static let largestDataSize = Int64(UInt32.max) - 36 - 1

    /// The header of a file with `dataSize` bytes of samples and `trailerSize` bytes of chunks behind them, which together
    /// must not be more than ``largestDataSize``.
    static func header(format: AudioFormat, dataSize: Int64, trailerSize: Int = 0) -> [UInt8] {
        let blockAlign = format.channels * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize)
        bytes += "RIFF".utf8
        append(UInt32(truncatingIfNeeded: dataSize + Int64(trailerSize) + 36), to: &bytes)
        bytes += "WAVEfmt ".utf8
        append(UInt32(16), to: &bytes)
        append(UInt16(1), to: &bytes)
        append(UInt16(truncatingIfNeeded: format.channels), to: &bytes)
        append(UInt32(truncatingIfNeeded: format.sampleRate), to: &bytes)
        append(UInt32(truncatingIfNeeded: format.sampleRate * blockAlign), to: &bytes)
        append(UInt16(truncatingIfNeeded: blockAlign), to: &bytes)
        append(UInt16(16), to: &bytes)
        bytes += "data".utf8
        append(UInt32(truncatingIfNeeded: dataSize), to: &bytes)
        return bytes
    }

    /// Hands the bytes of samples, in the file's byte order, to `body`.
    static func withBytes(
        of samples: [Int16],
        _ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        #if _endian(little)
        let ordered = samples
        #else
        let ordered = samples.map(\.littleEndian)
        #endif
        var failure: ServiceError?
        ordered.withUnsafeBytes { raw in
            do throws(ServiceError) { try body(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
    }
}
