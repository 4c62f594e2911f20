public import LanguageServices
import Platform

/// Opens dictionaries of all formats.
public enum DictionaryOpening {
    /// Opens the dictionary at a path.
    ///
    /// - Parameters:
    ///   - path: One file of a dictionary, the folder it is in, its name without an ending, or an archive (`.tar.bz2`,
    ///     `.tar.gz`, `.tar.xz`, `.zip`) of it.
    ///   - options: What the user says of it.
    /// - Returns: Its source.
    /// - Throws: `ServiceError` when there is none, it is damaged, or its languages are not known. The error for a file of
    ///   another kind lists what is understood.
    public static func open(
        path: String,
        options: DictionaryOptions = DictionaryOptions()
    ) throws(ServiceError) -> any DictionarySource {
        let path = path.utf8.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        if DictionaryArchive.isArchive(path), WholeFile.exists(path) {
            return try ArchivedSource(path: path, options: options)
        }
        let found = try DictionaryFormat.locate(path, wanted: options.format)
        switch found.format {
        case .dictd: return try openDictd(found.path, options)
        case .stardict: return try StarDictSource(path: found.path, options: options)
        case .edict: return try EdictSource(path: found.path, options: options)
        case .cedict: return try CedictSource(path: found.path, options: options)
        case .tsv, .csv: return try TableSource(path: found.path, options: options)
        }
    }

    private static func openDictd(_ path: String, _ options: DictionaryOptions) throws(ServiceError) -> DictdSource {
        let name = FileName.last(path)
        let stem = String(path.dropLast(name.count)) + FileName.stem(name)
        let index = [stem + ".index", stem + ".index.gz"].first { WholeFile.exists($0) }
        let texts = [stem + ".dict.dz", stem + ".dict"].first { WholeFile.exists($0) }
        guard let index, let texts else {
            throw ServiceError(
                .io,
                "the dictionary \(SystemFailure.quoted(stem)) is not whole: its \(index == nil ? ".index" : ".dict.dz") is missing",
                remedy: "keep the two files of a dictd dictionary together: .index and .dict or .dict.dz"
            )
        }
        return try DictdSource(indexPath: index, textPath: texts, options: options)
    }
}
