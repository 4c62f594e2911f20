import Audio
import FeedbackPatterns
import HapticPatterns
import HapticRendering
import LanguageServices
import Synchronization
import Testing

@Suite("Patterns played as sound")
struct SoundSinkTests {
    private static let order = PlaybackRequest(
        step: .sound,
        event: "success",
        pattern: BuiltInPattern.success.pattern(),
        strength: 1
    )

    @Test("the sound of the pattern reaches the player")
    func plays() async throws {
        let output = CollectingOutput()
        let sink = SoundSink(player: AudioPlayer(sinks: [output]))
        #expect(await sink.availability().steps == [.sound])
        try await sink.begin(Self.order).wait()
        #expect(output.samples == (try HapticSound.samples(of: Self.order.pattern)))
    }

    @Test("without an output, playback does not start and the chain falls back")
    func none() async throws {
        let sink = SoundSink(player: AudioPlayer(sinks: []))
        let answer = await sink.availability()
        #expect(answer.steps.isEmpty && answer.remedy != nil)
        let error = await #expect(throws: ServiceError.self) { _ = try await sink.begin(Self.order) }
        #expect(error?.code == .unavailable)
    }

    @Test("if a player exits before any sound, playback has not started and the chain falls back")
    func playerWithoutServer() async throws {
        let sink = SoundSink(player: AudioPlayer(sinks: [CollectingPlayer(fails: true)]))
        let error = await #expect(throws: ServiceError.self) { _ = try await sink.begin(Self.order) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("connection refused") == true)
        #expect(error?.remedy == "start PulseAudio or PipeWire")
    }

    @Test("playback has started before the player exits")
    func livingPlayer() async throws {
        let sink = SoundSink(player: AudioPlayer(sinks: [CollectingPlayer(fails: false)]))
        let playback = try await sink.begin(Self.order)
        await playback.stop()
    }

    @Test("playback stops on request, and when something else starts")
    func stopped() async throws {
        let output = CollectingOutput(isStuck: true)
        let sink = SoundSink(player: AudioPlayer(sinks: [output]))
        let playback = try await sink.begin(Self.order)
        _ = try await sink.begin(Self.order)
        try await playback.wait()
        await sink.close()
        #expect(output.stops >= 2)
    }
}

/// An output that keeps the audio. A stuck output accepts only the first chunk until it is stopped.
private final class CollectingOutput: AudioSink, AudioOutput {
    let name = "collector"
    private let isStuck: Bool
    private let state = Mutex((samples: [Int16](), stops: 0, writes: 0))

    init(isStuck: Bool = false) { self.isStuck = isStuck }

    var samples: [Int16] { state.withLock { $0.samples } }
    var stops: Int { state.withLock { $0.stops } }

    func availability() async -> AudioSinkAvailability {
        AudioSinkAvailability(name: name, text: "collects", isUsable: true)
    }

    func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        state.withLock { $0.writes = 0 }
        return self
    }

    func write(_ samples: [Int16]) async throws(ServiceError) {
        let count = state.withLock { state in
            state.samples += samples
            state.writes += 1
            return state.writes
        }
        guard isStuck, count > 1 else { return }
        do { try await Task.sleep(for: .seconds(600)) } catch { throw ServiceError(.cancelled, "stopped") }
    }

    func drain() async throws(ServiceError) {}

    func stop() { state.withLock { $0.stops += 1 } }
}

/// An output that starts a player when it has received all audio. The player fails, or plays until it is stopped.
private final class CollectingPlayer: AudioSink, AudioOutput {
    let name = "player"
    private let fails: Bool

    var playsWhileWritten: Bool { false }

    init(fails: Bool) { self.fails = fails }

    func availability() async -> AudioSinkAvailability {
        AudioSinkAvailability(name: name, text: "is installed", isUsable: true)
    }

    func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput { self }

    func write(_ samples: [Int16]) async throws(ServiceError) {}

    func drain() async throws(ServiceError) {
        if fails { throw ServiceError(.unavailable, "connection refused") }
        do { try await Task.sleep(for: .seconds(600)) } catch { throw ServiceError(.cancelled, "stopped") }
    }

    func stop() {}

    func waitUntilPlayed(frame: Int) async throws(ServiceError) {
        if fails { throw ServiceError(.cancelled, "stopped") }
    }
}
