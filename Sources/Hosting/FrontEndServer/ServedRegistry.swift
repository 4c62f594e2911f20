import JSON
import LanguageServices
import ServiceRegistry
import Synchronization

/// The registry that serves, which another one may take the place of. The old one is closed when its last request has ended.
final class ServedRegistry: Sendable {
    private struct Place {
        var registry: ServiceRegistry
        var users = 0
    }

    private struct State {
        var places: [Int: Place] = [:]
        var current = 0
        var isReplacing = false
        /// What is being shut down: nobody waits for a plug-in to leave before he gets his answer.
        var closing: [Int: Task<Void, Never>] = [:]
    }

    private let state: Mutex<State>
    private let open: @Sendable () async throws -> ServiceRegistry
    private let close: @Sendable (ServiceRegistry) async -> Void

    /// - Parameters:
    ///   - open: Reads the configuration and makes a registry of it.
    ///   - close: Shuts a registry down.
    init(
        _ first: ServiceRegistry,
        open: @escaping @Sendable () async throws -> ServiceRegistry,
        close: @escaping @Sendable (ServiceRegistry) async -> Void
    ) {
        state = Mutex(State(places: [0: Place(registry: first)]))
        self.open = open
        self.close = close
    }

    /// Does something with the registry that serves now; it stays open until that has ended.
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

    /// Work with the registry that serves then, in the role that a request asks for.
    ///
    /// - Parameter role: The role of a request that names none.
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

    /// Closes a registry that nobody uses and that serves no more.
    private func retire(_ number: Int, _ state: inout State) {
        guard number != state.current, let place = state.places[number], place.users == 0 else { return }
        state.places[number] = nil
        state.closing[number] = Task {
            await close(place.registry)
            self.state.withLock { $0.closing[number] = nil }
        }
    }

    /// Reads the configuration anew and serves by it. When it is wrong everything stays as it was.
    ///
    /// - Throws: What is wrong with it; `ServiceError.Code.unavailable` while it is being read already.
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

    /// Closes everything.
    func end() async {
        let (registries, closing) = state.withLock { state in
            defer { state.places = [:] }
            return (state.places.values.map(\.registry), Array(state.closing.values))
        }
        for registry in registries { await close(registry) }
        for task in closing { await task.value }
    }
}
