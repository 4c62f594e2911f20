import ArgumentParsing
import LanguageServices
import ServiceRegistry
import RemoteState
import ServiceConfiguration

extension Program {
    /// The user's queue.
    ///
    /// - Throws: ``CommandFailure`` when there is no folder for it.
    func queueFile() throws -> QueueFile {
        guard let folder = data.queueFolder else {
            throw CommandFailure(
                ServiceError(.unavailable, "there is no folder for a queue", remedy: "set HOME or XDG_DATA_HOME")
            )
        }
        return QueueFile(folder: folder)
    }

    /// What puts requests into the user's queue, when the command line or the configuration wants it; else `nil`.
    ///
    /// - Parameter configured: What the configuration says of the service.
    /// - Throws: ``CommandFailure`` when `--queue` is given to somebody who wants nothing of it on the disk.
    func queue(
        _ configured: Bool?,
        _ service: Service,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) throws -> OfflineQueue? {
        guard try arguments.isQueueing(configured) else { return nil }
        if try CacheSettings(configuration(arguments).registry.cache).isPrivate {
            let reason = "no text is put into the queue, where it would stand in clear: the cache is set to be private"
            guard try arguments[Options.queue] else {
                console.note(reason)
                return nil
            }
            throw CommandFailure(
                ServiceError(
                    .configuration,
                    reason,
                    remedy: "leave out '--queue', or \"private\" in the section 'cache' of the configuration"
                )
            )
        }
        return OfflineQueue(try queueFile(), for: registry.providers(of: service).map(\.descriptor))
    }

    /// A provider whose requests are kept for later, when that is wanted.
    func queueing(
        _ provider: any TranslationProvider,
        _ registry: ServiceRegistry,
        _ arguments: ParsedArguments
    ) throws -> any TranslationProvider {
        let configured = provider.defaults.isQueueing
        guard let queue = try queue(configured, .translation, registry, arguments) else { return provider }
        return QueueingTranslation(provider, queue: queue)
    }
}

extension ServiceError {
    /// The error as people read it: of a request in the queue, what it is called there and how it gets away.
    var shown: String {
        guard let queuedAs else { return description }
        guard mayHaveBeenDone else {
            return "queued as \(queuedAs): \(message); send it later with 'parlance queue run'"
        }
        return "not sent, since it waits as \(queuedAs) and may have been sent already: \(message); "
            + "see 'parlance queue show \(queuedAs)'"
    }
}
