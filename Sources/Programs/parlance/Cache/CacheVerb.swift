import ArgumentParsing
import JSON
import LanguageServices
import RemoteState
import ServiceConfiguration
import ServiceRegistry

/// `parlance cache`: the answers of services on a network that were kept.
struct CacheVerb {
    private let program: Program
    private let console: Console
    private let arguments: ParsedArguments
    private let isJSON: Bool
    private let settings: CacheSettings

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.program = program
        self.arguments = arguments
        console = program.console
        isJSON = try arguments[Options.json]
        // A configuration that is wrong elsewhere must not keep anybody from clearing the cache.
        settings = try CacheSettings(program.configuration(arguments).registry.cache)
    }

    func run() throws -> ExitCode {
        guard let store = program.answerStore(settings) else {
            throw CommandFailure(
                ServiceError(
                    .unavailable,
                    "there is no folder for a cache",
                    remedy: "set HOME or XDG_CACHE_HOME"
                )
            )
        }
        switch arguments.path.last {
        case "clear": try clear(store)
        case "export": try export(store)
        default: try show(store)
        }
        return .ok
    }

    // MARK: stats

    private func show(_ store: DiskResponseStore) throws {
        let statistics = try store.statistics()
        let text = CacheText(store: store, settings: settings, statistics: statistics)
        if isJSON {
            try console.print(text.value)
        } else {
            for line in text.lines { try console.print(line) }
        }
    }

    // MARK: clear

    private func selection() throws -> CacheSelection {
        CacheSelection(
            service: try arguments[Options.cachedService].flatMap { Service(rawValue: $0) },
            provider: try arguments[Options.cachedProvider].map { ProviderID(rawValue: $0) },
            olderThan: try arguments[Options.olderThan].map { .seconds(86_400) * $0 }
        )
    }

    private func clear(_ store: DiskResponseStore) throws {
        let count = try store.clear(try selection())
        if isJSON {
            try console.print([
                "removed": count.map { .integer($0) } ?? .null, "bytesOnDisk": .integer(store.sizeOnDisk),
            ])
        } else if let count {
            try console.print("\(BatchResultText.count(count, "answer")) removed")
        } else {
            try console.print("the file was damaged, and was removed")
        }
    }

    // MARK: export

    private func export(_ store: DiskResponseStore) throws {
        try store.export(try selection()) { answer in
            try ServiceError.checkCancellation(of: "the export")
            try console.print(CacheText.value(answer))
        }
    }
}
