import DictionaryTranslation
import LanguageServices

/// A dictionary turned round: the translations of another become the headwords.
///
/// Words of one spelling and part of speech are one entry. A headword whose first translation the word is goes before one
/// whose second it is; then one that is learned early (by labels such as `A1`) before one that is learned later, then one
/// that has few translations before one that has many, which mean it less. The entries of a spelling are in the order of
/// their best translations. The other dictionary is held in memory as a whole, so this is for small ones.
struct InvertedSource: DictionarySource {
    /// What it says of itself: what the other says, with the languages exchanged.
    let info: DictionaryInfo

    private let source: any DictionarySource

    /// Turns a dictionary round.
    ///
    /// - Parameter title: Its title; that of the other when it is `nil`.
    init(_ source: any DictionarySource, name: String, title: String? = nil) {
        self.source = source
        var info = source.info
        info.name = name
        info.title = title ?? info.title
        info.source = source.info.target
        info.target = source.info.source
        self.info = info
    }

    /// Reads the other dictionary, and then hands out the entries.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var groups: [Key: Group] = [:]
        var order: [Key] = []
        var number = 0
        var report = try source.read(progress: { progress($0 / 2) }) { value in
            // A contraction is said with a word of another language, and does not say what that word means.
            guard info.target.language != "en" || !Self.isContraction(value) else { return }
            for sense in value.senses {
                let parts = value.partsOfSpeech.isEmpty ? [] : [value.partsOfSpeech[0]]
                let part = sense.partOfSpeech ?? parts.first
                for (place, word) in sense.translations.enumerated() {
                    let key = Key(text: word.text, part: part)
                    if groups[key] == nil { order.append(key) }
                    groups[key, default: Group(word: word)].add(value, sense, at: place, number: number)
                }
            }
            number += 1
        }
        report.entries = order.count
        let best = groups.mapValues { group in group.uses.map(\.weight).min() ?? Weight() }
        order.sort { (best[$0] ?? Weight()) < (best[$1] ?? Weight()) }
        for (place, key) in order.enumerated() {
            if let group = groups[key] { try entry(group.entry(key)) }
            if place & 0xFF == 0 { progress(0.5 + Double(place) / Double(2 * order.count)) }
        }
        progress(1)
        return report
    }

    private static func isContraction(_ entry: TranslationEntry) -> Bool {
        entry.headword.unicodeScalars.contains { $0 == "'" || $0 == "\u{2019}" }
            && !entry.headword.unicodeScalars.contains(" ") && entry.headword.lowercased() != "o'clock"
    }

    private struct Key: Hashable {
        var text: String
        var part: PartOfSpeech?
    }

    /// What speaks against a headword as a translation, the gravest first.
    private struct Weight: Comparable {
        var place = 0
        var level = ""
        var count = 0
        var number = 0

        static func < (first: Weight, second: Weight) -> Bool {
            (first.place, first.level, first.count, first.number)
                < (second.place, second.level, second.count, second.number)
        }
    }

    /// What a word translates.
    private struct Group {
        struct Use {
            var weight: Weight
            var word: TranslatedWord
            var definition: String?
            var labels: [String]
        }

        var word: TranslatedWord
        var uses: [Use] = []

        init(word: TranslatedWord) { self.word = word }

        mutating func add(_ entry: TranslationEntry, _ sense: TranslationSense, at place: Int, number: Int) {
            if word.reading == nil { word.reading = sense.translations[place].reading }
            for gender in sense.translations[place].genders where !word.genders.contains(gender) {
                word.genders.append(gender)
            }
            uses.append(
                Use(
                    weight: Weight(
                        place: place,
                        level: (entry.labels + sense.labels).first(where: Self.isLevel) ?? "Z",
                        count: sense.translations.count,
                        number: number
                    ),
                    word: TranslatedWord(entry.headword, reading: entry.reading, genders: entry.genders),
                    definition: sense.definition,
                    labels: sense.labels
                )
            )
        }

        /// Whether a label is a level of the Common European Framework of Reference for Languages.
        private static func isLevel(_ label: String) -> Bool {
            label.utf8.count == 2 && "ABC".contains(label.prefix(1)) && "12".contains(label.suffix(1))
        }

        func entry(_ key: Key) -> TranslationEntry {
            var entry = TranslationEntry(
                headword: key.text,
                reading: word.reading,
                partsOfSpeech: key.part.map { [$0] } ?? [],
                genders: word.genders
            )
            for use in uses.sorted(by: { $0.weight < $1.weight }) {
                if let last = entry.senses.indices.last, entry.senses[last].definition == use.definition,
                    entry.senses[last].labels == use.labels
                {
                    if !entry.senses[last].translations.contains(where: { $0.text == use.word.text }) {
                        entry.senses[last].translations.append(use.word)
                    }
                } else {
                    entry.senses.append(
                        TranslationSense(translations: [use.word], definition: use.definition, labels: use.labels)
                    )
                }
            }
            return entry
        }
    }
}

/// Several dictionaries of one pair of languages as one, the entries of the first before those of the second.
struct JoinedSource: DictionarySource {
    let first: any DictionarySource
    let second: any DictionarySource

    /// What the second says of itself.
    var info: DictionaryInfo { second.info }

    /// Reads the one, then the other.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = try first.read(progress: { progress($0 / 2) }, entry: entry)
        let more = try second.read(progress: { progress(0.5 + $0 / 2) }, entry: entry)
        report.entries += more.entries
        report.withoutTranslation += more.withoutTranslation
        report.damaged += more.damaged
        report.firstDamage = report.firstDamage ?? more.firstDamage
        return report
    }
}
