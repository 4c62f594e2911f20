import Audio
import LanguageServices
import Platform

extension Speaker {
    // MARK: One file for each text

    /// Writes each text into a file of its own as it comes; equal texts share one, and files that are there already as they
    /// would be written now are kept.
    ///
    /// Some files are worked on at a time, so that the disk and the voices do not wait for each other.
    func write(_ texts: InputTexts, into folder: String) async throws -> ExitCode {
        do throws(ServiceError) { try Folder.make(folder) } catch { throw CommandFailure(error, .cannotCreate) }
        let progress = Progress(total: texts.count, console: console, clock: clock)
        defer { progress.hide() }
        let record = SpokenRecord(folder: folder, settings: audioSettings, isReading: keepsFiles)
        defer { record.flush() }
        // The names of all files are made durable at once, also when the work is broken off.
        defer { Folder.sync(folder) }
        let reader = InputTextReader(texts)
        let writers = FileWriters()
        var names = FileNames()
        var tally = Tally()
        var kept = 0
        // What has been begun and what came of it, for a text that stands in the list again.
        var begun = Set<UInt64>()
        var results: [UInt64: Result<Duration, ServiceError>] = [:]
        do {
            try await OrderedWork<Result<InputText, UnreadableText>, Written>(width: width).run {
                try await reader.next()
            } begin: { reading in
                switch reading {
                case .failure(let unreadable):
                    return { .unreadable(unreadable.error) }
                case .success(let text):
                    let name = "\(names.name(for: text.text)).\(target.kind.fileExtensions[0])"
                    let path = "\(folder)/\(name)"
                    let place = StableHash.of(path)
                    if begun.contains(place) { return { .again(text, path) } }
                    if begun.count < Self.mostRemembered { begun.insert(place) }
                    if let duration = record.duration(ofKept: name, text: text.text) {
                        return { .text(text, path, .success(Spoken(kept: path, duration: duration))) }
                    }
                    return {
                        do {
                            let spoken = try await write(text, to: path, by: writers)
                            // What was not spoken as it should be is spoken anew when the cause may be mended.
                            if spoken.report.notices.isEmpty {
                                record.add(name, text: text.text, duration: spoken.duration)
                            }
                            return .text(text, path, .success(spoken))
                        } catch {
                            let key = record.key(of: text.text)
                            return .text(text, path, await queued(error, text, path, recordKey: key))
                        }
                    }
                }
            } receive: { written in
                defer { progress.advance() }
                // The bar and the lines of a terminal go to the same place.
                if console.isOutputTerminal || !written.isSpoken { progress.hide() }
                switch written {
                case .unreadable(let error):
                    console.complain(error)
                    tally.countFailed(error)
                case .text(let text, let path, let result):
                    let known: Result<Spoken, ServiceError> =
                        switch result {
                        case .success(let spoken): .success(spoken)
                        case .failure(let error): .failure(try Self.passing(error))
                        }
                    if case .success(let spoken) = known, spoken.isKept { kept += 1 }
                    let place = StableHash.of(path)
                    if begun.contains(place) { results[place] = known.map(\.duration) }
                    try sayFile(text, known, &tally)
                case .again(let text, let path):
                    // Results come in the order of the list, so the first one is there.
                    if let result = results[StableHash.of(path)] {
                        try sayFile(text, result.map { Spoken(again: path, duration: $0) }, &tally)
                    }
                }
            }
        } catch let error as ServiceError where error.code == .cancelled {
            try timeline.finish()
            throw CommandFailure.interrupted("\(tally.successes) texts are written")
        }
        progress.hide()
        try timeline.finish()
        if kept > 0 {
            let files =
                kept == 1
                ? "1 of the files was there already and was kept"
                : "\(kept) of the files were there already and were kept"
            console.note("\(files); '--overwrite' writes all anew")
        }
        return try tally.exitCode()
    }

    /// What came of one line of the list.
    private enum Written: Sendable {
        case text(InputText, String, Result<Spoken, any Error>)
        case again(InputText, String)
        case unreadable(ServiceError)

        /// Whether nothing has to be said but its file.
        var isSpoken: Bool {
            if case .text(_, _, .success(let spoken)) = self { spoken.report.notices.isEmpty } else { false }
        }
    }

    /// How many texts are worked on at a time: no more than the provider takes.
    private var width: Int { min(16, max(1, provider.descriptor.requestLimits?.concurrency ?? 16)) }

    /// Whether a file that is there already may be kept: its marks would be missing.
    private var keepsFiles: Bool { !overwrites && request.marks.isEmpty }

    /// Everything that changes the audio, besides the text.
    private var audioSettings: String {
        let descriptor = provider.descriptor
        let prosody = [request.rate, request.pitch, request.volume].map { $0.map { "\($0)" } ?? "" }
        return [
            Version.text, "\(descriptor.id)", descriptor.kind, descriptor.version, request.language?.text ?? "",
            request.voice ?? "", prosody.joined(separator: " "), request.wordGap.map { "\($0)" } ?? "",
            "\(request.isDeterministic)", treatment.isNothing ? "" : "\(treatment)",
            request.pronunciations.isEmpty ? "" : "\(request.pronunciations)", settings,
        ].joined(separator: "\n")
    }

    /// How many texts of a list are known again; later ones are spoken again, which gives the same file.
    private static let mostRemembered = 100_000

    private func sayFile(_ text: InputText, _ result: Result<Spoken, ServiceError>, _ tally: inout Tally) throws {
        try say(text, result, &tally)
        if !isJSON, listsFiles, case .success(let spoken) = result, let file = spoken.file {
            try console.print("\(file)  \(Spoken.shown(spoken.duration))")
        }
    }

    private func write(_ text: InputText, to path: String, by writers: FileWriters) async throws -> Spoken {
        var request = request
        request.text = text.text
        let file = try await SpokenFile(treated(request), by: writers) { [target] format, _ in
            try target.create(path, format, title: text.text)
        }
        var spoken = Spoken(file.source, duration: file.duration)
        spoken.file = path
        return spoken
    }

    // MARK: One file for all texts

    /// Writes all texts as one file to standard output, whatever that is.
    func writeToOutput(_ texts: InputTexts) async throws -> ExitCode {
        let passing = try PassingFile()
        let code = try await write(texts, to: passing.path, isNamed: false)
        if code == .ok { try passing.copy(to: console.output) }
        return code
    }

    /// Writes all texts into one file, with a short pause between two; nothing is written when one of them fails.
    ///
    /// The file is called after the first text, since nobody knows how many follow when it is begun.
    ///
    /// - Parameter isNamed: Whether the file is said when it is written.
    func write(_ texts: InputTexts, to path: String, isNamed: Bool = true) async throws -> ExitCode {
        var texts = texts
        var tally = Tally()
        guard let first = try await texts.next(complainingTo: console, &tally) else { return try tally.exitCode() }
        let firstSource = try await naming(first) { try await source(first) }
        let format = firstSource.format
        var file = try target.create(path, format, title: first.text)
        var all: [(text: InputText, spoken: Spoken)] = []
        var total = 0
        var current = (text: first, source: firstSource)
        while true {
            let samples = try await naming(current.text) { try await append(current.source, to: &file) }
            var spoken = Spoken(current.source, duration: format.duration(ofSamples: samples))
            spoken.file = path
            spoken.start = format.duration(ofSamples: total)
            all.append((current.text, spoken))
            total += samples
            guard let text = try await texts.next(complainingTo: console, &tally) else { break }
            current = (text, try await naming(text) { try await source(text) })
            guard current.source.format == format else {
                throw ServiceError(
                    .unsupported,
                    text.naming("this text has another sample rate than the first"),
                    remedy: "use --output-dir"
                )
            }
            let pause = [Int16](repeating: 0, count: format.sampleRate * format.channels * 3 / 10)
            try file.append(pause)
            total += pause.count
        }
        if tally.failures > 0 { return try tally.exitCode() }
        try file.finish()
        for (text, spoken) in all { try say(text, .success(spoken), &tally) }
        try timeline.finish()
        if !isJSON, listsFiles, isNamed {
            try console.print("\(path)  \(Spoken.shown(format.duration(ofSamples: total)))")
        }
        return .ok
    }

    // MARK: Steps

    private func append(_ source: SpeechSource, to file: inout SoundFile) async throws -> Int {
        var samples = 0
        while let chunk = try await source.next() {
            try file.append(chunk.samples)
            samples += chunk.samples.count
        }
        return samples
    }

    /// Puts the place of a text before the message of what it throws.
    private func naming<Value>(_ text: InputText, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch var error as ServiceError {
            error.message = text.naming(error.message)
            throw error
        }
    }
}
