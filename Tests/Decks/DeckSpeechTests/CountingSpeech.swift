import LanguageServices
import Synchronization

/// A provider that speaks a short tone for each text and counts the requests.
final class CountingSpeech: SpeechProvider {
    let descriptor: ProviderDescriptor

    private let state = Mutex<[SpeechRequest]>([])
    private let failing: @Sendable (String) -> ServiceError?
    private let notices: @Sendable (String) -> [String]
    private let samples: Int

    /// The requests received.
    var requests: [SpeechRequest] { state.withLock { $0 } }

    /// The requested languages and texts, sorted for comparison.
    var asked: [String] { requests.map { "\($0.language?.text ?? $0.voice ?? "-") \($0.text)" }.sorted() }

    /// `samples` is the length of the sound for a text, `failing` the error for a text, `notices` the notices for a
    /// text.
    init(
        version: String = "1",
        samples: Int = 1000,
        failing: @escaping @Sendable (String) -> ServiceError? = { _ in nil },
        notices: @escaping @Sendable (String) -> [String] = { _ in [] }
    ) {
        descriptor = ProviderDescriptor(
            id: "counting",
            kind: "counting",
            version: version,
            service: .speech,
            locality: .inProcess
        )
        self.failing = failing
        self.notices = notices
        self.samples = samples
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        state.withLock { $0.append(request) }
        if let error = failing(request.text) { throw error }
        let report = ServiceReport.answered(by: descriptor.id, in: .zero, notices: notices(request.text))
        let chunk = AudioChunk(samples: (0..<samples).map { Int16(($0 % 50 - 25) * 300) })
        let events = Mutex<[SpeechEvent]>([.format(AudioFormat(sampleRate: 16_000)), .audio(chunk), .report(report)])
        return SpeechStream { events.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }
}

/// Counts calls.
final class CallCounter: Sendable {
    private let state = Atomic<Int>(0)
    func next() -> Int { state.wrappingAdd(1, ordering: .relaxed).newValue }
}
