import Audio
import LanguageServices
import Subtitles

extension Speaker {
    /// Plays each text and shows on the terminal which word is heard.
    func playHighlighted(_ texts: InputTexts, player: AudioPlayer) async throws -> ExitCode {
        let queue = UtteranceQueue(provider: TreatedProvider(upstream: provider, speaker: self), player: player)
        do {
            let code = try await play(texts, in: queue)
            await queue.shutdown()
            return code
        } catch {
            await queue.shutdown()
            throw error
        }
    }

    private func play(_ texts: InputTexts, in queue: UtteranceQueue) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        while let text = try await texts.next(complainingTo: console, &tally) {
            var request = request
            request.text = text.text
            request.marks = [.word]
            let events = queue.events()
            let id: UtteranceID
            do throws(ServiceError) {
                id = try queue.enqueue(Utterance(.speech(request)))
            } catch {
                tally.countFailed(try Self.passing(error))
                console.complain(text.naming(error.description))
                continue
            }
            if let error = try await follow(id, of: text.text, events) {
                console.complain(text.naming(error.description))
                tally.countFailed(try Self.passing(error))
            } else {
                tally.countDone()
            }
        }
        return try tally.exitCode()
    }

    /// Shows one text until it has been heard.
    ///
    /// - Returns: Why it could not be heard to its end, if so.
    private func follow(
        _ id: UtteranceID,
        of text: String,
        _ events: EventStream<UtteranceEvent>
    ) async throws -> ServiceError? {
        let view = HighlightedText(text, width: console.width - 1)
        var row = 0
        func draw(_ word: Range<Int>?) throws {
            try console.output(Array("\r\(view.shown(row, word: word))\u{1B}[K".utf8))
        }
        func finish(to last: Int) throws {
            while row < last {
                try draw(nil)
                try console.output([UInt8(ascii: "\n")])
                row += 1
            }
        }
        try draw(nil)
        for await event in events {
            try Task.checkCancellation()
            switch event {
            case .reached(id, let mark) where mark.kind == .word:
                // A text that is heard again begins again below.
                let found = view.row(of: mark.offset) ?? row
                if found < row {
                    try finish(to: view.rows.count)
                    row = 0
                }
                try finish(to: found)
                try draw(mark.offset..<(mark.offset + mark.length))
            case .finished(id), .skipped(id), .cancelled(id):
                try finish(to: view.rows.count)
                return nil
            case .failed(id, let error):
                try finish(to: view.rows.count)
                return error
            default: continue
            }
        }
        try Task.checkCancellation()
        return ServiceError(.cancelled, "the playback was stopped")
    }
}

/// A provider whose speech is treated as the command line asks.
private struct TreatedProvider: SpeechProvider {
    let upstream: any SpeechProvider
    let speaker: Speaker

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }

    func voices(matching query: VoiceQuery) async throws -> [Voice] {
        try await upstream.voices(matching: query)
    }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try await speaker.treated(request)
    }
}
