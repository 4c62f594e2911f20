public import LanguageServices
import Platform

/// Opens dictionaries in all supported formats.
public enum DictionaryOpening {
    /// Opens the dictionary at a path.
    ///
    /// - Parameters:
    ///   - path: Any file that belongs to the dictionary, its folder, its path without an extension, or an archive
    ///     (`.tar.bz2`, `.tar.gz`, `.tar.xz`, `.zip`) that contains it.
    ///   - options: The user's options for the dictionary.
    /// - Returns: A source for the dictionary.
    /// - Throws: `ServiceError` if there is no dictionary, it is damaged, or its languages are unknown. The error for
    ///   an unknown file type lists the supported formats.
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
        case .edict: return try LineDictionary<Edict>(path: found.path, options: options)
        case .cedict: return try LineDictionary<Cedict>(path: found.path, options: options)
        case .tsv, .csv: return try TableSource(path: found.path, options: options)
        }
    }

    private static func openDictd(_ path: String, _ options: DictionaryOptions) throws(ServiceError) -> DictdSource {
        let stem = FileName.pathStem(path)
        let index = [stem + ".index", stem + ".index.gz"].first(where: WholeFile.exists)
        let texts = [stem + ".dict.dz", stem + ".dict"].first(where: WholeFile.exists)
        guard let index, let texts else {
            throw ServiceError(
                .io,
                "the dictionary \(SystemFailure.quoted(stem)) is incomplete: "
                    + "its \(index == nil ? ".index" : ".dict.dz") is missing",
                remedy: "keep the two files of a dictd dictionary together: .index and .dict or .dict.dz"
            )
        }
        return try DictdSource(indexPath: index, textPath: texts, options: options)
    }
}

extension DictionaryFormat {
    /// The format of the dictionary at a path, which may be a file, a folder, or a path without an extension.
    ///
    /// - Throws: `ServiceError` if there is no dictionary in a supported format; the error lists the formats.
    public static func detect(_ path: String) throws(ServiceError) -> DictionaryFormat {
        try locate(path, wanted: nil).format
    }

    /// The format of a dictionary, and the file to open.
    static func locate(_ path: String, wanted: DictionaryFormat?) throws(ServiceError) -> (
        path: String, format: DictionaryFormat
    ) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ServiceError(.invalidRequest, "the name of the dictionary is empty or contains a NUL byte")
        }
        if Folder.exists(path) { return try inFolder(path, wanted) }
        guard WholeFile.exists(path) else {
            for ending in [".ifo", ".index", ".tsv", ".csv"] where WholeFile.exists(path + ending) {
                return try locate(path + ending, wanted: wanted)
            }
            throw ServiceError(
                .io,
                "there is no dictionary at \(SystemFailure.quoted(path))",
                remedy: "check the spelling; 'parlance dictionary available' lists what is installed"
            )
        }
        if let wanted { return (path, wanted) }
        if let format = byName(path) ?? byContent(path) { return (path, format) }
        throw unknown(path)
    }

    private static func inFolder(_ folder: String, _ wanted: DictionaryFormat?) throws(ServiceError) -> (
        String, DictionaryFormat
    ) {
        var found: [(path: String, format: DictionaryFormat)] = []
        for name in try Folder.names(in: folder) {
            let path = "\(folder)/\(name)"
            guard !Folder.exists(path) else { continue }
            let lower = name.lowercased()
            let isMain =
                [".ifo", ".index", ".tsv", ".csv"].contains(where: lower.hasSuffix)
                || lower == "edict" || lower == "edict2" || lower.hasPrefix("cedict")
            if isMain, let format = byName(path) ?? byContent(path), wanted == nil || wanted == format {
                found.append((path, format))
            }
        }
        guard let first = found.first else { throw unknown(folder) }
        guard found.count == 1 else {
            let names = found.prefix(5).map { "'\(FileName.last($0.path))'" }.joined(separator: ", ")
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(folder)) contains \(found.count) dictionaries: \(names)"
                    + (found.count > 5 ? " …" : ""),
                remedy: "name one of them"
            )
        }
        return first
    }

    /// The format according to the file name.
    private static func byName(_ path: String) -> DictionaryFormat? {
        let name = FileName.last(path).lowercased()
        func ends(with endings: String...) -> Bool { endings.contains(where: name.hasSuffix) }
        if ends(with: ".ifo", ".idx", ".idx.gz", ".syn", ".syn.dz") { return .stardict }
        if ends(with: ".index", ".index.gz") { return .dictd }
        if ends(with: ".dict", ".dict.dz") {
            return WholeFile.exists(FileName.pathStem(path) + ".ifo") ? .stardict : .dictd
        }
        if ends(with: ".tsv", ".tab", ".tsv.gz") { return .tsv }
        return ends(with: ".csv", ".csv.gz") ? .csv : nil
    }

    /// The format according to the first lines of a file.
    private static func byContent(_ path: String) -> DictionaryFormat? {
        guard let stream = try? ByteStream(path: path) else { return nil }
        var reader = LineReader(stream)
        var edict = 0
        var cedict = 0
        var lines = 0
        while lines < 20,
            let line = (try? reader.withLine { ($0.first == UInt8(ascii: "#"), shape($0.trimmed)) }) ?? nil
        {
            if line.0 { continue }
            lines += 1
            if line.1 == .edict { edict += 1 }
            if line.1 == .cedict { cedict += 1 }
        }
        if cedict * 2 > lines { return .cedict }
        if edict * 2 > lines { return .edict }
        guard lines > 0, let table = try? DictionaryTable(path: path),
            table.columnNames.isEmpty == false || looksPlain(path)
        else { return nil }
        return table.separator == UInt8(ascii: "\t") ? .tsv : .csv
    }

    /// `家 [いえ] /…/` is an EDICT line; `家 家 [jia1] /…/` is a CC-CEDICT line.
    private static func shape(_ line: ByteText) -> DictionaryFormat? {
        guard line.last == UInt8(ascii: "/"), line.first >= 0x80 || line.firstIndex(of: UInt8(ascii: "[")) != nil,
            let slash = line.firstIndex(of: UInt8(ascii: "/")), slash + 1 < line.end,
            line[slash - 1] == UInt8(ascii: " ")
        else { return nil }
        let front = line.part(from: line.start, to: slash).trimmed
        guard let open = front.firstIndex(of: UInt8(ascii: "[")), front.last == UInt8(ascii: "]") else { return .edict }
        let words = front.part(from: front.start, to: open).trimmed
        let spaces = words.bytes.count { $0 == UInt8(ascii: " ") }
        return spaces == 1 ? .cedict : .edict
    }

    /// Whether a file without a known extension is a text file. This check prevents binary files from being read as
    /// tables.
    private static func looksPlain(_ path: String) -> Bool {
        guard let stream = try? ByteStream(path: path) else { return false }
        var block = [UInt8](repeating: 0, count: 4096)
        let count = (try? stream.read(into: &block)) ?? 0
        let first = block.prefix(count)
        if first.starts(with: Array("SQLite format".utf8)) || first.starts(with: [0x3C]) || first.contains(0) {
            return false
        }
        return first.contains(UInt8(ascii: "\t"))
    }

    private static func unknown(_ path: String) -> ServiceError {
        ServiceError(
            .unsupported,
            "\(SystemFailure.quoted(path)) is not a dictionary in a supported format",
            remedy: "use dictd (.index with .dict.dz), StarDict (.ifo with .idx and .dict.dz), EDICT, CC-CEDICT, "
                + "a table (.tsv, .csv), or a .tar or .zip archive of one"
        )
    }
}
