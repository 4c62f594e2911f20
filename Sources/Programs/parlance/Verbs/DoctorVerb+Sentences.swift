import LanguageServices
import Platform
import ServiceConfiguration

/// What `parlance doctor` looks at of real example sentences. Whether the providers are ready stands with the providers.
extension DoctorVerb {
    /// WordNet, which who does without it does not need, and the indexes of corpora.
    func sentenceSources() -> [DoctorFinding] {
        let folder = "/usr/share/wordnet"
        let isThere = WholeFile.exists("\(folder)/data.noun")
        let wordNet = DoctorFinding(
            name: "WordNet",
            state: .ok,
            detail: isThere
                ? "examples of English words for a provider of the kind 'wordnet': \(folder)"
                : "not installed: the package wordnet-base has examples of English words, for a provider of the kind 'wordnet'"
        )
        return [wordNet] + [indexes()].compactMap { $0 }
    }

    /// The indexes that were made of corpora; `nil` when there is none.
    private func indexes() -> DoctorFinding? {
        guard let folder = program.data.cacheFolder.map({ "\($0)/sentences" }), Folder.exists(folder) else {
            return nil
        }
        let name = "corpora"
        do {
            let files = try Folder.names(in: folder).filter { $0.hasSuffix(".sqlite") }
            guard !files.isEmpty else { return nil }
            let bytes = try files.reduce(0) { $0 + (try RegularFile(path: "\(folder)/\($1)").size) }
            let count = files.count == 1 ? "an index" : "\(files.count) indexes"
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: "\(count) of sentences with \((bytes + (1 << 20) - 1) >> 20) MiB in \(folder)"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(
                name: name,
                state: .warning,
                detail: error.message,
                remedy: error.remedy ?? "remove the folder; its indexes are made again"
            )
        }
    }
}
