public import LanguageServices
import Platform
public import ServiceRegistry

/// Speaks texts into sound files.
///
/// A text that cannot be sent for want of a network can be left to a queue, which writes its file later.
public struct SpeechFileWriter: Sendable {
    /// Who speaks, and what is done to the speech.
    public var provider: ProcessedSpeechSource

    /// What kind of files are written.
    public var target: SoundTarget

    /// Keeps texts for later that cannot be sent now.
    public var queue: OfflineQueue?

    /// Begins a file instead of ``SoundTarget/create(_:_:title:)``, for a program that tells its failures from others.
    package var create: (@Sendable (_ path: String, _ format: AudioFormat, _ title: String) throws -> SoundFile)?

    /// Creates a writer.
    public init(_ provider: ProcessedSpeechSource, target: SoundTarget = SoundTarget(), queue: OfflineQueue? = nil) {
        self.provider = provider
        self.target = target
        self.queue = queue
    }

    /// Begins a file.
    package func begin(_ path: String, _ format: AudioFormat, title: String) throws -> SoundFile {
        if let create { return try create(path, format, title) }
        return try target.create(path, format, title: title)
    }

    /// Speaks a text into a file.
    ///
    /// The folder is not synced; who writes many files does that once.
    ///
    /// - Parameters:
    ///   - request: What is spoken.
    ///   - path: Where the file is to appear.
    ///   - threads: The threads that write.
    package func write(_ request: SpeechRequest, to path: String, by threads: FileWriters) async throws -> SpokenAudio {
        let file = try await SpokenFile(provider.synthesize(request), by: threads) { format, _ in
            try begin(path, format, title: request.text)
        }
        var spoken = SpokenAudio(file.source, duration: file.duration)
        spoken.file = path
        return spoken
    }

    /// Puts a text into the queue that could not be spoken, when that is of use.
    ///
    /// - Parameters:
    ///   - request: The text, as the provider is asked for it.
    ///   - path: The file that it is to be spoken into.
    ///   - error: Why it could not be spoken.
    ///   - recordKey: What the record of the folder says of the file once it is there.
    /// - Returns: The error, with the name under which the text waits; or the file, when an earlier run of the queue has
    ///   written it.
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
            treatment: provider.treatment,
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

/// What kind of sound files are written, and what they say about themselves.
public struct SoundTarget: Sendable {
    /// The kind of file.
    public var kind: SoundFormat

    /// The language that is spoken, when it is known.
    public var language: LanguageTag?

    /// Creates a target.
    public init(kind: SoundFormat = .wav, language: LanguageTag? = nil) {
        self.kind = kind
        self.language = language
    }

    /// Starts a file.
    ///
    /// - Parameters:
    ///   - path: Where it is to appear.
    ///   - format: The form of its samples.
    ///   - title: What it is called in a player.
    /// - Throws: As ``SoundFile/init(path:kind:format:tags:)``.
    public func create(_ path: String, _ format: AudioFormat, title: String) throws(ServiceError) -> SoundFile {
        try SoundFile(path: path, kind: kind, format: format, tags: SoundTags(title: title, language: language))
    }
}

/// A text that has been spoken: into a file, or to somebody.
public struct SpokenAudio: Sendable {
    /// The file it was written to, if any.
    public var file: String?

    /// What played it, if anything did.
    public var output: String?

    /// How long it lasts.
    public var duration: Duration

    /// How it came about.
    public var report = ServiceReport()

    /// The form of its audio.
    public var format = AudioFormat(sampleRate: 22_050)

    /// Its marks, in the order of the audio; their frames count from the start of this text.
    public var marks: [SpeechMark] = []

    /// Whether the file was there already and was kept.
    public var isKept = false

    /// Where it begins in what is written or played with it.
    public var start = Duration.zero
}

extension SpokenAudio {
    /// A text that has been taken from its stream to the end.
    package init(_ source: SpeechSource, duration: Duration) {
        self.init(
            duration: duration,
            report: source.report ?? ServiceReport(),
            format: source.format,
            marks: source.marks
        )
    }
}

/// Several texts in one sound file, with a short pause between two.
///
/// The file is called after the first text, since nobody knows how many follow when it is begun.
package struct SpeechRecording: ~Copyable {
    private let path: String
    private var file: SoundFile
    private var samples = 0
    private var isFirst = true

    /// Begins the file.
    package init(_ path: String, titled title: String, format: AudioFormat, by writer: SpeechFileWriter) throws {
        self.path = path
        file = try writer.begin(path, format, title: title)
    }

    /// The form of its samples.
    package var format: AudioFormat { file.format }

    /// How long it is.
    package var duration: Duration { file.format.duration(ofSamples: samples) }

    /// Adds a text to its end.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when it has another form than the first one.
    package mutating func append(_ source: SpeechSource) async throws -> SpokenAudio {
        let format = file.format
        guard source.format == format else {
            throw ServiceError(.unsupported, "this text has another sample rate than the first")
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

    /// Puts the file under its name.
    package consuming func finish() throws(ServiceError) { try file.finish() }
}
