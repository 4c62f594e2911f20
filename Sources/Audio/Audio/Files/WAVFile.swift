public import LanguageServices
import Platform

/// A WAV file (RIFF, 16-bit linear PCM) that is written as its samples arrive.
///
/// Samples go to a temporary file in the same folder, so memory use is constant. ``finish()`` writes the lengths into
/// the header and moves the file to its final path. If the value is dropped before that, the temporary file is removed
/// and an existing file at the path is unchanged. Symbolic links are followed, permissions are kept, and `/dev/stdout`
/// and named pipes work.
public struct WAVFile: ~Copyable {
    /// The format of the samples.
    public let format: AudioFormat

    private var file: AtomicFile
    private var dataSize: Int64 = 0
    /// Bytes that have not been written yet; the first are the header.
    private var pending: [UInt8]
    private var isFlushed = false
    private let limit: Int64
    /// The bytes after the samples.
    private let trailer: [UInt8]

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: The destination path.
    ///   - format: The format of the samples; 1…768,000 Hz and 1…32 channels.
    ///   - tags: The metadata.
    /// - Throws: `ServiceError.Code.invalidRequest` for a format outside these ranges, `ServiceError.Code.io` if the
    ///   destination is not writable.
    public init(path: String, format: AudioFormat, tags: SoundTags = SoundTags()) throws(ServiceError) {
        try self.init(path: path, format: format, tags: tags, limit: WAVEncoding.maximumDataSize)
    }

    /// Starts a file that rejects more than `limit` bytes of samples.
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
        self.limit = min(limit, WAVEncoding.maximumDataSize - Int64(trailer.count))
        pending = WAVEncoding.header(format: format, dataSize: 0)
        self.file = file
    }

    /// Appends samples, channels interleaved; a frame may be split across calls.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if the file would exceed 4 GiB, the limit of the format; samples
    ///   appended earlier can still be saved with ``finish()``. `ServiceError.Code.io` if the disk is full.
    public mutating func append(_ samples: [Int16]) throws(ServiceError) {
        guard !samples.isEmpty else { return }
        // An incomplete last frame is padded at the end, and the padding must fit as well.
        let frameRemainder = Int64(format.channels - 1) * 2
        let (size, overflow) = Int64(samples.count).multipliedReportingOverflow(by: 2)
        guard !overflow, size <= limit - dataSize - frameRemainder else {
            throw ServiceError(
                .limitExceeded,
                "the sound does not fit into \(SystemFailure.quoted(file.path)): a WAV file is limited to 4 GiB",
                remedy: "split the text, or choose a compressed format"
            )
        }
        try write(samples)
        dataSize += size
    }

    /// Completes the header and moves the file to its final path.
    ///
    /// An incomplete last frame is padded with silence. A file without samples is valid.
    ///
    /// - Throws: `ServiceError.Code.io` if the disk is full or the file cannot be moved; in that case no file remains.
    public consuming func finish() throws(ServiceError) {
        try finish(syncsFolder: true)
    }

    /// Completes the header and moves the file to its final path.
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

    /// The number of samples missing from the last frame.
    static func missingSamples(dataSize: Int64, channels: Int) -> Int {
        let started = Int((dataSize / 2) % Int64(channels))
        return started == 0 ? 0 : channels - started
    }

    /// Buffers small writes, so that a small file is written in one call.
    private mutating func write(_ samples: [Int16]) throws(ServiceError) {
        var failure: ServiceError?
        var kept = pending
        pending = []
        if kept.count + samples.count * 2 > Self.maximumPendingBytes {
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

    private static let maximumPendingBytes = 1 << 20
}

/// The bytes of a WAV file: RIFF, linear PCM, 16 bit, little-endian on every host.
enum WAVEncoding {
    /// The number of bytes before the first sample.
    static let headerSize = 44

    /// The maximum number of sample bytes that fits in the header's 32-bit size fields.
    static let maximumDataSize = Int64(UInt32.max) - 36 - 1

    /// The header of a file with `dataSize` bytes of samples and `trailerSize` bytes of chunks after them. Their sum
    /// must not exceed ``maximumDataSize``.
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

    /// Passes the sample bytes, in the file's byte order, to `body`.
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
    /// The recording as an in-memory 16-bit WAV file, with its sample rate and channel count unchanged.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if it exceeds the size limit of WAV.
    package func wav() throws(ServiceError) -> [UInt8] {
        let size = Int64(samples.count) * 2
        guard size <= WAVEncoding.maximumDataSize else {
            throw ServiceError(.limitExceeded, "the sound is too long for a WAV file")
        }
        var bytes = WAVEncoding.header(format: format, dataSize: size)
        bytes.reserveCapacity(bytes.count + samples.count * 2)
        try WAVEncoding.withBytes(of: samples) { bytes += $0 }
        return bytes
    }
}
