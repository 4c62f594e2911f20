import JSON
import LanguageServices
import ServiceRegistry
import Synchronization

/// The registry in use, which can be replaced. The old one is closed when its last request has ended.
final class ServedRegistry: Sendable {
    private struct Place {
        var registry: ServiceRegistry
        var users = 0
    }

    private struct State {
        var places: [Int: Place] = [:]
        var current = 0
        var isReplacing = false
        /// Registries that are being shut down. Answers do not wait for plug-ins to exit.
        var closing: [Int: Task<Void, Never>] = [:]
    }

    private let state: Mutex<State>
    private let open: @Sendable () async throws -> ServiceRegistry
    private let close: @Sendable (ServiceRegistry) async -> Void

    /// - Parameters:
    ///   - open: Reads the configuration and creates a registry.
    ///   - close: Shuts down a registry.
    init(
        _ first: ServiceRegistry,
        open: @escaping @Sendable () async throws -> ServiceRegistry,
        close: @escaping @Sendable (ServiceRegistry) async -> Void
    ) {
        state = Mutex(State(places: [0: Place(registry: first)]))
        self.open = open
        self.close = close
    }

    /// Runs an operation with the current registry, which stays open until the operation has ended.
    func use<Value>(_ body: (ServiceRegistry) async throws -> Value) async throws -> Value {
        let taken = state.withLock { state -> (Int, ServiceRegistry)? in
            guard var place = state.places[state.current] else { return nil }
            place.users += 1
            state.places[state.current] = place
            return (state.current, place.registry)
        }
        guard let (number, registry) = taken else { throw ServiceError(.unavailable, "the server is shutting down") }
        defer { giveBack(number) }
        return try await body(registry)
    }

    /// Creates the closure that handles a request. It runs with the current registry and the request's role.
    ///
    /// - Parameter role: The role for a request that has no `role`.
    func work(
        _ parameters: RequestParameters,
        _ role: Role,
        _ body: @escaping @Sendable (ServiceRegistry, Role, FrontEndAnswer) async throws -> JSONValue
    ) throws(ServiceError) -> FrontEndServer.Work {
        let role = try parameters.role(role)
        return { answer in try await self.use { try await body($0, role, answer) } }
    }

    private func giveBack(_ number: Int) {
        state.withLock { state in
            state.places[number]?.users -= 1
            retire(number, &state)
        }
    }

    /// Closes a replaced registry that is no longer in use.
    private func retire(_ number: Int, _ state: inout State) {
        guard number != state.current, let place = state.places[number], place.users == 0 else { return }
        state.places[number] = nil
        state.closing[number] = Task {
            await close(place.registry)
            self.state.withLock { $0.closing[number] = nil }
        }
    }

    /// Rereads the configuration and switches to a new registry. If the configuration is invalid, nothing changes.
    ///
    /// - Throws: Errors in the configuration; `ServiceError.Code.unavailable` while another call is reading it.
    func replace() async throws {
        let isFirst = state.withLock { state in
            defer { state.isReplacing = true }
            return !state.isReplacing
        }
        guard isFirst else {
            throw ServiceError(
                .unavailable,
                "the configuration is already being read",
                remedy: "retry after the running request is answered",
                retryAfter: .seconds(1)
            )
        }
        do {
            let registry = try await open()
            state.withLock { state in
                state.isReplacing = false
                let before = state.current
                state.current += 1
                state.places[state.current] = Place(registry: registry)
                retire(before, &state)
            }
        } catch {
            state.withLock { $0.isReplacing = false }
            throw error
        }
    }

    /// Closes all registries.
    func end() async {
        let (registries, closing) = state.withLock { state in
            defer { state.places = [:] }
            return (state.places.values.map(\.registry), Array(state.closing.values))
        }
        for registry in registries { await close(registry) }
        for task in closing { await task.value }
    }
}
