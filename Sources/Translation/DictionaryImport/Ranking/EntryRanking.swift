import DictionaryTranslation
import LanguageServices
import Platform

/// The order of a dictionary whose editors put the usual senses, and in a sense the usual translations, first: JMdict and
/// EDICT, in whatever format they come.
///
/// In these the order says more than all that can be counted. What it does not say is which of several entries is meant
/// that are written alike; there the marks of common words decide, then whether the entry is usually written as the text
/// is, in kana or in kanji.
struct EntryRanking {
    /// How many entries there are, and how many are marked as those of common words.
    private var entries = 0
    private var marked = 0
    private let isJapanese: Bool

    init(source: LanguageTag) { isJapanese = source.language == "ja" }

    /// Counts an entry.
    mutating func count(_ entry: TranslationEntry) {
        guard isJapanese else { return }
        entries += 1
        if UsageMarks.common(entry.labels) > 0 { marked += 1 }
    }

    /// Whether the dictionary is one of these: a Japanese one in which common words are marked, at least one of a hundred.
    var holds: Bool { marked > 0 && marked >= entries / 100 }

    /// What the place of a translation says for it.
    ///
    /// - Parameter usage: How usual the first translation of the entry is, from 0 to 1; see ``CommonEnglish``.
    static func merit(
        _ key: String,
        _ keyed: KeyedEntry,
        at place: CandidateList.Place,
        usage: Double
    ) -> Double {
        guard keyed.entry.senses.indices.contains(place.sense) else { return 0 }
        let sense = keyed.entry.senses[place.sense]
        let part = sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first
        var merit = 4 * keyed.commonness - 1.5 * (keyed.marking + UsageMarks.against(sense.labels))
        merit -= 0.9 * Double(min(place.sense, 12)) + 0.7 * Double(min(place.position, 12))
        // Words go before what is only a part of words, and those that mean something before those that join others.
        if part == .suffix || part == .prefix { merit -= 4 }
        if part == .particle { merit -= 1 }
        // Which of the ways to write it is usual.
        let isKana = HeadwordSpellings.isKana(key)
        if isKana == isUsuallyKana(keyed.entry) { merit += isKana ? 2 : 1 }
        if keyed.isForm { merit -= 1 }
        // Of words that are written alike, the one that means something usual.
        merit += 2.5 * usage
        // Important words have many senses.
        return merit + 0.4 * log1p(Double(keyed.entry.senses.count))
    }

    private static func isUsuallyKana(_ entry: TranslationEntry) -> Bool {
        if HeadwordSpellings.isKana(entry.headword) { return true }
        guard let labels = entry.senses.first?.labels else { return false }
        return (entry.labels + labels).contains { kanaMarks.contains($0) }
    }

    private static let kanaMarks: Set<String> = [
        "usually kana", "uk", "word usually written using kana alone", "exclusively kana",
    ]
}
