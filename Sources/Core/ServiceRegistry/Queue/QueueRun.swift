public import LanguageServices
import Synchronization

/// Sends what waits in a queue.
///
/// Requests with the same options go together, some of these calls at a time. A provider that cannot be reached is not
/// asked again in the same run. Cancelling the task ends the run: nothing more is begun, what has been sent is waited for
/// during ``grace`` and is uncertain after that, and all else waits again.
public struct QueueRun: Sendable {
    /// Writes speech to its file: the provider, the request, the path of the file, and how it is written. Gives how long
    /// the speech lasts.
    public typealias SpeechWriter =
        @Sendable (
            _ provider: any SpeechProvider, _ request: SpeechRequest, _ file: String, _ style: String
        ) async throws -> Duration

    /// Makes sure that a file can be written, before anything is sent for it.
    public typealias FileCheck = @Sendable (_ file: String) throws -> Void

    /// How long what has been sent is waited for when the run is cancelled.
    public var grace = Duration.seconds(10)

    /// How many calls are under way at a time.
    public var width = 4

    private let store: any RequestStore
    private let providers: @Sendable (Service) -> [any ServiceProvider]
    private let write: SpeechWriter
    private let check: FileCheck
    private let clock: ServiceClock

    /// How many texts go together, and how many bytes they may have: of a run that is killed, no more are uncertain.
    private static let texts = 50
    private static let bytes = 20_000

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - registry: Has the providers.
    ///   - clock: The clock for ``grace``.
    ///   - check: Makes sure that a file of speech can be written.
    ///   - write: Writes speech to its file.
    public init(
        _ store: any RequestStore,
        registry: ServiceRegistry,
        clock: ServiceClock = .system,
        checking check: @escaping FileCheck,
        writing write: @escaping SpeechWriter
    ) {
        self.store = store
        self.clock = clock
        self.check = check
        self.write = write
        providers = { registry.providers(of: $0) }
    }

    /// Sends requests until nothing waits that can be sent.
    ///
    /// - Parameters:
    ///   - limit: How many requests at the most.
    ///   - report: Gets what came of requests, as it comes; it is in the queue already.
    /// - Throws: What the queue or `report` throws; then nothing more is begun.
    public func run(
        limit: Int = .max,
        report: ([QueueResult]) async throws -> Void
    ) async throws {
        let stopped = Stopped()
        var left = max(0, limit)
        try await withThrowingTaskGroup(of: [QueueResult].self) { group in
            func start() async throws -> Bool {
                guard left > 0, !Task.isCancelled else { return false }
                let entries = try await store.claim(
                    upTo: min(left, Self.texts),
                    bytes: Self.bytes,
                    without: stopped.exclusions
                )
                guard !entries.isEmpty else { return false }
                left -= entries.count
                group.addTask { try await results(of: entries, stopped) }
                return true
            }
            for _ in 0..<max(1, width) {
                guard try await start() else { break }
            }
            while let results = try await group.next() {
                if !results.isEmpty { try await report(results) }
                _ = try await start()
            }
        }
    }

    // MARK: Sending

    /// Sends requests that were claimed together, as many at a time as the provider takes.
    private func results(of entries: [QueueEntry], _ stopped: Stopped) async throws -> [QueueResult] {
        var results: [QueueResult] = []
        var rest = entries[...]
        while let first = rest.first {
            let id = first.request.provider
            guard !Task.isCancelled, !stopped.exclusions.providers.contains(id) else { break }
            guard let provider = provider(of: first) else {
                let error = Self.missing(id, first.request.service)
                stopped.insert(id)
                let told = rest.map { QueueResult(entry: $0, outcome: .waiting(error)) }
                try await store.settle(told.map { ($0.entry.id, $0.outcome) })
                return results + told
            }
            let part = rest.prefix(max(1, provider.descriptor.requestLimits?.texts ?? entries.count))
            rest = rest.dropFirst(part.count)
            results += try await settled(Array(part), provider, stopped)
        }
        try await store.release(rest.map(\.id))
        return results
    }

    private func settled(
        _ part: [QueueEntry],
        _ provider: any ServiceProvider,
        _ stopped: Stopped
    ) async throws -> [QueueResult] {
        if let refused = unwritable(part) {
            let results = part.map { QueueResult(entry: $0, outcome: .waiting(refused)) }
            stopped.insert(part.map(\.id))
            try await store.settle(results.map { ($0.entry.id, $0.outcome) })
            return results
        }
        let held = try await store.begin(part.map(\.id))
        let mine = part.filter { held.contains($0.id) }
        guard !mine.isEmpty else { return [] }
        let found = await withGrace { await outcomes(of: mine, provider) }
        let results = zip(mine, found).map { QueueResult(entry: $0, outcome: $1) }
        try await store.settle(results.map { ($0.entry.id, $0.outcome) })
        for case .waiting in found { stopped.insert(provider.descriptor.id) }
        return results
    }

    private func provider(of entry: QueueEntry) -> (any ServiceProvider)? {
        providers(entry.request.service).first { $0.descriptor.id == entry.request.provider }
    }

    private func unwritable(_ part: [QueueEntry]) -> ServiceError? {
        for file in part.compactMap(\.request.file) {
            do { try check(file) } catch { return ServiceError(error) }
        }
        return nil
    }

    /// Lets work that must not be broken off go on for a while when the task is cancelled.
    private func withGrace<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let task = Task { await work() }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            Task {
                try? await clock.sleep(for: grace)
                task.cancel()
            }
        }
    }

    private func outcomes(of entries: [QueueEntry], _ provider: any ServiceProvider) async -> [QueueOutcome] {
        guard let first = entries.first else { return [] }
        switch (first.request.work, provider) {
        case (.translation(var request), let provider as any TranslationProvider):
            request.texts = entries.map(\.request.text)
            return await outcomes(of: request, provider)
        case (.speech(let request, let file, let style), let provider as any SpeechProvider):
            // Speech is claimed piece by piece, since each has a file of its own.
            do {
                return [.answered(.speech(try await write(provider, request, file, style)))]
            } catch {
                return [QueueOutcome(ServiceError(error, provider: provider.descriptor.id))]
            }
        default:
            let error = Self.missing(first.request.provider, first.request.service)
            return entries.map { _ in .waiting(error) }
        }
    }

    private func outcomes(
        of request: TranslationRequest,
        _ provider: any TranslationProvider
    ) async -> [QueueOutcome] {
        let id = provider.descriptor.id
        do {
            return try await provider.translateAll(request).results.map { result in
                switch result {
                case .success(let translation): .answered(.translation(translation))
                case .failure(let error): QueueOutcome(ServiceError(error, provider: id))
                }
            }
        } catch {
            let known = ServiceError(error, provider: id)
            return request.texts.map { _ in QueueOutcome(known) }
        }
    }

    private static func missing(_ id: ProviderID, _ service: Service) -> ServiceError {
        ServiceError(
            .configuration,
            "there is no provider of \(service) called '\(id)' any more",
            provider: id,
            remedy: "set it up again, or remove the request"
        )
    }

    /// What is not tried again in this run.
    private final class Stopped: Sendable {
        private let values = Mutex(QueueExclusions())

        var exclusions: QueueExclusions { values.withLock { $0 } }

        func insert(_ id: ProviderID) { values.withLock { _ = $0.providers.insert(id) } }

        func insert(_ ids: [Int64]) { values.withLock { $0.requests.formUnion(ids) } }
    }
}

/// What came of a request that a ``QueueRun`` has sent.
public struct QueueResult: Sendable, Hashable {
    /// The request, as it was when it was taken out of the queue.
    public var entry: QueueEntry

    /// What came of it.
    public var outcome: QueueOutcome
}

extension SpeechStream {
    /// The same stream, whose failure says that the request may have been done (`ServiceError.outcomeUnknown`) once there
    /// has been audio: a service that has begun to speak has been paid.
    package func consumingQuotaAtStart() -> SpeechStream {
        let isHeard = AtomicFlag()
        return SpeechStream { [pull] in
            do {
                let event = try await pull()
                if case .audio = event { isHeard.set() }
                return event
            } catch {
                var known = ServiceError(error)
                if isHeard.isSet { known.outcomeUnknown = true }
                throw known
            }
        }
    }
}
