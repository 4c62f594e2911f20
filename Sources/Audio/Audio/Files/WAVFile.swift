public import LanguageServices
import Platform

/// A WAV file that is written while its samples arrive: RIFF, linear PCM, 16 bit.
///
/// The samples go to a temporary file in the same folder, so memory does not grow with the sound. ``finish()`` puts the
/// lengths into the header and the file under its name; a value that is dropped before leaves nothing behind, and an
/// older file of that name stays as it was. Symbolic links are followed, permissions are kept, and `/dev/stdout` and
/// named pipes work.
public struct WAVFile: ~Copyable {
    /// The form of the samples.
    public let format: AudioFormat

    private var file: AtomicFile
    private var dataSize: Int64 = 0
    /// What has not been written yet, the header first.
    private var pending: [UInt8]
    private var isFlushed = false
    private let limit: Int64
    /// What stands behind the samples.
    private let trailer: [UInt8]

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: Where the file is to appear.
    ///   - format: The form of the samples; 1…768,000 Hz and 1…32 channels.
    ///   - tags: What the file says about itself.
    /// - Throws: `ServiceError.Code.invalidRequest` for a format outside these ranges, `ServiceError.Code.io` when
    ///   nothing can be written there.
    public init(path: String, format: AudioFormat, tags: SoundTags = SoundTags()) throws(ServiceError) {
        try self.init(path: path, format: format, tags: tags, limit: WAVEncoding.largestDataSize)
    }

    /// Starts a file that refuses more than `limit` bytes of samples.
    package init(
        path: String,
        format: AudioFormat,
        tags: SoundTags = SoundTags(),
        limit: Int64
    ) throws(ServiceError) {
        try format.validate()
        let file = try AtomicFile(path: path)
        self.format = format
        trailer = RIFFInfo.chunk(tags)
        self.limit = min(limit, WAVEncoding.largestDataSize - Int64(trailer.count))
        pending = WAVEncoding.header(format: format, dataSize: 0)
        self.file = file
    }

    /// Appends samples, channels interleaved; a frame may be spread over several calls.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when the file would pass 4 GiB, the limit of the format; what was
    ///   appended before can still be finished. `ServiceError.Code.io` when the disk is full.
    public mutating func append(_ samples: [Int16]) throws(ServiceError) {
        guard !samples.isEmpty else { return }
        // A started frame is filled up at the end, which must fit as well.
        let frameRest = Int64(format.channels - 1) * 2
        let (size, overflow) = Int64(samples.count).multipliedReportingOverflow(by: 2)
        guard !overflow, size <= limit - dataSize - frameRest else {
            throw ServiceError(
                .limitExceeded,
                "the sound does not fit into \(SystemFailure.quoted(file.path)): a WAV file ends at 4 GiB",
                remedy: "split the text, or choose a compressed format"
            )
        }
        try write(samples)
        dataSize += size
    }

    /// Completes the header and puts the file under its name.
    ///
    /// A last frame that lacks channels is filled with silence. A file without samples is valid.
    ///
    /// - Throws: `ServiceError.Code.io` when the disk is full or the file cannot be put there; then nothing is left.
    public consuming func finish() throws(ServiceError) {
        try finish(syncsFolder: true)
    }

    /// Completes the header and puts the file under its name.
    ///
    /// - Parameter syncsFolder: Whether the folder is synced too; see `AtomicFile.commit(syncsFolder:)`.
    package consuming func finish(syncsFolder: Bool) throws(ServiceError) {
        let missing = Self.missingSamples(dataSize: dataSize, channels: format.channels)
        if missing > 0 {
            try write([Int16](repeating: 0, count: missing))
            dataSize += Int64(missing) * 2
        }
        let header = WAVEncoding.header(format: format, dataSize: dataSize, trailerSize: trailer.count)
        pending += trailer
        if isFlushed {
            try flush()
            try file.overwrite(header, at: 0)
        } else {
            pending.replaceSubrange(..<header.count, with: header)
            try flush()
        }
        try file.commit(syncsFolder: syncsFolder)
    }

    /// How many samples the last frame lacks.
    static func missingSamples(dataSize: Int64, channels: Int) -> Int {
        let started = Int((dataSize / 2) % Int64(channels))
        return started == 0 ? 0 : channels - started
    }

    /// Keeps what is short, so that a small file is written in one go.
    private mutating func write(_ samples: [Int16]) throws(ServiceError) {
        var failure: ServiceError?
        var kept = pending
        pending = []
        if kept.count + samples.count * 2 > Self.mostPending {
            try file.write(kept)
            isFlushed = true
            kept = []
            try WAVEncoding.withBytes(of: samples) { raw in
                do throws(ServiceError) { try file.write(raw) } catch { failure = error }
            }
        } else {
            try WAVEncoding.withBytes(of: samples) { kept += $0 }
        }
        pending = kept
        if let failure { throw failure }
    }

    private mutating func flush() throws(ServiceError) {
        try file.write(pending)
        pending = []
        isFlushed = true
    }

    private static let mostPending = 1 << 20
}

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
        bytes += UInt32(truncatingIfNeeded: dataSize + Int64(trailerSize) + 36).littleEndianBytes
        bytes += "WAVEfmt ".utf8
        bytes += UInt32(16).littleEndianBytes
        bytes += UInt16(1).littleEndianBytes
        bytes += UInt16(truncatingIfNeeded: format.channels).littleEndianBytes
        bytes += UInt32(truncatingIfNeeded: format.sampleRate).littleEndianBytes
        bytes += UInt32(truncatingIfNeeded: format.sampleRate * blockAlign).littleEndianBytes
        bytes += UInt16(truncatingIfNeeded: blockAlign).littleEndianBytes
        bytes += UInt16(16).littleEndianBytes
        bytes += "data".utf8
        bytes += UInt32(truncatingIfNeeded: dataSize).littleEndianBytes
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
}

extension SpeechStream.Recording {
    /// The recording as a WAV file in memory: 16 bit, its own rate and channels.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when it is too long for the sizes of such a file.
    package func wav() throws(ServiceError) -> [UInt8] {
        let size = Int64(samples.count) * 2
        guard size <= WAVEncoding.largestDataSize else {
            throw ServiceError(.limitExceeded, "the sound is too long for a WAV file")
        }
        var bytes = WAVEncoding.header(format: format, dataSize: size)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        try WAVEncoding.withBytes(of: samples) { bytes += $0 }
        return bytes
    }
}
