package import LanguageServices

/// The result of a search.
package struct LookupResult: Sendable {
    /// The step that found the result, and the headword of the best translation.
    package var match: TranslationMatch { TranslationMatch(step: step, headword: best.headword) }

    /// The step that found the result.
    package internal(set) var step: TranslationMatch.Step

    /// The best translation.
    package let best: LookupTranslation

    private let list: TranslationList
    private let partOfSpeech: PartOfSpeech?

    /// Creates a result from a list; `nil` if the list is empty.
    ///
    /// - Parameter partOfSpeech: The preferred part of speech.
    init?(_ step: TranslationMatch.Step, _ list: TranslationList, preferring partOfSpeech: PartOfSpeech?) {
        guard let best = list.best(preferring: partOfSpeech) else { return nil }
        self.step = step
        self.best = best
        self.partOfSpeech = partOfSpeech
        self.list = list
    }

    /// The translations, best first and without duplicates; computed on each access.
    package var translations: [LookupTranslation] { list.translations(preferring: partOfSpeech) }

    /// The complete entries of the translations, in order and without duplicates.
    ///
    /// - Throws: `ServiceError.Code.io` if an entry is damaged.
    package func entries() throws -> [TranslationEntry] {
        var seen: Set<LookupTranslation.EntryID> = []
        return try translations.filter { seen.insert($0.entryID).inserted }.map { try $0.entry() }
    }
}

/// A translation and its origin.
package struct LookupTranslation: Sendable {
    private let found: FoundRecord
    private let number: Int

    /// Creates a translation from its index in a record; `nil` if the index is out of range.
    init?(_ number: Int, of found: FoundRecord) {
        guard found.record.translations.indices.contains(number) else { return nil }
        self.found = found
        self.number = number
    }

    private var ranked: RankedTranslation { found.record.translations[number] }

    /// The text to display instead of the one in the record.
    private var otherText: String?

    /// The translation as displayed.
    package internal(set) var text: String {
        get { otherText ?? ranked.word.text }
        set { otherText = newValue }
    }

    /// The translation with its annotations, such as labels.
    package var word: TranslatedWord {
        var word = ranked.word
        if let otherText { word.text = otherText }
        return word
    }

    /// The part of speech of the headword in this translation.
    package var partOfSpeech: PartOfSpeech? { ranked.partOfSpeech }

    /// The headword, as the dictionary spells it.
    package var headword: String {
        let place = ranked.entry
        return found.record.headwords.indices.contains(place) ? found.record.headwords[place] : found.record.key
    }

    /// The index of its dictionary among the searched dictionaries.
    package var dictionary: Int { found.dictionary }

    /// The complete entry.
    ///
    /// - Throws: `ServiceError.Code.io` if it is damaged.
    package func entry() throws -> TranslationEntry { try found.record.entry(ranked.entry) }

    /// Identifies an entry.
    struct EntryID: Hashable {
        let dictionary: Int
        let key: String
        let entry: Int
    }

    var entryID: EntryID { EntryID(dictionary: found.dictionary, key: found.record.key, entry: ranked.entry) }
}

/// A record and the index of its dictionary. This is a class so that its many members share one reference count.
final class FoundRecord: Sendable {
    let record: DictionaryRecord
    let dictionary: Int

    init(_ record: DictionaryRecord, dictionary: Int) {
        self.record = record
        self.dictionary = dictionary
    }
}

/// Errors that a search reports.
enum LookupFailure {
    /// The maximum length of a headword in bytes.
    static let maximumTextLength = 1024

    static func empty() -> ServiceError {
        ServiceError(.invalidRequest, "the text is empty", remedy: "provide a word or an expression")
    }

    /// - Parameter suggestions: Headwords with a similar spelling.
    static func notFound(_ text: String, suggestions: [String]) -> ServiceError {
        let remedy =
            suggestions.isEmpty
            ? "check the spelling, or add a dictionary that contains it"
            : "did you mean \(listed(suggestions.map { "'\($0)'" }))?"
        return ServiceError(.notFound, "'\(shown(text))' is not in any dictionary", remedy: remedy)
    }

    private static func listed(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// The beginning of a text without control characters, for one-line messages.
    private static func shown(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < 60 else {
                view.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            // Control characters, and characters that change the text direction.
            case .control, .format, .lineSeparator, .paragraphSeparator: view.append(" ")
            default: view.append(scalar)
            }
            count += 1
        }
        return String(view)
    }
}
