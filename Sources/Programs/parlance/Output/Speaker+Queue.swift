import Audio
import LanguageServices
import ServiceRegistry

extension Speaker {
    /// Puts a text into the queue that could not be sent, when that is wanted and of use.
    ///
    /// - Parameters:
    ///   - error: Why it could not be spoken.
    ///   - path: The file that it is to be spoken into.
    ///   - recordKey: What the record of the folder says of the file once it is there.
    /// - Returns: The error, with the name under which the text waits; or the file, when an earlier run of the queue has
    ///   written it.
    func queued(
        _ error: any Error,
        _ text: InputText,
        _ path: String,
        recordKey: String? = nil
    ) async -> Result<Spoken, any Error> {
        guard let queue, !(error is CommandFailure), !(error is ClosedPipe) else { return .failure(error) }
        let known = ServiceError(error)
        let file = OutputPlace.of(path)
        guard let id = queue.provider(for: known), file.hasPrefix("/") else { return .failure(known) }
        var request = provider.defaults.completing(request)
        request.text = text.text
        let style = QueuedSpeechFile(
            kind: target.kind.rawValue,
            language: target.language,
            treatment: treatment,
            recordKey: recordKey
        )
        do {
            let work = QueuedRequest.Work.speech(request, file: file, style: try style.text())
            switch await queue.keep([(QueuedRequest(provider: id, work: work), known)]).first {
            case .success(.speech(let duration)): return .success(Spoken(kept: path, duration: duration))
            case .failure(let waiting): return .failure(waiting)
            case .success(.translation), nil: return .failure(known)
            }
        } catch {
            return .failure(known)
        }
    }

    /// Writes one text into a file, or puts it into the queue.
    func writeOrQueue(_ texts: InputTexts, to path: String) async throws -> ExitCode {
        var reading = texts
        var tally = Tally()
        do {
            return try await write(texts, to: path)
        } catch {
            guard let text = try await reading.next(complainingTo: console, &tally) else { throw error }
            switch await queued(error, text, path) {
            case .failure(let error): try say(text, .failure(try Self.passing(error)), &tally)
            case .success(let spoken): try say(text, .success(spoken), &tally)
            }
            return try tally.exitCode()
        }
    }
}
