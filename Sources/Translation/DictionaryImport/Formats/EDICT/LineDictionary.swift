import DictionaryTranslation
import LanguageServices

/// A file with one entry a line, and comments in between: EDICT and CC-CEDICT.
struct LineDictionary {
    /// The file.
    let path: String
    /// Its character encoding; `nil` for UTF-8.
    var encoding: String?
    /// Whether a line is no entry.
    let isComment: @Sendable (ByteText) -> Bool
    /// Takes a line apart; `nil` for one that is no entry.
    let parse: @Sendable (ByteText) -> TranslationEntry?

    /// Reads all lines.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = DictionaryReadReport()
        let total = Double(max(1, FileSize.of(path)))
        var reader = LineReader(try ByteStream(path: path), encoding: encoding)
        while true {
            let line = try reader.withLine { line -> (isEntry: Bool, value: TranslationEntry?) in
                let text = line.trimmed
                if text.isEmpty || isComment(text) { return (false, nil) }
                return (true, parse(text))
            }
            guard let line else { break }
            if reader.number & 0xFFF == 0 { progress(min(1, Double(reader.position) / total)) }
            guard line.isEntry else { continue }
            guard let value = line.value else {
                report.damaged += 1
                report.firstDamage = report.firstDamage ?? "line \(reader.number) is no entry"
                continue
            }
            if value.senses.contains(where: { !$0.translations.isEmpty }) {
                report.entries += 1
                try entry(value)
            } else {
                report.withoutTranslation += 1
            }
        }
        if reader.overlong > 0 {
            report.damaged += reader.overlong
            report.firstDamage = report.firstDamage ?? "a line is longer than \(LineReader.longestLine >> 20) MiB"
        }
        progress(1)
        return report
    }
}
