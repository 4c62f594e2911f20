import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Audio

@Suite(
    "Playing through a sound server",
    .serialized,
    .timeLimit(.minutes(10)),
    .enabled(if: NullSinkServer.isInstalled, NullSinkServer.requirement)
)
struct PulseSinkTests {
    private let format = AudioFormat(sampleRate: 22_050)

    @Test("the recording matches the sound and its level")
    func heard() async throws {
        let server = try await NullSinkServer.start()
        let tone = risingTone(seconds: 1.2)
        let player = AudioPlayer(sinks: [PulseSink(server: server.address)])
        let likeness = try await Likeness.firstGood {
            let recording = try await server.record()
            let summary = try await player.play(stream(of: tone, pieces: 1000), format: format)
            #expect(summary == PlaybackSummary(output: "PulseAudio", sampleCount: tone.count))
            return Likeness(of: await recording.finish(), to: tone)
        }
        #expect(likeness.correlation > 0.95)
        #expect((0.9...1.5).contains(likeness.level))
        print("null sink: correlation \(likeness.correlation), level \(likeness.level)")
    }

    @Test("a sound shorter than the server's buffer plays to its end, with frames split anywhere")
    func shortStereo() async throws {
        let server = try await NullSinkServer.start()
        let tone = risingTone(seconds: 0.12)
        let stereo = tone.flatMap { [$0, $0] }
        let player = AudioPlayer(sinks: [PulseSink(server: server.address)])
        let likeness = try await Likeness.firstGood {
            let recording = try await server.record()
            let chunks = stream(of: stereo, pieces: 333)
            let summary = try await player.play(chunks, format: AudioFormat(sampleRate: 22_050, channels: 2))
            #expect(summary.sampleCount == stereo.count)
            return Likeness(of: await recording.finish(), to: tone)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation), level \(likeness.level)")
    }

    @Test("a missing server is reported, and no server is started")
    func noServer() async throws {
        let folder = try TemporaryFolder()
        let sink = PulseSink(server: "unix:\(folder.file("missing.sock"))")
        let availability = await sink.availability()
        #expect(availability == AudioSinkAvailability(name: "PulseAudio", text: "connection refused", isUsable: false))
        let error = await failure { _ = try await sink.open(format) }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "connection refused")
        #expect(folder.names().isEmpty)
    }

    @Test("a server that accepts the connection and never responds times out")
    func silentServer() async throws {
        let server = try await NullSinkServer.start()
        server.signal(SIGSTOP)
        let sink = PulseSink(server: server.address, connectLimit: .milliseconds(300))
        #expect(await sink.availability().isUsable == false)
        let error = await failure { _ = try await sink.open(format) }
        #expect(error?.code == .unavailable)
    }

    @Test("a server that dies during playback is an error")
    func dyingServer() async throws {
        let server = try await NullSinkServer.start()
        let recording = try await server.record()
        let player = AudioPlayer(sinks: [PulseSink(server: server.address)])
        let playing = Task { await failure { _ = try await player.play(endless(), format: format) } }
        #expect(await recording.waitForSound())
        server.signal(SIGKILL)
        let error = await playing.value
        #expect(error?.code == .io)
        #expect(error?.message == "the sound server failed during playback: connection terminated")
    }

    @Test("a server that hangs during playback is an error and does not block the caller")
    func hangingServer() async throws {
        let server = try await NullSinkServer.start()
        let recording = try await server.record()
        let player = AudioPlayer(sinks: [PulseSink(server: server.address, stallLimit: .seconds(3))])
        let playing = Task { await failure { _ = try await player.play(endless(), format: format) } }
        #expect(await recording.waitForSound())
        server.signal(SIGSTOP)
        let error = await playing.value
        #expect(error?.code == .io)
        #expect(error?.message == "the sound server accepted no sound for 3000 ms")
    }

    @Test("cancelling stops the sound immediately")
    func cancellation() async throws {
        let server = try await NullSinkServer.start()
        let recording = try await server.record()
        let player = AudioPlayer(sinks: [PulseSink(server: server.address)])
        let playing = Task { await failure { _ = try await player.play(endless(), format: format) } }
        #expect(await recording.waitForSound())
        playing.cancel()
        #expect(await playing.value?.code == .cancelled)
        // The sound is endless, so silence can only result from the stop.
        let tail = await recording.finish().suffix(2000)
        #expect(tail.count == 2000)
        #expect(tail.allSatisfy { $0.magnitude < 30 })
    }

    @Test("cancelling works even while the server hangs")
    func cancellationOfHang() async throws {
        let server = try await NullSinkServer.start()
        let recording = try await server.record()
        let player = AudioPlayer(sinks: [PulseSink(server: server.address, stallLimit: .seconds(120))])
        let playing = Task { await failure { _ = try await player.play(endless(), format: format) } }
        #expect(await recording.waitForSound())
        server.signal(SIGSTOP)
        let start = ContinuousClock.now
        playing.cancel()
        #expect(await playing.value?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test("a stopped output accepts no more samples")
    func stopped() async throws {
        let server = try await NullSinkServer.start()
        let output = try await PulseSink(server: server.address).open(format)
        try await output.write([1, 2, 3])
        output.stop()
        output.stop()
        #expect(await failure { try await output.write([1]) }?.code == .cancelled)
        #expect(await failure { try await output.drain() }?.code == .cancelled)
    }

    @Test("simultaneous playbacks are mixed")
    func atOnce() async throws {
        let server = try await NullSinkServer.start()
        let player = AudioPlayer(sinks: [PulseSink(server: server.address)])
        let tone = risingTone(seconds: 0.3)
        async let first = player.play(stream(of: tone, pieces: 500), format: format)
        async let second = player.play(stream(of: tone, pieces: 5000), format: format)
        #expect(try await first.sampleCount == tone.count)
        #expect(try await second.sampleCount == tone.count)
    }

    private func endless() -> AsyncStream<AudioChunk> {
        let tone = risingTone(seconds: 0.5)
        return AsyncStream { AudioChunk(samples: tone) }
    }
}

/// The error that `body` throws; `nil` if it throws none.
func failure(_ body: () async throws -> Void) async -> ServiceError? {
    do {
        try await body()
    } catch let error as ServiceError {
        return error
    } catch {
        Issue.record("unexpected error type: \(error)")
    }
    return nil
}

/// The samples as a sequence of chunks.
func stream(of samples: [Int16], pieces size: Int) -> AsyncStream<AudioChunk> {
    AsyncStream { continuation in
        for start in stride(from: 0, to: samples.count, by: size) {
            continuation.yield(AudioChunk(samples: Array(samples[start..<min(start + size, samples.count)])))
        }
        continuation.finish()
    }
}
