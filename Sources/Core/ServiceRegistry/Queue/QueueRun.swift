public import LanguageServices
import Synchronization

/// Sends the requests of a queue.
///
/// Requests with the same options are sent together, and several calls run concurrently. A provider that cannot be
/// reached is skipped for the remainder of the run. Cancellation ends the run: no further call starts, and all unsent
/// requests return to the queue. Running calls may finish within ``grace``; after that, the outcome of their requests
/// is uncertain.
public struct QueueRun: Sendable {
    /// Writes speech to a file. The arguments are the provider, the request, the file path and the output style; the
    /// result is the duration of the speech.
    public typealias SpeechWriter =
        @Sendable (
            _ provider: any SpeechProvider, _ request: SpeechRequest, _ file: String, _ style: String
        ) async throws -> Duration

    /// Checks that a file is writable, before any request is sent for it.
    public typealias FileCheck = @Sendable (_ file: String) throws -> Void

    /// How long running calls may continue after a cancellation.
    public var grace = Duration.seconds(10)

    /// The maximum number of concurrent calls.
    public var width = 4

    private let store: any RequestStore
    private let providers: @Sendable (Service) async -> [any ServiceProvider]
    private let write: SpeechWriter
    private let check: FileCheck
    private let clock: ServiceClock

    /// The maximum number of texts per call. It also limits the number of requests whose outcome is uncertain after the
    /// process is killed.
    private static let texts = 50
    private static let bytes = 20_000

    /// Creates a run.
    ///
    /// - Parameters:
    ///   - store: The queue.
    ///   - registry: The registry that contains the providers.
    ///   - clock: The clock for ``grace``.
    ///   - check: Checks that an output file is writable.
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
        providers = { await registry.providers(of: $0) }
    }

    /// Sends requests until there are no more that can be sent.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of requests.
    ///   - report: Receives results as they arrive, after they have been stored in the queue.
    /// - Throws: The errors thrown by the queue or by `report`; in that case, no further request is sent.
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

    /// Sends claimed requests, at most as many concurrently as the provider accepts.
    private func results(of entries: [QueueEntry], _ stopped: Stopped) async throws -> [QueueResult] {
        var results: [QueueResult] = []
        var rest = entries[...]
        while let first = rest.first {
            let id = first.request.provider
            guard !Task.isCancelled, !stopped.exclusions.providers.contains(id) else { break }
            let existing = await provider(of: first)
            let failure = (existing as? any UnavailableProvider)?.failure.error
            guard let provider = existing, failure == nil else {
                let error = failure ?? Self.missing(id, first.request.service)
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

    private func provider(of entry: QueueEntry) async -> (any ServiceProvider)? {
        await providers(entry.request.service).first { $0.descriptor.id == entry.request.provider }
    }

    private func unwritable(_ part: [QueueEntry]) -> ServiceError? {
        for file in part.compactMap(\.request.file) {
            do { try check(file) } catch { return ServiceError(error) }
        }
        return nil
    }

    /// Lets running work continue for ``grace`` after the task is cancelled.
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
            // Speech requests are claimed one by one, since each has its own file.
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
            "the \(service) provider '\(id)' no longer exists",
            provider: id,
            remedy: "configure it again, or remove the request"
        )
    }

    /// The requests and providers that are skipped for the remainder of the run.
    private final class Stopped: Sendable {
        private let values = Mutex(QueueExclusions())

        var exclusions: QueueExclusions { values.withLock { $0 } }

        func insert(_ id: ProviderID) { values.withLock { _ = $0.providers.insert(id) } }

        func insert(_ ids: [Int64]) { values.withLock { $0.requests.formUnion(ids) } }
    }
}

/// The result of a request that a ``QueueRun`` has sent.
public struct QueueResult: Sendable, Hashable {
    /// The request as it was before the run.
    public var entry: QueueEntry

    /// The outcome.
    public var outcome: QueueOutcome
}

extension SpeechStream {
    /// The same stream, except that a failure after the first audio sets `ServiceError.outcomeUnknown`, since the
    /// service bills as soon as speech has started.
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
