import DictionaryTranslation
import LanguageServices
import Platform

/// A dictionary in the format of the dictionary server dictd.
struct DictdSource: DictionarySource {
    let info: DictionaryInfo

    private let textPath: String
    private let index: DictdIndex
    private let text: any EntryText

    /// Opens a dictionary: reads its index, and what it says of itself.
    ///
    /// - Parameters:
    ///   - indexPath: The `.index` file.
    ///   - textPath: The `.dict` or `.dict.dz` file.
    ///   - options: What the user says of it.
    /// - Throws: `ServiceError` when a file cannot be read, the index is none, or the languages are not known.
    init(indexPath: String, textPath: String, options: DictionaryOptions = DictionaryOptions())
        throws(ServiceError)
    {
        let index = DictdIndex(try ByteStream.contents(of: indexPath, limit: 256 << 20))
        guard !index.lines.isEmpty, index.damaged <= index.lines.count / 10 else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(indexPath)) is not the index of a dictd dictionary: "
                    + (index.firstDamage ?? "it has no headwords"),
                remedy: "install or copy the dictionary again"
            )
        }
        self.index = index
        self.textPath = textPath
        var baseName = String(indexPath.split(separator: "/").last ?? "")
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
        text = try Self.entryText(index, textPath, own, info)
    }

    /// Reads all entries, in the order of the text.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = DictionaryReadReport(damaged: index.damaged, firstDamage: index.firstDamage)
        let lines = index.lines
        var reader = OffsetReader(try ByteStream(path: textPath))
        let lastEnd = lines.last.map { $0.offset + $0.count } ?? 0
        var allowance = OffsetReader.allowance(lastEnd: lastEnd)
        let total = Double(max(1, lastEnd))
        var place = 0
        while place < lines.count {
            let line = lines[place]
            var next = place + 1
            while next < lines.count, lines[next].offset == line.offset, lines[next].count == line.count { next += 1 }
            allowance -= min(line.count, OffsetReader.longestText)
            guard allowance >= 0 else {
                throw ServiceError(.limitExceeded, "the index of '\(info.name)' claims more text than a dictionary has")
            }
            let found = try reader.withText(at: line.offset, count: line.count) { text.entry($0) }
            switch found {
            case .none:
                report.damaged += 1
                if report.firstDamage == nil {
                    report.firstDamage = "the text of '\(index.key(line))' is not in the file"
                }
            case .some(.none):
                report.withoutTranslation += 1
            case .some(.some(var value)):
                if next > place + 1 { Self.addKeys(lines[place..<next].map(index.key), to: &value) }
                if value.senses.contains(where: { !$0.translations.isEmpty }) {
                    report.entries += 1
                    try entry(value)
                } else {
                    report.withoutTranslation += 1
                }
            }
            if place & 0xFFF == 0 { progress(min(1, Double(line.offset) / total)) }
            place = next
        }
        try reader.readToEnd()
        progress(1)
        return report
    }

    // MARK: Parts

    /// Keys under which an entry is found besides its headword, where the entry itself does not name them.
    ///
    /// Keys are folded: *Dont* is the key of *don't*. One that is the folded form of a word that is there already says
    /// nothing new.
    private static func addKeys(_ keys: [String], to entry: inout TranslationEntry) {
        // "milligram, milligramme" is two headwords when each is a key.
        let parts = entry.headword.split(separator: ",").map { String($0.drop { $0 == " " }) }
        if parts.count > 1, let first = parts.first {
            let folds = Set(keys.map(folded))
            if parts.allSatisfy({ folds.contains(folded($0)) }) {
                entry.headword = first
                entry.forms = parts.dropFirst() + entry.forms
            }
        }
        var known = Set(([entry.headword] + entry.forms).map(folded))
        for key in keys where known.insert(folded(key)).inserted && !key.isEmpty { entry.forms.append(key) }
    }

    private static func folded(_ text: String) -> String {
        String(
            text.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || $0.properties.numericType != nil }
        )
    }

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

    /// Some writers repeat the key in the first line.
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

    /// How the entries are written, from what the dictionary says of itself and from the first of its text.
    private static func entryText(
        _ index: DictdIndex,
        _ path: String,
        _ own: DictdSelfDescription,
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
