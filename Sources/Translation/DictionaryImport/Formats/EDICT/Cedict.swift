import DictionaryTranslation
import Language
import LanguageServices

/// CC-CEDICT, a Chinese–English dictionary with one entry per line.
///
///     學習 学习 [xue2 xi2] /to learn/to study/
///
/// The headword is in simplified characters; the entry can also be found by its traditional spelling. Comments at the
/// beginning (`#! title=…`) describe the dictionary and state its licence.
enum Cedict: LineFormat {
    static let format = DictionaryFormat.cedict

    static func isComment(_ line: ByteText) -> Bool { line.first == UInt8(ascii: "#") }

    static func heading(_ path: String) throws -> (DictionaryDescription.Findings, encoding: String?) {
        var reader = LineReader(try ByteStream(path: path))
        var values: [String: String] = [:]
        while let line = try reader.withLine({ isComment($0) ? $0.trimmed.string : "" }), !line.isEmpty {
            guard line.hasPrefix("#!"), let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].dropFirst(2).filter { !$0.isWhitespace }
            values[String(key)] = String(line[line.index(after: equals)...].prefix(300))
        }
        let findings = DictionaryDescription.Findings(
            baseName: FileName.stem(FileName.last(path)),
            title: "CC-CEDICT",
            source: LanguageTag("zh"),
            target: LanguageTag("en"),
            licence: values["license"] ?? "",
            attribution: [values["publisher"], "https://cc-cedict.org/"].compactMap { $0 }.joined(separator: "; "),
            version: values["date"] ?? values["version"] ?? ""
        )
        return (findings, nil)
    }

    /// The entry in a line.
    static func entry(_ line: ByteText) -> TranslationEntry? {
        guard let first = line.firstIndex(of: UInt8(ascii: " ")), first > line.start,
            let open = line.firstIndex(of: UInt8(ascii: "["), from: first),
            let close = line.firstIndex(of: UInt8(ascii: "]"), from: open),
            let slash = line.firstIndex(of: UInt8(ascii: "/"), from: close)
        else { return nil }
        let traditional = line.part(from: line.start, to: first).string
        let simplified = line.part(from: first, to: open).trimmed.string
        guard !simplified.isEmpty else { return nil }
        var entry = TranslationEntry(
            headword: simplified,
            reading: Pinyin.marked(line.part(from: open + 1, to: close).trimmed.string),
            forms: traditional == simplified ? [] : [traditional]
        )
        line.forEachGloss(from: slash + 1) { text in
            if text.hasPrefix("CL:") {
                entry.notes.append("classifier: " + references(text.part(from: text.start + 3).string))
            } else if text.hasPrefix("also written ") || text.hasPrefix("also pr. ") || text.hasPrefix("Taiwan pr. ")
                || text.hasPrefix("see also ")
            {
                entry.notes.append(references(text.string))
            } else {
                addSense(text, &entry)
            }
        }
        return entry
    }

    /// Semicolons separate translations with the same meaning; commas are part of a translation.
    private static func addSense(_ text: ByteText, _ entry: inout TranslationEntry) {
        let list = references(text.string).withText { WordList($0, WordList.Style(separatesAtCommas: false)) }
        guard !list.items.isEmpty else { return }
        // An initial label, as in "(coll.) buddy", applies to the first translation only.
        entry.senses.append(TranslationSense(translations: list.items.map(\.word), labels: list.labels))
    }

    /// A text with its Chinese words rewritten from `個|个[ge4]` to `个 (gè)`.
    private static func references(_ text: String) -> String {
        guard text.contains("[") else { return text }
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
            var word = rest[..<open]
            if let bar = word.lastIndex(of: "|") {
                // Omit the traditional spelling before the bar.
                var start = bar
                while start > word.startIndex {
                    let before = word.index(before: start)
                    guard let scalar = word[before].unicodeScalars.first, scalar.properties.isIdeographic else { break }
                    start = before
                }
                word = word[..<start] + word[word.index(after: bar)...]
            }
            result += word + " (" + Pinyin.marked(String(rest[rest.index(after: open)..<close])) + ")"
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
