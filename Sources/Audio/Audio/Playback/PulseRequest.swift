/// What a connection to a PulseAudio server needs to know.
struct PulseRequest: Sendable {
    /// The size of the pieces that sound is handed over in: how long a running call may delay a stop.
    var blockMilliseconds = 50

    /// How much sound the server may hold: enough to outlast a busy moment of this process.
    var latencyMilliseconds = 250

    /// The silence to begin again with after a pause.
    ///
    /// A server may have given away the next moment of its output already when a stream has sound again: the first 5 to
    /// 20 ms after a pause were missing at the monitor of a null sink. They are to be silence.
    var leadMilliseconds = 0

    /// The server's address; nil for the one that the user's environment and configuration name.
    var server: String?
    /// The program's name in the sound server's mixer.
    var applicationName: String
    /// The stream's name in the sound server's mixer.
    var streamName = "Speech"
    /// How long a server may take to answer.
    var connectLimit: Duration
    /// How long a server may refuse to take or play sound.
    var stallLimit: Duration

    /// The same request with another limit for what the server may hold, 20 ms or more.
    func holding(_ latency: Duration) -> PulseRequest {
        var request = self
        request.latencyMilliseconds = min(max(latency.milliseconds, 20), latencyMilliseconds)
        request.blockMilliseconds = max(5, min(blockMilliseconds, request.latencyMilliseconds / 4))
        request.leadMilliseconds = request.latencyMilliseconds / 2
        return request
    }

    func withServer<Result>(_ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let server else { return body(nil) }
        return server.withCString(body)
    }
}
