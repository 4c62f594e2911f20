import DictionaryTranslation
import LanguageServices

/// An inverted dictionary: the translations of another dictionary become the headwords.
///
/// Words with the same spelling and part of speech form one entry. Its translations are ordered by three criteria: the
/// position of the word among the translations of the original headword; how early learners encounter that headword
/// (according to labels such as `A1`); and how few translations that headword has. The more translations it has, the
/// less likely each one is meant. Entries with the same spelling are ordered by their best translations. The original
/// dictionary is kept entirely in memory, so this type is suitable only for small dictionaries.
struct InvertedSource: DictionarySource {
    /// The description of the original with the languages swapped.
    let info: DictionaryInfo

    private let source: any DictionarySource

    /// Inverts a dictionary.
    ///
    /// - Parameter title: Its title; `nil` uses the title of the original.
    init(_ source: any DictionarySource, name: String, title: String? = nil) {
        self.source = source
        var info = source.info
        info.name = name
        info.title = title ?? info.title
        info.source = source.info.target
        info.target = source.info.source
        self.info = info
    }

    /// Reads the original dictionary, and then produces the entries.
    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var groups: [Key: Group] = [:]
        var order: [Key] = []
        var number = 0
        var report = try source.read(progress: { progress($0 / 2) }) { value in
            // A contraction may translate a word, but the word is not a useful translation of the contraction.
            guard info.target.language != "en" || !Self.isContraction(value) else { return }
            for sense in value.senses {
                let parts = value.partsOfSpeech.isEmpty ? [] : [value.partsOfSpeech[0]]
                let part = sense.partOfSpeech ?? parts.first
                for (position, word) in sense.translations.enumerated() {
                    let key = Key(text: word.text, part: part)
                    if groups[key] == nil { order.append(key) }
                    groups[key, default: Group(word: word)].add(value, sense, at: position, number: number)
                }
            }
            number += 1
        }
        report.entries = order.count
        let best = groups.mapValues { group in group.uses.map(\.weight).min() ?? Weight() }
        order.sort { (best[$0] ?? Weight()) < (best[$1] ?? Weight()) }
        for (position, key) in order.enumerated() {
            if let group = groups[key] { try entry(group.entry(key)) }
            if position & 0xFF == 0 { progress(0.5 + Double(position) / Double(2 * order.count)) }
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

    /// The ranking criteria for a headword as a translation, most important first; higher values are worse.
    private struct Weight: Comparable {
        var position = 0
        var level = ""
        var count = 0
        var number = 0

        static func < (first: Weight, second: Weight) -> Bool {
            (first.position, first.level, first.count, first.number)
                < (second.position, second.level, second.count, second.number)
        }
    }

    /// The headwords that share a translation.
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

        mutating func add(_ entry: TranslationEntry, _ sense: TranslationSense, at position: Int, number: Int) {
            if word.reading == nil { word.reading = sense.translations[position].reading }
            for gender in sense.translations[position].genders where !word.genders.contains(gender) {
                word.genders.append(gender)
            }
            uses.append(
                Use(
                    weight: Weight(
                        position: position,
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

        /// Whether a label is a level in the Common European Framework of Reference for Languages.
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

/// Two dictionaries for the same language pair, combined; the entries of the first one precede those of the second.
struct JoinedSource: DictionarySource {
    let first: any DictionarySource
    let second: any DictionarySource

    /// The description of the second dictionary.
    var info: DictionaryInfo { second.info }

    /// Reads the first dictionary, then the second.
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
