import Audio
import HTTPTransport
import Language
import LanguageServices
import RemoteService

/// One request: sends the parts of a text to the service and produces events.
///
/// A part is requested when the audio for the previous one has been consumed, and its own audio is passed on as it
/// arrives. If a listener stops early, the remaining parts are never requested and therefore not billed.
actor RemoteUtterance {
    private let server: SpeechServer
    private let gain: Double
    private let provider: ProviderID
    private let clock: ServiceClock
    private let hasWords: Bool
    private let allowance: Duration
    private let marks: Set<SpeechMark.Kind>

    private var parts: ArraySlice<SpokenPart>
    private var current: Current?
    private var waiting: [SpeechEvent] = []
    private var format: AudioFormat?
    private var frames = 0
    private var hasSound = false
    private var isFinished = false
    private var busy: Duration

    /// The part whose audio is being received.
    private struct Current {
        let answer: IncomingAnswer
        var sound: AnswerSound
        var pace: PaceLimit
        var samples = 0
    }

    init(
        _ parts: [SpokenPart],
        hasWords: Bool,
        server: SpeechServer,
        gain: Double,
        allowance: Duration,
        marks: Set<SpeechMark.Kind>,
        provider: ProviderID,
        busy: Duration,
        clock: ServiceClock
    ) {
        self.parts = parts[...]
        self.hasWords = hasWords
        self.server = server
        self.gain = gain
        self.allowance = allowance
        self.marks = marks
        self.provider = provider
        self.busy = busy
        self.clock = clock
    }

    /// The next event, or `nil` after the report.
    func next() async throws -> SpeechEvent? {
        do throws(ServiceError) {
            while true {
                if !waiting.isEmpty { return waiting.removeFirst() }
                if isFinished { return nil }
                try ServiceError.checkCancellation()
                let start = clock.now
                defer { busy += clock.now - start }
                if current != nil {
                    try await advance()
                } else if let part = parts.popFirst() {
                    if marks.isEmpty { try await begin(part) } else { try await speakBuffered(part) }
                } else {
                    try finish()
                }
            }
        } catch {
            current = nil
            parts = []
            isFinished = true
            throw ServiceError(error, provider: provider)
        }
    }

    private func begin(_ part: SpokenPart) async throws(ServiceError) {
        let answer = try await server.sound(of: part)
        let service = server.dialect.service
        if ContentType(answer.head.headers).isText {
            throw server.dialect.textInsteadOfSound(try await answer.words()).withUnknownOutcome
        }
        guard answer.head.status != 204 else { throw service.malformedAnswer("without sound").withUnknownOutcome }
        current = Current(
            answer: answer,
            sound: AnswerSound(form: server.dialect.form, headers: answer.head.headers),
            pace: PaceLimit(allowance: allowance)
        )
    }

    /// Receives the complete audio for a part, with its marks.
    private func speakBuffered(_ part: SpokenPart) async throws(ServiceError) {
        let timed = try await server.timedSound(of: part)
        var sound = AnswerSound(form: server.dialect.form, headers: [:])
        var samples: [Int16]
        do throws(ServiceError) {
            samples = try sound.samples(timed.bytes)
            samples += try sound.finish()
        } catch {
            throw explained(error).withUnknownOutcome
        }
        guard let given = sound.format, !samples.isEmpty else { throw silence.withUnknownOutcome }
        try take(given)
        let count = samples.count / max(1, given.channels)
        let found = PartMarks(
            marks,
            of: part,
            starts: timed.starts,
            frames: count,
            first: frames,
            rate: given.sampleRate
        ).marks
        frames += count
        emitPart(samples, found, of: given)
    }

    /// Emits chunks of one second, so that a player can be stopped promptly, each preceded by its marks.
    private func emitPart(_ samples: [Int16], _ marks: [SpeechMark], of format: AudioFormat) {
        let length = format.sampleRate * format.channels
        let first = frames - samples.count / format.channels
        var marks = marks[...]
        for start in stride(from: 0, to: samples.count, by: length) {
            let end = min(start + length, samples.count)
            while let mark = marks.first, (mark.frame - first) * format.channels < end || end == samples.count {
                waiting.append(.mark(mark))
                marks = marks.dropFirst()
            }
            emit(Array(samples[start..<end]))
        }
    }

    private func emit(_ samples: [Int16]) {
        hasSound = true
        let heard = samples.amplified(by: gain)
        waiting.append(.audio(AudioChunk(samples: heard)))
    }

    /// Receives the next chunk of audio.
    private func advance() async throws(ServiceError) {
        guard var current else { return }
        // It is restored once the chunk has arrived. After an error, there is nothing left to read.
        self.current = nil
        let start = clock.now
        let piece: [UInt8]?
        do throws(ServiceError) {
            piece = try await current.answer.next()
        } catch {
            throw error.withUnknownOutcome
        }
        let wait = clock.now - start
        let samples: [Int16]
        do throws(ServiceError) {
            if let piece {
                samples = try current.sound.samples(piece)
            } else {
                samples = try current.sound.finish()
            }
        } catch {
            throw explained(error).withUnknownOutcome
        }
        if let given = current.sound.format { try take(given) }
        current.samples += samples.count
        let sound = current.sound.format?.duration(ofSamples: current.samples) ?? .zero
        guard piece == nil || current.pace.shouldContinue(after: wait, sound: sound) else {
            throw server.dialect.service.error(
                .timedOut,
                "responds too slowly: only \(Self.seconds(sound)) of sound arrived in time",
                remedy: "increase 'requestSeconds' of the provider"
            ).withUnknownOutcome
        }
        if !samples.isEmpty { emit(samples) }
        if piece != nil {
            self.current = current
        } else if current.samples == 0 {
            throw silence.withUnknownOutcome
        }
    }

    /// Sets the audio format, which must be the same for all parts.
    private func take(_ given: AudioFormat) throws(ServiceError) {
        if format == nil {
            guard AnswerSound.isPossible(given) else {
                throw server.dialect.service.malformedAnswer(
                    "with sound of \(given.sampleRate) Hz on \(given.channels) channels"
                ).withUnknownOutcome
            }
            format = given
            waiting.append(.format(given))
        } else if given != format {
            throw server.dialect.service.malformedAnswer("with another sample rate than before").withUnknownOutcome
        }
    }

    private func finish() throws(ServiceError) {
        isFinished = true
        guard hasSound else { throw silence.withUnknownOutcome }
        waiting.append(.report(.answered(by: provider, in: busy)))
    }

    private var silence: ServiceError {
        hasWords
            ? server.dialect.service.malformedAnswer("without sound")
            : ServiceError(
                .invalidRequest,
                "the text contains nothing that can be spoken",
                remedy: "use a text with letters or digits"
            )
    }

    /// An error for invalid audio, attributed to the service.
    private func explained(_ error: ServiceError) -> ServiceError {
        var known = server.dialect.service.error(error.code, "sends incomplete sound", words: error.message)
        known.remedy = error.remedy
        return known
    }

    private static func seconds(_ duration: Duration) -> String {
        let tenths = WholeNumber.int((duration / .milliseconds(100)).rounded()) ?? 0
        return "\(tenths / 10).\(tenths % 10) s"
    }
}

/// Divides the prosody of a request between the service and local processing.
struct LocalProsody: Sendable, Hashable {
    /// The speed requested from the service.
    var speed = 1.0

    /// The gain applied to all samples.
    var gain = 1.0

    /// The local audio processing.
    var processing = SpeechProcessing()

    /// - Parameters:
    ///   - request: The request, which must be valid.
    ///   - speeds: The speeds that the service supports.
    init(_ request: SpeechRequest, speeds: ClosedRange<Double>) {
        let rate = request.rate ?? 1
        speed = min(max(rate, speeds.lowerBound), speeds.upperBound)
        processing.tempo = rate / speed
        processing.pitch = request.pitch ?? 1
        gain = request.volume ?? 1
    }

    /// The processed stream.
    func applied(to stream: SpeechStream) throws(ServiceError) -> SpeechStream {
        processing == SpeechProcessing() ? stream : try processing.apply(to: stream)
    }
}

/// The marks for a part of a text, derived from the timestamps of its characters.
struct PartMarks: Sendable {
    /// The marks in audio order.
    let marks: [SpeechMark]

    /// - Parameters:
    ///   - kinds: The requested kinds of marks.
    ///   - part: The part.
    ///   - starts: The start time of each of its Unicode scalars, in seconds.
    ///   - frames: The number of frames in its audio.
    ///   - first: The frame in the stream at which its audio starts.
    ///   - rate: Frames per second.
    init(_ kinds: Set<SpeechMark.Kind>, of part: SpokenPart, starts: [Double], frames: Int, first: Int, rate: Int) {
        let scalars = Array(part.text.unicodeScalars)
        let sourceRanges = part.sourceRanges
        guard scalars.count == sourceRanges.count, scalars.count == starts.count else {
            marks = []
            return
        }
        func mark(_ kind: SpeechMark.Kind, _ range: Range<Int>) -> SpeechMark {
            let start = sourceRanges[range.lowerBound].lowerBound
            let end = max(start, sourceRanges[range.upperBound - 1].upperBound)
            let frame = WholeNumber.int((starts[range.lowerBound] * Double(rate)).rounded()) ?? 0
            return SpeechMark(kind: kind, offset: start, length: end - start, frame: first + min(max(0, frame), frames))
        }
        let segmenter = TextSegmenter(language: part.language?.text)
        var marks: [SpeechMark] = []
        if kinds.contains(.sentence) {
            for sentence in segmenter.sentences(in: scalars) {
                var range = sentence
                while !range.isEmpty, scalars[range.upperBound - 1].properties.isWhitespace {
                    range = range.lowerBound..<(range.upperBound - 1)
                }
                while !range.isEmpty, scalars[range.lowerBound].properties.isWhitespace {
                    range = (range.lowerBound + 1)..<range.upperBound
                }
                if !range.isEmpty { marks.append(mark(.sentence, range)) }
            }
        }
        if kinds.contains(.word) {
            var last = -1
            for word in segmenter.words(in: scalars) where word.kind == .word {
                let found = mark(.word, word.range)
                // A word that is respelled as several words has only one mark.
                if found.offset != last { marks.append(found) }
                last = found.offset
            }
        }
        self.marks = marks.sorted { $0.frame < $1.frame }
    }
}
