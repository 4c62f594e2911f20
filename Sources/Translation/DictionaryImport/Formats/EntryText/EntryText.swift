import LanguageServices

/// What a dictionary's entries are written like.
protocol EntryText: Sendable {
    /// Reads one entry; `nil` when there is no headword in it.
    func entry(_ text: ByteText) -> TranslationEntry?
}

/// The first entries of a dictionary, from which it is seen how they are written.
struct EntrySample {
    private enum Mark {
        /// A translation with the gender `<m>` or `<f>`.
        case gender
        /// A part of speech as JMdict describes it.
        case japanese
        /// Translations that are indented by three spaces behind a line for the headword's grammar.
        case ding
        /// Tags such as `_n.`.
        case mueller
        /// Words of their own behind a full stop: `hasar. detrimental  zararlı`.
        case runOn
        /// Roman numerals that count.
        case roman
    }

    private var entries = 0
    /// How many entries have each mark.
    private var counts: [Mark: Int] = [:]
    private static let japanese: [StaticString] = [
        "(noun (common)", "(Godan verb", "(Ichidan verb", "1. (noun (common)",
    ]

    /// Looks at an entry.
    mutating func add(_ text: ByteText) {
        entries += 1
        var rest = text
        _ = rest.nextLine()
        var number = 0
        var marks: Set<Mark> = []
        while let line = rest.nextLine() {
            number += 1
            if Self.japanese.contains(where: line.hasPrefix) { marks.insert(.japanese) }
            if number == 2, line.indentation == 3 { marks.insert(.ding) }
            if line.indentation >= 3, line.firstPlace(of: UInt8(ascii: "_")) != nil { marks.insert(.mueller) }
            if line.hasPrefix("I.  <") { marks.insert(.roman) }
            if line.indentation == 0, Self.hasRunOn(line) { marks.insert(.runOn) }
            if line.firstPlace(of: "<m>") ?? line.firstPlace(of: "<f>") != nil { marks.insert(.gender) }
        }
        for mark in marks { counts[mark, default: 0] += 1 }
    }

    /// The reader for such entries.
    func text(source: LanguageTag, target: LanguageTag) -> any EntryText {
        func has(_ mark: Mark, moreThanOneOf few: Int) -> Bool { counts[mark, default: 0] * few > entries }
        if source.language == "ja", has(.japanese, moreThanOneOf: 5) {
            return JapaneseText(hasGenders: target.language == "de")
        }
        if has(.mueller, moreThanOneOf: 2) { return MuellerText() }
        if has(.ding, moreThanOneOf: 2) { return DingText() }
        if has(.roman, moreThanOneOf: 50) { return RomanNumeralText() }
        return FreeDictText(
            style: WordList.Style(
                usage: GrammarLabel.Usage(hasNeuter: counts[.gender, default: 0] > 3),
                hasRunOns: has(.runOn, moreThanOneOf: 20),
                hasGluedAbbreviations: true
            ),
            headUsage: GrammarLabel.Usage(isBreton: source.language == "br")
        )
    }

    /// Whether a full stop, a word and two spaces follow one another.
    private static func hasRunOn(_ line: ByteText) -> Bool {
        guard let stop = line.firstPlace(of: UInt8(ascii: "."), from: line.start + 3), line[stop + 1].isBlank else {
            return false
        }
        var place = stop + 2
        while place < line.end, !line[place].isBlank { place += 1 }
        return place > stop + 2 && line[place].isBlank && line[place + 1].isBlank
    }
}

extension TranslationEntry {
    /// What all senses are, the entry is.
    mutating func takePartOfSpeechOfSenses() {
        guard let part = senses.first?.partOfSpeech, senses.allSatisfy({ $0.partOfSpeech == part }) else { return }
        partsOfSpeech = [part]
    }
}
