import Audio
import LanguageServices
import ServiceRegistry
import Platform
import Subtitles

/// Speaks texts one after the other and says what came of each.
struct Speaker: Sendable {
    let provider: any SpeechProvider
    let request: SpeechRequest
    let console: Console
    let isJSON: Bool
    var timeline = Timeline()
    var target = SoundTarget()
    var treatment = SpeechTreatment()

    /// Everything that changes the audio besides the text and what is in the request.
    var settings = ""

    /// Whether each file that is written is named on standard output.
    var listsFiles = true

    /// Whether files that are there already are written anew.
    var overwrites = false
    var clock = ServiceClock.system

    /// Keeps texts for later that cannot be sent now; only for files.
    var queue: OfflineQueue?

    /// Plays each text as it comes.
    func play(_ texts: InputTexts, player: AudioPlayer) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        var start = Duration.zero
        while let text = try await texts.next(complainingTo: console, &tally) {
            let result: Result<Spoken, ServiceError>
            do {
                let source = try await source(text)
                let summary = try await player.play(source, format: source.format)
                let duration = source.format.duration(ofSamples: summary.sampleCount)
                var spoken = Spoken(source, duration: duration)
                spoken.output = summary.output
                spoken.start = start
                start += duration
                result = .success(spoken)
            } catch {
                result = .failure(try Self.passing(error))
            }
            try say(text, result, &tally)
        }
        try timeline.finish()
        return try tally.exitCode()
    }

    // MARK: Steps

    /// The audio of a text, from its beginning.
    func source(_ text: InputText) async throws -> SpeechSource {
        var request = request
        request.text = text.text
        return try await SpeechSource(treated(request))
    }

    /// The speech of a request as the command line asks.
    func treated(_ request: SpeechRequest) async throws -> SpeechStream {
        let usualRate = provider.defaults.rate ?? 1
        let stream = try await treatment.speak(request, usualRate: usualRate, by: provider)
        return queue == nil ? stream : stream.chargingOnceHeard()
    }

    /// Says what came of a text, and counts it.
    func say(_ text: InputText, _ result: Result<Spoken, ServiceError>, _ tally: inout Tally) throws {
        switch result {
        case .success(let spoken):
            tally.countDone()
            try timeline.add(spoken.timed(text.text))
            for notice in spoken.report.notices { console.note(text.naming(notice)) }
        case .failure(let error):
            tally.countFailed(error)
            console.complain(text.naming(error.shown))
        }
        if isJSON { try console.print(OutcomeJSON.value(text, result)) }
    }

    /// An error that concerns one text, so that the next may go well.
    ///
    /// - Throws: The error itself when the next text would fail the same way, or the user has had enough.
    static func passing(_ error: any Error) throws -> ServiceError {
        if error is CommandFailure || error is ClosedPipe { throw error }
        let known = ServiceError(error)
        // It waits in the queue, and the others may as well.
        if known.queuedAs != nil { return known }
        switch known.code {
        case .invalidRequest, .limitExceeded, .notFound, .providerFailed, .pluginCrashed, .protocolViolation, .timedOut:
            return known
        default:
            throw known
        }
    }
}
