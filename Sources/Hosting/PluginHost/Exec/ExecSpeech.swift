import Audio
package import LanguageServices

/// Speech from a command that reads a text from standard input and writes a sound file to standard output.
package final class ExecSpeech: SpeechProvider {
    /// The provider's descriptor.
    package let descriptor: ProviderDescriptor
    private let command: ExecCommand
    private let languages: [LanguageTag]
    private let isShutDown = AtomicFlag()

    /// One hour of stereo at 44,100 Hz.
    private static let maximumSamples = 320_000_000
    init(_ command: ExecCommand, descriptor: ProviderDescriptor, languages: [LanguageTag]) {
        self.command = command
        self.descriptor = descriptor
        self.languages = languages
    }

    /// Ready if the program can be started.
    package func status() async -> ProviderStatus { command.status }

    /// Fails all later requests.
    package func shutdown() async { isShutDown.set() }

    /// One voice per configured language.
    package func voices(matching query: VoiceQuery) async throws -> [Voice] {
        languages.map { Voice(id: $0.text, name: $0.text, languages: [$0], provider: descriptor.id) }
            .filter(query.matches)
            .sorted { $0.id < $1.id }
    }

    /// Runs the command on a text. Speed, pitch and volume are applied to its output.
    package func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        do throws(ServiceError) {
            if isShutDown.isSet { throw ServiceError(.unavailable, "the provider was shut down") }
            try ServiceError.checkCancellation()
            try request.validate()
            try request.checkLength()
            let language = try language(for: request)
            if !request.marks.isEmpty || request.wordGap ?? .zero > .zero || request.isDeterministic
                || !request.pronunciations.isEmpty
            {
                throw ServiceError(
                    .unsupported,
                    "commands do not support marks, gaps, deterministic output or pronunciations"
                )
            }
            let run = ExecUtterance(command, request, language, limit: Self.maximumSamples)
            let stream = SpeechStream { try await run.next() }
            var processing = SpeechProcessing()
            processing.tempo = request.rate ?? 1
            processing.pitch = request.pitch ?? 1
            return processing == SpeechProcessing() ? stream : try processing.apply(to: stream)
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    private func language(for request: SpeechRequest) throws(ServiceError) -> LanguageTag {
        let wish = request.voice.map { LanguageTag($0) } ?? request.language ?? languages.first
        let found = wish.flatMap { wish in languages.first { $0 == wish } ?? languages.first { $0.isMatch(for: wish) } }
        guard let found else {
            throw ServiceError(
                .unsupported,
                "the command does not speak '\(request.voice ?? request.language?.text ?? "")'",
                remedy: "it speaks \(languages.map(\.text).joined(separator: ", "))"
            )
        }
        return found
    }
}

/// A single run of a speech command.
private actor ExecUtterance {
    private let command: ExecCommand
    private let request: SpeechRequest
    private let language: LanguageTag
    private let limit: Int
    private var pending: [SpeechEvent]?

    /// The number of samples per chunk.
    private static let piece = 16_384

    init(_ command: ExecCommand, _ request: SpeechRequest, _ language: LanguageTag, limit: Int) {
        self.command = command
        self.request = request
        self.language = language
        self.limit = limit
    }

    func next() async throws -> SpeechEvent? {
        if pending == nil { pending = try await speak().reversed() }
        return pending?.popLast()
    }

    private func decoded(_ bytes: [UInt8]) throws(ServiceError) -> DecodedSound {
        do throws(ServiceError) {
            return try DecodedSound(bytes, limit: limit)
        } catch {
            guard error.code == .unsupported else { throw error }
            var named = ServiceError(
                .providerFailed,
                "\(command.title) wrote no readable sound",
                remedy: "it must write a sound file, such as WAV, to its standard output, and nothing else"
            )
            named.underlying = error.message
            throw named
        }
    }

    private func speak() async throws -> [SpeechEvent] {
        let start = command.clock.now
        do throws(ServiceError) {
            let bytes = try await command.run(Array(request.text.utf8), replacing: ["{language}": language.text])
            guard !bytes.isEmpty else { throw ServiceError(.providerFailed, "\(command.title) wrote nothing") }
            let sound = try decoded(bytes)
            guard !sound.samples.isEmpty else {
                throw ServiceError(.providerFailed, "\(command.title) wrote sound without samples")
            }
            let samples = sound.samples.amplified(by: request.volume ?? 1)
            var events: [SpeechEvent] = [.format(sound.format)]
            let size = Self.piece / sound.format.channels * sound.format.channels
            for first in stride(from: 0, to: samples.count, by: size) {
                events.append(.audio(AudioChunk(samples: Array(samples[first..<min(first + size, samples.count)]))))
            }
            return events + [.report(.answered(by: command.provider, in: max(.zero, command.clock.now - start)))]
        } catch {
            throw ServiceError(error, provider: command.provider)
        }
    }
}
