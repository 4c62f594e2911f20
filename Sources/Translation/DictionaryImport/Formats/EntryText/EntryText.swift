import LanguageServices

/// The text format of a dictionary's entries.
protocol EntryText: Sendable {
    /// Parses an entry; `nil` if it has no headword.
    func entry(_ text: ByteText) -> TranslationEntry?
}

/// A sample of a dictionary's first entries, from which the text format is detected.
struct EntrySample {
    private enum Mark {
        /// A translation with the gender `<m>` or `<f>`.
        case gender
        /// A part of speech in JMdict's wording.
        case japanese
        /// Translations indented by three spaces after a line with the headword's grammar.
        case ding
        /// Tags such as `_n.`.
        case mueller
        /// Run-on entries after a full stop: `hasar. detrimental  zararlı`.
        case runOn
        /// Senses numbered with Roman numerals.
        case roman
    }

    private var entries = 0
    /// The number of entries with each feature.
    private var counts: [Mark: Int] = [:]
    private static let japanese: [StaticString] = [
        "(noun (common)", "(Godan verb", "(Ichidan verb", "1. (noun (common)",
    ]

    /// Examines an entry.
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
            if line.indentation >= 3, line.firstIndex(of: UInt8(ascii: "_")) != nil { marks.insert(.mueller) }
            if line.hasPrefix("I.  <") { marks.insert(.roman) }
            if line.indentation == 0, Self.hasRunOn(line) { marks.insert(.runOn) }
            if line.firstIndex(of: "<m>") ?? line.firstIndex(of: "<f>") != nil { marks.insert(.gender) }
        }
        for mark in marks { counts[mark, default: 0] += 1 }
    }

    /// The parser for the entries of the sample.
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

    /// Whether a line contains a full stop, a word and two spaces in sequence.
    private static func hasRunOn(_ line: ByteText) -> Bool {
        guard let stop = line.firstIndex(of: UInt8(ascii: "."), from: line.start + 3), line[stop + 1].isBlank else {
            return false
        }
        var position = stop + 2
        while position < line.end, !line[position].isBlank { position += 1 }
        return position > stop + 2 && line[position].isBlank && line[position + 1].isBlank
    }
}

extension TranslationEntry {
    /// If all senses have the same part of speech, moves it to the entry.
    mutating func takePartOfSpeechOfSenses() {
        guard let part = senses.first?.partOfSpeech, senses.allSatisfy({ $0.partOfSpeech == part }) else { return }
        partsOfSpeech = [part]
    }
}
