package import LanguageServices

/// What was found for a text.
package struct LookupResult: Sendable {
    /// How it was found, and the headword of the best translation.
    package var match: TranslationMatch { TranslationMatch(step: step, headword: best.headword) }

    /// How it was found.
    package internal(set) var step: TranslationMatch.Step

    /// The best translation.
    package let best: LookupTranslation

    private let list: TranslationList
    private let partOfSpeech: PartOfSpeech?

    /// Makes a result of a list; `nil` when there is nothing in it.
    ///
    /// - Parameter partOfSpeech: The kind of word that is preferred.
    init?(_ step: TranslationMatch.Step, _ list: TranslationList, preferring partOfSpeech: PartOfSpeech?) {
        guard let best = list.best(preferring: partOfSpeech) else { return nil }
        self.step = step
        self.best = best
        self.partOfSpeech = partOfSpeech
        self.list = list
    }

    /// The translations, best first, each text once; they are put together whenever they are asked for.
    package var translations: [LookupTranslation] { list.translations(preferring: partOfSpeech) }

    /// The whole entries of the translations, in their order, each once.
    ///
    /// - Throws: `ServiceError.Code.io` when an entry is damaged.
    package func entries() throws -> [TranslationEntry] {
        var seen: Set<LookupTranslation.Place> = []
        return try translations.filter { seen.insert($0.place).inserted }.map { try $0.entry() }
    }
}

/// A translation, and where it was found.
package struct LookupTranslation: Sendable {
    private let found: FoundRecord
    private let number: Int

    /// Takes a translation of a record, by its place there; `nil` when there is none.
    init?(_ number: Int, of found: FoundRecord) {
        guard found.record.translations.indices.contains(number) else { return nil }
        self.found = found
        self.number = number
    }

    private var ranked: RankedTranslation { found.record.translations[number] }

    /// What is shown instead of the text that the record has.
    private var otherText: String?

    /// The translation as it is shown.
    package internal(set) var text: String {
        get { otherText ?? ranked.word.text }
        set { otherText = newValue }
    }

    /// The translation, with what is known of the word.
    package var word: TranslatedWord {
        var word = ranked.word
        if let otherText { word.text = otherText }
        return word
    }

    /// What kind of word the headword is in this translation.
    package var partOfSpeech: PartOfSpeech? { ranked.partOfSpeech }

    /// The headword, as the dictionary spells it.
    package var headword: String {
        let place = ranked.entry
        return found.record.headwords.indices.contains(place) ? found.record.headwords[place] : found.record.key
    }

    /// The place of its dictionary among those that were searched.
    package var dictionary: Int { found.dictionary }

    /// The whole entry.
    ///
    /// - Throws: `ServiceError.Code.io` when it is damaged.
    package func entry() throws -> TranslationEntry { try found.record.entry(ranked.entry) }

    /// What tells entries apart.
    struct Place: Hashable {
        let dictionary: Int
        let key: String
        let entry: Int
    }

    var place: Place { Place(dictionary: found.dictionary, key: found.record.key, entry: ranked.entry) }
}

/// A record, and the place of its dictionary. A class, so that its many parts are counted as one.
final class FoundRecord: Sendable {
    let record: DictionaryRecord
    let dictionary: Int

    init(_ record: DictionaryRecord, dictionary: Int) {
        self.record = record
        self.dictionary = dictionary
    }
}

/// What a search says when it has no answer.
enum LookupFailure {
    /// A longer text, in bytes, is no headword.
    static let longestText = 1024

    static func empty() -> ServiceError {
        ServiceError(.invalidRequest, "the text is empty", remedy: "give a word or an expression")
    }

    /// - Parameter suggestions: Headwords that are close to the text.
    static func notFound(_ text: String, suggestions: [String]) -> ServiceError {
        let remedy =
            suggestions.isEmpty
            ? "check the spelling, or add a dictionary that has it"
            : "did you mean \(listed(suggestions.map { "'\($0)'" }))?"
        return ServiceError(.notFound, "'\(shown(text))' is in no dictionary", remedy: remedy)
    }

    private static func listed(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A text for a message of one line: its beginning, without controls.
    private static func shown(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < 60 else {
                view.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            // Controls, and what turns the direction of the rest of the line.
            case .control, .format, .lineSeparator, .paragraphSeparator: view.append(" ")
            default: view.append(scalar)
            }
            count += 1
        }
        return String(view)
    }
}
