import Audio
import LanguageServices
import Synchronization

/// A sink that stores its samples.
final class MemorySink: AudioSink {
    let name: String
    private let openFailure: ServiceError?
    private let drainFailure: ServiceError?
    private let events = Mutex<[Event]>([])

    enum Event: Hashable {
        case open(AudioFormat)
        case write([Int16])
        case drain
        case stop
    }

    init(name: String = "memory", openFailure: ServiceError? = nil, drainFailure: ServiceError? = nil) {
        self.name = name
        self.openFailure = openFailure
        self.drainFailure = drainFailure
    }

    /// The recorded calls.
    var log: [Event] { events.withLock { $0 } }

    func availability() async -> AudioSinkAvailability {
        AudioSinkAvailability(name: name, text: openFailure?.message ?? "ready", isUsable: openFailure == nil)
    }

    func open(_ format: AudioFormat) async throws(ServiceError) -> any AudioOutput {
        if let openFailure { throw openFailure }
        append(.open(format))
        return Output(sink: self)
    }

    fileprivate func append(_ event: Event) { events.withLock { $0.append(event) } }

    private struct Output: AudioOutput {
        let sink: MemorySink
        var name: String { sink.name }
        func write(_ samples: [Int16]) async throws(ServiceError) { sink.append(.write(samples)) }
        func drain() async throws(ServiceError) {
            if let failure = sink.drainFailure { throw failure }
            sink.append(.drain)
        }
        func stop() { sink.append(.stop) }
    }
}
