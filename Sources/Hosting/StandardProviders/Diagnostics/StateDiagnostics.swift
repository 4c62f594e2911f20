import DictionaryTranslation
import LanguageServices
import Platform
import PluginHost
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

// MARK: - Stored state

extension Diagnostics {
    /// The imported dictionaries. They are optional, because starter dictionaries are included.
    func dictionaries() -> Finding {
        let name = "imported dictionaries"
        guard let folder = data.dictionaryLibrary else {
            return Finding(name, .ok, "none: no folder for them", remedy: "set HOME")
        }
        do {
            let all = try DictionaryLibrary(folder: folder).list()
            for one in all {
                if case .failure(let error) = one.info { return Finding(name, .warning, error) }
            }
            let hint = "list dictionaries to import with 'parlance dictionary available'"
            return Finding(name, .ok, all.isEmpty ? "none; \(hint)" : "\(all.count) in \(folder)")
        } catch {
            return Finding(name, .warning, error)
        }
    }

    /// The corpus indexes; `nil` if there are none.
    func corpora() -> Finding? {
        guard let folder = data.cacheFolder.map({ "\($0)/sentences" }), Folder.exists(folder) else { return nil }
        do {
            let files = try Folder.names(in: folder).filter { $0.hasSuffix(".sqlite") }
            guard !files.isEmpty else { return nil }
            let bytes = try files.reduce(0) { $0 + (try RegularFile(path: "\(folder)/\($1)").size) }
            let count = files.count == 1 ? "1 sentence index" : "\(files.count) sentence indexes"
            let size = (bytes + (1 << 20) - 1) >> 20
            return Finding("corpora", .ok, "\(count), \(size) MiB in \(folder)")
        } catch {
            var finding = Finding("corpora", .warning, error)
            finding.remedy = finding.remedy ?? "remove the folder; its indexes are rebuilt"
            return finding
        }
    }

    /// The number of queued requests.
    func queue() async -> Finding {
        guard let folder = data.queueFolder else {
            return Finding("queue", .ok, "none: no folder for it", remedy: "set HOME")
        }
        do {
            let queue = QueueFile(folder: folder)
            let counts = try await queue.counts()
            queue.close()
            let parts = [QueueEntry.State.waiting, .uncertain, .failed].compactMap { state in
                counts[state].map { "\($0) \(state.rawValue)" }
            }
            guard !parts.isEmpty else { return Finding("queue", .ok, "empty") }
            return Finding(
                "queue",
                .ok,
                parts.joined(separator: ", "),
                remedy: counts[.waiting] == nil
                    ? "see 'parlance queue list'" : "send queued requests with 'parlance queue run'"
            )
        } catch {
            return Finding("queue", .warning, error)
        }
    }

    /// The location of the response cache, and whether its file is intact.
    func cache() -> Finding {
        do {
            let settings = try CacheSettings(configuration.registry.cache)
            guard let store = host.answerStore(settings) else {
                return Finding(
                    "cache",
                    .warning,
                    "answers are not cached: no folder for the cache",
                    remedy: "set HOME or XDG_CACHE_HOME"
                )
            }
            let removal = "remove it with 'parlance cache clear'"
            let count = try store.statistics()?.answers ?? 0
            if let first = try store.mistakes(isThorough: false).first {
                return Finding("cache", .warning, "the file in \(store.folder) is damaged: \(first)", remedy: removal)
            }
            let size = count == 0 ? "" : ", \(CacheStatistics.shown(bytes: store.sizeOnDisk))"
            let answers = "\(count) answer\(count == 1 ? "" : "s")"
            let detail = "\(settings.use); \(answers)\(size) in \(store.folder)"
            guard let damaged = store.setAside.first else { return Finding("cache", .ok, detail) }
            return Finding("cache", .ok, "\(detail); a damaged file was moved to \(damaged)", remedy: removal)
        } catch {
            return Finding("cache", .warning, error)
        }
    }

    /// The state of each added plug-in. None is started.
    func plugins() -> [Finding] {
        do throws(ServiceError) {
            let (entries, unreadable) = try PluginRegistry(StandardProviders.pluginLocations(data)).entries()
            var findings = entries.map(Self.finding)
            if unreadable > 0 {
                findings.append(
                    Finding(
                        "plug-ins",
                        .warning,
                        "\(unreadable) entries of the plug-in list cannot be read",
                        remedy: "add the plug-ins that 'parlance plugin list' does not show"
                    )
                )
            }
            return findings.isEmpty
                ? [Finding("plug-ins", .ok, "none; add one with 'parlance plugin add FOLDER'")] : findings
        } catch {
            // Without a folder for the list, there are no plug-ins.
            return [Finding("plug-ins", error.code == .unavailable ? .ok : .warning, error)]
        }
    }

    private static func finding(_ entry: PluginEntry) -> Finding {
        let name = "plug-in: \(entry.id)"
        func warning(_ state: String, _ error: ServiceError) -> Finding {
            let version = (try? PluginFolder(entry.folder)).map { "version \($0.manifest.version), " } ?? ""
            return Finding(name, .warning, "\(version)\(state): \(error.message)", remedy: error.remedy)
        }
        switch entry.verdict {
        case .usable(let folder):
            let services = folder.manifest.services.map(\.service.rawValue).joined(separator: ", ")
            return Finding(name, .ok, "version \(folder.manifest.version), usable: \(services)")
        case .changed(let error): return warning("changed", error)
        case .refused(let error): return warning("refused", error)
        case .missingProgram(let error): return warning("missing program", error)
        }
    }
}
