import ArgumentParsing
import LanguageServices
import ServiceRegistry
import RemoteState
import ServiceConfiguration

extension Program {
    /// How the registry of a command keeps answers; `nil` when it does not.
    ///
    /// Only a command with ``Options/caching`` does: the others want to know what a provider says now.
    func caching(_ arguments: ParsedArguments, _ configuration: RegistryConfiguration) throws -> ResponseCaching? {
        guard let isOff = try? arguments[Options.noCache] else { return nil }
        let isRefreshing = try arguments[Options.refresh]
        if isOff, isRefreshing {
            throw arguments.usageError("'--no-cache' and '--refresh' cannot be given together")
        }
        // A section that is wrong is complained of when the registry loads the configuration.
        guard !isOff, let settings = try? CacheSettings(configuration.cache), settings.isEnabled else { return nil }
        guard !settings.isPrivate else {
            return ResponseCaching(store: MemoryResponseStore(lifetimes: settings.lifetimes))
        }
        guard let store = answerStore(settings) else { return nil }
        return ResponseCaching(store: store, reuse: isRefreshing ? .refresh : .usual)
    }

    /// The store on the disk, whether it is used or not; `nil` when there is no folder for it.
    func answerStore(_ settings: CacheSettings) -> DiskResponseStore? {
        guard let folder = data.cacheFolder else { return nil }
        var own = DiskResponseStore.Settings()
        own.largestSize = settings.largestSize
        own.lifetimes = settings.lifetimes
        return DiskResponseStore(folder: folder, settings: own) { [console] error in console.note(error.description) }
    }
}
