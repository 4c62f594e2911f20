public import LanguageServices
import Platform
public import ServiceRegistry

/// Writes speech to sound files.
///
/// If the network is unavailable, a text can be added to an offline queue, which writes the file later.
public struct SpeechFileWriter: Sendable {
    /// The provider, with its audio processing.
    public var provider: ProcessedSpeechSource

    /// The format and metadata of the files.
    public var target: SoundTarget

    /// Stores requests that cannot be sent now.
    public var queue: OfflineQueue?

    /// Replaces ``SoundTarget/create(_:_:title:)`` in a program that needs to distinguish the errors of creating a file
    /// from others.
    package var create: (@Sendable (_ path: String, _ format: AudioFormat, _ title: String) throws -> SoundFile)?

    /// Creates a writer.
    public init(_ provider: ProcessedSpeechSource, target: SoundTarget = SoundTarget(), queue: OfflineQueue? = nil) {
        self.provider = provider
        self.target = target
        self.queue = queue
    }

    /// Starts a file.
    package func begin(_ path: String, _ format: AudioFormat, title: String) throws -> SoundFile {
        if let create { return try create(path, format, title) }
        return try target.create(path, format, title: title)
    }

    /// Writes the speech of a text to a file.
    ///
    /// The folder is not synced; a caller that writes many files syncs it once.
    ///
    /// - Parameters:
    ///   - request: The text and how to speak it.
    ///   - path: The destination path.
    ///   - threads: The threads that write.
    package func write(_ request: SpeechRequest, to path: String, by threads: FileWriters) async throws -> SpokenAudio {
        let file = try await SpokenFile(provider.synthesize(request), by: threads) { format, _ in
            try begin(path, format, title: request.text)
        }
        var spoken = SpokenAudio(file.source, duration: file.duration)
        spoken.file = path
        return spoken
    }

    /// Adds a text that could not be spoken to the offline queue, if a later attempt may succeed.
    ///
    /// - Parameters:
    ///   - request: The request that failed.
    ///   - path: The destination path.
    ///   - error: Why it could not be spoken.
    ///   - recordKey: The key of the file in the folder's record.
    /// - Returns: The error with the queue entry's id, or the file if an earlier run of the queue has already written
    ///   it.
    package func queued(
        _ request: SpeechRequest,
        to path: String,
        after error: any Error,
        recordKey: String? = nil
    ) async -> Result<SpokenAudio, any Error> {
        guard let queue, let known = error as? ServiceError else { return .failure(error) }
        let file = Folder.realPath(of: path)
        guard let id = queue.provider(for: known), file.hasPrefix("/") else { return .failure(known) }
        let style = QueuedSpeechFile(
            kind: target.kind.rawValue,
            language: target.language,
            postprocessing: provider.postprocessing,
            recordKey: recordKey
        )
        do {
            let work = QueuedRequest.Work.speech(
                provider.defaults.completing(request),
                file: file,
                style: try style.text()
            )
            switch await queue.keep([(QueuedRequest(provider: id, work: work), known)]).first {
            case .success(.speech(let duration)):
                return .success(SpokenAudio(file: path, duration: duration, isKept: true))
            case .failure(let waiting): return .failure(waiting)
            case .success(.translation), nil: return .failure(known)
            }
        } catch {
            return .failure(known)
        }
    }
}

/// The format and metadata of sound files.
public struct SoundTarget: Sendable {
    /// The file format.
    public var kind: SoundFormat

    /// The language of the speech, if known.
    public var language: LanguageTag?

    /// Creates a target.
    public init(kind: SoundFormat = .wav, language: LanguageTag? = nil) {
        self.kind = kind
        self.language = language
    }

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: The destination path.
    ///   - format: The format of the samples.
    ///   - title: The title that players display.
    /// - Throws: The errors thrown by ``SoundFile/init(path:kind:format:tags:)``.
    public func create(_ path: String, _ format: AudioFormat, title: String) throws(ServiceError) -> SoundFile {
        try SoundFile(path: path, kind: kind, format: format, tags: SoundTags(title: title, language: language))
    }
}

/// A text that has been spoken to a file or an output.
public struct SpokenAudio: Sendable {
    /// The path of the file, if any.
    public var file: String?

    /// The name of the output, if any.
    public var output: String?

    /// The duration.
    public var duration: Duration

    /// The report for the request.
    public var report = ServiceReport()

    /// The format of the audio.
    public var format = AudioFormat(sampleRate: 22_050)

    /// The marks, in audio order; their frames count from the start of this text.
    public var marks: [SpeechMark] = []

    /// Whether an existing file was kept.
    public var isKept = false

    /// Where this text starts in a longer recording.
    public var start = Duration.zero
}

extension SpokenAudio {
    /// The result of a fully consumed stream.
    package init(_ source: SpeechSource, duration: Duration) {
        self.init(
            duration: duration,
            report: source.report ?? ServiceReport(),
            format: source.format,
            marks: source.marks
        )
    }
}

/// Several texts in one sound file, with a short pause between them.
///
/// The first text becomes the title because later texts are not known when the file is created.
package struct SpeechRecording: ~Copyable {
    private let path: String
    private var file: SoundFile
    private var samples = 0
    private var isFirst = true

    /// Starts the file.
    package init(_ path: String, titled title: String, format: AudioFormat, by writer: SpeechFileWriter) throws {
        self.path = path
        file = try writer.begin(path, format, title: title)
    }

    /// The format of the samples.
    package var format: AudioFormat { file.format }

    /// The duration so far.
    package var duration: Duration { file.format.duration(ofSamples: samples) }

    /// Appends a text.
    ///
    /// - Throws: `ServiceError.Code.unsupported` if its format differs from the first text's.
    package mutating func append(_ source: SpeechSource) async throws -> SpokenAudio {
        let format = file.format
        guard source.format == format else {
            throw ServiceError(.unsupported, "the sample rate of this text differs from the first")
        }
        if !isFirst { try append([Int16](repeating: 0, count: format.sampleRate * format.channels * 3 / 10)) }
        isFirst = false
        let start = samples
        while let chunk = try await source.next() { try append(chunk.samples) }
        var spoken = SpokenAudio(source, duration: format.duration(ofSamples: samples - start))
        spoken.file = path
        spoken.start = format.duration(ofSamples: start)
        return spoken
    }

    private mutating func append(_ new: [Int16]) throws(ServiceError) {
        try file.append(new)
        samples += new.count
    }

    /// Moves the file to its final path.
    package consuming func finish() throws(ServiceError) { try file.finish() }
}
