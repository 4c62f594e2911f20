import LanguageServices

/// A translation without the entry of a dictionary, with what its provider explains, as lines for people.
enum ExplainedTranslation {
    /// The lines: the translation, and below it the alternatives and the remarks.
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
