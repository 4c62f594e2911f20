import Dispatch
import JSON
import LanguageServices
import PluginHost

/// The session with one client. It handles frames in order of arrival.
actor ServerSession {
    /// The state after `initialize`.
    private struct Services {
        var registry: ServedRegistry
        var greeting: Greeting
    }

    private let thread = ReadingThread()
    private let dependencies: FrontEndServer.Dependencies
    private let output: FrameOutput
    private let exchange: FrontEndExchange
    private let hangUp: ConnectionCloser
    private var reader = FrameReader()
    private var services: Services?
    private var watch: Task<Void, any Error>?

    /// The interval at which the session checks whether the client is still running.
    private static let watchInterval = Duration.seconds(1)

    /// The interval between progress messages during a long start.
    private static let startInterval = Duration.seconds(5)

    init(
        _ dependencies: FrontEndServer.Dependencies,
        _ output: FrameOutput,
        _ exchange: FrontEndExchange,
        _ hangUp: ConnectionCloser
    ) {
        self.dependencies = dependencies
        self.output = output
        self.exchange = exchange
        self.hangUp = hangUp
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// Shuts down the registries.
    func end() async {
        watch?.cancel()
        await services?.registry.end()
    }

    // MARK: Frames

    /// Reads frames until the end.
    func hold(_ next: @Sendable () throws -> [UInt8]?) async throws {
        do {
            while let bytes = try next() {
                reader.add(bytes)
                while case .frame(let raw)? = try reader.next() {
                    guard try await take(raw) else { return }
                    if output.isUnread { await output.waitForReading() }
                }
            }
            if !reader.isBetweenFrames { throw FrameFault("ended its input within a frame") }
        } catch let fault as FrameFault {
            throw ServiceError(
                .protocolViolation,
                "the client \(fault.text)",
                remedy: "see docs/reference/plugin-protocol.md"
            )
        }
    }

    /// - Returns: Whether the session continues.
    private func take(_ raw: FrameReader.RawFrame) async throws -> Bool {
        switch try ClientFrame(raw) {
        case .mistake(let text, let id):
            refuse(ServiceError(.invalidRequest, "invalid request: \(text)"), id)
            // A session ends if it does not start with a valid `initialize`.
            return services != nil
        case .notification("shutdown", _): return false
        case .notification("cancel", let parameters):
            if let id = parameters?["id"]?.wholeNumber { exchange.cancel(id) }
            return true
        case .notification: return true
        case .request(let request):
            if let services {
                try answer(request, services)
                return true
            }
            guard request.method == "initialize" else {
                refuse(ServiceError(.invalidRequest, "the first request must be 'initialize'"), request.id)
                return false
            }
            try await start(request)
            return true
        }
    }

    private func refuse(_ error: ServiceError, _ id: Int) { output.add(AnswerFrame.error(error, of: id)) }

    // MARK: The start

    private func start(_ request: ClientFrame.Request) async throws {
        let (output, dependencies) = (output, dependencies)
        let progress = Task {
            while true {
                try await Task.sleep(for: Self.startInterval)
                output.add(AnswerFrame.starting("reading the configuration"))
            }
        }
        defer { progress.cancel() }
        do {
            let greeting = try Greeting(request.parameters)
            watch(greeting.host)
            let registry = ServedRegistry(
                try await dependencies.open(),
                open: {
                    do {
                        return try await dependencies.open()
                    } catch {
                        dependencies.log("W! the configuration is not applied: \(ServiceError(error))")
                        throw error
                    }
                },
                close: dependencies.close
            )
            services = Services(registry: registry, greeting: greeting)
            let offers = try await registry.use { registry in
                await ServedOffers.all(registry, role: greeting.role, wanted: greeting.service)
            }
            let result: JSONValue = [
                "protocol": .integer(PluginProtocol.version),
                "plugin": ["name": "parlance", "version": .string(dependencies.version)],
                "services": offers,
                "features": ServedOffers.features,
            ]
            progress.cancel()
            output.add(AnswerFrame.result(result, of: request.id))
        } catch {
            progress.cancel()
            refuse(ServiceError(error), request.id)
            throw error
        }
    }

    /// Closes the connection when the client is no longer the parent of this process, even if another process keeps the
    /// input open.
    private func watch(_ host: Int?) {
        let (parent, hangUp) = (dependencies.parent, hangUp)
        guard let host, host == parent() else { return }
        watch = Task {
            while parent() == host { try await Task.sleep(for: Self.watchInterval) }
            hangUp.now(isOrphaned: true)
        }
    }

    // MARK: Requests

    private func answer(_ request: ClientFrame.Request, _ services: Services) throws(FrameFault) {
        let work: FrontEndServer.Work
        do throws(ServiceError) {
            work = try self.work(request, services)
        } catch {
            work = { _ in throw error }
        }
        try exchange.begin(request, work)
    }

    private func work(
        _ request: ClientFrame.Request,
        _ services: Services
    ) throws(ServiceError) -> FrontEndServer.Work {
        let parameters = RequestParameters(request.parameters)
        let (method, registry) = (request.method, services.registry)
        let (role, wanted) = (services.greeting.role, services.greeting.service)
        if let service = Service(rawValue: String(method.prefix { $0 != "." })), wanted == nil || wanted == service,
            let work = try ServedServices(registry: registry, role: role).work(method, parameters)
        {
            return work
        }
        if method == "ping" { return { _ in [:] } }
        if method == "initialize" {
            throw ServiceError(.invalidRequest, "the server is already initialized")
        }
        let control = ServedControl(registry: registry, role: role, wanted: wanted)
        if let work = try control.work(method, parameters) { return work }
        throw ServiceError(.unsupported, "unknown method \(JSONExcerpt.singleQuoted(method))")
    }
}

/// Runs the session on a dedicated thread, which may block until the client sends something. Frames are handled on the
/// thread that reads them, which avoids waking another one.
final class ReadingThread: SerialExecutor {
    private let queue = DispatchQueue(label: "parlance.front-end.read")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
