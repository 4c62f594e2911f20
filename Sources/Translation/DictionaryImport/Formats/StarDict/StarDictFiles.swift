import LanguageServices
import Platform

/// The files of a StarDict dictionary.
struct StarDictFiles {
    let description: String
    let index: String
    let texts: String
    let synonyms: String?

    /// Finds them.
    ///
    /// - Parameter path: Any of them, or their name without an ending.
    init(path: String) throws(ServiceError) {
        let stem = Self.stem(path)
        description = stem + ".ifo"
        guard WholeFile.exists(description) else {
            throw ServiceError(.io, "the description \(SystemFailure.quoted(description)) of the dictionary is missing")
        }
        index = try Self.existing([stem + ".idx", stem + ".idx.gz", stem + ".idx.dz"], "the index")
        texts = try Self.existing([stem + ".dict.dz", stem + ".dict"], "the texts")
        synonyms = [stem + ".syn", stem + ".syn.dz", stem + ".syn.gz"].first { WholeFile.exists($0) }
    }

    private static func existing(_ paths: [String], _ what: String) throws(ServiceError) -> String {
        if let found = paths.first(where: { WholeFile.exists($0) }) { return found }
        throw ServiceError(
            .io,
            "\(what) of the dictionary is missing: there is no \(SystemFailure.quoted(paths.first ?? ""))",
            remedy: "keep the files of a StarDict dictionary together: .ifo, .idx and .dict or .dict.dz"
        )
    }

    private static func stem(_ path: String) -> String {
        let name = FileName.last(path)
        let stem = FileName.stem(name)
        return String(path.dropLast(name.count)) + stem
    }
}
