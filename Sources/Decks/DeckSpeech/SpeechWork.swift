import Audio
public import Decks
public import LanguageServices
import Platform
import ServiceRegistry

/// Speech as the work of a batch: the answer to a text is the name of a file in which it is heard.
///
/// A file that is there already is not spoken again, so a run that was killed loses the few texts that were just being
/// spoken. Files appear whole or not at all.
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
    ///   - provider: Who speaks.
    ///   - style: How.
    ///   - folder: Where the files go; it is made when a batch begins.
    ///   - present: The names of media that the deck has already; no file is made under these.
    ///   - languages: The languages of voices, for the files to say.
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

    /// The provider and its version, and everything that changes the sound.
    public var identity: [String] {
        ["speech", naming.settings, provider.defaults.language?.text ?? ""] + style.revisionTexts
    }

    /// One text at a time, and as many at the same time as the provider takes.
    public var requestLimits: RequestLimits {
        RequestLimits(texts: 1, concurrency: provider.descriptor.requestLimits?.concurrency)
    }

    /// Whether the texts stay on this machine.
    public var isLocal: Bool { provider.descriptor.locality != .network }

    /// Whether the file is still there that an answer names.
    public var answerCheck: (@Sendable (BatchAnswer) -> Bool)? {
        { [present, folder] answer in present.contains(answer.text) || folder.holds(answer.text) }
    }

    /// The text without who speaks it.
    public func wording(of text: String) -> String { VoicedText.wording(of: text) }

    /// What the user should know of texts that were spoken, the most frequent first.
    public var notices: [String] { log.lines }

    /// Speaks some texts, all at the same time.
    ///
    /// - Throws: `ServiceError` when there is one text and it fails, or when something fails that would fail for each text:
    ///   the disk is full, the provider has gone.
    public func answers(to texts: [String]) async throws -> [Result<BatchAnswer, ServiceError>] {
        if texts.count == 1, let only = texts.first { return [.success(try await answer(to: only))] }
        return try await withThrowingTaskGroup(of: (Int, Result<BatchAnswer, ServiceError>).self) { group in
            for (place, text) in texts.enumerated() {
                group.addTask {
                    do {
                        return (place, .success(try await answer(to: text)))
                    } catch {
                        let known = ServiceError(error)
                        guard Self.concernsText(known) else { throw known }
                        return (place, .failure(known))
                    }
                }
            }
            var results: [(Int, Result<BatchAnswer, ServiceError>)] = []
            for try await result in group { results.append(result) }
            return results.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Makes the folder.
    public func begin() throws { try folder.make() }

    /// Tidies the folder up.
    public func end(isComplete: Bool) { folder.finish(isComplete: isComplete) }

    private func answer(to text: String) async throws -> BatchAnswer {
        guard let voiced = VoicedText(batchText: text) else {
            throw ServiceError(.invalidRequest, "the text does not say who speaks it")
        }
        let name = naming.name(of: voiced)
        if present.contains(name) || folder.holds(name) { return BatchAnswer(bytes: Array(name.utf8)) }
        let usualRate = provider.defaults.rate ?? 1
        let stream = try await style.treatment.speak(style.request(for: voiced), usualRate: usualRate, by: provider)
        let tags = SoundTags(title: voiced.text, language: language(of: voiced.voice))
        let file = try await SpokenFile(stream, by: writers) { [naming, folder, style] format, report in
            let name = report.map { naming.name(of: voiced, notices: $0.notices) } ?? name
            return try SoundFile(path: folder.file(name), kind: style.format, format: format, tags: tags)
        }
        let report = file.source.report ?? ServiceReport()
        let final = naming.name(of: voiced, notices: report.notices)
        if !report.notices.isEmpty {
            log.add(report.notices)
            // Of a long text it is known only at its end.
            if !folder.holds(final) { try folder.rename(name, to: final) }
        }
        let isCached = report.attempts.last?.cacheHit == true
        return BatchAnswer(bytes: Array(final.utf8), provider: report.answeredBy, isCached: isCached)
    }

    private func language(of voice: FieldVoice) -> LanguageTag? {
        if let id = voice.voice { return languages[id] }
        return voice.language ?? provider.defaults.language
    }

    /// Whether the next text may go well when one has failed with an error.
    private static func concernsText(_ error: ServiceError) -> Bool {
        switch error.code {
        case .invalidRequest, .limitExceeded, .notFound, .providerFailed, .pluginCrashed, .protocolViolation, .timedOut:
            true
        default: false
        }
    }
}
