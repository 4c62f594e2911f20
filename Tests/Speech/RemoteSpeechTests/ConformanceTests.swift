import LanguageServices
import LanguageServicesTesting
import RemoteSpeech
import TestSupport
import Testing

/// The rules for every speech provider, in every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct ConformanceTests {
    @Test(arguments: [
        (RemoteSpeechDialect.openai, ""), (.openai, "piece=1023,size=max"), (.openai, "bits=f32,channels=2"),
        (.elevenlabs, ""), (.elevenlabs, "piece=333"),
    ])
    func everyDialectKeepsTheRules(_ dialect: RemoteSpeechDialect, _ how: String) async throws {
        let suite = SpeechConformance(
            sample: .init(text: "Hello world.", language: "en-US"),
            timeLimit: .seconds(120)
        )
        let report = await suite.check(try SpeechServices().provider(dialect, how))
        #expect(report.isPassed, "\(report)")
    }

    @Test func bareSamplesKeepTheRules() async throws {
        let suite = SpeechConformance(
            sample: .init(text: "Hello world.", language: "en-GB"),
            timeLimit: .seconds(120)
        )
        let provider = try SpeechServices().provider(.openai, "rate=16000,piece=77") {
            $0.format = .pcm
            $0.sampleRate = 16_000
        }
        let report = await suite.check(provider)
        #expect(report.isPassed, "\(report)")
    }

    @Test func hundredsOfRequestsThatAreGivenUpLeaveNothingBehind() async throws {
        let provider = try SpeechServices().provider(.openai, "piece=200,pause=1")
        let waits = (0..<200).map { _ in Int.random(in: 0...60) }
        await withTaskGroup(of: Void.self) { tasks in
            for (index, wait) in waits.enumerated() {
                tasks.addTask {
                    let task = Task { try await provider.say("text \(index)").samples.count }
                    try? await Task.sleep(for: .milliseconds(wait))
                    task.cancel()
                    switch await task.result {
                    case .success(let count): #expect(count > 0)
                    case .failure(let error): #expect(ServiceError(error).code == .cancelled, "\(error)")
                    }
                }
            }
        }
        #expect(try await provider.say("One").seconds > 0.1)
    }
}
