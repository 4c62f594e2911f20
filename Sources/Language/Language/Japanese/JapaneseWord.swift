/// A word of a Japanese text, and how it is read.
package struct JapaneseWord: Sendable, Hashable {
    /// Where it stands in the text, in Unicode scalars.
    package var range: Range<Int>

    /// Its pronunciation in kana, with long vowels written as such: `トーキョー`; `nil` where the text is to be read as it
    /// stands.
    package var kana: String?

    /// Its reading in katakana, as it is spelt: `トウキョウ`; `nil` where MeCab knows none.
    package var spelling: String?

    /// Whether it is spoken in one with the word before it: the ending of a verb, a polite copula.
    package var isEnding: Bool

    /// The form under which dictionaries have it: *行く* for *行き*; `nil` where MeCab does not know the word.
    package var lemma: String?

    /// What kind of word it is, in MeCab's terms: `名詞`, `動詞`.
    package var kind: String = ""
}

extension JapaneseWord {
    /// The words of a text, from what MeCab prints of it with the dictionary IPADIC: a line for each word, its surface, a
    /// tab, and features separated by commas, the ninth of which is the pronunciation; then `EOS`.
    ///
    /// What cannot be found in the text, in order, is passed over.
    ///
    /// - Parameters:
    ///   - output: What MeCab printed.
    ///   - scalars: The text.
    package static func words(inMeCab output: String, of scalars: [Unicode.Scalar]) -> [JapaneseWord] {
        var words: [JapaneseWord] = []
        var place = 0
        for line in output.split(separator: "\n") {
            guard let tab = line.firstIndex(of: "\t") else { continue }
            let surface = Array(line[..<tab].unicodeScalars)
            let features = line[line.index(after: tab)...].split(separator: ",", omittingEmptySubsequences: false)
            // MeCab leaves white space out.
            var start = place
            while start < scalars.count, scalars[start] != surface.first { start += 1 }
            guard !surface.isEmpty, start + surface.count <= scalars.count,
                scalars[start..<(start + surface.count)].elementsEqual(surface)
            else { continue }
            let range = start..<(start + surface.count)
            place = range.upperBound
            let reading = features.count > 8 ? features[8] : features.count > 7 ? features[7] : "*"
            let spelling = features.count > 7 ? features[7] : "*"
            let isEnding = words.last?.range.upperBound == range.lowerBound && self.isEnding(features)
            words.append(
                JapaneseWord(
                    range: range,
                    kana: reading.unicodeScalars.allSatisfy(isKana) ? String(reading) : nil,
                    spelling: spelling.unicodeScalars.allSatisfy(isKana) ? String(spelling) : nil,
                    isEnding: isEnding,
                    lemma: features.count > 6 && features[6] != "*" && !features[6].isEmpty ? String(features[6]) : nil,
                    kind: features.first.map(String.init) ?? ""
                )
            )
        }
        return words
    }

    /// Auxiliaries, and the particles that bind verbs (*te*).
    private static func isEnding(_ features: [Substring]) -> Bool {
        guard let kind = features.first else { return false }
        return kind == "助動詞" || kind == "助詞" && features.dropFirst().first == "接続助詞"
    }

    /// Whether a scalar is hiragana, katakana, or the mark of a long vowel.
    package static func isKana(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x30FF).contains(scalar.value) }

    /// Whether a scalar is a Chinese character, which nobody can read without a dictionary.
    package static func isKanji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: scalar == "々"
        }
    }
}
