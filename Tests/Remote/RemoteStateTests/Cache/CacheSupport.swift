import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

/// A store in a temporary folder, with a controllable clock and the notices it gave.
final class TrialStore: Sendable {
    let folder: TemporaryFolder
    let time = Mutex<Int64>(1_800_000_000)
    let told = Mutex<[ServiceError]>([])

    init() throws { folder = try TemporaryFolder() }

    var file: String { folder.file("answers/answers.sqlite") }
    var notices: [ServiceError] { told.withLock { $0 } }

    /// The store as another process opens it.
    func open(_ settings: DiskResponseStore.Settings = .init(), in place: String? = nil) -> DiskResponseStore {
        DiskResponseStore(
            folder: place ?? folder.path,
            settings: settings,
            notice: { [self] error in told.withLock { $0.append(error) } },
            now: { [self] in time.withLock { $0 } }
        )
    }

    func pass(days: Int64 = 0, seconds: Int64 = 0) { time.withLock { $0 += days * 86_400 + seconds } }

    static func key(_ name: String) throws -> CacheKey {
        try #require(CacheKey(bytes: SHA256.of(name.utf8)))
    }

    static func response(_ text: String, of service: Service = .translation, by provider: ProviderID = "libre")
        -> NewResponse
    {
        NewResponse(bytes: Array(text.utf8), service: service, provider: provider)
    }
}

extension DiskResponseStore {
    /// Stores a text under a name.
    func keep(
        _ name: String,
        _ text: String? = nil,
        of service: Service = .translation,
        by provider: ProviderID = "libre"
    )
        async throws
    {
        await store([try TrialStore.key(name): TrialStore.response(text ?? name, of: service, by: provider)])
    }

    /// The text under a name; `nil` if there is none.
    func text(_ name: String, of service: Service = .translation) async throws -> String? {
        try await responses(for: [TrialStore.key(name)], of: service)[TrialStore.key(name)].map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
    }
}
