public import Audio
public import Haptics
public import LanguageServices
import Processes

/// Plays patterns as sound, for those who have no motor; see `HapticSound`.
public actor SoundSink: FeedbackSink {
    /// `audio`.
    public nonisolated let name = "audio"

    /// Sound in place of what is felt.
    public nonisolated let steps = [FeedbackStep.sound]

    private let player: AudioPlayer
    private var current: FeedbackPlayback?

    private static let sampleRate = 44_100

    /// Creates a sink.
    ///
    /// - Parameter player: What plays sound.
    public init(player: AudioPlayer = AudioPlayer()) {
        self.player = player
    }

    /// Whether something can play sound, without a sound being made.
    public func availability() async -> FeedbackAvailability {
        let answers = await player.availability()
        if let usable = answers.first(where: \.isUsable) {
            return FeedbackAvailability(steps: [.sound], text: "\(usable.name): \(usable.text)")
        }
        let reasons = answers.map { "\($0.name): \($0.text)" }.joined(separator: "; ")
        return FeedbackAvailability(
            steps: [],
            text: reasons.isEmpty ? "no sound output is set up" : "no sound output: \(reasons)",
            remedy: "start PulseAudio or PipeWire"
        )
    }

    /// Begins to play.
    public func begin(_ order: FeedbackOrder) async throws(ServiceError) -> FeedbackPlayback {
        let before = current
        current = nil
        await before?.stop()
        let samples = try HapticSound.samples(
            of: order.pattern,
            sampleRate: Self.sampleRate,
            strength: order.strength
        )
        let opened = OneShot<Void>()
        let playback = FeedbackPlayback { [player] in
            do {
                _ = try await player.play(
                    SoundPieces(samples: samples, onTaken: opened),
                    format: AudioFormat(sampleRate: Self.sampleRate)
                )
                opened.fill(.success(()))
            } catch {
                opened.fill(.failure(ServiceError(error)))
                throw error
            }
        }
        current = playback
        try await opened.wait()
        return playback
    }

    /// Each pattern opens an output of its own, so there is nothing to give back.
    public func rebuild() async {}

    /// Stops what plays.
    public func close() async {
        let before = current
        current = nil
        await before?.stop()
    }
}

/// A sound in two pieces: that the second one is asked for shows that an output has taken the first.
private struct SoundPieces: AsyncSequence, Sendable {
    typealias Element = AudioChunk

    let samples: [Int16]
    let onTaken: OneShot<Void>

    func makeAsyncIterator() -> Iterator { Iterator(samples: samples[...], onTaken: onTaken) }

    struct Iterator: AsyncIteratorProtocol {
        var samples: ArraySlice<Int16>
        let onTaken: OneShot<Void>
        var hasBegun = false

        mutating func next() async -> AudioChunk? {
            guard !samples.isEmpty else { return nil }
            let piece = samples.prefix(hasBegun ? samples.count : 441)
            if hasBegun { onTaken.fill(.success(())) }
            hasBegun = true
            samples = samples.dropFirst(piece.count)
            return AudioChunk(samples: Array(piece))
        }
    }
}
