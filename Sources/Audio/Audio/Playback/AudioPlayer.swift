public import LanguageServices
import Platform
import Synchronization

/// Plays sound through the first of several outputs that can be opened.
///
/// ```swift
/// let player = AudioPlayer()
/// let summary = try await player.play(chunks, format: AudioFormat(sampleRate: 22_050))
/// ```
///
/// Several calls may play at once; the sound server mixes them.
public struct AudioPlayer: Sendable {
    private let sinks: [any AudioSink]

    /// The outputs of this system: a PulseAudio or PipeWire server, then player programs.
    public static var standardSinks: [any AudioSink] { [PulseSink(), PlayerProgramSink()] }

    /// Creates a player.
    ///
    /// - Parameter sinks: What to play through; the first one that can be opened is used.
    public init(sinks: [any AudioSink] = AudioPlayer.standardSinks) {
        self.sinks = sinks
    }

    /// Plays pieces of sound as they come; the first is heard before the last exists, where the output can do that.
    ///
    /// Nothing is opened before the first sample, so a sequence that fails at once, or is empty, needs no output.
    /// Cancelling the task stops the sound at once; the call returns as soon as `chunks` notices the cancellation, too.
    ///
    /// - Parameters:
    ///   - chunks: The sound; the next piece is asked for when the output has room.
    ///   - format: The form of the samples.
    /// - Returns: What was used, and how much was handed over to it. No output can prove that anybody heard it.
    /// - Throws: `ServiceError.Code.unavailable` when no output can be opened, with what was tried and why it failed;
    ///   `ServiceError.Code.io` when the output fails in the middle; `ServiceError.Code.cancelled`; and what
    ///   `chunks` throws.
    public func play<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        format: AudioFormat
    ) async throws(ServiceError) -> PlaybackSummary where Chunks.Element == AudioChunk {
        try await play(chunks, format: format) { _ in }
    }

    /// Plays as ``play(_:format:)`` does, and shows the output before the first sample is handed over to it.
    package func play<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        format: AudioFormat,
        onOpen: @Sendable (any AudioOutput) -> Void
    ) async throws(ServiceError) -> PlaybackSummary where Chunks.Element == AudioChunk {
        try format.validate()
        let playback = Playback()
        do {
            return try await withTaskCancellationHandler {
                try await play(chunks, format: format, in: playback, onOpen: onOpen)
            } onCancel: {
                playback.stop()
            }
        } catch {
            playback.stop()
            throw Task.isCancelled ? .playbackStopped : ServiceError(error)
        }
    }

    /// Finds out what ``play(_:format:)`` would use, without making a sound.
    ///
    /// - Returns: One answer for each output, in the order in which they are tried.
    public func availability() async -> [AudioSinkAvailability] {
        var answers: [AudioSinkAvailability] = []
        for sink in sinks { answers.append(await sink.availability()) }
        return answers
    }

    /// Opens the first output that can be opened, for sound that is controlled while it plays.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a format that nothing plays, `ServiceError.Code.unavailable`.
    func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try format.validate()
        var failures: [String] = []
        return try await openFirst(format, latency: latency, failures: &failures)
    }

    private func play<Chunks: AsyncSequence>(
        _ chunks: Chunks,
        format: AudioFormat,
        in playback: Playback,
        onOpen: @Sendable (any AudioOutput) -> Void
    ) async throws -> PlaybackSummary where Chunks.Element == AudioChunk {
        var output: (any AudioOutput)?
        var failures: [String] = []
        var count = 0
        do {
            for try await chunk in chunks where !chunk.samples.isEmpty {
                let open: any AudioOutput
                if let output { open = output } else { open = try await openFirst(format, failures: &failures) }
                if output == nil {
                    output = open
                    playback.begin(open)
                    onOpen(open)
                }
                try await open.write(chunk.samples)
                count += chunk.samples.count
            }
            try Task.checkCancellation()
            try await output?.drain()
        } catch let error as ServiceError where error.code == .unavailable && output != nil {
            // A player program shows only at the end that it cannot play.
            failures.append(error.message)
            throw Self.nothingOpened(failures)
        }
        return PlaybackSummary(output: output?.name, sampleCount: count)
    }

    private func openFirst(
        _ format: AudioFormat,
        latency: Duration? = nil,
        failures: inout [String]
    ) async throws(ServiceError) -> any AudioOutput {
        for sink in sinks {
            do {
                guard let latency else { return try await sink.open(format) }
                return try await sink.open(format, latency: latency)
            } catch {
                failures.append("\(sink.name): \(error.message)")
            }
            if Task.isCancelled { throw .playbackStopped }
        }
        throw Self.nothingOpened(failures)
    }

    private static func nothingOpened(_ failures: [String]) -> ServiceError {
        let tried = failures.isEmpty ? "none is set up" : failures.map { OneLine.text($0) }.joined(separator: "; ")
        return ServiceError(
            .unavailable,
            "no sound output could be opened: \(tried)",
            remedy: "write a file with --output, or start PulseAudio or PipeWire"
        )
    }
}

/// What a playback used and how much it handed over.
public struct PlaybackSummary: Sendable, Hashable {
    /// What played: `PulseAudio`, `paplay`; nil when there was nothing to play.
    public var output: String?

    /// How many samples were handed over, all channels counted.
    public var sampleCount: Int
}

/// The output of one playback, where a cancellation can find it.
final class Playback: Sendable {
    private struct State {
        var output: (any AudioOutput)?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Sets the output; it is stopped at once when the playback has been.
    func begin(_ output: any AudioOutput) {
        let isStopped = state.withLock { state in
            state.output = output
            return state.isStopped
        }
        if isStopped { output.stop() }
    }

    /// Stops the output that is set, or will be.
    func stop() {
        let output = state.withLock { state in
            state.isStopped = true
            return state.output
        }
        output?.stop()
    }
}
