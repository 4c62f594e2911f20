public import LanguageServices

/// A way to make sound heard: a sound server, a player program, or an application's own.
public protocol AudioSink: Sendable {
    /// The name that people see: `PulseAudio`.
    var name: String { get }

    /// Finds out, without making a sound, whether ``open(_:)`` would succeed.
    func availability() async -> AudioSinkAvailability

    /// Opens an output; each is independent of the others.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when there is nothing to play through; an ``AudioPlayer`` then goes
    ///   on to its next sink, as it does after any other error.
    func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput

    /// Opens an output for sound that is controlled while it plays.
    ///
    /// The default opens an output with ``open(_:)``, whatever it holds.
    ///
    /// - Parameters:
    ///   - format: The form of the samples.
    ///   - latency: How much sound the output should hold at most: this is how long a pause takes to be heard.
    func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput
}

extension AudioSink {
    /// Opens an output with ``open(_:)``.
    public func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try await open(format)
    }
}

/// An open output of an ``AudioSink``.
///
/// Calls of ``write(_:)`` and ``drain()`` come one after the other. An output that is dropped is stopped.
public protocol AudioOutput: Sendable {
    /// What plays, as people see it: `PulseAudio`, `paplay`.
    var name: String { get }

    /// Whether sound is heard soon after it has been handed over, and not only in ``drain()``; true by default.
    var playsWhileWritten: Bool { get }

    /// Hands samples over, channels interleaved; waits while the output has enough. A frame may be spread over calls.
    func write(_ samples: [Int16]) async throws(ServiceError)

    /// Waits until everything has been played, and closes the output.
    func drain() async throws(ServiceError)

    /// Ends the sound at once and closes the output.
    ///
    /// Returns without waiting, may be called from anywhere at any time, and more than once. A ``write(_:)`` or
    /// ``drain()`` in progress, or later, throws `ServiceError.Code.cancelled`.
    func stop()

    /// Holds what has been handed over and not been heard; nothing of it is lost.
    ///
    /// Returns without waiting and may be called from anywhere at any time. The default does nothing, which will do for an
    /// output that holds little sound: who pauses it hands nothing more over, and what it holds is heard to its end.
    func pause()

    /// Goes on where ``pause()`` has held the sound.
    func resume()

    /// Waits until everything before a frame has been heard, as well as the output can tell.
    ///
    /// May be called while a ``write(_:)`` or a ``drain()`` is in progress. The default returns at once: an output that
    /// cannot tell counts as heard what it has taken.
    ///
    /// - Parameter frame: A frame counted from the first one that was handed over; all frames before it have been.
    /// - Throws: `ServiceError.Code.cancelled` when the output has been stopped, and what made it fail.
    func waitUntilPlayed(frame: Int) async throws(ServiceError)
}

extension AudioOutput {
    /// True.
    public var playsWhileWritten: Bool { true }

    /// Does nothing.
    public func pause() {}

    /// Does nothing.
    public func resume() {}

    /// Returns at once.
    public func waitUntilPlayed(frame: Int) async throws(ServiceError) {}
}

/// Whether an ``AudioSink`` can be used.
public struct AudioSinkAvailability: Sendable, Hashable {
    /// The sink's name.
    public var name: String

    /// What was found, or why it cannot be used, in one line.
    public var text: String

    /// Whether it can be used.
    public var isUsable: Bool

    /// Creates an answer.
    public init(name: String, text: String, isUsable: Bool) {
        self.name = name
        self.text = text
        self.isUsable = isUsable
    }
}

extension ServiceError {
    /// What a stopped output throws.
    static var playbackStopped: Self { Self(.cancelled, "the playback was stopped") }
}
