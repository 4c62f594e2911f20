public import LanguageServices
import Platform
import Synchronization

/// Plays sound through the first output that can be opened.
///
/// ```swift
/// let player = AudioPlayer()
/// let summary = try await player.play(chunks, format: AudioFormat(sampleRate: 22_050))
/// ```
///
/// Several calls may play at the same time; the sound server mixes them.
public struct AudioPlayer: Sendable {
    private let sinks: [any AudioSink]

    /// The default outputs: a PulseAudio or PipeWire server, then player programs.
    public static var standardSinks: [any AudioSink] { [PulseSink(), PlayerProgramSink()] }

    /// Creates a player.
    ///
    /// - Parameter sinks: The outputs, in the order in which they are tried.
    public init(sinks: [any AudioSink] = AudioPlayer.standardSinks) {
        self.sinks = sinks
    }

    /// Plays chunks as they arrive. If the output supports it, the first chunk plays before the last one exists.
    ///
    /// The output is opened when the first sample arrives, so a sequence that is empty or fails before its first sample
    /// needs no output. Cancelling the task stops the sound immediately; the call returns as soon as `chunks` reacts to
    /// the cancellation.
    ///
    /// - Parameters:
    ///   - chunks: The sound; the next chunk is requested when the output has room.
    ///   - format: The format of the samples.
    /// - Returns: The output used and the number of samples written to it. This does not prove that the sound was
    ///   audible.
    /// - Throws: `ServiceError.Code.unavailable` if no output can be opened, with the reason for each output;
    ///   `ServiceError.Code.io` if the output fails during playback; `ServiceError.Code.cancelled`; and errors thrown
    ///   by `chunks`.
    public func play<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks,
        format: AudioFormat
    ) async throws(ServiceError) -> PlaybackSummary where Chunks.Element == AudioChunk {
        try await play(chunks, format: format) { _ in }
    }

    /// Plays like ``play(_:format:)`` and passes the output to a closure before the first sample is written.
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

    /// Finds out which output ``play(_:format:)`` would use, without playing anything.
    ///
    /// - Returns: A result for each output, in the order in which they are tried.
    public func availability() async -> [AudioSinkAvailability] {
        var answers: [AudioSinkAvailability] = []
        for sink in sinks { answers.append(await sink.availability()) }
        return answers
    }

    /// Opens the first available output, for sound that is controlled while it plays.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a format that cannot be played,
    ///   `ServiceError.Code.unavailable`.
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
            // A player program reports only at the end that it cannot play.
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
        let tried = failures.isEmpty ? "none is configured" : failures.map { OneLine.text($0) }.joined(separator: "; ")
        return ServiceError(
            .unavailable,
            "cannot open a sound output: \(tried)",
            remedy: "write a file with --output, or start PulseAudio or PipeWire"
        )
    }
}

/// The output used for a playback, and the number of samples written to it.
public struct PlaybackSummary: Sendable, Hashable {
    /// The name of the output, such as `PulseAudio` or `paplay`; `nil` if there was nothing to play.
    public var output: String?

    /// The number of samples written, counting all channels.
    public var sampleCount: Int
}

/// Holds the output of one playback for a cancellation handler.
final class Playback: Sendable {
    private struct State {
        var output: (any AudioOutput)?
        var isStopped = false
    }

    private let state = Mutex(State())

    /// Sets the output, and stops it immediately if the playback has already been stopped.
    func begin(_ output: any AudioOutput) {
        let isStopped = state.withLock { state in
            state.output = output
            return state.isStopped
        }
        if isStopped { output.stop() }
    }

    /// Stops the current output, or the one that is set later.
    func stop() {
        let output = state.withLock { state in
            state.isStopped = true
            return state.output
        }
        output?.stop()
    }
}
