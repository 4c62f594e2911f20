import JSON
import LanguageServices
import Platform
import PluginHost
import TestSupport
import Testing

/// The programs that tests use as plug-ins.
enum PluginFixture {
    /// The folder of the package.
    static let package = Repository.root

    static let folder = package + "/Tests/Hosting/PluginHostTests/Fixtures"

    /// The launch of a fixture program.
    static func launch(
        _ program: String,
        _ arguments: [String] = [],
        service: Service,
        config: JSONValue = [:],
        cache: String? = nil,
        memory: Int? = nil
    ) throws -> PluginLaunch {
        let python = try #require(ProgramSearch.find("python3", in: ProgramSearch.systemPath))
        return PluginLaunch(
            name: program,
            program: python,
            arguments: ["-B", "\(folder)/\(program).py"] + arguments,
            environment: ProgramEnvironment.current + ["PYTHONPATH=\(package)/Plugins"],
            directory: folder,
            provider: "fixture",
            service: service,
            config: config,
            cacheDirectory: cache,
            memory: memory ?? PluginManifest.defaultMemoryLimit
        )
    }

    /// A pool for a fixture program. The arguments select a behaviour of the zoo.
    static func pool(
        _ program: String,
        _ arguments: [String] = [],
        service: Service = .translation,
        size: Int = 1,
        limits: PluginLimits = PluginLimits(),
        config: JSONValue = [:],
        cache: String? = nil,
        memory: Int? = nil
    ) throws -> PluginPool {
        let launch = try launch(
            program,
            arguments,
            service: service,
            config: config,
            cache: cache,
            memory: memory
        )
        return PluginPool(provider: "fixture", service: service, size: size, limits: limits) {
            () throws(ServiceError) in
            launch
        }
    }

    static func context(_ pool: PluginPool, _ service: Service) -> PluginContext {
        PluginContext(
            descriptor: ProviderDescriptor(
                id: "fixture",
                kind: "plugin-\(service)",
                version: "1",
                service: service,
                locality: .plugin
            ),
            pool: pool,
            clock: .system
        )
    }

    /// A misbehaving plug-in from the zoo, as a translation provider.
    static func animal(
        _ way: String,
        limits: PluginLimits = PluginLimits(),
        memory: Int? = nil
    ) throws -> (PluginTranslation, PluginPool) {
        let pool = try pool("zoo", [way], limits: limits, memory: memory)
        return (PluginTranslation(context(pool, .translation)), pool)
    }
}

/// The processes of this machine whose command line contains a text.
func processes(holding text: String) -> [Int32] {
    TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { number in
        guard let bytes = contents("/proc/\(number)/cmdline"), !bytes.isEmpty else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(text)
    }
}

/// Whether a process group has members, including zombies.
func groupExists(_ leader: Int32) -> Bool { kill(-leader, 0) == 0 }

/// The resident memory of this process in bytes.
func residentBytes() -> Int {
    let text = String(decoding: contents("/proc/self/statm") ?? [], as: UTF8.self)
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
}
