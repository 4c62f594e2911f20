import DictionaryTranslation
import LanguageServices
import Platform

/// The ranking for dictionaries whose editors list the most common senses and translations first: JMdict and EDICT, in
/// any format.
///
/// In these dictionaries, the order is better evidence than any count. It does not show which of several entries with
/// the same spelling is meant. That is determined by the marks for common words, then by whether the entry is usually
/// written in the same script as the text, kana or kanji.
struct EntryRanking {
    /// The number of entries, and of entries marked as common words.
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

    /// Whether the dictionary is of this type: Japanese, with at least 1 % of its entries marked as common.
    var holds: Bool { marked > 0 && marked >= entries / 100 }

    /// The score of a translation by its location.
    ///
    /// - Parameter usage: How common the first translation of the entry is, from 0 to 1; see ``CommonEnglish``.
    static func merit(
        _ key: String,
        _ keyed: KeyedEntry,
        at location: CandidateList.Location,
        usage: Double
    ) -> Double {
        guard keyed.entry.senses.indices.contains(location.sense) else { return 0 }
        let sense = keyed.entry.senses[location.sense]
        let part = sense.partOfSpeech ?? keyed.entry.partsOfSpeech.first
        var merit = 4 * keyed.commonness - 1.5 * (keyed.marking + UsageMarks.against(sense.labels))
        merit -= 0.9 * Double(min(location.sense, 12)) + 0.7 * Double(min(location.position, 12))
        // Words precede affixes, and content words precede function words.
        if part == .suffix || part == .prefix { merit -= 4 }
        if part == .particle { merit -= 1 }
        // The usual script.
        let isKana = HeadwordSpellings.isKana(key)
        if isKana == isUsuallyKana(keyed.entry) { merit += isKana ? 2 : 1 }
        if keyed.isForm { merit -= 1 }
        // Among words with the same spelling, prefer the one with a common meaning.
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
