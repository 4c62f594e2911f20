import LanguageServices

/// Speech that is synthesised in advance.
///
/// It starts immediately in a separate task. Up to about three seconds of output (mono at 44,100 Hz) are buffered; then
/// the task waits.
final class Synthesis: Sendable {
    /// The maximum number of buffered samples.
    private static let sampleLimit = 131_072
    /// The maximum number of buffered events.
    private static let eventLimit = 4096

    private struct State: Sendable {
        var events = Fifo<SpeechEvent>()
        var sampleCount = 0
        var failure: ServiceError?
        var isOver = false
        var isCancelled = false

        var hasRoom: Bool { sampleCount < Synthesis.sampleLimit && events.count < Synthesis.eventLimit }
    }

    private let state: Monitor<State>
    private let task: Task<Void, Never>

    /// Starts the synthesis.
    init(_ request: SpeechRequest, with provider: any SpeechProvider) {
        let state = Monitor(State())
        self.state = state
        task = Task.detached { await Self.run(request, provider, into: state) }
    }

    /// Whether the provider's stream has ended, successfully or not.
    var isOver: Bool { state.read { $0.isOver } }

    /// The next event; `nil` at the end or after a cancellation.
    ///
    /// - Throws: The provider's error, after the events that preceded it.
    func next() async throws(ServiceError) -> SpeechEvent? {
        await state.wait { !$0.events.isEmpty || $0.isOver || $0.isCancelled }
        let (event, failure): (SpeechEvent?, ServiceError?) = state.change { state in
            guard !state.isCancelled else { return (nil, nil) }
            guard let event = state.events.popFirst() else { return (nil, state.failure) }
            if case .audio(let chunk) = event { state.sampleCount -= chunk.samples.count }
            return (event, nil)
        }
        if let failure { throw failure }
        return event
    }

    /// Cancels the provider's task; a pending ``next()`` returns `nil` immediately.
    func cancel() {
        task.cancel()
        state.change { state in
            state.isCancelled = true
            state.events.removeAll()
        }
    }

    /// Waits until the provider's task has ended.
    func waitUntilFinished() async {
        await task.value
    }

    private static func run(
        _ request: SpeechRequest,
        _ provider: any SpeechProvider,
        into state: Monitor<State>
    ) async {
        do {
            let stream = try await provider.synthesize(request)
            for try await event in stream {
                guard !Task.isCancelled else { break }
                state.change { state in
                    guard !state.isCancelled else { return }
                    if case .audio(let chunk) = event { state.sampleCount += chunk.samples.count }
                    state.events.append(event)
                }
                await state.wait { $0.hasRoom || $0.isCancelled }
            }
            state.change { $0.isOver = true }
        } catch {
            let failure = ServiceError(error, provider: provider.descriptor.id)
            state.change { state in
                state.failure = failure
                state.isOver = true
            }
        }
    }
}
