package import LanguageServices

/// An accent of ours: a folder under `Voices/` with readable text files.
///
/// `voice.txt` names the accent, what it builds on and who speaks it, `phonemes.txt` says how its phonemes sound, and
/// `words.txt` which words it says differently. `Voices/README.md` describes all three.
package struct AccentDefinition: Sendable, Hashable {
    /// The accent.
    package var language: LanguageTag

    /// Tags that mean this accent too: `en` for American English.
    package var additionalLanguages: [LanguageTag] = []

    /// The name for people.
    package var name: String

    /// The identifier of the installed voice that speaks it when nothing can be built, or `nil` when none comes near.
    package var base: String?

    /// Who speaks it, at least one; the first is the one that the accent's tag alone means.
    package var speakers: [SpeakerDefinition]

    /// The installed phoneme table it builds on.
    var table: String

    /// The installed dictionary it builds on.
    var dictionary: String

    /// Numbers of espeak-ng's conditional pronunciation rules that hold.
    var rules: [Int] = []

    /// Settings that go into espeak-ng's voice file as they are, key and values.
    var settings: [[String]] = []

    /// Phonemes that are replaced wherever they come up, in espeak-ng's own way.
    var replacements: [PhonemeReplacement] = []

    /// What is used instead when own phonemes cannot be linked into the installed data.
    var coarse = CoarseDefinition()

    /// The phonemes.
    var phonemes = PhonemeFile()

    /// The words, each of its pronunciations once.
    var words: [WordDefinition] = []

    /// What its phonology is taken from.
    package var sources: [String] = []

    /// How much is defined, for people.
    package var size: String { "\(phonemes.phonemes.count) phonemes, \(words.count) words, \(speakers.count) speakers" }

    /// What an own phoneme table, an own dictionary and the voice files are called.
    ///
    /// espeak-ng lower-cases nothing here, but it has room for 13 bytes of a dictionary's name.
    var ownName: String { "o\(language.text.lowercased().filter { $0.isASCII && $0.isLetter || $0.isNumber })" }
}

/// Somebody who speaks an accent.
package struct SpeakerDefinition: Sendable, Hashable {
    /// Whether it sounds like a woman's or a man's voice.
    package var gender: Voice.Gender

    /// Settings that go into espeak-ng's voice file as they are, key and values.
    var settings: [[String]] = []
}

/// espeak-ng puts one phoneme in the place of another, depending on nothing but its position and stress.
struct PhonemeReplacement: Sendable, Hashable {
    /// Bit 0: only at the end of a word; bit 1: only without stress; bit 2: only at the start of a word.
    var flags: Int
    var old: String
    var new: String
    var place: DefinitionLocation
}

/// An accent made with an installed table and replacements only, which is less like it.
struct CoarseDefinition: Sendable, Hashable {
    /// The installed table, or `nil` for the one of the accent.
    var table: String?
    var rules: [Int]?
    var replacements: [PhonemeReplacement] = []
}

/// A word that an accent says differently from what the installed dictionary has.
struct WordDefinition: Sendable, Hashable {
    /// In lower case: `a` to `z`, `'` and a few letters with accents, and `_` between words that are said together; or `_`
    /// and a number, which is how it is said in digits.
    var word: String
    /// In espeak-ng's names of phonemes, stress marks among them.
    var phonemes: String
    /// When it is said so, and what it does to the words behind it.
    var flags: [WordFlag] = []
    var place: DefinitionLocation

    /// What tells two pronunciations of one word apart: when each holds.
    var conditions: Set<WordFlag> { Set(flags.filter(\.isCondition)) }
}

/// What espeak-ng is told of a word beside its phonemes.
enum WordFlag: String, Sendable, Hashable, CaseIterable {
    // When it is said so.
    case atEnd = "at-end"
    case atStart = "at-start"
    case allCapitals = "all-capitals"
    case capital
    case noun
    case past
    case verb
    case withoutEnding = "without-ending"
    // How it stands among others.
    case unstressed
    case pauseBefore = "pause-before"
    case beforeNoun = "before-noun"
    case beforePast = "before-past"
    case beforeVerb = "before-verb"

    /// The byte in a dictionary, as in the table of keywords of espeak-ng's dictionary compiler.
    var code: UInt8 {
        switch self {
        case .pauseBefore: 0x08
        case .beforeVerb: 0x20
        case .beforeNoun: 0x22
        case .beforePast: 0x23
        case .verb: 0x24
        case .noun: 0x25
        case .past: 0x26
        case .capital: 0x29
        case .allCapitals: 0x2A
        case .withoutEnding: 0x2E
        case .atEnd: 0x31
        case .atStart: 0x32
        case .unstressed: 0x48
        }
    }

    /// Whether the pronunciation holds only then.
    var isCondition: Bool {
        switch self {
        case .atEnd, .atStart, .allCapitals, .capital, .noun, .past, .verb: true
        case .withoutEnding, .unstressed, .pauseBefore, .beforeNoun, .beforePast, .beforeVerb: false
        }
    }
}

extension WordDefinition {
    /// Reads a list of words: a word, its phonemes and when they hold, a line for each.
    ///
    /// - Throws: `ServiceError.Code.configuration` with file, line and column.
    static func read(_ bytes: [UInt8], path: String) throws(ServiceError) -> [WordDefinition] {
        var words: [WordDefinition] = []
        var lines: [Key: Int] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            let word = line.words[0]
            guard isWord(word.text) else {
                throw line.problem(
                    "'\(word.text)' is not a word of 1 to 40 lower-case letters a to z",
                    at: word,
                    remedy: "write it in lower case; an apostrophe may stand between the letters, and é is one"
                )
            }
            guard let phonemes = line.values.first else {
                throw line.problem("'\(word.text)' has no phonemes", remedy: "write 'bath b'aaT'")
            }
            let flags = try flags(line)
            guard phonemes.text.utf8.count <= 100, phonemes.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw line.problem("this cannot be phonemes", at: phonemes, remedy: "use espeak-ng's names of phonemes")
            }
            let definition = WordDefinition(
                word: word.text,
                phonemes: phonemes.text,
                flags: flags,
                place: DefinitionLocation(line, phonemes)
            )
            let key = Key(word: word.text, conditions: definition.conditions)
            if let first = lines.updateValue(line.number, forKey: key) {
                throw line.problem("'\(word.text)' stands in line \(first) already", at: word)
            }
            guard words.count < mostWords else { throw line.problem("there are more than \(mostWords) words") }
            words.append(definition)
        }
        return words
    }

    private struct Key: Hashable {
        var word: String
        var conditions: Set<WordFlag>
    }

    private static func flags(_ line: DefinitionText.Line) throws(ServiceError) -> [WordFlag] {
        var result: [WordFlag] = []
        for word in line.values.dropFirst() {
            let names = WordFlag.allCases.map(\.rawValue)
            guard let flag = WordFlag(rawValue: word.text) else {
                throw line.problem(
                    "'\(word.text)' does not say when a word is said so\(ClosestMatch.hint(for: word.text, in: names))",
                    at: word,
                    remedy: "write the phonemes without spaces; behind them may stand \(names.joined(separator: ", "))"
                )
            }
            guard !result.contains(flag) else { throw line.problem("'\(word.text)' stands here twice", at: word) }
            result.append(flag)
        }
        return result
    }

    private static func isWord(_ text: String) -> Bool {
        guard (1...40).contains(text.utf8.count) else { return false }
        if text.hasPrefix("_") {
            return (1...2).contains(text.utf8.count - 1) && text.utf8.dropFirst().allSatisfy(isDigit)
        }
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        return parts.count <= mostTogether && parts.allSatisfy(isPlain)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.isEmpty && part.first != "'"
            && part.unicodeScalars.allSatisfy {
                (0x61...0x7A).contains($0.value) || "'áâèéê".unicodeScalars.contains($0)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static let mostWords = 20_000

    /// How many words may be said together.
    private static let mostTogether = 4
}
