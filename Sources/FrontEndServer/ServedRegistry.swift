import LanguageServices
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
        guard let (number, registry) = taken else { throw ServiceError(.unavailable, "the server is ending") }
        do {
            let value = try await body(registry)
            await giveBack(number)
            return value
        } catch {
            await giveBack(number)
            throw error
        }
    }

    private func giveBack(_ number: Int) async {
        let unused = state.withLock { state -> ServiceRegistry? in
            guard var place = state.places[number] else { return nil }
            place.users -= 1
            state.places[number] = place
            guard place.users == 0, number != state.current else { return nil }
            state.places[number] = nil
            return place.registry
        }
        if let unused { await close(unused) }
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
                "the configuration is being read already",
                remedy: "ask again when that has been answered",
                retryAfter: .seconds(1)
            )
        }
        do {
            let registry = try await open()
            let old = state.withLock { state -> ServiceRegistry? in
                state.isReplacing = false
                let before = state.current
                state.current += 1
                state.places[state.current] = Place(registry: registry)
                guard let place = state.places[before], place.users == 0 else { return nil }
                state.places[before] = nil
                return place.registry
            }
            if let old { await close(old) }
        } catch {
            state.withLock { $0.isReplacing = false }
            throw error
        }
    }

    /// Closes everything.
    func end() async {
        let registries = state.withLock { state in
            defer { state.places = [:] }
            return state.places.values.map(\.registry)
        }
        for registry in registries { await close(registry) }
    }
}
