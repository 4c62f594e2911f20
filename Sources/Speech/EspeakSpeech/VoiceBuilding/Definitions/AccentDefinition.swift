package import LanguageServices

/// The definition of a bundled accent: a folder of text files in `Voices/`.
///
/// `voice.txt` describes the accent, the voice on which it is based, and its speakers; `phonemes.txt` defines how its
/// phonemes sound; `words.txt` lists the words whose pronunciation differs. `Voices/README.md` documents the files.
package struct AccentDefinition: Sendable, Hashable {
    /// The accent.
    package var language: LanguageTag

    /// Additional tags for this accent: `en` for American English.
    package var additionalLanguages: [LanguageTag] = []

    /// The display name.
    package var name: String

    /// The identifier of the installed voice to use if the accent cannot be built; `nil` if no installed voice is
    /// similar.
    package var base: String?

    /// The speakers, of whom there is at least one. The first one is the default for the accent's tag.
    package var speakers: [SpeakerDefinition]

    /// The installed phoneme table that the accent extends.
    var table: String

    /// The installed dictionary that the accent extends.
    var dictionary: String

    /// The numbers of espeak-ng's conditional pronunciation rules that apply to the accent.
    var rules: [Int] = []

    /// Settings to copy to espeak-ng's voice file; each consists of a key and its values.
    var settings: [[String]] = []

    /// Phonemes to replace everywhere, using espeak-ng's `replace` setting.
    var replacements: [PhonemeReplacement] = []

    /// The fallback, which is used if the accent's phonemes cannot be linked into the installed data.
    var coarse = CoarseDefinition()

    /// The phonemes.
    var phonemes = PhonemeFile()

    /// The words; each combination of word and conditions occurs only once.
    var words: [WordDefinition] = []

    /// The sources for its phonology.
    package var sources: [String] = []

    /// A summary for display.
    package var size: String { "\(phonemes.phonemes.count) phonemes, \(words.count) words, \(speakers.count) speakers" }

    /// The name of the accent's phoneme table, dictionary and voice files.
    ///
    /// espeak-ng uses the name unchanged, but limits a dictionary's name to 13 bytes.
    var tableName: String { "o\(language.text.lowercased().filter { $0.isASCII && $0.isLetter || $0.isNumber })" }
}

/// A speaker of an accent.
package struct SpeakerDefinition: Sendable, Hashable {
    /// The gender of the voice.
    package var gender: Voice.Gender

    /// Settings to copy to espeak-ng's voice file; each consists of a key and its values.
    var settings: [[String]] = []
}

/// Replaces one phoneme with another, depending only on its position and stress.
struct PhonemeReplacement: Sendable, Hashable {
    /// Bit 0: only at the end of a word; bit 1: only in unstressed syllables; bit 2: only at the start of a word.
    var flags: Int
    var old: String
    var new: String
    var location: DefinitionLocation
}

/// A less accurate accent that uses only an installed table and replacements.
struct CoarseDefinition: Sendable, Hashable {
    /// The installed table; `nil` to use the accent's own base table.
    var table: String?
    var rules: [Int]?
    var replacements: [PhonemeReplacement] = []
}

/// A word whose pronunciation differs from the one in the installed dictionary.
struct WordDefinition: Sendable, Hashable {
    /// The word in lower case (`a` to `z`, `'` and some accented letters), or a phrase with `_` between its words. `_`
    /// followed by a number defines the pronunciation of digits.
    var word: String
    /// The phonemes in espeak-ng's notation, including stress marks.
    var phonemes: String
    /// The conditions for the pronunciation, and its effects on the following words.
    var flags: [WordFlag] = []
    var location: DefinitionLocation

    /// The conditions, which distinguish several pronunciations of a word.
    var conditions: Set<WordFlag> { Set(flags.filter(\.isCondition)) }
}

/// A flag of a word in a dictionary.
enum WordFlag: String, Sendable, Hashable, CaseIterable {
    // Conditions for the pronunciation.
    case atEnd = "at-end"
    case atStart = "at-start"
    case allCapitals = "all-capitals"
    case capital
    case noun
    case past
    case verb
    case withoutEnding = "without-ending"
    // The behaviour of the word in a sentence.
    case unstressed
    case pauseBefore = "pause-before"
    case beforeNoun = "before-noun"
    case beforePast = "before-past"
    case beforeVerb = "before-verb"

    /// The flag's byte in a dictionary, as in the keyword table of espeak-ng's dictionary compiler.
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

    /// Whether the flag is a condition for the pronunciation.
    var isCondition: Bool {
        switch self {
        case .atEnd, .atStart, .allCapitals, .capital, .noun, .past, .verb: true
        case .withoutEnding, .unstressed, .pauseBefore, .beforeNoun, .beforePast, .beforeVerb: false
        }
    }
}

extension WordDefinition {
    /// Reads a word list. Each line contains a word, its phonemes and its flags.
    ///
    /// - Throws: `ServiceError.Code.configuration` with the file, line and column.
    static func read(_ bytes: [UInt8], path: String) throws(ServiceError) -> [WordDefinition] {
        var words: [WordDefinition] = []
        var lines: [Key: Int] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            let word = line.words[0]
            guard isWord(word.text) else {
                throw line.problem(
                    "'\(word.text)' is not a word of 1 to 40 lower-case letters a to z",
                    at: word,
                    remedy: "write it in lower case; an apostrophe or é is allowed between the letters"
                )
            }
            guard let phonemes = line.values.first else {
                throw line.problem("'\(word.text)' has no phonemes", remedy: "write 'bath b'aaT'")
            }
            let flags = try flags(line)
            guard phonemes.text.utf8.count <= 100, phonemes.text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                throw line.problem("invalid phonemes", at: phonemes, remedy: "use espeak-ng's phoneme names")
            }
            let definition = WordDefinition(
                word: word.text,
                phonemes: phonemes.text,
                flags: flags,
                location: DefinitionLocation(line, phonemes)
            )
            let key = Key(word: word.text, conditions: definition.conditions)
            if let first = lines.updateValue(line.number, forKey: key) {
                throw line.problem("'\(word.text)' is already defined on line \(first)", at: word)
            }
            guard words.count < maximumWords else { throw line.problem("there are more than \(maximumWords) words") }
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
                    "'\(word.text)' is not a known flag\(ClosestMatch.hint(for: word.text, in: names))",
                    at: word,
                    remedy: "write the phonemes without spaces, then any of \(names.joined(separator: ", "))"
                )
            }
            guard !result.contains(flag) else { throw line.problem("'\(word.text)' is specified twice", at: word) }
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
        return parts.count <= maximumWordsInPhrase && parts.allSatisfy(isPlain)
    }

    private static func isPlain(_ part: Substring) -> Bool {
        !part.isEmpty && part.first != "'"
            && part.unicodeScalars.allSatisfy {
                (0x61...0x7A).contains($0.value) || "'áâèéê".unicodeScalars.contains($0)
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static let maximumWords = 20_000

    /// The maximum number of words in a phrase.
    private static let maximumWordsInPhrase = 4
}
