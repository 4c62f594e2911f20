public import LanguageServices

/// A sound file that is written while its samples arrive, in any ``SoundFormat``.
///
/// The sound goes to a temporary file in the same folder, so memory does not grow with it. ``finish()`` puts the file
/// under its name; a value that is dropped before leaves nothing behind, and an older file of that name stays as it was.
/// Symbolic links are followed, permissions are kept, and `/dev/stdout` and named pipes work.
///
/// The same samples, tags and libraries give the same bytes, however the samples were cut into pieces.
public struct SoundFile: ~Copyable {
    /// What kind of file it is.
    public let kind: SoundFormat

    /// The form of the samples that are appended.
    ///
    /// A format that does not know their rate encodes them at the next higher rate it has: Opus 22,050 Hz at 24,000 Hz.
    public let format: AudioFormat

    // One of the two.
    private var plain: WAVFile?
    private let encoded: EncodedFile?

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: Where the file is to appear.
    ///   - kind: What kind of file; `nil` lets the extension of `path` say.
    ///   - format: The form of the samples; 1…768,000 Hz and 1…32 channels, of which FLAC takes 8 and MP3 takes 2.
    ///   - tags: What the file says about itself.
    /// - Throws: `ServiceError.Code.unsupported` for an unknown extension, a format that the kind cannot hold, or an
    ///   encoder that this system's libsndfile lacks; `ServiceError.Code.invalidRequest` for a format outside of the
    ///   ranges; `ServiceError.Code.io` when nothing can be written there.
    public init(
        path: String,
        kind: SoundFormat? = nil,
        format: AudioFormat,
        tags: SoundTags = SoundTags()
    ) throws(ServiceError) {
        let kind = if let kind { kind } else { try SoundFormat(path: path) }
        // Nothing may be thrown between the assignments to a value that cannot be copied.
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

    /// Appends samples, channels interleaved; a frame may be spread over several calls.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when a WAV file would pass 4 GiB; what was appended before can still
    ///   be finished. `ServiceError.Code.io` when the disk is full.
    public mutating func append(_ samples: [Int16]) throws(ServiceError) {
        try plain?.append(samples)
        try encoded?.append(samples)
    }

    /// Completes the file and puts it under its name.
    ///
    /// A last frame that lacks channels is filled with silence. A file without samples is valid; where the format needs one
    /// (all but WAV), it holds one frame of silence.
    ///
    /// - Throws: `ServiceError.Code.io` when the disk is full or the file cannot be put there; then nothing is left.
    public consuming func finish() throws(ServiceError) {
        try finish(syncsFolder: true)
    }

    /// Completes the file and puts it under its name.
    ///
    /// - Parameter syncsFolder: Whether the folder is synced too; see `AtomicFile.commit(syncsFolder:)`.
    package consuming func finish(syncsFolder: Bool) throws(ServiceError) {
        try plain.take()?.finish(syncsFolder: syncsFolder)
        try encoded?.finish(syncsFolder: syncsFolder)
    }
}
