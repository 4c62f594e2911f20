import DictionaryImport
import DictionaryTranslation
import LanguageServices

/// A starter dictionary in a form that can be compared with others.
struct StarterTable {
    /// What is counted.
    enum Unit: String, CaseIterable {
        /// Headwords, with the translations from all their rows.
        case headwords
        /// Rows: a headword with a part of speech and a sense.
        case rows
        /// Single translations.
        case words
    }

    /// One counted unit.
    struct Item {
        var headword: String
        /// The headword; for a row, also the part of speech and the sense.
        var title: String
        var translations: [TranslatedWord]
    }

    let target: LanguageTag
    private(set) var items: [Item] = []

    /// - Throws: `ServiceError` when the table cannot be read.
    init(path: String, unit: Unit) throws {
        let source = try TableSource(path: path)
        target = source.info.target
        var numbers: [String: Int] = [:]
        var items: [Item] = []
        _ = try source.read(progress: { _ in }) { entry in
            let words = entry.senses.flatMap(\.translations)
            if unit == .headwords {
                if let number = numbers[entry.headword] {
                    items[number].translations += words
                    return
                }
                numbers[entry.headword] = items.count
            }
            var title = entry.headword
            if unit != .headwords {
                title += " " + entry.partsOfSpeech.map(\.rawValue).joined(separator: ", ")
                if let sense = entry.senses.first?.definition { title += " (\(sense))" }
            }
            for part in unit == .words ? words.map({ [$0] }) : [words] {
                items.append(Item(headword: entry.headword, title: title, translations: part))
            }
        }
        self.items = items
    }
}
