import LanguageServices
import TestSupport
import Testing

@testable import Audio

@Suite("The audio player", .timeLimit(.minutes(10)))
struct AudioPlayerTests {
    private let format = AudioFormat(sampleRate: 8000)

    @Test("writes a chunk before the next one exists")
    func streams() async throws {
        let sink = MemorySink()
        let (chunks, continuation) = AsyncStream.makeStream(of: AudioChunk.self)
        let playing = Task { [format] in try await AudioPlayer(sinks: [sink]).play(chunks, format: format) }
        continuation.yield(AudioChunk(samples: [1, 2]))
        #expect(await eventually { sink.log == [.open(format), .write([1, 2])] })
        continuation.yield(AudioChunk(samples: []))
        continuation.yield(AudioChunk(samples: [3]))
        continuation.finish()
        #expect(try await playing.value == PlaybackSummary(output: "memory", sampleCount: 3))
        #expect(sink.log == [.open(format), .write([1, 2]), .write([3]), .drain])
    }

    @Test("tries the outputs in the given order")
    func fallsBack() async throws {
        let first = MemorySink(name: "first", openFailure: ServiceError(.unavailable, "not there"))
        let second = MemorySink(name: "second", openFailure: ServiceError(.io, "broken"))
        let third = MemorySink(name: "third")
        let fourth = MemorySink(name: "fourth")
        let player = AudioPlayer(sinks: [first, second, third, fourth])
        #expect(try await player.play(stream(of: [1], pieces: 1), format: format).output == "third")
        #expect(fourth.log.isEmpty)
        #expect(await player.availability().map(\.isUsable) == [false, false, true, true])
        #expect(await player.availability().map(\.text) == ["not there", "broken", "ready", "ready"])
    }

    @Test("reports all attempts in one line, with a remedy")
    func nothingOpens() async {
        let player = AudioPlayer(sinks: [
            MemorySink(name: "first", openFailure: ServiceError(.unavailable, "not\nthere\u{1B}[2J")),
            MemorySink(name: "second", openFailure: ServiceError(.io, "broken")),
        ])
        let error = await failure {
            _ = try await player.play(stream(of: [1], pieces: 1), format: format)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message == "cannot open a sound output: first: not there [2J; second: broken")
        #expect(error?.remedy == "write a file with --output, or start PulseAudio or PipeWire")
        let none = await failure {
            _ = try await AudioPlayer(sinks: []).play(stream(of: [1], pieces: 1), format: format)
        }
        #expect(none?.code == .unavailable)
    }

    @Test("an output that fails only at the end is reported together with earlier failures")
    func failsAtEnd() async {
        let player = AudioPlayer(sinks: [
            MemorySink(name: "first", openFailure: ServiceError(.unavailable, "not there")),
            MemorySink(name: "second", drainFailure: ServiceError(.unavailable, "tool: exit status 1")),
        ])
        let error = await failure {
            _ = try await player.play(stream(of: [1], pieces: 1), format: format)
        }
        #expect(error?.message == "cannot open a sound output: first: not there; tool: exit status 1")
    }

    @Test("needs no output when there is nothing to play, or the sequence fails immediately")
    func nothingToPlay() async throws {
        let player = AudioPlayer(sinks: [])
        #expect(
            try await player.play(stream(of: [], pieces: 1), format: format)
                == PlaybackSummary(output: nil, sampleCount: 0)
        )
        let failing = AsyncThrowingStream<AudioChunk, any Error> {
            $0.finish(throwing: ServiceError(.unsupported, "no such voice"))
        }
        let error = await failure { _ = try await player.play(failing, format: format) }
        #expect(error == ServiceError(.unsupported, "no such voice"))
    }

    @Test("stops the output when the sequence fails in the middle")
    func sequenceFails() async {
        let sink = MemorySink()
        let failing = AsyncThrowingStream<AudioChunk, any Error> { continuation in
            continuation.yield(AudioChunk(samples: [1]))
            continuation.finish(throwing: ServiceError(.providerFailed, "voice broke"))
        }
        let error = await failure {
            _ = try await AudioPlayer(sinks: [sink]).play(failing, format: format)
        }
        #expect(error == ServiceError(.providerFailed, "voice broke"))
        #expect(sink.log == [.open(format), .write([1]), .stop])
    }

    @Test("stops the output when it is cancelled while waiting for the next chunk")
    func cancelled() async throws {
        let sink = MemorySink()
        let (chunks, continuation) = AsyncStream.makeStream(of: AudioChunk.self)
        let playing = Task { [format] in
            await failure {
                _ = try await AudioPlayer(sinks: [sink]).play(chunks, format: format)
            }
        }
        continuation.yield(AudioChunk(samples: [1]))
        #expect(await eventually { sink.log.contains(.write([1])) })
        playing.cancel()
        #expect(await playing.value?.code == .cancelled)
        #expect(sink.log.contains(.stop))
        #expect(!sink.log.contains(.drain))
    }

    @Test("rejects a format that cannot be played", arguments: [(0, 1), (8000, 0), (-1, -1), (.max, .max)])
    func badFormat(rate: Int, channels: Int) async {
        let error = await failure {
            _ = try await AudioPlayer(sinks: [MemorySink()])
                .play(stream(of: [1], pieces: 1), format: AudioFormat(sampleRate: rate, channels: channels))
        }
        #expect(error?.code == .invalidRequest)
    }

    @Test("the standard outputs report their availability without playing anything")
    func standard() async {
        let answers = await AudioPlayer().availability()
        #expect(answers.map(\.name) == ["PulseAudio", "player program"])
        #expect(answers.allSatisfy { !$0.text.isEmpty && !$0.text.contains("\n") })
    }
}
