public import DictionaryTranslation
public import LanguageServices

/// EDICT, a Japanese–English dictionary with one entry a line, by the Electronic Dictionary Research and Development Group.
///
///     家 [いえ] /(n) (1) house/residence/(2) family/(P)/
///
/// Its first line names it. The usual file is in EUC-JP; one in UTF-8 is read as well. EDICT2, with several spellings and
/// readings separated by semicolons and an `EntL` number at the end, is the same format.
public struct EdictSource: DictionarySource {
    /// What it says of itself.
    public let info: DictionaryInfo

    private let lines: LineDictionary

    /// Opens a dictionary.
    ///
    /// - Throws: `ServiceError` when it cannot be read.
    public init(path: String, options: DictionaryOptions = DictionaryOptions()) throws(ServiceError) {
        do {
            var reader = LineReader(try ByteStream(path: path))
            let first = try reader.withLine { Array($0.bytes) } ?? []
            let encoding = String(validating: first, as: UTF8.self) == nil ? "EUC-JP" : nil
            lines = LineDictionary(path: path, encoding: encoding, isComment: Self.isHeader, parse: Self.entry)
            var named = LineReader(try ByteStream(path: path), encoding: encoding)
            let header = try named.withLine { Self.isHeader($0) ? $0.string : "" } ?? ""
            // "？？？ /Title/Copyright …/Created: 2021-02-03/"
            let parts = header.split(separator: "/").dropFirst().map(String.init)
            info = try DictionaryDescription.info(
                DictionaryDescription.Findings(
                    baseName: FileName.stem(FileName.last(path)),
                    title: parts.first ?? "",
                    source: LanguageTag("ja"),
                    target: LanguageTag("en"),
                    licence:
                        "Creative Commons Attribution-ShareAlike (EDRDG licence, https://www.edrdg.org/edrdg/licence.html)",
                    attribution: "Electronic Dictionary Research and Development Group; https://www.edrdg.org/",
                    version: parts.first { $0.hasPrefix("Created: ") }.map { String($0.dropFirst(9)) } ?? ""
                ),
                format: .edict,
                options
            )
        } catch {
            throw ServiceError(error)
        }
    }

    /// Reads all entries, in the order of the file.
    public func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        try lines.read(progress: progress, entry: entry)
    }

    // MARK: Parts

    /// The line that names the dictionary has question marks in the place of a headword.
    private static func isHeader(_ line: ByteText) -> Bool {
        line.hasPrefix("\u{FF1F}\u{FF1F}") || line.hasPrefix("\u{3000}") || line.first == UInt8(ascii: "#")
    }

    /// The entry of a line.
    static func entry(_ line: ByteText) -> TranslationEntry? {
        guard let slash = line.firstPlace(of: UInt8(ascii: "/")), slash > line.start else { return nil }
        var front = line.part(from: line.start, to: slash).trimmed
        var readings: [String] = []
        if front.last == UInt8(ascii: "]"), let open = front.firstPlace(of: UInt8(ascii: "[")) {
            readings = spellings(front.part(from: open + 1, to: front.end - 1))
            front = front.part(from: front.start, to: open).trimmed
        }
        let words = spellings(front)
        guard let headword = words.first else { return nil }
        var entry = TranslationEntry(
            headword: headword,
            reading: readings.first,
            forms: (words.dropFirst() + readings).filter { $0 != headword }
        )
        var part: PartOfSpeech?
        var sense = TranslationSense(translations: [])
        var place = slash + 1
        while place < line.end {
            let end = line.firstPlace(of: UInt8(ascii: "/"), from: place) ?? line.end
            let gloss = line.part(from: place, to: end).trimmed
            place = end + 1
            if gloss.isEmpty || gloss.hasPrefix("EntL") { continue }
            if gloss.equals("(P)") {
                entry.labels.append("common")
                continue
            }
            add(gloss, &part, &sense, &entry)
        }
        finish(&sense, part, &entry)
        let parts = Set(entry.senses.map(\.partOfSpeech))
        if parts.count == 1, let only = entry.senses.first?.partOfSpeech { entry.partsOfSpeech = [only] }
        return entry
    }

    /// `家(P);屋(oK)`: spellings without their marks.
    private static func spellings(_ text: ByteText) -> [String] {
        var result: [String] = []
        var start = text.start
        for place in text.start...text.end where place == text.end || text[place] == UInt8(ascii: ";") {
            var word = text.part(from: start, to: place).trimmed
            start = place + 1
            while word.last == UInt8(ascii: ")"), let open = word.lastPlace(of: UInt8(ascii: "(")), open > word.start {
                word = word.part(from: word.start, to: open).trimmed
            }
            if !word.isEmpty { result.append(word.string) }
        }
        return result
    }

    private static func add(
        _ gloss: ByteText,
        _ part: inout PartOfSpeech?,
        _ sense: inout TranslationSense,
        _ entry: inout TranslationEntry
    ) {
        var text = gloss
        var labels: [String] = []
        var isFirstCode = true
        while true {
            if text.first == UInt8(ascii: "("), let close = WordList.partner(of: text.start, in: text),
                close + 1 < text.end
            {
                let inside = text.part(from: text.start + 1, to: close)
                if inside.bytes.allSatisfy(\.isDigit) {
                    finish(&sense, part, &entry)
                    isFirstCode = true
                } else if let codes = EdictCode.read(inside) {
                    if isFirstCode, codes.part != nil {
                        part = codes.part
                        isFirstCode = false
                    }
                    labels += codes.labels
                } else {
                    break
                }
                text = text.part(from: close + 1).trimmed
            } else if text.first == UInt8(ascii: "{"), let close = WordList.partner(of: text.start, in: text) {
                labels.append(text.part(from: text.start + 1, to: close).string)
                text = text.part(from: close + 1).trimmed
            } else {
                break
            }
        }
        sense.labels += labels
        // A gloss is one translation, with its commas.
        let list = WordList(text, WordList.Style(separatesAtCommas: false))
        sense.translations += list.items.map { item in
            var word = item.word
            word.labels = list.labels + word.labels
            return word
        }
    }

    private static func finish(_ sense: inout TranslationSense, _ part: PartOfSpeech?, _ entry: inout TranslationEntry)
    {
        guard !sense.translations.isEmpty else { return }
        sense.partOfSpeech = part
        entry.senses.append(sense)
        sense = TranslationSense(translations: [])
    }
}
