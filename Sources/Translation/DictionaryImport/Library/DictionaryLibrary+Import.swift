public import DictionaryTranslation
public import LanguageServices
import Platform

extension DictionaryLibrary {
    /// What came of an import.
    public struct ImportOutcome: Sendable, Hashable {
        /// What was written, and what was left out.
        public var dictionary: DictionaryCompiler.Outcome
        /// The names of the dictionaries of the opposite direction that were ranked anew with its help.
        public var ranked: [String]
        /// Why one of these could not be; it stays as it was.
        public var failures: [ServiceError]
    }

    /// Installs a dictionary, and ranks those of the opposite direction anew with its help.
    ///
    /// Two imports of one name wait for each other. Nothing is left of one that is broken off but a hidden temporary
    /// file, which the next import of the name removes.
    ///
    /// - Parameters:
    ///   - source: The dictionary.
    ///   - name: The name to install it under; its own when `nil`.
    ///   - replaces: Whether one of the name is replaced.
    ///   - ranksOpposite: Whether the opposite direction is ranked anew.
    ///   - progress: Told from 0 to 1 how far it is.
    /// - Returns: What was written.
    /// - Throws: `ServiceError.Code.invalidRequest` when there is one of the name, or the name cannot be one, and what the
    ///   source and the writing throw; the folder is as it was then. `ServiceError.Code.cancelled` when the task was
    ///   cancelled, in which case the dictionary may be there, and some of the opposite direction not be ranked anew.
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
        try Folder.make(folder)
        try refuse(name, replaces)
        let (from, to) = (source.info.source, source.info.target)
        let written = try locked(name) {
            // Somebody else may have written it while this one waited.
            try refuse(name, replaces)
            return try DictionaryCompiler.compile(
                NamedSource(source: source, name: name),
                to: path(name),
                opposites: try dictionaries(from: to, to: from),
                goesOn: Self.refuseIfCancelled,
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

    /// Ranks a dictionary anew, with the help of those of the opposite direction that are installed now.
    ///
    /// - Throws: As ``open(_:)``; `ServiceError.Code.io` when it cannot be written.
    public func rerank(_ name: String, progress: (Double) -> Void = { _ in }) throws {
        _ = try existing(name)
        try locked(name) {
            let index = try open(name)
            try IndexReranking(index: index).write(
                to: path(name),
                opposites: try dictionaries(from: index.info.target, to: index.info.source),
                goesOn: Self.refuseIfCancelled,
                progress: progress
            )
        }
    }

    // MARK: Parts

    /// Large dictionaries take many seconds, and nobody should have to wait for one that is not wanted any more.
    private static func refuseIfCancelled() throws(ServiceError) {
        try ServiceError.checkCancellation(of: "the import")
    }

    private func refuse(_ name: String, _ replaces: Bool) throws(ServiceError) {
        guard !replaces, WholeFile.isAnything(at: path(name)) else { return }
        throw ServiceError(
            .invalidRequest,
            "a dictionary '\(name)' is installed already",
            remedy: "replace it with '--replace', or give this one another name with '--name'"
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
