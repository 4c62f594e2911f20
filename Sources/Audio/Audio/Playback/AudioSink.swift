public import LanguageServices

/// A destination for playback: a sound server, a player program, or an application's own output.
public protocol AudioSink: Sendable {
    /// The display name, such as `PulseAudio`.
    var name: String { get }

    /// Tests whether ``open(_:)`` would succeed, without playing anything.
    func availability() async -> AudioSinkAvailability

    /// Opens an output that is independent of others.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if nothing can play the sound. After this or any other error, an
    ///   ``AudioPlayer`` tries its next sink.
    func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput

    /// Opens an output for sound that is controlled while it plays.
    ///
    /// The default implementation calls ``open(_:)`` and ignores the latency.
    ///
    /// - Parameters:
    ///   - format: The format of the samples.
    ///   - latency: The maximum duration of sound that the output buffers, and thus the longest time until a pause
    ///     takes effect.
    func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput
}

extension AudioSink {
    /// Opens an output with ``open(_:)``.
    public func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try await open(format)
    }
}

/// An open output that an ``AudioSink`` provides.
///
/// Calls to ``write(_:)`` and ``drain()`` do not overlap. An output stops when it is dropped.
public protocol AudioOutput: Sendable {
    /// The display name, such as `PulseAudio` or `paplay`.
    var name: String { get }

    /// Whether sound starts to play soon after it is written, instead of only in ``drain()``; `true` by default.
    var playsWhileWritten: Bool { get }

    /// Writes samples, channels interleaved; waits while the output's buffer is full. A frame may be split across
    /// calls.
    func write(_ samples: [Int16]) async throws(ServiceError)

    /// Waits until everything has been played, then closes the output.
    func drain() async throws(ServiceError)

    /// Stops the sound immediately and closes the output.
    ///
    /// Returns without waiting. Can be called from any thread, at any time, and more than once. Calls to ``write(_:)``
    /// or ``drain()``, whether in progress or later, throw `ServiceError.Code.cancelled`.
    func stop()

    /// Pauses the sound; no samples are lost.
    ///
    /// Returns without waiting and can be called from any thread at any time. The default implementation does nothing,
    /// which suits an output with a small buffer: the caller stops writing, and the buffered sound plays to the end.
    func pause()

    /// Resumes after ``pause()``.
    func resume()

    /// Waits until all frames before a given one have been played, as far as the output can tell.
    ///
    /// Can be called while a ``write(_:)`` or a ``drain()`` is in progress. The default implementation returns
    /// immediately, so written sound is treated as played.
    ///
    /// - Parameter frame: The frame, counted from the first one written; all frames before it have been written.
    /// - Throws: `ServiceError.Code.cancelled` if the output was stopped, or the error that caused it to fail.
    func waitUntilPlayed(frame: Int) async throws(ServiceError)
}

extension AudioOutput {
    /// `true`.
    public var playsWhileWritten: Bool { true }

    /// Does nothing.
    public func pause() {}

    /// Does nothing.
    public func resume() {}

    /// Returns immediately.
    public func waitUntilPlayed(frame: Int) async throws(ServiceError) {}
}

/// Whether an ``AudioSink`` can be used.
public struct AudioSinkAvailability: Sendable, Hashable {
    /// The sink's name.
    public var name: String

    /// A one-line description of the sink, or the reason why it cannot be used.
    public var text: String

    /// Whether it can be used.
    public var isUsable: Bool

    /// Creates a result.
    public init(name: String, text: String, isUsable: Bool) {
        self.name = name
        self.text = text
        self.isUsable = isUsable
    }
}

extension ServiceError {
    /// The error for a stopped output.
    static var playbackStopped: Self { Self(.cancelled, "playback was stopped") }
}
