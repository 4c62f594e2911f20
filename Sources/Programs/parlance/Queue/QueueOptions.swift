import ArgumentParsing
import LanguageServices
import RemoteState
import ServiceConfiguration
import ServiceRegistry

extension CommandTree {
    static let queue = Command(
        "queue",
        summary: "List and send queued requests",
        discussion: [
            """
            With --queue, 'translate' and 'speak' queue texts that cannot be sent to a remote service now; 'queue run' \
            sends them. Nothing is sent twice: a request whose answer was lost is resent only with --resend-uncertain.
            """,
            .example("parlance translate -f words.txt --to es --provider deepl --queue"),
            .example("parlance queue list", "Queued requests, with reasons."),
            .example("parlance queue run", "Send them, and print the answers."),
        ],
        subcommands: [
            Command("list", summary: "List queued requests and their outcomes"),
            Command(
                "run",
                summary: "Send queued requests, and print answers as they arrive",
                discussion: [
                    """
                    Each request goes to its original provider, with the current configuration. Unprinted answers from \
                    earlier runs are printed first. Requests that cannot be sent stay in the queue, and the exit code \
                    is 75.
                    """
                ],
                options: [Options.queueLimit, Options.resendUncertain, Options.resendFailed] + Options.caching
            ),
            Command(
                "show",
                summary: "Show a request and its answer",
                positionals: [Options.queuedRequest]
            ),
            Command(
                "remove",
                summary: "Remove requests and answers",
                options: [Options.removeAll, Options.removeDone],
                positionals: [Options.queuedRequests]
            ),
            Command("export", summary: "Print the queue as JSON lines"),
        ]
    )
}

extension Options {
    static let queue = Flag("queue").help("Queue texts that cannot be sent now; 'parlance queue run' sends them")
    static let noQueue = Flag("no-queue").help("Do not queue texts, even if the configuration enables it")
    static let queueLimit = Option("limit", "COUNT", in: 1...1_000_000).help("Send at most COUNT requests")
    static let resendUncertain = Flag("resend-uncertain")
        .help("Resend requests whose outcome is unknown; they may be billed twice")
    static let resendFailed = Flag("resend-failed").help("Resend requests that the service refused")
    static let removeAll = Flag("all").help("Remove everything")
    static let removeDone = Flag("done").help("Remove answered requests")
    static let queuedRequest = Positional("ID").help("Request ID from 'queue list'")
    static let queuedRequests = Positional("ID", .atLeast(0)).help("Request IDs from 'queue list'")
}

extension ParsedArguments {
    /// Whether requests that cannot be sent are queued, according to the command line or, failing that, the
    /// configuration.
    func isQueueing(_ configured: Bool?) throws -> Bool {
        let isAsked = try self[Options.queue]
        let isRefused = try self[Options.noQueue]
        guard !isAsked || !isRefused else { throw usageError("'--queue' and '--no-queue' cannot be given together") }
        return isAsked || !isRefused && configured ?? false
    }
}

extension Program {
    /// The user's queue.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when there is no folder for it.
    func queueFile() throws -> QueueFile {
        guard let folder = data.queueFolder else {
            throw ServiceError(.unavailable, "no folder for the queue", remedy: "set HOME or XDG_DATA_HOME")
        }
        return QueueFile(folder: folder)
    }

    /// Adds requests to the user's queue, if the command line or the configuration enables that; otherwise `nil`.
    ///
    /// - Parameter configured: The setting of the service.
    /// - Throws: `ServiceError.Code.configuration` when `--queue` conflicts with a setting that stores nothing on disk.
    func queue(
        _ configured: Bool?,
        _ service: Service,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) async throws -> OfflineQueue? {
        guard try arguments.isQueueing(configured) else { return nil }
        if try CacheSettings(configuration(arguments).registry.cache).isPrivate {
            let reason = "texts are not queued, because the cache is private and a queue stores them unencrypted"
            guard try arguments[Options.queue] else {
                console.note(reason)
                return nil
            }
            throw ServiceError(
                .configuration,
                reason,
                remedy: "omit '--queue', or remove \"private\" from the section 'cache' of the configuration"
            )
        }
        return OfflineQueue(try queueFile(), for: await registry.providers(of: service).map(\.descriptor))
    }

    /// The provider, wrapped to queue its requests if queueing is enabled.
    func queueing(
        _ provider: any TranslationProvider,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) async throws -> any TranslationProvider {
        let configured = provider.defaults.isQueueing
        guard let queue = try await queue(configured, .translation, registry, arguments) else { return provider }
        return QueueingTranslation(provider, queue: queue)
    }
}

extension ServiceError {
    /// The error for display; for a queued request, it includes the number and what to do next.
    var shown: String {
        guard let queuedAs else { return description }
        guard outcomeUnknown else {
            return "queued as \(queuedAs): \(message); send it later with 'parlance queue run'"
        }
        return "not resent: queued as \(queuedAs), and the service may have received it: \(message); "
            + "see 'parlance queue show \(queuedAs)'"
    }
}
