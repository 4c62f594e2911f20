import Audio
public import Decks
public import LanguageServices
import Platform
import ServiceRegistry

/// Speech as batch work: the answer to a text is the name of its sound file.
///
/// Existing files are not regenerated, so a killed run loses only the texts in progress. A file appears only when it is
/// complete.
public struct SpeechWork: BatchWork {
    private let provider: any SpeechProvider
    private let style: SpeechStyle
    private let folder: SoundFolder
    private let naming: SoundNaming
    private let present: Set<String>
    private let languages: [String: LanguageTag]
    private let writers = FileWriters()
    private let log = NoticeLog()

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: The speech provider.
    ///   - style: The voice and sound settings.
    ///   - folder: The folder for the files; it is created when the batch begins.
    ///   - present: The names of media files already in the deck; these are not regenerated.
    ///   - languages: The languages of voices, which are written into the file metadata.
    public init(
        provider: any SpeechProvider,
        style: SpeechStyle,
        folder: SoundFolder,
        present: Set<String> = [],
        languages: [String: LanguageTag] = [:]
    ) {
        self.provider = provider
        self.style = style
        self.folder = folder
        self.present = present
        self.languages = languages
        naming = SoundNaming(style: style, provider: provider)
    }

    /// The provider and its version, and everything that affects the sound.
    public var identity: [String] {
        ["speech", naming.settings, provider.defaults.language?.text ?? ""] + style.revisionTexts
    }

    /// One text per request, with the concurrency that the provider allows.
    public var requestLimits: RequestLimits {
        RequestLimits(texts: 1, concurrency: provider.descriptor.requestLimits?.concurrency)
    }

    /// Whether the texts stay on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Checks that the file named by an answer still exists.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? {
        { [present, folder] answer in present.contains(answer.text) || folder.holds(answer.text) }
    }

    /// The text without its voice.
    public func wording(of text: String) -> String { VoicedText.wording(of: text) }

    /// The notices about spoken texts, most frequent first.
    public var notices: [String] { log.lines }

    /// Speaks texts concurrently.
    ///
    /// - Throws: `ServiceError` when a single text fails, or when the error would affect every text, such as a full
    ///   disk or an unavailable provider.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        if texts.count == 1, let only = texts.first { return [.success(try await answer(to: only))] }
        return try await withThrowingTaskGroup(of: (Int, Result<BatchAnswer, ServiceError>).self) { group in
            for (index, text) in texts.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await answer(to: text)))
                    } catch {
                        let known = ServiceError(error)
                        guard Self.concernsText(known) else { throw known }
                        return (index, .failure(known))
                    }
                }
            }
            var results: [(Int, Result<BatchAnswer, ServiceError>)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Creates the folder.
    public func begin() throws { try folder.make() }

    /// Cleans up the folder.
    public func end(isComplete: Bool) { folder.finish(isComplete: isComplete) }

    private func answer(to text: String) async throws -> BatchAnswer {
        guard let voiced = VoicedText(batchText: text) else {
            throw ServiceError(.invalidRequest, "the batch text does not name a voice")
        }
        let name = naming.name(of: voiced)
        if present.contains(name) || folder.holds(name) { return BatchAnswer(bytes: Array(name.utf8)) }
        let defaultRate = provider.defaults.rate ?? 1
        let request = style.request(for: voiced)
        let stream = try await style.postprocessing.speak(request, defaultRate: defaultRate, by: provider)
        let tags = SoundTags(title: voiced.text, language: language(of: voiced.voice))
        let file = try await SpokenFile(stream, by: writers) { [naming, folder, style] format, report in
            let name = report.map { naming.name(of: voiced, notices: $0.notices) } ?? name
            return try SoundFile(path: folder.file(name), kind: style.format, format: format, tags: tags)
        }
        let report = file.source.report ?? ServiceReport()
        let final = naming.name(of: voiced, notices: report.notices)
        if !report.notices.isEmpty {
            log.add(report.notices)
            // For a long text, notices are complete only at the end.
            if !folder.holds(final) { try folder.rename(name, to: final) }
        }
        let isCached = report.attempts.last?.cacheHit == true
        return BatchAnswer(bytes: Array(final.utf8), provider: report.answeredBy, isCached: isCached)
    }

    private func language(of voice: FieldVoice) -> LanguageTag? {
        if let id = voice.voice { return languages[id] }
        return voice.language ?? provider.defaults.language
    }

    /// Whether an error concerns only one text, so the next text may succeed.
    private static func concernsText(_ error: ServiceError) -> Bool {
        switch error.code {
        case .invalidRequest, .limitExceeded, .notFound, .providerFailed, .pluginCrashed, .protocolViolation, .timedOut:
            true
        default: false
        }
    }
}
