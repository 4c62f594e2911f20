import CSndFile
package import LanguageServices
import Platform

/// A sound that was packed (FLAC, Ogg Vorbis, Ogg Opus, MP3) and has been unpacked whole, by libsndfile.
package struct DecodedSound: Sendable, Hashable {
    /// The form of the samples.
    package var format: AudioFormat

    /// The samples, channels interleaved.
    package var samples: [Int16]

    /// Unpacks a sound.
    ///
    /// - Parameters:
    ///   - bytes: A whole file of a kind that libsndfile reads.
    ///   - limit: The largest number of samples; a few bytes can be made to unpack to hours of silence.
    /// - Throws: `ServiceError.Code.unsupported` for what libsndfile does not read here,
    ///   `ServiceError.Code.limitExceeded` for more samples than `limit`.
    package init(_ bytes: [UInt8], limit: Int) throws(ServiceError) {
        let input = EncodedInput(bytes)
        var info = SF_INFO()
        guard let handle = input.open(&info) else {
            throw ServiceError(
                .unsupported,
                "libsndfile \(SoundLibrary.version) cannot read the sound",
                remedy: "ask for another format, or install libsndfile 1.1 or later with all its decoders"
            )
        }
        // The library reads until it has closed the sound.
        defer { withExtendedLifetime(input) { _ = sf_close(handle) } }
        let format = AudioFormat(sampleRate: Int(info.samplerate), channels: Int(info.channels))
        try format.validate()
        var samples: [Int16] = []
        // Decoders of MP3 and Ogg give numbers beyond full scale, which the function for integers would wrap.
        var block = [Float](repeating: 0, count: 4096 * format.channels)
        while true {
            let frames = Int(sf_readf_float(handle, &block, 4096))
            guard frames > 0 else { break }
            let count = min(frames * format.channels, block.count)
            guard count <= limit - samples.count else {
                throw ServiceError(.limitExceeded, "the sound is longer than \(limit) samples")
            }
            for value in block[..<count] { samples.append(Self.sample(value)) }
        }
        self.format = format
        self.samples = samples
    }

    private static func sample(_ value: Float) -> Int16 {
        guard value.isFinite else { return 0 }
        return Int16(max(-32_768, min(32_767, (value * 32_768).rounded())))
    }
}

/// Where libsndfile reads from: bytes in memory, through callbacks.
final class EncodedInput {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Starts the decoder; `nil` when libsndfile refuses. The handle must be closed before this object goes away.
    func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { Int64(EncodedInput.at($0)?.bytes.count ?? 0) },
            seek: { EncodedInput.at($2)?.seek($0, $1) ?? -1 },
            read: { EncodedInput.at($2)?.read($0, $1) ?? 0 },
            // Decoders do not write.
            write: { _, _, _ in 0 },
            tell: { Int64(EncodedInput.at($0)?.position ?? 0) }
        )
        return sf_open_virtual(&functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> EncodedInput? {
        pointer.map { Unmanaged<EncodedInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: Int64(position)
            case SEEK_END: Int64(bytes.count)
            default: -1
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard base >= 0, !overflow, 0...Int64(bytes.count) ~= target else { return -1 }
        position = Int(target)
        return target
    }

    private func read(_ destination: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
        guard let destination, count > 0 else { return 0 }
        let size = min(Int(clamping: count), bytes.count - position)
        guard size > 0 else { return 0 }
        UnsafeMutableRawBufferPointer(start: destination, count: size)
            .copyBytes(from: bytes[position..<(position + size)])
        position += size
        return Int64(size)
    }
}
