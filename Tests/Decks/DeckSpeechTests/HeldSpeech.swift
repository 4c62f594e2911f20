import LanguageServices
import Synchronization

/// A provider that speaks a long tone and does not finish until `release()` is called.
final class HeldSpeech: SpeechProvider {
    let descriptor = ProviderDescriptor(
        id: "held",
        kind: "held",
        version: "1",
        service: .speech,
        locality: .inProcess
    )

    private let isReleased = Atomic<Bool>(false)

    func release() { isReleased.store(true, ordering: .releasing) }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        // Long enough for writing the file to start before the stream ends.
        let chunk = AudioChunk(samples: (0..<1_100_000).map { Int16(($0 % 50 - 25) * 300) })
        let events = Mutex<[SpeechEvent]>([.format(AudioFormat(sampleRate: 16_000)), .audio(chunk)])
        let end = Mutex<[SpeechEvent]>([.report(ServiceReport.answered(by: descriptor.id, in: .zero))])
        return SpeechStream { [self] in
            if let event = events.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { return event }
            while !isReleased.load(ordering: .acquiring) { try await Task.sleep(for: .milliseconds(5)) }
            return end.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        }
    }
}
