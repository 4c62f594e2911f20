import Audio
import Files
import LanguageServices

/// Speaks texts one after the other and says what came of each.
struct Speaker: Sendable {
    let provider: any SpeechProvider
    let request: SpeechRequest
    let console: Console
    let isJSON: Bool

    /// Plays each text as it comes.
    func play(_ texts: SpokenTexts, player: AudioPlayer) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        while let text = try await next(&texts, &tally) {
            let result: Result<Spoken, ServiceError>
            do {
                let source = try await source(text)
                let summary = try await player.play(source, format: source.format)
                let duration = source.format.duration(ofSamples: summary.sampleCount)
                let report = source.report ?? ServiceReport()
                result = .success(Spoken(output: summary.output, duration: duration, report: report))
            } catch {
                result = .failure(try Self.passing(error))
            }
            try say(text, result, &tally)
        }
        return try tally.exitCode()
    }

    // MARK: Steps

    /// The next text that can be read; what cannot be read is said and counted.
    func next(_ texts: inout SpokenTexts, _ tally: inout Tally) async throws -> SpokenText? {
        while true {
            do {
                return try await texts.next()
            } catch let unreadable as UnreadableText {
                console.complain(unreadable.error)
                tally.countFailed(unreadable.error)
            }
        }
    }

    /// The audio of a text, from its beginning.
    func source(_ text: SpokenText) async throws -> SpeechSource {
        var request = request
        request.text = text.text
        return try await SpeechSource(provider.synthesize(request))
    }

    /// Says what came of a text, and counts it.
    func say(_ text: SpokenText, _ result: Result<Spoken, ServiceError>, _ tally: inout Tally) throws {
        switch result {
        case .success(let spoken):
            tally.countSpoken()
            for notice in spoken.report.notices { console.note(text.naming(notice)) }
        case .failure(let error):
            tally.countFailed(error)
            console.complain(text.naming(error.description))
        }
        if isJSON { try console.print(OutcomeJSON.value(text, result)) }
    }

    /// An error that concerns one text, so that the next may go well.
    ///
    /// - Throws: The error itself when the next text would fail the same way, or the user has had enough.
    static func passing(_ error: any Error) throws -> ServiceError {
        if error is CommandFailure || error is ClosedPipe { throw error }
        let known = ServiceError(error)
        switch known.code {
        case .invalidRequest, .limitExceeded, .notFound, .providerFailed, .pluginCrashed, .protocolViolation, .timedOut:
            return known
        default:
            throw known
        }
    }
}
