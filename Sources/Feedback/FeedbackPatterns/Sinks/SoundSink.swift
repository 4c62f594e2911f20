public import Audio
import HapticRendering
public import LanguageServices
import Platform
import Synchronization

/// Plays patterns as sound when there is no haptic device; see `HapticSound`.
public actor SoundSink: FeedbackSink {
    /// `audio`.
    public nonisolated let name = "audio"

    /// Sound instead of vibration.
    public nonisolated let steps = [FeedbackStep.sound]

    private let player: AudioPlayer
    private var current: FeedbackPlayback?

    private static let sampleRate = 44_100

    private static let remedy = "start PulseAudio or PipeWire"

    /// Creates a sink.
    ///
    /// - Parameter player: The audio player.
    public init(player: AudioPlayer = AudioPlayer()) {
        self.player = player
    }

    /// Whether a sound output is available, checked without making a sound.
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

    /// Starts playing.
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
                    onOpen: { opening.watch($0, provenAt: Self.sampleRate / 2) }
                )
                opening.result.fill(.success(()))
            } catch {
                var error = ServiceError(error)
                // The player's own remedy mentions files, which do not apply to feedback.
                if error.code == .unavailable { error.remedy = Self.remedy }
                opening.result.fill(.failure(error))
                throw error
            }
        }
        current = playback
        try await opening.result.wait()
        return playback
    }

    /// Does nothing: each pattern opens its own output.
    public func rebuild() async {}

    /// Stops the running feedback.
    public func close() async {
        await current.take()?.stop()
    }
}

/// Detects when an output starts playing: either it has read the first chunk, or a player that received the complete
/// sound has made progress.
private final class Opening: Sendable {
    let result = OneShot<Void>()
    private let playsImmediately = Mutex(true)

    /// Sets the output to watch.
    ///
    /// - Parameter frame: The position that a player must reach if it receives the complete sound at the start. A
    ///   player without a working output ends before that.
    func watch(_ output: any AudioOutput, provenAt frame: Int) {
        guard !output.playsWhileWritten else { return }
        playsImmediately.withLock { $0 = false }
        // The task ends with the output, which is always stopped when the sound ends.
        Task { [result] in
            guard (try? await output.waitUntilPlayed(frame: frame)) != nil else { return }
            result.fill(.success(()))
        }
    }

    /// Records that the first chunk has been read.
    func firstPieceTaken() {
        if playsImmediately.withLock({ $0 }) { result.fill(.success(())) }
    }
}

/// A sound in two chunks: a request for the second one shows that the output has read the first.
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
