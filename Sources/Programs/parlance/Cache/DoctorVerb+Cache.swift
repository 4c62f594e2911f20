import LanguageServices
import ServiceRegistry
import Platform
import RemoteState
import ServiceClient
import ServiceConfiguration

/// What `parlance doctor` looks at of the cache.
extension DoctorVerb {
    /// Where answers of services on a network are kept, and whether the file is whole.
    func cache() -> DoctorFinding {
        let name = "cache"
        do {
            let settings = try CacheSettings(program.configuration(arguments).registry.cache)
            guard let store = program.host.answerStore(settings) else {
                return DoctorFinding(
                    name: name,
                    state: .warning,
                    detail: "answers are not kept, since there is no folder for them",
                    remedy: "set HOME or XDG_CACHE_HOME"
                )
            }
            let statistics = try store.statistics()
            let text = CacheText(store: store, settings: settings, statistics: statistics)
            let mistakes = try store.mistakes(isThorough: false)
            if let first = mistakes.first {
                return DoctorFinding(
                    name: name,
                    state: .warning,
                    detail: "the file in \(store.folder) is damaged: \(first)",
                    remedy: "'parlance cache clear' removes it"
                )
            }
            let count = statistics?.answers ?? 0
            let size = count == 0 ? "" : ", \(CacheText.size(store.sizeOnDisk))"
            let detail = "\(text.use); \(BatchResultText.count(count, "answer"))\(size) in \(store.folder)"
            guard let damaged = store.setAside.first else {
                return DoctorFinding(name: name, state: .ok, detail: detail)
            }
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: "\(detail); a damaged one was set aside in \(damaged)",
                remedy: "'parlance cache clear' removes it"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: name, state: .warning, detail: error.message, remedy: error.remedy)
        }
    }
}
