import LanguageServices
import Platform

/// Formats a translation as one line.
struct TranslationLine {
    private let translation: Translation

    /// The maximum number of alternatives after the best translation.
    private let alternativeCount: Int

    init(_ translation: Translation, alternatives: Int) {
        self.translation = translation
        alternativeCount = alternatives
    }

    /// The best translation with its gender and reading, followed by alternatives with the same part of speech.
    var words: String {
        ([Self.best(translation)] + (shown.first?.translations.dropFirst() ?? [])).joined(separator: ", ")
    }

    /// The part of speech and how the word was found, in parentheses, then translations for other parts of speech;
    /// empty if there are none.
    var remark: String {
        let parts = [translation.partOfSpeech?.rawValue, found].compactMap { $0 }
        let first = parts.isEmpty ? [] : ["(\(parts.joined(separator: "; ")))"]
        let others = shown.dropFirst().map { group in
            let words = group.translations.joined(separator: ", ")
            return group.partOfSpeech.map { "\(words) (\($0))" } ?? words
        }
        return (first + others).joined(separator: "; ")
    }

    /// The translations to show, by part of speech. Up to the limit, they are taken from each part of speech in turn,
    /// best first, so that a reader who looks up *light* sees that it can be more than a lamp.
    private var shown: [TranslationGroup] {
        var groups = translation.groups
        if groups.isEmpty {
            let all = [translation.text] + translation.alternatives
            groups = [TranslationGroup(partOfSpeech: translation.partOfSpeech, translations: all)]
        }
        var counts = [Int](repeating: 0, count: groups.count)
        counts[0] = 1
        var left = min(alternativeCount, groups.reduce(-1) { $0 + $1.translations.count })
        while left > 0 {
            for place in groups.indices where left > 0 && counts[place] < groups[place].translations.count {
                counts[place] += 1
                left -= 1
            }
        }
        return zip(groups, counts).compactMap { group, count in
            count == 0
                ? nil
                : TranslationGroup(
                    partOfSpeech: group.partOfSpeech,
                    translations: Array(group.translations.prefix(count))
                )
        }
    }

    /// The best translation with its gender and reading, and romanised if requested.
    static func best(_ translation: Translation) -> String {
        var text = translation.text
        if let reading = translation.reading, reading != text { text += " [\(reading)]" }
        if let latin = translation.romanization, latin != translation.reading { text += " (\(latin))" }
        if !translation.genders.isEmpty {
            text += " " + translation.genders.map(\.sign).joined(separator: "/")
        }
        return text
    }

    private var found: String? {
        guard let match = translation.match else { return nil }
        return switch match.step {
        case .exact: nil
        case .letterCase, .accents, .punctuation: "the word is \(match.headword)"
        case .lemma: "form of \(match.headword)"
        case .expression: "holds '\(match.headword)'"
        case .spelling: "did you mean \(match.headword)?"
        case .gloss: "word by word"
        }
    }
}

/// Formats a translation that has explanations from its provider but no dictionary entry.
enum ExplainedTranslation {
    /// The lines: the translation, then the alternatives and the remarks.
    static func lines(_ translation: Translation) -> [String] {
        var head = TranslationLine.best(translation)
        let kinds = [translation.partOfSpeech?.rawValue, translation.difficulty?.rawValue].compactMap { $0 }
        if !kinds.isEmpty { head += "  (\(kinds.joined(separator: ", ")))" }
        var lines = [head]
        if !translation.alternatives.isEmpty {
            lines.append("  also: \(translation.alternatives.joined(separator: ", "))")
        }
        for remark in translation.remarks { lines.append("  \(remark.subject.rawValue): \(remark.text)") }
        return lines
    }
}

/// Formats a dictionary entry.
enum EntryText {
    /// The lines: the headword, a line for each sense, then examples and other details.
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

/// A text as an interlinear gloss: words with readings and translations in lines below them.
struct InterlinearText {
    private let columns: [Column]
    private let width: Int

    /// A word with the lines below it.
    private struct Column {
        var cells: [String]
        var width: Int
    }

    /// - Parameters:
    ///   - translation: A translation; without a gloss, it becomes a single column.
    ///   - text: The text.
    ///   - width: The maximum width of a line, in terminal columns.
    init(_ translation: Translation, of text: String, width: Int) {
        self.width = max(width, 20)
        var pieces = translation.gloss
        if pieces.isEmpty {
            pieces = [GlossedWord(text, translation: translation.text, reading: translation.reading)]
        }
        let words = pieces.filter { !BlankText.isBlank($0.text) }
        let hasReadings = words.contains { $0.reading != nil }
        columns = words.map { word in
            var cells = [word.text]
            if hasReadings { cells.append(word.reading ?? "") }
            // Text between words needs no translation; an unknown word is marked as unknown.
            let isWord = word.text.unicodeScalars.contains { $0.properties.isAlphabetic }
            cells.append(word.translation ?? (isWord ? "?" : ""))
            return Column(cells: cells, width: cells.map(TerminalText.columns(of:)).max() ?? 0)
        }
    }

    /// The lines: one group for each part that fits the width; groups are separated by empty lines.
    var lines: [String] {
        var lines: [String] = []
        var stretch: [Column] = []
        var used = 0
        func finish() {
            guard let rows = stretch.first?.cells.count else { return }
            if !lines.isEmpty { lines.append("") }
            var table = Table()
            for row in 0..<rows { table.add(stretch.map { $0.cells[row] }) }
            lines += table.lines
        }
        for column in columns {
            if used > 0, used + 2 + column.width > width {
                finish()
                (stretch, used) = ([], 0)
            }
            used += column.width + (stretch.isEmpty ? 0 : 2)
            stretch.append(column)
        }
        finish()
        return lines
    }
}
