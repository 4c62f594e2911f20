import DictionaryImport
import DictionaryTranslation
import LanguageServices

/// The translations that sources other than the starter dictionary give for its headwords.
///
/// A dictionary for the language pair, in either direction, is sufficient by itself. Translations through a pivot
/// language count only if two pivot languages lead to the same word, because a single one is unreliable: *bank*,
/// *Ufer*, *orilla*.
struct OtherTranslations {
    /// The names of the sources, for display.
    var sources: [String] = []
    private let english: ComparableWord
    private let target: ComparableWord
    /// The indices of the headwords that have a key.
    private var numbers: [String: Set<Int>] = [:]
    /// The translations of each headword by key, in display form.
    private(set) var found: [[String: String]]
    /// The pivot languages that lead from a headword to a key.
    private var votes: [[String: Set<String>]]

    init(headwords: [String], source: LanguageTag, target language: LanguageTag) {
        english = ComparableWord(language: source)
        target = ComparableWord(language: language)
        found = Array(repeating: [:], count: headwords.count)
        votes = Array(repeating: [:], count: headwords.count)
        for (number, headword) in headwords.enumerated() {
            for key in english.keys(headword) { numbers[key, default: []].insert(number) }
        }
    }

    /// Adds a translation of a headword, by its index.
    mutating func add(_ text: String, to number: Int) {
        for key in target.keys(text) where found[number][key] == nil { found[number][key] = text }
    }

    /// Adds the translations from a dictionary for the two languages, in either direction.
    mutating func add(_ dictionary: SystemDictionary, isReversed: Bool) throws {
        try Self.forEachPair(in: dictionary) { headword, translation in
            let (own, other) = isReversed ? (translation, headword) : (headword, translation)
            for key in english.keys(own) {
                for number in numbers[key] ?? [] { add(other, to: number) }
            }
        }
    }

    /// Adds translations through a pivot language.
    ///
    /// - Parameters:
    ///   - first: Dictionaries between English and the pivot language.
    ///   - second: Dictionaries between the pivot language and the target.
    mutating func add(
        through language: LanguageTag,
        _ first: [(dictionary: SystemDictionary, isReversed: Bool)],
        _ second: [(dictionary: SystemDictionary, isReversed: Bool)]
    ) throws {
        let middle = ComparableWord(language: language)
        var between: [String: Set<Int>] = [:]
        for (dictionary, isReversed) in first {
            try Self.forEachPair(in: dictionary) { headword, translation in
                let (own, other) = isReversed ? (translation, headword) : (headword, translation)
                let known = english.keys(own).reduce(into: Set<Int>()) { $0.formUnion(numbers[$1] ?? []) }
                guard !known.isEmpty else { return }
                for key in middle.keys(other) { between[key, default: []].formUnion(known) }
            }
        }
        for (dictionary, isReversed) in second {
            try Self.forEachPair(in: dictionary) { headword, translation in
                let (own, other) = isReversed ? (translation, headword) : (headword, translation)
                let known = middle.keys(own).reduce(into: Set<Int>()) { $0.formUnion(between[$1] ?? []) }
                guard !known.isEmpty else { return }
                for key in target.keys(other) {
                    for number in known {
                        votes[number][key, default: []].insert(language.language)
                        if votes[number][key]?.count == 2, found[number][key] == nil { found[number][key] = other }
                    }
                }
            }
        }
    }

    /// Whether any source contains a headword.
    func knows(_ number: Int) -> Bool { !found[number].isEmpty }

    /// Whether any source gives one of the words as a translation of a headword.
    func agree(_ words: [TranslatedWord], with number: Int) -> Bool {
        words.contains { word in
            target.keys(word.text).contains { found[number][$0] != nil }
                // A source may write in kana what the table writes in kanji.
                || word.reading.map { target.keys($0).contains { found[number][$0] != nil } } ?? false
        }
    }

    /// The translations that the sources give for a headword.
    func texts(of number: Int) -> [String] { Set(found[number].values).sorted() }

    private static func forEachPair(
        in dictionary: SystemDictionary,
        _ body: (_ headword: String, _ translation: String) -> Void
    ) throws {
        let options = DictionaryOptions(source: dictionary.source, target: dictionary.target)
        let source = try DictionaryOpening.open(path: dictionary.path, options: options)
        _ = try source.read(progress: { _ in }) { entry in
            for sense in entry.senses {
                for word in sense.translations {
                    body(entry.headword, word.text)
                    for form in entry.forms { body(form, word.text) }
                }
            }
        }
    }
}
