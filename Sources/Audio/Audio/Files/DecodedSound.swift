import CSndFile
package import LanguageServices
import Platform

/// A compressed sound (FLAC, Ogg Vorbis, Ogg Opus, MP3) that libsndfile has decoded completely.
package struct DecodedSound: Sendable, Hashable {
    /// The format of the samples.
    package var format: AudioFormat

    /// The samples, channels interleaved.
    package var samples: [Int16]

    /// Decodes a sound.
    ///
    /// - Parameters:
    ///   - bytes: A complete file in a format that libsndfile reads.
    ///   - limit: The maximum number of samples. A crafted file of a few bytes can decode to hours of silence.
    /// - Throws: `ServiceError.Code.unsupported` if libsndfile cannot read the file, `ServiceError.Code.limitExceeded`
    ///   for more samples than `limit`.
    package init(_ bytes: [UInt8], limit: Int) throws(ServiceError) {
        let input = EncodedInput(bytes)
        var info = SF_INFO()
        guard let handle = input.open(&info) else {
            throw ServiceError(
                .unsupported,
                "libsndfile \(SoundLibrary.version) cannot read the sound",
                remedy: "choose another format, or install libsndfile 1.1 or later with all decoders"
            )
        }
        // The library reads from `input` until the handle is closed.
        defer { withExtendedLifetime(input) { _ = sf_close(handle) } }
        let format = AudioFormat(sampleRate: Int(info.samplerate), channels: Int(info.channels))
        try format.validate()
        var samples: [Int16] = []
        // MP3 and Ogg decoders produce values beyond full scale, which the integer function would wrap.
        var block = [Float](repeating: 0, count: 4096 * format.channels)
        while true {
            let frames = Int(sf_readf_float(handle, &block, 4096))
            guard frames > 0 else { break }
            let count = min(frames * format.channels, block.count)
            guard count <= limit - samples.count else {
                throw ServiceError(.limitExceeded, "the sound is longer than \(limit) samples")
            }
            for value in block[..<count] { samples.append(Int16(fullScale: Double(value))) }
        }
        self.format = format
        self.samples = samples
    }
}

/// In-memory input for libsndfile.
final class EncodedInput: SoundBytes {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        super.init(mode: SFM_READ, length: Int64(bytes.count))
    }

    override func read(_ destination: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
        guard let destination, count > 0 else { return 0 }
        let size = min(count, length - position)
        guard size > 0 else { return 0 }
        UnsafeMutableRawBufferPointer(start: destination, count: Int(size))
            .copyBytes(from: bytes[Int(position)..<Int(position + size)])
        position += size
        return size
    }
}
