import Audio
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration

/// Speaks texts in order and reports the result of each.
struct Speaker: Sendable {
    let files: SpeechFileWriter
    let request: SpeechRequest
    let console: Console
    let isJSON: Bool
    var timeline = Timeline()

    /// Whether each written file is listed on standard output.
    var listsFiles = true
    var clock = ServiceClock.system

    /// Creates a speaker.
    ///
    /// - Parameter files: The file writer, with its speech provider. A failure to create a file ends the program with
    ///   that error.
    init(_ files: SpeechFileWriter, _ request: SpeechRequest, console: Console, isJSON: Bool) {
        var files = files
        files.create = { [target = files.target] path, format, title in
            try CommandFailure.creating { try target.create(path, format, title: title) }
        }
        self.files = files
        self.request = request
        self.console = console
        self.isJSON = isJSON
    }

    /// Plays each text as it arrives.
    func play(_ texts: InputTexts, player: AudioPlayer) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        var start = Duration.zero
        while let text = try await texts.next(complainingTo: console, &tally) {
            let result: Result<SpokenAudio, ServiceError>
            do {
                let source = try await source(text)
                let summary = try await player.play(source, format: source.format)
                let duration = source.format.duration(ofSamples: summary.sampleCount)
                var spoken = SpokenAudio(source, duration: duration)
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

    // MARK: One file per text

    /// Writes each text to its own file as it arrives. Identical texts share a file, and existing files for the same
    /// text and settings are kept.
    ///
    /// - Parameters:
    ///   - overwrite: Whether existing files are overwritten.
    ///   - settings: Everything except the text and the request that affects the audio.
    func write(
        _ texts: InputTexts,
        into folder: String,
        overwrites: Bool,
        settings: String
    ) async throws -> ExitCode {
        let folder = try CommandFailure.creating {
            try SpokenFolder(
                folder,
                request: request,
                by: files,
                overwrites: overwrites,
                version: Version.text,
                settings: settings
            )
        }
        let progress = Progress(total: texts.count, console: console, clock: clock)
        defer { progress.hide() }
        let reader = InputTextReader(texts)
        var tally = Tally()
        var kept = 0
        do {
            try await folder.write {
                try await reader.next()
            } text: {
                try? $0.get().text
            } receive: { reading, result in
                defer { progress.advance() }
                // The progress bar and standard output share the terminal.
                let isQuiet = if case .success(let spoken)? = result { spoken.report.notices.isEmpty } else { false }
                if console.isOutputTerminal || !isQuiet { progress.hide() }
                switch (reading, result) {
                case (.success(let text), .success(let spoken)?):
                    if spoken.isKept { kept += 1 }
                    try say(text, .success(spoken), &tally)
                    if let file = spoken.file { try printFile(file, spoken.duration) }
                case (.success(let text), .failure(let error)?):
                    try say(text, .failure(try Self.passing(error)), &tally)
                case (.failure(let unreadable), _):
                    console.complain(unreadable.error)
                    tally.countFailed(unreadable.error)
                case (.success, nil): break
                }
            }
        } catch let error as ServiceError where error.code == .cancelled {
            try timeline.finish()
            throw CommandFailure(ServiceError(.cancelled, "interrupted after writing \(tally.successes) texts"))
        }
        progress.hide()
        try timeline.finish()
        if kept > 0 {
            let files =
                kept == 1
                ? "1 file already existed and was kept"
                : "\(kept) files already existed and were kept"
            console.note("\(files); '--overwrite' replaces them")
        }
        return try tally.exitCode()
    }

    // MARK: One file for all texts

    /// Writes all texts as one file to standard output, regardless of what it is connected to.
    func writeToOutput(_ texts: InputTexts) async throws -> ExitCode {
        let passing = try CommandFailure.creating { try ScratchFile() }
        let code = try await write(texts, to: passing.path, isNamed: false)
        if code == .ok { try passing.copy(to: console.output) }
        return code
    }

    /// Writes all texts to one file with a short pause between them; nothing is written if one fails.
    ///
    /// - Parameter isNamed: Whether the file is reported once it has been written.
    func write(_ texts: InputTexts, to path: String, isNamed: Bool = true) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        guard var text = try await texts.next(complainingTo: console, &tally) else { return try tally.exitCode() }
        var source = try await naming(text) { try await self.source(text) }
        var recording = try SpeechRecording(path, titled: text.text, format: source.format, by: files)
        var all: [(text: InputText, spoken: SpokenAudio)] = []
        while true {
            all.append((text, try await naming(text) { try await recording.append(source) }))
            guard let next = try await texts.next(complainingTo: console, &tally) else { break }
            text = next
            source = try await naming(text) { try await self.source(text) }
            guard source.format == recording.format else {
                throw ServiceError(
                    .unsupported,
                    text.naming("the sample rate of this text differs from that of the first"),
                    remedy: "use --output-dir"
                )
            }
        }
        if tally.failures > 0 { return try tally.exitCode() }
        let duration = recording.duration
        try recording.finish()
        for (text, spoken) in all { try say(text, .success(spoken), &tally) }
        try timeline.finish()
        if isNamed { try printFile(path, duration) }
        return .ok
    }

    /// Writes one text to a file, or adds it to the queue.
    func writeOrQueue(_ texts: InputTexts, to path: String) async throws -> ExitCode {
        var reading = texts
        var tally = Tally()
        do {
            return try await write(texts, to: path)
        } catch {
            guard let text = try await reading.next(complainingTo: console, &tally) else { throw error }
            switch await files.queued(asked(text), to: path, after: error) {
            case .failure(let error): try say(text, .failure(try Self.passing(error)), &tally)
            case .success(let spoken): try say(text, .success(spoken), &tally)
            }
            return try tally.exitCode()
        }
    }

    // MARK: Steps

    /// The request for a text.
    private func asked(_ text: InputText) -> SpeechRequest {
        var request = request
        request.text = text.text
        return request
    }

    /// The audio of a text, from the start.
    private func source(_ text: InputText) async throws -> SpeechSource {
        try await SpeechSource(files.provider.synthesize(asked(text)))
    }

    /// Adds the position of the text to the message of any error.
    private func naming<Value>(_ text: InputText, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch var error as ServiceError {
            error.message = text.naming(error.message)
            throw error
        }
    }

    private func printFile(_ file: String, _ duration: Duration) throws {
        if !isJSON, listsFiles { try console.print("\(file)  \(Self.shown(duration))") }
    }

    /// Reports and counts the result for a text.
    private func say(_ text: InputText, _ result: Result<SpokenAudio, ServiceError>, _ tally: inout Tally) throws {
        switch result {
        case .success(let spoken):
            tally.countDone()
            try timeline.add(
                TimedText(
                    text.text,
                    file: spoken.file,
                    start: spoken.start,
                    duration: spoken.duration,
                    format: spoken.format,
                    marks: spoken.marks
                )
            )
            for notice in spoken.report.notices { console.note(text.naming(notice)) }
        case .failure(let error):
            tally.countFailed(error)
            console.complain(text.naming(error.shown))
        }
        if isJSON { try console.print(Self.value(text, result)) }
    }

    /// The result for a text, as a JSON object.
    private static func value(_ text: InputText, _ result: Result<SpokenAudio, ServiceError>) -> JSONValue {
        let members: [(String, JSONValue?)] =
            switch result {
            case .success(let spoken):
                [
                    ("file", spoken.file.map(JSONValue.string)), ("output", spoken.output.map(JSONValue.string)),
                    ("seconds", .seconds(spoken.duration)), ("kept", spoken.isKept ? true : nil),
                    ("report", ReportJSON.value(spoken.report)),
                ]
            case .failure(let error): [("error", ReportJSON.value(error))]
            }
        return .object(known: [("text", .string(text.text)), ("place", text.place.map(JSONValue.string))] + members)
    }

    /// A duration for display: `0.73 s`.
    static func shown(_ duration: Duration) -> String {
        let hundredths = (duration / .milliseconds(10)).rounded()
        let whole = Int(hundredths)
        return "\(whole / 100).\(whole % 100 < 10 ? "0" : "")\(whole % 100) s"
    }

    /// An error that concerns only one text, so the next text may succeed.
    ///
    /// - Throws: The error itself when the next text would fail the same way, or the user has cancelled.
    static func passing(_ error: any Error) throws -> ServiceError {
        if error is CommandFailure || error is ClosedPipe { throw error }
        let known = ServiceError(error)
        // The request is in the queue, and later ones may be queued too.
        if known.queuedAs != nil { return known }
        switch known.code {
        case .invalidRequest, .limitExceeded, .notFound, .providerFailed, .pluginCrashed, .protocolViolation, .timedOut:
            return known
        default:
            throw known
        }
    }
}

// MARK: Highlighting words

extension Speaker {
    /// Plays each text and highlights the spoken word on the terminal.
    func playHighlighted(_ texts: InputTexts, player: AudioPlayer) async throws -> ExitCode {
        let queue = UtteranceQueue(provider: files.provider, player: player)
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
            var request = asked(text)
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

    /// Shows one text until it has been played.
    ///
    /// - Returns: The error that stopped playback, if any.
    private func follow(
        _ id: UtteranceID,
        of text: String,
        _ events: EventStream<UtteranceEvent>
    ) async throws -> ServiceError? {
        let view = HighlightedText(text, width: console.width - 1)
        var row = 0
        func draw(_ word: Range<Int>?) throws {
            try console.output(Array("\r\(view.line(row, highlighting: word))\u{1B}[K".utf8))
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
                // A repeated text starts again on a new line.
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
        return ServiceError(.cancelled, "playback was stopped")
    }
}
