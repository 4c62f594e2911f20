import DictionaryTranslation
import LanguageServices
import Platform

/// A dictionary in StarDict format (huzheng001/stardict-3, `dict/doc/StarDictFileFormat`).
struct StarDictSource: DictionarySource {
    let info: DictionaryInfo

    private let files: StarDictFiles
    private let index: StarDictIndex
    private let synonyms: [Int: [String]]
    private let types: [UInt8]

    /// Opens a dictionary: reads its description, index and synonyms.
    ///
    /// - Parameters:
    ///   - path: The path of any of its files, or their common path without an extension.
    ///   - options: The user's options. The format does not record the languages of a dictionary, so they are required
    ///     here unless the name contains them.
    /// - Throws: `ServiceError` if a file is missing or damaged, or the languages are unknown.
    init(path: String, options: DictionaryOptions = DictionaryOptions()) throws(ServiceError) {
        let files = try StarDictFiles(path: path)
        let own = try StarDictDescription(path: files.description)
        let types = own.fieldTypes
        let index = StarDictIndex(
            try ByteStream.contents(of: files.index, limit: 256 << 20),
            hasWideOffsets: own.hasWideOffsets
        )
        guard !index.words.isEmpty else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(files.index)) is not the index of a StarDict dictionary: "
                    + (index.report.firstDamage ?? "it has no words"),
                remedy: "install or copy the dictionary again"
            )
        }
        synonyms =
            try files.synonyms.map { path throws(ServiceError) in
                StarDictIndex.synonyms(try ByteStream.contents(of: path, limit: 256 << 20), count: index.words.count)
            } ?? [:]
        self.files = files
        self.index = index
        self.types = types
        let people = [own.values["author"], own.values["website"]].compactMap { $0 }.filter { !$0.isEmpty }
        info = try DictionaryDescription.info(
            DictionaryDescription.Findings(
                baseName: FileName.stem(FileName.last(files.description)),
                title: own.values["bookname"] ?? "",
                licence: own.values["license"] ?? own.values["licence"]
                    ?? Self.licence(own.values["description"] ?? ""),
                attribution: people.joined(separator: "; "),
                version: own.values["date"] ?? ""
            ),
            format: .stardict,
            options
        )
    }

    /// Reads all entries, in the order of their texts.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = index.report
        let order = index.words.indices.sorted { first, second in
            let (a, b) = (index.words[first], index.words[second])
            return (a.offset, a.count, first) < (b.offset, b.count, second)
        }
        try IndexedTexts(path: files.texts, name: info.name, keys: order.map { index.words[$0] }).read(
            &report,
            progress: progress,
            entry: entry,
            damage: { "the text of '\(index.name(index.words[order[$0]]))' is missing or truncated" },
            make: { text, numbers in
                let name = index.name(index.words[order[numbers.lowerBound]])
                guard !name.isEmpty, let fields = StarDictFields.read(text, types: types) else { return .none }
                var entry = StarDictText.entry(name, fields)
                addForms(order[numbers], to: &entry)
                return entry
            }
        )
        return report
    }

    /// Adds words with the same text, and synonyms.
    private func addForms(_ numbers: ArraySlice<Int>, to entry: inout TranslationEntry) {
        for number in numbers {
            for form in [index.name(index.words[number])] + (synonyms[number] ?? []) {
                if !form.isEmpty, form != entry.headword, !entry.forms.contains(form), entry.forms.count < 1000 {
                    entry.forms.append(form)
                }
            }
        }
    }

    /// The licence in a description.
    private static func licence(_ text: String) -> String {
        ["GPL", "General Public License", "Creative Commons", "CC-BY", "CC BY", "public domain", "Public Domain"]
            .first(where: text.contains) ?? ""
    }
}

/// The files of a StarDict dictionary.
struct StarDictFiles {
    let description: String
    let index: String
    let texts: String
    let synonyms: String?

    /// Finds the files.
    ///
    /// - Parameter path: The path of any of the files, or their common path without an extension.
    init(path: String) throws(ServiceError) {
        let stem = FileName.pathStem(path)
        description = stem + ".ifo"
        guard WholeFile.exists(description) else {
            throw ServiceError(.io, "the dictionary's description \(SystemFailure.quoted(description)) is missing")
        }
        index = try Self.existing([stem + ".idx", stem + ".idx.gz", stem + ".idx.dz"], "the index")
        texts = try Self.existing([stem + ".dict.dz", stem + ".dict"], "the texts")
        synonyms = [stem + ".syn", stem + ".syn.dz", stem + ".syn.gz"].first(where: WholeFile.exists)
    }

    private static func existing(_ paths: [String], _ what: String) throws(ServiceError) -> String {
        if let found = paths.first(where: WholeFile.exists) { return found }
        throw ServiceError(
            .io,
            "\(what) of the dictionary is missing: \(SystemFailure.quoted(paths.first ?? "")) does not exist",
            remedy: "keep the files of a StarDict dictionary together: .ifo, .idx and .dict or .dict.dz"
        )
    }
}

/// The `.ifo` file of a StarDict dictionary: a line that names the format, followed by lines of `key=value`.
struct StarDictDescription {
    let values: [String: String]

    /// Reads the file.
    init(path: String) throws(ServiceError) {
        let text = String(decoding: try ByteStream.contents(of: path, limit: 1 << 20), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline)
        guard let first = lines.first, first.contains("StarDict's dict ifo file") else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(path)) is not the description of a StarDict dictionary",
                remedy: "install or copy the dictionary again"
            )
        }
        var values: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].filter { !$0.isWhitespace }
            values[String(key)] = String(line[line.index(after: equals)...].drop { $0 == " " })
        }
        self.values = values
    }

    /// The field types, if they are the same for every entry; otherwise empty.
    var fieldTypes: [UInt8] { Array((values["sametypesequence"] ?? "").utf8) }

    /// Whether text offsets are 64-bit.
    var hasWideOffsets: Bool { values["idxoffsetbits"] == "64" }
}
