import Audio
import TestSupport
import Testing

@Suite(
    "Playing",
    .timeLimit(.minutes(10)),
    .enabled(if: NullSinkServer.isInstalled, NullSinkServer.requirement)
)
struct PlaybackTests {
    @Test("the played sound is the same as in the file")
    func heard() async throws {
        let box = try Sandbox()
        let server = try await NullSinkServer.start()
        let sentence = "The quick brown fox jumps over the lazy dog."
        try await box.run(["speak", sentence, "-o", "fox.wav"]).expectSuccess()
        let wave = try #require(Wave(path: box.path("fox.wav")))
        let likeness = try await Likeness.firstGood {
            let recording = try await server.record()
            let environment = ["PULSE_SERVER": server.address]
            let outcome = try await box.run(["speak", sentence, "--json"], environment: environment)
            outcome.expectSuccess()
            #expect(try outcome.json().first?["output"] as? String == "PulseAudio")
            return Likeness(of: await recording.finish(), to: wave.samples)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation), level \(likeness.level)")
        print("the program through a null sink: correlation \(likeness.correlation)")
    }
}
