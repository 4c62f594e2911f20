import ArgumentParsing
import JSON
import LanguageServices
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance cache`: the cached answers from remote services.
struct CacheVerb: Verb {
    let invocation: Invocation
    private let settings: CacheSettings

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        // An error elsewhere in the configuration must not prevent clearing the cache.
        settings = try CacheSettings(invocation.program.configuration(invocation.arguments).registry.cache)
    }

    func run() throws -> ExitCode {
        guard let store = program.host.answerStore(settings) else {
            throw ServiceError(.unavailable, "no folder for the cache", remedy: "set HOME or XDG_CACHE_HOME")
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
        try show(text.value, text.lines)
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
        try show(
            ["removed": count.map(JSONValue.integer) ?? .null, "bytesOnDisk": .integer(store.sizeOnDisk)],
            [count.map { "\(BatchResultText.count($0, "answer")) removed" } ?? "the damaged file was removed"]
        )
    }

    // MARK: export

    private func export(_ store: DiskResponseStore) throws {
        try store.export(try selection()) { answer in
            try ServiceError.checkCancellation(of: "the export")
            try console.print(CacheText.value(answer))
        }
    }
}

/// Statistics of the cache, as text and JSON.
struct CacheText {
    let store: DiskResponseStore
    let settings: CacheSettings
    /// `nil` if there is no cache file.
    let statistics: CacheStatistics?

    /// The text lines.
    var lines: [String] {
        var table = Table()
        table.add("place", store.folder)
        table.add("use", settings.use)
        table.add(
            "size",
            "\(CacheStatistics.shown(bytes: store.sizeOnDisk)) of \(CacheStatistics.shown(bytes: settings.maximumSize))"
        )
        for folder in store.setAside { table.add("damaged", "\(folder); remove it with 'parlance cache clear'") }
        guard let statistics, statistics.answers > 0 else {
            table.add("answers", "none")
            return table.lines
        }
        table.add("answers", "\(statistics.answers)")
        for share in statistics.shares {
            var parts = ["\(share.answers), \(CacheStatistics.shown(bytes: share.size))"]
            if share.misses > 0 { parts.append("\(share.misses) without a result") }
            if share.stale > 0 { parts.append("\(share.stale) expired") }
            table.add("  \(share.service) by \(share.provider)", parts.joined(separator: ", "))
        }
        return table.lines
    }

    /// The statistics as a JSON object.
    var value: JSONValue {
        let shares = (statistics?.shares ?? []).map { share -> JSONValue in
            [
                "service": .string(share.service.rawValue), "provider": .string(share.provider.rawValue),
                "answers": .integer(share.answers), "misses": .integer(share.misses), "stale": .integer(share.stale),
                "bytes": .integer(share.size),
            ]
        }
        return .object(known: [
            ("folder", .string(store.folder)), ("enabled", .bool(settings.isEnabled)),
            ("private", .bool(settings.isPrivate)), ("bytesOnDisk", .integer(store.sizeOnDisk)),
            ("maxBytes", .integer(settings.maximumSize)), ("answers", .integer(statistics?.answers ?? 0)),
            ("oldest", statistics?.oldestText.map(JSONValue.string)),
            ("newest", statistics?.newestText.map(JSONValue.string)), ("shares", .array(shares)),
            ("damaged", store.setAside.isEmpty ? nil : .strings(store.setAside)),
        ])
    }

    /// An answer as a JSON object.
    static func value(_ answer: ExportedAnswer) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("service", .string(answer.service.rawValue)), ("provider", .string(answer.provider.rawValue)),
            ("key", .string(answer.key.hexadecimal)), ("stored", .string(answer.storedText)),
            ("used", .string(answer.usedText)), ("stale", .bool(answer.isStale)), ("bytes", .integer(answer.size)),
        ]
        switch answer.content {
        case .translation(let translation):
            members += TranslationJSON.members(translation).filter { $0.0 != "provider" }
        case .sentences(let sentences):
            members.append(("sentences", .array(sentences.map { SentenceJSON.value($0) })))
        case .speech(let format, let samples, let marks):
            members += [
                ("sampleRate", .integer(format.sampleRate)), ("channels", .integer(format.channels)),
                ("seconds", .seconds(format.duration(ofSamples: samples))), ("marks", .integer(marks.count)),
            ]
        case .miss(let error): members.append(("error", ReportJSON.value(error)))
        case .unknown: members.append(("unreadable", .bool(true)))
        }
        return .object(members)
    }
}

extension CommandTree {
    static let cache = Command(
        "cache",
        summary: "Show, export and clear cached answers from remote services",
        discussion: [
            """
            The cache stores answers from remote services on this machine, so no request is sent or billed twice. \
            It stores no request texts. The 'cache' section of the configuration limits its size and age.
            """,
            .example("parlance cache stats", "Size and contents."),
            .example("parlance cache clear --older-than 90", "Answers older than 90 days."),
            .example("parlance cache export --service translation", "Translations, one per line."),
        ],
        subcommands: [
            Command("stats", summary: "Show the number and size of cached answers"),
            Command(
                "clear",
                summary: "Remove cached answers (default: all)",
                options: Options.cached
            ),
            Command(
                "export",
                summary: "Print answers as JSON lines, without audio data",
                options: Options.cached
            ),
        ]
    )
}

extension Options {
    static let noCache = Flag("no-cache").help("Neither read nor write the cache")
    static let refresh = Flag("refresh").help("Ignore cached answers, and cache new ones")

    /// The options of commands that use cached providers.
    static let caching: [any OptionDeclaration] = [noCache, refresh]

    static let cachedService = Option("service", "NAME", choices: ["translation", "speech", "sentences"])
        .help("Only answers from this service")
    static let cachedProvider = Option("provider", "ID").help("Only answers from this provider")
    static let olderThan = Option("older-than", "DAYS", in: 0...36_500)
        .help("Only answers stored more than DAYS days ago")

    /// The options that select cached answers.
    static let cached: [any OptionDeclaration] = [cachedService, cachedProvider, olderThan]
}
