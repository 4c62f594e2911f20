public import LanguageServices

/// A sound file in any ``SoundFormat`` that is written as its samples arrive.
///
/// Samples go to a temporary file in the same folder, so memory use is constant. ``finish()`` moves the file to its
/// final path. If the value is dropped before that, the temporary file is removed and an existing file at the path is
/// unchanged. Symbolic links are followed, permissions are kept, and `/dev/stdout` and named pipes work.
///
/// The output depends only on the samples, the tags and the library versions, not on how the samples were split.
public struct SoundFile: ~Copyable {
    /// The format of the file.
    public let kind: SoundFormat

    /// The format of the appended samples.
    ///
    /// If the file format does not support the sample rate, the samples are encoded at the next higher supported rate,
    /// for example 22,050 Hz at 24,000 Hz in Opus.
    public let format: AudioFormat

    // Exactly one of the two is set.
    private var plain: WAVFile?
    private let encoded: EncodedFile?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: The destination path.
    ///   - kind: The file format; `nil` uses the extension of `path`.
    ///   - format: The format of the samples; 1…768,000 Hz and 1…32 channels. FLAC supports at most 8 channels, MP3 at
    ///     most 2.
    ///   - tags: The metadata.
    /// - Throws: `ServiceError.Code.unsupported` for an unknown extension, a sample format that the file format does
    ///   not support, or an encoder that is missing from this system's libsndfile; `ServiceError.Code.invalidRequest`
    ///   for a sample format outside the ranges; `ServiceError.Code.io` if the destination is not writable.
    public init(
        path: String,
        kind: SoundFormat? = nil,
        format: AudioFormat,
        tags: SoundTags = SoundTags()
    ) throws(ServiceError) {
        let kind = if let kind { kind } else { try SoundFormat(path: path) }
        // A noncopyable value must not throw after some of its properties have been assigned.
        let encoded = try SoundLibrary.code(of: kind).map { code throws(ServiceError) in
            try EncodedFile(path: path, kind: kind, code: code, format: format, tags: tags)
        }
        let plain = try Self.plain(kind, path, format, tags)
        self.kind = kind
        self.format = format
        self.encoded = encoded
        self.plain = plain
    }

    private static func plain(
        _ kind: SoundFormat,
        _ path: String,
        _ format: AudioFormat,
        _ tags: SoundTags
    ) throws(ServiceError) -> WAVFile? {
        guard SoundLibrary.code(of: kind) == nil else { return nil }
        return try WAVFile(path: path, format: format, tags: tags)
    }

    /// Appends samples, channels interleaved; a frame may be split across calls.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if a WAV file would exceed 4 GiB; samples appended earlier can still
    ///   be saved with ``finish()``. `ServiceError.Code.io` if the disk is full.
    public mutating func append(_ samples: [Int16]) throws(ServiceError) {
        try plain?.append(samples)
        try encoded?.append(samples)
    }

    /// Completes the file and moves it to its final path.
    ///
    /// An incomplete last frame is padded with silence. A file without samples is valid; in all formats except WAV, it
    /// contains one frame of silence.
    ///
    /// - Throws: `ServiceError.Code.io` if the disk is full or the file cannot be moved; in that case no file remains.
    public consuming func finish() throws(ServiceError) {
        try finish(syncsFolder: true)
    }

    /// Completes the file and moves it to its final path.
    ///
    /// - Parameter syncsFolder: Whether the folder is synced too; see `AtomicFile.commit(syncsFolder:)`.
    package consuming func finish(syncsFolder: Bool) throws(ServiceError) {
        try plain.take()?.finish(syncsFolder: syncsFolder)
        try encoded?.finish(syncsFolder: syncsFolder)
    }
}
