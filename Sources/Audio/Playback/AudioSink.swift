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
}

/// An open output of an ``AudioSink``.
///
/// Calls of ``write(_:)`` and ``drain()`` come one after the other. An output that is dropped is stopped.
public protocol AudioOutput: Sendable {
    /// What plays, as people see it: `PulseAudio`, `paplay`.
    var name: String { get }

    /// Hands samples over, channels interleaved; waits while the output has enough. A frame may be spread over calls.
    func write(_ samples: [Int16]) async throws(ServiceError)

    /// Waits until everything has been played, and closes the output.
    func drain() async throws(ServiceError)

    /// Ends the sound at once and closes the output.
    ///
    /// Returns without waiting, may be called from anywhere at any time, and more than once. A ``write(_:)`` or
    /// ``drain()`` in progress, or later, throws `ServiceError.Code.cancelled`.
    func stop()
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
