import DictionaryTranslation
import LanguageServices
import Platform

/// A dictionary in the format of the dictd dictionary server.
struct DictdSource: DictionarySource {
    let info: DictionaryInfo

    private let textPath: String
    private let index: DictdIndex
    private let text: any EntryText

    /// Opens a dictionary: reads its index and its description.
    ///
    /// - Throws: `ServiceError` if a file cannot be read, the index is invalid, or the languages are unknown.
    init(indexPath: String, textPath: String, options: DictionaryOptions = DictionaryOptions())
        throws(ServiceError)
    {
        let index = DictdIndex(try ByteStream.contents(of: indexPath, limit: 256 << 20))
        guard !index.lines.isEmpty, index.report.damaged <= index.lines.count / 10 else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(indexPath)) is not the index of a dictd dictionary: "
                    + (index.report.firstDamage ?? "it has no headwords"),
                remedy: "install or copy the dictionary again"
            )
        }
        self.index = index
        self.textPath = textPath
        var baseName = FileName.last(indexPath)
        if baseName.hasSuffix(".index") { baseName.removeLast(6) }
        let own = try Self.selfDescription(index, textPath)
        info = try DictionaryDescription.info(
            DictionaryDescription.Findings(
                baseName: baseName,
                title: own.shortTitle,
                licence: own.licence,
                attribution: own.attribution,
                version: own.version
            ),
            format: .dictd,
            options
        )
        text = try Self.entryText(index, textPath, info)
    }

    /// Reads all entries, in the order of the text.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = index.report
        try IndexedTexts(path: textPath, name: info.name, keys: index.lines).read(
            &report,
            progress: progress,
            entry: entry,
            damage: { "the text of '\(index.key(index.lines[$0]))' is missing from the file" },
            make: { text, numbers in
                var entry = self.text.entry(text)
                if numbers.count > 1 { entry?.addKeys(index.lines[numbers].map(index.key)) }
                return entry
            }
        )
        return report
    }

    // MARK: Parts

    private static func selfDescription(_ index: DictdIndex, _ path: String) throws(ServiceError)
        -> DictdSelfDescription
    {
        var own = DictdSelfDescription()
        do {
            var reader = OffsetReader(try ByteStream(path: path))
            for line in index.descriptions where line.count < 1 << 20 {
                let key = index.key(line)
                let value = try reader.withText(at: line.offset, count: line.count) { withoutKey($0).string } ?? ""
                if key.hasSuffix("short") { own.title = value }
                if key.hasSuffix("url") { own.url = value }
                if key.hasSuffix("info") {
                    own.info = try reader.withText(at: line.offset, count: line.count) { lines(withoutKey($0)) } ?? ""
                }
            }
        } catch {
            throw ServiceError(error)
        }
        return own
    }

    /// The text without its first line if that repeats the key, as in the output of some tools.
    private static func withoutKey(_ text: ByteText) -> ByteText {
        var rest = text
        if let first = rest.nextLine(), first.trimmed.hasPrefix("00") { return rest.trimmed }
        return text.trimmed
    }

    private static func lines(_ text: ByteText) -> String {
        var rest = text
        var result = ""
        while let line = rest.nextLine() { result += line.string + "\n" }
        return result
    }

    /// The entry format, detected from the description of the dictionary and from its first entries.
    private static func entryText(
        _ index: DictdIndex,
        _ path: String,
        _ info: DictionaryInfo
    ) throws(ServiceError) -> any EntryText {
        var sample = EntrySample()
        do {
            var reader = OffsetReader(try ByteStream(path: path))
            for line in index.lines.prefix(3000) {
                _ = try reader.withText(at: line.offset, count: line.count) { sample.add($0) }
            }
        } catch {
            throw ServiceError(error)
        }
        return sample.text(source: info.source, target: info.target)
    }
}

extension TranslationEntry {
    /// Adds the keys under which an entry is found, except its headword and words that the entry already contains.
    ///
    /// Keys are folded: *Dont* is the key of *don't*. The folded form of a word that is already present is not added.
    fileprivate mutating func addKeys(_ keys: [String]) {
        // "milligram, milligramme" contains two headwords if both are keys.
        let parts = headword.split(separator: ",").map { String($0.drop { $0 == " " }) }
        if parts.count > 1, let first = parts.first {
            let folds = Set(keys.map(Self.folded))
            if parts.allSatisfy({ folds.contains(Self.folded($0)) }) {
                headword = first
                forms = parts.dropFirst() + forms
            }
        }
        var known = Set(([headword] + forms).map(Self.folded))
        for key in keys where known.insert(Self.folded(key)).inserted && !key.isEmpty { forms.append(key) }
    }

    private static func folded(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        )
    }
}
