import CPulseSimple
package import LanguageServices
import Platform

/// Plays through a PulseAudio server, or through PipeWire, which offers the same interface.
///
/// The client library is loaded at the first use. It would start a server of its own where none runs; that does not
/// happen here, for a server is asked for an answer first. The user's `PULSE_SERVER` and `client.conf` count.
package struct PulseSink: AudioSink {
    package let name = "PulseAudio"

    private let request: PulseRequest

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - server: The server's address, such as `unix:/run/user/1000/pulse/native`; nil for the user's own.
    ///   - applicationName: The name in the sound server's mixer.
    ///   - connectLimit: How long a server may take to answer.
    ///   - stallLimit: How long a server may refuse to take sound before that is an error.
    package init(
        server: String? = nil,
        applicationName: String = "Parlance",
        connectLimit: Duration = .seconds(3),
        stallLimit: Duration = .seconds(10)
    ) {
        request = PulseRequest(
            server: server,
            applicationName: applicationName,
            connectLimit: connectLimit,
            stallLimit: stallLimit
        )
    }

    package func availability() async -> AudioSinkAvailability {
        let result = OneShot<Void>()
        let request = request
        BlockingQueue(label: "parlance.pulse.probe").run(into: result, limit: connectLimit, lateError: Self.late) {
            PulseConnection.probe(request).map { .failure($0) } ?? .success(())
        }
        do {
            try await result.wait()
            return AudioSinkAvailability(name: name, text: "a server answers", isUsable: true)
        } catch {
            return AudioSinkAvailability(name: name, text: error.message, isUsable: false)
        }
    }

    package func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        try await open(format, request)
    }

    package func open(_ format: AudioFormat, latency: Duration) async throws(ServiceError) -> any AudioOutput {
        try await open(format, request.holding(latency))
    }

    private func open(_ format: AudioFormat, _ request: PulseRequest) async throws(ServiceError) -> PulseOutput {
        try format.validate()
        let queue = BlockingQueue(label: "parlance.pulse.stream")
        let result = OneShot<PulseConnection>()
        queue.run(into: result, limit: connectLimit, lateError: Self.late) {
            PulseConnection.open(request, format: format)
        } discard: { connection in
            connection.close()
        }
        return PulseOutput(connection: try await result.wait(), queue: queue, format: format, request: request)
    }

    // The probe keeps the limit itself and gives the better text; this one is for calls that hang in the library.
    private var connectLimit: Duration { request.connectLimit + .milliseconds(500) }

    private static var late: ServiceError {
        ServiceError(.unavailable, "the sound server does not answer")
    }
}
