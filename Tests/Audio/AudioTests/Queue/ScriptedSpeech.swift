import Audio
import LanguageServices
import Synchronization
import TestSupport

/// A provider with scripted responses.
final class ScriptedSpeech: SpeechProvider {
    /// The response to a text.
    enum Step: Sendable {
        case event(SpeechEvent)
        case failure(ServiceError)
        /// Sends nothing until the task is cancelled.
        case hang
        /// Sends nothing until the test resumes it.
        case wait
    }

    struct State: Sendable {
        var requests: [SpeechRequest] = []
        var cancellations = 0
        var isReleased = false
    }

    let descriptor = ProviderDescriptor(
        id: "script",
        kind: "script",
        version: "1",
        service: .speech,
        locality: .inProcess
    )
    let state = Monitor(State())
    private let script: @Sendable (SpeechRequest) -> [Step]

    init(_ script: @escaping @Sendable (SpeechRequest) -> [Step]) {
        self.script = script
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        state.change { $0.requests.append(request) }
        let steps = script(request)
        let position = Mutex(0)
        let state = state
        return SpeechStream {
            let index = position.withLock { position in
                defer { position += 1 }
                return position
            }
            guard index < steps.count else { return nil }
            switch steps[index] {
            case .event(let event): return event
            case .failure(let error): throw error
            case .hang:
                do {
                    try await Task.sleep(for: .seconds(3600))
                } catch {
                    state.change { $0.cancellations += 1 }
                    throw error
                }
                return nil
            case .wait:
                await state.wait { $0.isReleased }
                return .audio(AudioChunk(samples: []))
            }
        }
    }
}

extension ScriptedSpeech {
    /// A constant sound in one chunk, with words at some frames.
    static func sound(
        _ value: Int16,
        count: Int = 1600,
        sampleRate: Int = 8000,
        channels: Int = 1,
        words: [Int] = [],
        pieces: Int = 1
    ) -> [Step] {
        var steps: [Step] = [.event(.format(AudioFormat(sampleRate: sampleRate, channels: channels)))]
        for (index, frame) in words.enumerated() {
            steps.append(.event(.mark(SpeechMark(kind: .word, offset: index * 2, length: 1, frame: frame))))
        }
        for piece in 0..<pieces {
            let length = (piece + 1) * count / pieces - piece * count / pieces
            steps.append(.event(.audio(AudioChunk(samples: [Int16](repeating: value, count: length)))))
        }
        steps.append(.event(.report(.answered(by: "script", in: .zero))))
        return steps
    }
}

/// The values and lengths of runs of equal samples: 1600 × 1 and then 800 × 2 is `[[1, 1600], [2, 800]]`.
func runs(_ samples: [Int16]) -> [[Int]] {
    var result: [[Int]] = []
    for sample in samples {
        if let last = result.last, last[0] == Int(sample) {
            result[result.count - 1][1] += 1
        } else {
            result.append([Int(sample), 1])
        }
    }
    return result
}
