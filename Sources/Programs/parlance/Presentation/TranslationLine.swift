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

    /// The best translation with its gender and reading, and behind it the alternatives of the same kind of word.
    var words: String {
        ([Self.best(translation)] + (shown.first?.translations.dropFirst() ?? [])).joined(separator: ", ")
    }

    /// What kind of word it is and how it was found, in parentheses, and then what it is as another kind of word; empty when
    /// there is nothing to say.
    var remark: String {
        let parts = [translation.partOfSpeech?.rawValue, found].compactMap { $0 }
        let first = parts.isEmpty ? [] : ["(\(parts.joined(separator: "; ")))"]
        let others = shown.dropFirst().map { group in
            let words = group.translations.joined(separator: ", ")
            return group.partOfSpeech.map { "\(words) (\($0))" } ?? words
        }
        return (first + others).joined(separator: "; ")
    }

    /// The translations that are shown, by kinds of word.
    ///
    /// Each kind has its turn, the first one first, until there are as many as are wanted: who asks for *light* wants to
    /// know that it is not a lamp only.
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
