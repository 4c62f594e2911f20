import LanguageServices

/// How a translation stands in one line for people.
struct TranslationLine {
    private let translation: Translation

    /// How many alternatives are shown behind the best translation.
    private let alternativeCount: Int

    init(_ translation: Translation, alternatives: Int) {
        self.translation = translation
        alternativeCount = alternatives
    }

    /// The best translation with its gender and reading, and the alternatives behind it.
    var words: String {
        let alternatives = translation.alternatives.prefix(alternativeCount)
        return ([Self.best(translation)] + alternatives).joined(separator: ", ")
    }

    /// What kind of word it is and how it was found, in parentheses; empty when there is nothing to say.
    var remark: String {
        let parts = [translation.partOfSpeech?.rawValue, found].compactMap { $0 }
        return parts.isEmpty ? "" : "(\(parts.joined(separator: "; ")))"
    }

    /// The best translation with its gender, its reading, and in Latin letters when that was asked for.
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
