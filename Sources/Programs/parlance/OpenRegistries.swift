import LanguageServices
import ServiceRegistry
import Synchronization

/// The registries that a command has made. They are shut down when it ends, however it ends: a plug-in is to say its last word and
/// be gone before the program is.
final class OpenRegistries: Sendable {
    private let all = Mutex<[ServiceRegistry]>([])

    /// Keeps a registry until the end.
    func keep(_ registry: ServiceRegistry) { all.withLock { $0.append(registry) } }

    /// Shuts one down before the end, and keeps it no longer.
    func shutdown(_ registry: ServiceRegistry) async {
        all.withLock { $0.removeAll { $0 === registry } }
        await registry.shutdown()
    }

    /// Shuts down what is kept, and keeps it no longer.
    func shutdown() async {
        let registries = all.withLock { all in
            defer { all = [] }
            return all
        }
        for registry in registries { await registry.shutdown() }
    }
}
