// A provider that sends requests passes its gate by itself. Around every other one the gate stands here: a call is a request.

/// A speech provider whose calls pass a gate; a call is under way until its stream has ended.
struct GatedSpeech: SpeechProvider {
    let upstream: any SpeechProvider
    let gate: RequestGate

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }
    func voices(matching query: VoiceQuery) async throws -> [Voice] { try await upstream.voices(matching: query) }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let pull = try await gate.pull(characters: request.text.unicodeScalars.count) {
            try await upstream.synthesize(request).pull
        }
        return SpeechStream(pulling: pull)
    }
}

/// A translation provider whose calls pass a gate.
struct GatedTranslation: TranslationProvider {
    let upstream: any TranslationProvider
    let gate: RequestGate

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }
    func languagePairs() async throws -> [LanguagePair] { try await upstream.languagePairs() }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let characters = request.texts.reduce(0) { $0 + $1.unicodeScalars.count }
        return try await gate.send(characters: characters) { try await upstream.translate(request) }
    }
}

/// A sentence provider whose calls pass a gate.
struct GatedSentences: SentenceProvider {
    let upstream: any SentenceProvider
    let gate: RequestGate

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }

    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await gate.send(characters: request.word.unicodeScalars.count) {
            try await upstream.sentences(for: request)
        }
    }

    func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        let pull = try await gate.pull(characters: request.word.unicodeScalars.count) {
            try await upstream.sentenceStream(for: request).pull
        }
        return SentenceStream(pulling: pull)
    }

    func lesson(for request: LessonRequest) async throws -> WrittenLesson {
        let characters = request.words.reduce(0) { $0 + $1.text.unicodeScalars.count }
        return try await gate.send(characters: characters) { try await upstream.lesson(for: request) }
    }
}

/// A feedback provider whose calls pass a gate.
struct GatedFeedback: FeedbackProvider {
    let upstream: any FeedbackProvider
    let gate: RequestGate

    var descriptor: ProviderDescriptor { upstream.descriptor }
    func status() async -> ProviderStatus { await upstream.status() }
    func shutdown() async { await upstream.shutdown() }

    func play(_ request: FeedbackRequest) async throws -> FeedbackHandle {
        try await gate.send(characters: 0) { try await upstream.play(request) }
    }
}

extension RequestGate {
    /// Lets a stream through, which is under way until it has ended.
    func pull<Event>(
        characters: Int,
        _ open: () async throws -> Pull<Event>
    ) async throws -> Pull<Event> {
        let pass = try await enter(characters: characters)
        let pull: Pull<Event>
        do {
            pull = try await open()
        } catch {
            await pass.end(after: error)
            throw error
        }
        return {
            do {
                let event = try await pull()
                if event == nil { pass.end() }
                return event
            } catch {
                await pass.end(after: error)
                throw error
            }
        }
    }
}
