import CSndFile
import LanguageServices
import Platform

/// A sound file that libsndfile encodes as its samples arrive.
///
/// Samples are passed to the encoder in fixed-size blocks, so the output does not depend on how the caller splits them.
final class EncodedFile {
    /// The destination path, as given by the caller.
    private let path: String
    private let kind: SoundFormat
    private let format: AudioFormat
    private let tags: SoundTags
    private let output: EncodedOutput
    private var handle: OpaquePointer?
    private var resampler: Resampler?
    /// Buffered samples: less than one block.
    private var pending: [Int16] = []
    private var isStarted = false

    private static let blockFrames = 4096

    /// Starts a file.
    init(
        path: String,
        kind: SoundFormat,
        code: Int32,
        format: AudioFormat,
        tags: SoundTags
    ) throws(ServiceError) {
        try format.validate()
        self.path = path
        self.kind = kind
        self.format = format
        self.tags = tags
        let editor: any ContainerEditor =
            switch kind {
            case .wav, .mp3: PrefixEditor(ID3Tag.bytes(tags))
            case .flac: FLACEditor(comments: tags.comments)
            case .vorbis, .opus: OggEditor(comments: tags.comments)
            }
        output = EncodedOutput(file: try AtomicFile(path: path), editor: editor)
        let rate = SoundLibrary.rate(for: format.sampleRate, in: kind)
        if rate != format.sampleRate {
            resampler = try Resampler(from: format.sampleRate, to: rate, channels: format.channels)
        }
        var info = SF_INFO()
        info.samplerate = Int32(truncatingIfNeeded: rate)
        info.channels = Int32(truncatingIfNeeded: format.channels)
        info.format = code
        handle = output.open(&info)
        guard let handle else {
            if let failure = output.failure { throw failure }
            throw Self.refusal(kind, code, format)
        }
        Self.configure(handle, kind)
    }

    /// Appends samples, channels interleaved.
    func append(_ samples: [Int16]) throws(ServiceError) {
        if let failure = output.failure { throw failure }
        let block = Self.blockFrames * format.channels
        pending += samples
        var start = 0
        while pending.count - start >= block {
            try encode(Array(pending[start..<(start + block)]))
            start += block
        }
        if start > 0 { pending.removeFirst(start) }
    }

    /// Encodes the remaining samples and moves the file to its final path.
    func finish(syncsFolder: Bool) throws(ServiceError) {
        let started = pending.count % format.channels
        if started > 0 { pending += [Int16](repeating: 0, count: format.channels - started) }
        // Without any samples, encoders write files that no player accepts.
        if pending.isEmpty, !isStarted { pending = [Int16](repeating: 0, count: format.channels) }
        try encode(pending)
        pending = []
        if let remainder = resampler?.finish() { try write(remainder) }
        guard let handle else { return }
        self.handle = nil
        let status = sf_close(handle)
        if let failure = output.failure { throw failure }
        guard status == 0 else { throw broken("it could not be completed") }
        try output.commit(syncsFolder: syncsFolder)
    }

    deinit {
        output.discard()
        if let handle { sf_close(handle) }
    }

    private func encode(_ samples: [Int16]) throws(ServiceError) {
        if !isStarted {
            isStarted = true
            if var editor = output.editor as? OggEditor {
                editor.serial = serial(samples)
                output.editor = editor
            }
        }
        try write(resampler?.process(samples) ?? samples)
    }

    private func write(_ samples: [Int16]) throws(ServiceError) {
        guard !samples.isEmpty, let handle else { return }
        let frames = Int64(samples.count / format.channels)
        let written: Int64
        if kind == .mp3 {
            // In every version up to 1.2.2 the integer function corrupts stereo: it copies only half of the bytes.
            let scaled = samples.map { Float($0) / 32_768 }
            written = scaled.withUnsafeBufferPointer { sf_writef_float(handle, $0.baseAddress, frames) }
        } else {
            written = samples.withUnsafeBufferPointer { sf_writef_short(handle, $0.baseAddress, frames) }
        }
        if let failure = output.failure { throw failure }
        guard written == frames else { throw broken("only \(written) of \(frames) frames were encoded") }
    }

    private func broken(_ reason: String) -> ServiceError {
        ServiceError(.providerFailed, "libsndfile failed to write \(SystemFailure.quoted(path)): \(reason)")
    }

    /// A serial number, likely to differ between streams that may be concatenated: a hash of the tags, the format and
    /// the first block of samples.
    private func serial(_ samples: [Int16]) -> UInt32 {
        var hash = StableHash()
        for comment in tags.comments {
            hash.add(comment.utf8)
            hash.add([0])
        }
        hash.add("\(format.sampleRate) \(format.channels) ".utf8)
        hash.add(
            samples.lazy.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        )
        return UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32)
    }

    /// Encoder settings for speech: libsndfile's defaults, except for MP3.
    ///
    /// MP3 defaults to a constant 32 kbit/s at 22,050 Hz, which leaves no room for the length and the encoder delay, so
    /// players add silence. Variable bit rate at medium quality stores both and sounds better.
    private static func configure(_ handle: OpaquePointer, _ kind: SoundFormat) {
        guard kind == .mp3 else { return }
        // SFC_SET_BITRATE_MODE with SF_BITRATE_MODE_VARIABLE, and SFC_SET_COMPRESSION_LEVEL.
        var mode: Int32 = 2
        sf_command(handle, 0x1305, &mode, Int32(MemoryLayout.size(ofValue: mode)))
        var level = 0.5
        sf_command(handle, 0x1301, &level, Int32(MemoryLayout.size(ofValue: level)))
    }

    /// The error for a file that libsndfile refuses to write.
    private static func refusal(_ kind: SoundFormat, _ code: Int32, _ format: AudioFormat) -> ServiceError {
        guard SoundLibrary.canWrite(code) else {
            return ServiceError(
                .unsupported,
                "libsndfile \(SoundLibrary.version) was built without the encoder for \(kind.name)",
                remedy: "install libsndfile 1.1 or later with all its encoders, or write a .wav file"
            )
        }
        return ServiceError(
            .unsupported,
            "\(kind.name) does not support \(format.channels) channels at \(format.sampleRate) Hz",
            remedy: "write a .wav file"
        )
    }
}

/// Output for libsndfile, which passes through an editor to a temporary file.
///
/// The first failure is stored, and all later writes fail.
final class EncodedOutput: SoundBytes {
    /// Edits the bytes before they are written.
    var editor: any ContainerEditor

    /// The first failure.
    private(set) var failure: ServiceError?

    private var file: AtomicFile?
    private var isDiscarding: Bool

    /// - Parameters:
    ///   - file: The file; with `nil`, the bytes are only counted.
    ///   - editor: Edits the bytes before they are written.
    init(file: consuming AtomicFile?, editor: any ContainerEditor) {
        isDiscarding = file == nil
        self.file = file
        self.editor = editor
        super.init(mode: SFM_WRITE, length: 0)
    }

    /// Ignores all later writes.
    func discard() { isDiscarding = true }

    /// Moves the file to its final path.
    func commit(syncsFolder: Bool) throws(ServiceError) {
        if let failure { throw failure }
        guard !editor.isHolding else {
            throw ServiceError(.providerFailed, "libsndfile wrote an incomplete file")
        }
        try file.take()?.commit(syncsFolder: syncsFolder)
    }

    override func write(_ bytes: UnsafeRawPointer?, _ count: Int64) -> Int64 {
        guard let bytes, count > 0, failure == nil, let size = Int(exactly: count) else { return 0 }
        if !isDiscarding {
            let chunk = Array(UnsafeRawBufferPointer(start: bytes, count: size))
            do throws(ServiceError) {
                for piece in editor.edit(chunk, at: position) { try write(piece) }
            } catch {
                failure = error
                return 0
            }
        }
        position += count
        length = max(length, position)
        return count
    }

    private func write(_ piece: PositionedBytes) throws(ServiceError) {
        guard !piece.bytes.isEmpty else { return }
        try file?.overwrite(piece.bytes, at: Int(piece.offset))
    }
}
