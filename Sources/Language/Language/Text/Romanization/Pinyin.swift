import CICUText

/// Converts pinyin from dictionary notation to standard orthography.
package enum Pinyin {
    /// The syllables of a reading, with tone marks: `lu:4 se4` becomes *lǜ*, *sè*.
    ///
    /// - Returns: `nil` if the text is not pinyin, because it contains letters in other scripts or no letters.
    static func syllables(_ reading: String) -> [String]? {
        var result: [String] = []
        var hasLetters = false
        for part in reading.split(whereSeparator: { $0.isWhitespace || $0 == "\u{3000}" }) {
            for scalar in part.unicodeScalars where scalar.properties.isAlphabetic {
                guard TextScript(of: scalar) == .latin || scalar.value < 0x370 else { return nil }
                hasLetters = true
            }
            result += pieces(of: part).map(syllable)
        }
        return hasLetters ? result : nil
    }

    /// Replaces the tone numbers of space-separated syllables with tone marks: `xue2 xi2` becomes *xué xí*. All other
    /// text is unchanged.
    package static func marked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { syllable(String($0)) }.joined(separator: " ")
    }

    /// Joins syllables into a word. An apostrophe is inserted before a syllable that starts with a vowel, and the *r*
    /// of an erhua ending is attached to the syllable before it.
    static func word(_ syllables: some Sequence<String>) -> String {
        var result = ""
        for syllable in syllables {
            let first = CodeUnits(syllable.lowercased()).normalized(ICUTEXT_NFKD).scalars.first
            if !result.isEmpty, let first, "aeo".unicodeScalars.contains(first) { result += "'" }
            result += syllable
        }
        return result
    }

    /// Splits a string such as `yin2hang2` after the digits.
    private static func pieces(of part: Substring) -> [String] {
        var result = [""]
        for character in part {
            result[result.count - 1].append(character)
            if ("1"..."5").contains(character) { result.append("") }
        }
        if result.last?.isEmpty == true { result.removeLast() }
        return result
    }

    /// A syllable with a tone mark instead of the digit.
    private static func syllable(_ syllable: String) -> String {
        guard syllable.count > 1, let tone = syllable.last?.wholeNumberValue, syllable.last?.isASCII == true,
            (1...5).contains(tone)
        else {
            return syllable.replacingUmlaut
        }
        let letters = Array(String(syllable.dropLast()).replacingUmlaut)
        guard tone < 5, let index = toned(letters) else { return String(letters) }
        let whole = String(letters[...index]) + String(marks[tone - 1]) + String(letters[(index + 1)...])
        return CodeUnits(whole).normalized(ICUTEXT_NFC).text
    }

    /// The letter that takes the tone mark: `a` or `e`, otherwise the `o` of `ou`, otherwise the last vowel (GB/T
    /// 16159). In `m2` and `ng4`, it is a consonant.
    private static func toned(_ letters: [Character]) -> Int? {
        let plain = letters.map { $0.lowercased() }
        return plain.firstIndex { $0 == "a" || $0 == "e" }
            ?? zip(plain, plain.dropFirst()).enumerated().first { $0.element == ("o", "u") }?.offset
            ?? plain.lastIndex { ["i", "o", "u", "ü"].contains($0) } ?? plain.firstIndex { $0 == "n" || $0 == "m" }
    }

    private static let marks: [Unicode.Scalar] = ["\u{304}", "\u{301}", "\u{30C}", "\u{300}"]
}

extension String {
    /// Replaces `u:` and `v` with *ü*.
    fileprivate var replacingUmlaut: String {
        var result = ""
        for character in self {
            if character == ":", let last = result.last, last == "u" || last == "U" {
                result.removeLast()
                result.append(last == "u" ? "ü" : "Ü")
            } else if character == "v" {
                result.append("ü")
            } else {
                result.append(character)
            }
        }
        return result
    }
}

/// Chinese texts in pinyin: space-separated words with Latin punctuation.
enum PinyinText {
    /// A text whose syllables are known. The text is split into words if there is one syllable per character;
    /// otherwise, the spaces of the reading are used.
    static func text(_ scalars: [Unicode.Scalar], syllables: [String]) -> String {
        // The *r* of an erhua ending may lack a separate character.
        let characters = scalars.filter { TextScript(of: $0) == .han }
        guard characters.count == syllables.count, characters.count == scalars.count else {
            return joinedEndings(syllables).joined(separator: " ")
        }
        let words = TextSegmenter(language: "zh").words(in: scalars)
        return words.map { word in Pinyin.word(syllables[word.range]) }.joined(separator: " ")
    }

    private static func joinedEndings(_ syllables: [String]) -> [String] {
        var result: [String] = []
        for syllable in syllables {
            if syllable == "r", let last = result.last {
                result[result.count - 1] = last + "r"
            } else {
                result.append(syllable)
            }
        }
        return result
    }

    /// Joins parts of a text, with spaces where words would otherwise run together.
    static func joined(_ pieces: [String]) -> String {
        var result = String.UnicodeScalarView()
        for piece in pieces {
            var piece = String.UnicodeScalarView(piece.unicodeScalars.map { marks[$0] ?? $0 })
            guard let first = piece.first else { continue }
            if let last = result.last, needsSpace(last, first) { result.append(" ") }
            // There is no space after an opening mark or before a closing one.
            if let last = result.last, last.properties.isWhitespace {
                piece = String.UnicodeScalarView(piece.drop { $0 == " " })
            }
            result.append(contentsOf: piece)
        }
        return String(result)
    }

    private static func needsSpace(_ last: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool {
        guard !last.properties.isWhitespace, !first.properties.isWhitespace else { return false }
        return !"(“‘[《".unicodeScalars.contains(last) && !".,!?;:)”’]》…".unicodeScalars.contains(first)
    }

    private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "，": ",", "、": ",", "！": "!", "？": "?", "；": ";", "：": ":", "（": "(", "）": ")", "「": "“", "」": "”",
        "『": "‘", "』": "’", "　": " ",
    ]
}
