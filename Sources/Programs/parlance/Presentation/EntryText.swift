import LanguageServices

/// An entry of a dictionary as lines for people.
enum EntryText {
    /// The lines: the headword, a line for each meaning, examples and what else there is below.
    static func lines(_ entry: TranslationEntry) -> [String] {
        var head = entry.headword
        if let reading = entry.reading, reading != head { head += " [\(reading)]" }
        for pronunciation in entry.pronunciations { head += " /\(pronunciation)/" }
        let kinds = entry.partsOfSpeech.map(\.rawValue) + entry.genders.map(\.rawValue) + entry.labels
        if !kinds.isEmpty { head += "  (\(kinds.joined(separator: ", ")))" }
        var lines = [head]
        for (number, sense) in entry.senses.enumerated() {
            lines.append(line(sense, number: entry.senses.count > 1 ? number + 1 : nil, of: entry))
            for example in sense.examples {
                lines.append("     \(example.text)" + (example.translation.map { " - \($0)" } ?? ""))
            }
        }
        for note in entry.notes { lines.append("  note: \(note)") }
        if !entry.forms.isEmpty { lines.append("  also: \(entry.forms.joined(separator: ", "))") }
        if !entry.seeAlso.isEmpty { lines.append("  see: \(entry.seeAlso.joined(separator: ", "))") }
        if !entry.dictionary.isEmpty { lines.append("  from \(entry.dictionary)") }
        return lines
    }

    private static func line(_ sense: TranslationSense, number: Int?, of entry: TranslationEntry) -> String {
        var line = number.map { "  \($0). " } ?? "  "
        var kinds = sense.labels
        if let kind = sense.partOfSpeech, !entry.partsOfSpeech.contains(kind) { kinds.insert(kind.rawValue, at: 0) }
        if !kinds.isEmpty { line += "[\(kinds.joined(separator: ", "))] " }
        line += sense.translations.map(text).joined(separator: "; ")
        if let definition = sense.definition {
            line += sense.translations.isEmpty ? definition : " (\(definition))"
        }
        return line
    }

    private static func text(_ word: TranslatedWord) -> String {
        var text = word.text
        if let reading = word.reading, reading != text { text += " [\(reading)]" }
        if !word.genders.isEmpty { text += " " + word.genders.map(\.sign).joined(separator: "/") }
        if !word.labels.isEmpty { text += " (\(word.labels.joined(separator: ", ")))" }
        return text
    }
}
