public import Audio
import HapticRendering
public import LanguageServices
import Platform
import Synchronization

/// Plays patterns as sound, for those who have no motor; see `HapticSound`.
public actor SoundSink: FeedbackSink {
    /// `audio`.
    public nonisolated let name = "audio"

    /// Sound in place of what is felt.
    public nonisolated let steps = [FeedbackStep.sound]

    private let player: AudioPlayer
    private var current: FeedbackPlayback?

    private static let sampleRate = 44_100

    private static let remedy = "start PulseAudio or PipeWire"

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
            remedy: Self.remedy
        )
    }

    /// Begins to play.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        await current.take()?.stop()
        let samples = try HapticSound.samples(
            of: order.pattern,
            sampleRate: Self.sampleRate,
            strength: order.strength
        )
        let opening = Opening()
        let playback = FeedbackPlayback { [player] in
            do {
                _ = try await player.play(
                    SoundPieces(samples: samples, opening: opening),
                    format: AudioFormat(sampleRate: Self.sampleRate),
                    onOpen: { opening.watch($0, provedAt: Self.sampleRate / 2) }
                )
                opening.result.fill(.success(()))
            } catch {
                var error = ServiceError(error)
                // The player's own remedy speaks of files, which feedback does not write.
                if error.code == .unavailable { error.remedy = Self.remedy }
                opening.result.fill(.failure(error))
                throw error
            }
        }
        current = playback
        try await opening.result.wait()
        return playback
    }

    /// Each pattern opens an output of its own, so there is nothing to give back.
    public func rebuild() async {}

    /// Stops what plays.
    public func close() async {
        await current.take()?.stop()
    }
}

/// Whether an output plays: it has taken the first piece, or a player that has the whole sound goes on with it.
private final class Opening: Sendable {
    let result = OneShot<Void>()
    private let playsAtOnce = Mutex(true)

    /// Takes down which output it is.
    ///
    /// - Parameter frame: How far a player must have come that is started when the sound is complete; one that has nothing to
    ///   play through ends before.
    func watch(_ output: any AudioOutput, provedAt frame: Int) {
        guard !output.playsWhileWritten else { return }
        playsAtOnce.withLock { $0 = false }
        // It ends with the output, which is stopped however the sound ends.
        Task { [result] in
            guard (try? await output.waitUntilPlayed(frame: frame)) != nil else { return }
            result.fill(.success(()))
        }
    }

    /// Takes down that the first piece has been taken.
    func firstPieceTaken() {
        if playsAtOnce.withLock({ $0 }) { result.fill(.success(())) }
    }
}

/// A sound in two pieces: that the second one is asked for shows that an output has taken the first.
private struct SoundPieces: AsyncSequence, Sendable {
    typealias Element = AudioChunk

    let samples: [Int16]
    let opening: Opening

    func makeAsyncIterator() -> Iterator { Iterator(samples: samples[...], opening: opening) }

    struct Iterator: AsyncIteratorProtocol {
        var samples: ArraySlice<Int16>
        let opening: Opening
        var hasBegun = false

        mutating func next() async -> AudioChunk? {
            guard !samples.isEmpty else { return nil }
            let piece = samples.prefix(hasBegun ? samples.count : 441)
            if hasBegun { opening.firstPieceTaken() }
            hasBegun = true
            samples = samples.dropFirst(piece.count)
            return AudioChunk(samples: Array(piece))
        }
    }
}
