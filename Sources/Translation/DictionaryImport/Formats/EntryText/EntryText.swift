import LanguageServices

/// What a dictionary's entries are written like.
protocol EntryText: Sendable {
    /// Reads one entry; `nil` when there is no headword in it.
    func entry(_ text: ByteText) -> TranslationEntry?
}

/// The first entries of a dictionary, from which it is seen how they are written.
struct EntrySample {
    private var entries = 0
    /// Entries that give a translation the gender `<m>` or `<f>`.
    private var genderMarks = 0
    /// Entries whose first line has JMdict's marks of frequency, or a part of speech as JMdict describes it.
    private var japanese = 0
    /// Entries whose translations are indented by three spaces behind a line for the headword's grammar.
    private var ding = 0
    /// Entries with tags such as `_n.`.
    private var mueller = 0
    /// Entries with words of their own behind a full stop: `hasar. detrimental  zararlı`.
    private var runOns = 0
    /// Entries that count with Roman numerals.
    private var roman = 0

    /// Looks at an entry.
    mutating func add(_ text: ByteText) {
        entries += 1
        var rest = text
        _ = rest.nextLine()
        var number = 0
        var isJapanese = false
        var isDing = false
        var isMueller = false
        var isRoman = false
        var hasGender = false
        var hasRunOn = false
        while let line = rest.nextLine() {
            number += 1
            let body = line.trimmed
            if line.hasPrefix("(noun (common)") || line.hasPrefix("(Godan verb") || line.hasPrefix("(Ichidan verb")
                || line.hasPrefix("1. (noun (common)")
            {
                isJapanese = true
            }
            if number == 2, line.indentation == 3 { isDing = true }
            if line.indentation >= 3, body.firstPlace(of: UInt8(ascii: "_")) != nil { isMueller = true }
            if line.hasPrefix("I.  <") { isRoman = true }
            if line.indentation == 0, Self.hasRunOn(line) { hasRunOn = true }
            for place in line.start..<line.end
            where line[place] == UInt8(ascii: "<") && (line.has("<m>", at: place) || line.has("<f>", at: place)) {
                hasGender = true
            }
        }
        japanese += isJapanese ? 1 : 0
        ding += isDing ? 1 : 0
        mueller += isMueller ? 1 : 0
        runOns += hasRunOn ? 1 : 0
        roman += isRoman ? 1 : 0
        genderMarks += hasGender ? 1 : 0
    }

    /// The reader for such entries.
    func text(source: LanguageTag, target: LanguageTag) -> any EntryText {
        if source.language == "ja", japanese * 5 > entries { return JapaneseText(hasGenders: target.language == "de") }
        if mueller * 2 > entries { return MuellerText() }
        if ding * 2 > entries { return DingText() }
        if roman * 50 > entries { return RomanNumeralText() }
        return FreeDictText(
            style: WordList.Style(
                usage: GrammarLabel.Usage(hasNeuter: genderMarks > 3),
                hasRunOns: runOns * 20 > entries,
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
