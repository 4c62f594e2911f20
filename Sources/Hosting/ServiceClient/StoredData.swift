import CorpusSentences
import DictionaryImport
import DictionaryTranslation
import EspeakSpeech
package import LanguageServices
package import Platform
import RemoteState
import ServiceConfiguration
import ServiceRegistry

/// Everything that Parlance keeps on this machine, except files that the user names as outputs.
///
/// A part that stores files in a new location must be added here; `StoredDataTests` fails otherwise.
package struct StoredData: Sendable {
    /// The parts, in the order in which they are listed.
    package let parts: [StoredPart]

    /// The journal and the sounds of an interrupted batch are beside its output, so they are not listed.
    package static let unlisted =
        "the journals of interrupted batches are beside their outputs: '.NAME.parlance-journal'"

    private let host: ServiceHost
    private let answers: DiskResponseStore?

    /// Creates the list for a host's folders.
    package init(_ host: ServiceHost) {
        self.host = host
        let data = host.data
        let corpora = CorpusLocations(cache: data.cacheFolder, dictionaries: nil)
        let answers = data.cacheFolder.map { DiskResponseStore(folder: $0) }
        self.answers = answers
        let user = ConfigurationLocations(environment: host.environment).userFile
        func folders(_ name: StoredPart.Name) -> [String?] {
            switch name {
            case .cache: [answers?.folder] + (answers?.setAside ?? [])
            case .queue: [data.queueFolder]
            case .usage: Self.files(data.usageFile)
            case .pluginLogs: [data.pluginLogs]
            case .pluginCaches: [data.pluginCaches]
            case .voices: OverlayLocation.candidates { host.environment[$0] }.map(\.path)
            case .starterIndexes: DictionaryLocations.starterFolders(cache: data.cacheFolder)
            case .corpusIndexes: corpora.indexFolders
            case .dictionaries: [data.dictionaryLibrary]
            case .pluginTrust: Self.files(data.pluginRegistry)
            case .plugins: [data.pluginFolder]
            case .configuration: Self.files(user)
            }
        }
        parts = StoredPart.Name.allCases.map { name in
            StoredPart(name: name, places: folders(name).compactMap { $0 })
        }
    }

    /// A file, and the existing files whose names begin with its name, such as the log of a database or a lock.
    private static func files(_ path: String?) -> [String] {
        guard let path else { return [] }
        let (folder, name) = AtomicFile.split(path)
        let others = [false, true].flatMap { (try? Folder.names(in: folder, isHidden: $0)) ?? [] }.filter {
            $0 != name && ($0.hasPrefix("\(name)-") || $0.hasPrefix("\(name).") || $0.hasPrefix(".\(name).part-"))
        }
        return [path] + others.map { "\(folder)/\($0)" }
    }

    // MARK: Erasing

    /// Erases a part. Programs that use it at the same time continue to work: databases are emptied but not removed, and
    /// voices in use are kept.
    package func erase(_ part: StoredPart) async -> Erased {
        var erased = Erased()
        guard part.name.erasure != .never else { return erased }
        let before = part.content.bytes
        let (places, others) = part.existingPlaces.partitioned(by: FileTree.isOwn)
        erased.failures = others.map { place in
            ServiceError(
                .io,
                "\(SystemFailure.quoted(place)) is a link or belongs to another user, so it was not erased",
                remedy: "remove it yourself"
            )
        }
        do {
            switch part.name {
            case .cache where others.isEmpty: erased.items = try answers?.clear()
            case .queue where others.isEmpty: try await eraseQueue(&erased)
            case .usage where others.isEmpty: _ = try await host.usage.erase()
            case .cache, .queue, .usage: break
            case .voices:
                for place in places {
                    let (removed, used) = OverlayLocation(path: place).erase()
                    erased.failures += removed.failures
                    if used > 0 { erased.notes.append("voices that another process uses were kept") }
                }
            default: for place in places { erased.failures += FileTree.remove(place).failures }
            }
        } catch {
            erased.failures.append(ServiceError(error))
        }
        erased.bytes = max(0, before - part.content.bytes)
        return erased
    }

    private func eraseQueue(_ erased: inout Erased) async throws {
        guard let folder = host.data.queueFolder else { return }
        let queue = QueueFile(folder: folder)
        defer { queue.close() }
        let (removed, kept) = try await queue.erase()
        erased.items = removed
        guard kept > 0 else { return }
        let requests = kept == 1 ? "1 request that another process is" : "\(kept) requests that other processes are"
        erased.notes.append("\(requests) sending \(kept == 1 ? "was" : "were") kept")
    }

    /// What was erased of a part.
    package struct Erased: Sendable {
        /// The number of answers or requests; `nil` for a part that is not a database, or a damaged one.
        package var items: Int?
        /// The freed space in bytes.
        package var bytes = 0
        /// What was kept, and why.
        package var notes: [String] = []
        /// Why something could not be erased.
        package var failures: [ServiceError] = []
    }
}

/// A part of the stored data.
package struct StoredPart: Sendable {
    /// The names of all parts, as given on a command line.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        case cache, queue, usage
        case pluginLogs = "plugin-logs"
        case pluginCaches = "plugin-caches"
        case voices
        case starterIndexes = "starter-indexes"
        case corpusIndexes = "corpus-indexes"
        case dictionaries
        case pluginTrust = "plugin-trust"
        case plugins
        case configuration
    }

    /// When a part is erased.
    package enum Erasure: String, Sendable, Hashable {
        /// With all other parts, or when it is named.
        case always
        /// Only when it is named, because the user chose its content.
        case named
        /// Never, because the user wrote it.
        case never
    }

    /// The name.
    package let name: Name

    /// The files and folders that may exist.
    package let places: [String]

    /// The places that exist, including links.
    package var existingPlaces: [String] { places.filter(WholeFile.isAnything(at:)) }

    /// The current content.
    package var content: FileTree.Content {
        existingPlaces.reduce(into: FileTree.Content()) { $0 += FileTree.content(of: $1) }
    }
}

extension StoredPart.Name {
    /// The content, as a phrase.
    package var summary: String {
        switch self {
        case .cache: "answers from remote services"
        case .queue: "requests that wait for the network, and their answers"
        case .usage: "usage counts of providers with a budget"
        case .pluginLogs: "messages of plug-ins"
        case .pluginCaches: "files that plug-ins keep"
        case .voices: "voices built for espeak-ng"
        case .starterIndexes: "compiled starter dictionaries"
        case .corpusIndexes: "sentences of your corpora"
        case .dictionaries: "imported dictionaries"
        case .pluginTrust: "list of the plug-ins that you have added"
        case .plugins: "your plug-ins"
        case .configuration: "your configuration"
        }
    }

    /// When it is erased.
    package var erasure: StoredPart.Erasure {
        switch self {
        case .dictionaries, .pluginTrust: .named
        case .plugins, .configuration: .never
        default: .always
        }
    }

    /// Whether it contains texts, or answers that reveal them.
    package var hasTexts: Bool {
        switch self {
        case .cache, .queue, .pluginLogs, .pluginCaches, .corpusIndexes: true
        default: false
        }
    }
}

extension Array {
    /// The elements that satisfy a condition, and the others.
    fileprivate func partitioned(by condition: (Element) -> Bool) -> (own: [Element], others: [Element]) {
        (filter(condition), filter { !condition($0) })
    }
}
