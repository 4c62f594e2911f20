public import DictionaryTranslation
public import LanguageServices
import Platform

extension DictionaryLibrary {
    /// The outcome of an import.
    public struct ImportOutcome: Sendable, Hashable {
        /// The description of the written index, and the counts of skipped entries.
        public var dictionary: DictionaryCompiler.Outcome
        /// The names of the dictionaries for the opposite direction that were reranked.
        public var ranked: [String]
        /// The errors for dictionaries that could not be reranked; these dictionaries are unchanged.
        public var failures: [ServiceError]
    }

    /// Installs a dictionary, and uses it to rerank the dictionaries for the opposite direction.
    ///
    /// Concurrent imports under the same name wait for each other. An interrupted import leaves only a hidden temporary
    /// file, which the next import under that name removes.
    ///
    /// - Parameters:
    ///   - source: The dictionary.
    ///   - name: The name under which it is installed; `nil` uses the dictionary's own name.
    ///   - replaces: Whether to replace an installed dictionary with the same name.
    ///   - ranksOpposite: Whether to rerank the opposite direction.
    ///   - progress: Called with the progress, from 0 to 1.
    /// - Returns: The outcome.
    /// - Throws: `ServiceError.Code.invalidRequest` if the name is taken or invalid, or an error from reading the
    ///   source or writing the index; the folder is unchanged in these cases. `ServiceError.Code.cancelled` if the task
    ///   was cancelled. In that case, the dictionary may already be installed, although some opposite dictionaries have
    ///   not been reranked.
    @discardableResult
    public func importDictionary(
        _ source: any DictionarySource,
        name: String? = nil,
        replaces: Bool = false,
        ranksOpposite: Bool = true,
        progress: (Double) -> Void = { _ in }
    ) throws -> ImportOutcome {
        let name = name ?? source.info.name
        try DictionaryName.check(name)
        try Folder.make(folder, permissions: 0o700)
        try refuse(name, replaces)
        let (from, to) = (source.info.source, source.info.target)
        let written = try locked(name) {
            // Another process may have installed it in the meantime.
            try refuse(name, replaces)
            return try DictionaryCompiler.compile(
                NamedSource(source: source, name: name),
                to: path(name),
                opposites: try dictionaries(from: to, to: from),
                checkCancellation: Self.refuseIfCancelled,
                progress: { progress($0 * (ranksOpposite ? 0.7 : 1)) }
            )
        }
        var outcome = ImportOutcome(dictionary: written, ranked: [], failures: [])
        guard ranksOpposite else { return outcome }
        for other in try dictionaries(from: to, to: from) where other.info.name != name {
            do {
                try rerank(other.info.name) { progress(0.7 + $0 * 0.3) }
                outcome.ranked.append(other.info.name)
            } catch {
                let error = ServiceError(error)
                guard error.code != .cancelled else { throw error }
                outcome.failures.append(error)
            }
        }
        progress(1)
        return outcome
    }

    /// Reranks a dictionary using the installed dictionaries for the opposite direction.
    ///
    /// - Throws: An error thrown by ``open(_:)``; `ServiceError.Code.io` if it cannot be written.
    public func rerank(_ name: String, progress: (Double) -> Void = { _ in }) throws {
        _ = try existing(name)
        try locked(name) {
            let index = try open(name)
            try IndexReranking(index: index).write(
                to: path(name),
                opposites: try dictionaries(from: index.info.target, to: index.info.source),
                checkCancellation: Self.refuseIfCancelled,
                progress: progress
            )
        }
    }

    // MARK: Parts

    /// Importing a large dictionary takes many seconds, so cancellation is checked.
    private static func refuseIfCancelled() throws(ServiceError) {
        try ServiceError.checkCancellation(of: "the import")
    }

    private func refuse(_ name: String, _ replaces: Bool) throws(ServiceError) {
        guard !replaces, WholeFile.isAnything(at: path(name)) else { return }
        throw ServiceError(
            .invalidRequest,
            "a dictionary '\(name)' is already installed",
            remedy: "replace it with '--replace', or choose another name with '--name'"
        )
    }
}

/// A source under another name.
private struct NamedSource: DictionarySource {
    let source: any DictionarySource
    let name: String

    var info: DictionaryInfo {
        var info = source.info
        info.name = name
        return info
    }

    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport {
        try source.read(progress: progress, entry: entry)
    }
}
