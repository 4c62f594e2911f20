/// A word in a Japanese text, with its reading.
package struct JapaneseWord: Sendable, Hashable {
    /// The range in the text, in Unicode scalars.
    package var range: Range<Int>

    /// The pronunciation in kana, with long vowels marked: `トーキョー`; `nil` if the text is pronounced as written.
    package var kana: String?

    /// The reading in katakana, as spelled: `トウキョウ`; `nil` if MeCab has none.
    package var spelling: String?

    /// Whether the word is attached to the preceding word, such as a verb ending or a polite copula.
    package var isEnding: Bool

    /// The dictionary form, such as *行く* for *行き*; `nil` if MeCab does not know the word.
    package var lemma: String?

    /// The part of speech as named by MeCab: `名詞`, `動詞`.
    package var kind: String = ""
}

extension JapaneseWord {
    /// Parses output that MeCab has produced with the IPADIC dictionary. Each line contains a word: its surface form, a
    /// tab and comma-separated features, of which the ninth is the pronunciation. The last line is `EOS`.
    ///
    /// Words that do not occur in the text in this order are skipped.
    ///
    /// - Parameters:
    ///   - output: MeCab's output.
    ///   - scalars: The text.
    ///   - piece: The part of the text that MeCab processed; by default, the whole text.
    package static func words(
        inMeCab output: String,
        of scalars: [Unicode.Scalar],
        in piece: Range<Int>? = nil
    ) -> [JapaneseWord] {
        let piece = piece ?? scalars.indices
        var words: [JapaneseWord] = []
        var position = piece.lowerBound
        for line in output.split(separator: "\n") {
            guard let tab = line.firstIndex(of: "\t") else { continue }
            let surface = Array(line[..<tab].unicodeScalars)
            let features = line[line.index(after: tab)...].split(separator: ",", omittingEmptySubsequences: false)
            // MeCab omits whitespace.
            var start = position
            while start < piece.upperBound, scalars[start] != surface.first { start += 1 }
            guard !surface.isEmpty, start + surface.count <= piece.upperBound,
                scalars[start..<(start + surface.count)].elementsEqual(surface)
            else { continue }
            let range = start..<(start + surface.count)
            position = range.upperBound
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

    /// Auxiliaries, and the particles that follow verb stems (*te*).
    private static func isEnding(_ features: [Substring]) -> Bool {
        guard let kind = features.first else { return false }
        return kind == "助動詞" || kind == "助詞" && features.dropFirst().first == "接続助詞"
    }

    /// Whether a scalar is hiragana, katakana or the long-vowel mark.
    package static func isKana(_ scalar: Unicode.Scalar) -> Bool { (0x3041...0x30FF).contains(scalar.value) }

    /// Whether a scalar is kanji, whose reading requires a dictionary.
    package static func isKanji(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: scalar == "々"
        }
    }
}

extension JapaneseWord {
    /// A text romanised word by word; `nil` if a word has no reading.
    static func romanization(of scalars: [Unicode.Scalar], words: [JapaneseWord]) -> String? {
        var kana = ""
        var position = 0
        for word in words {
            kana += String(scalars: scalars[position..<word.range.lowerBound])
            let isFirst =
                kana.isEmpty || kana.last?.isWhitespace == true || kana.last.map { "「（『(“".contains($0) } == true
            let isMark = word.kind == "記号" && word.kana.map { !$0.unicodeScalars.contains(where: isSyllable) } ?? true
            // The copula is a separate word: *gakusei desu*.
            let isJoined = word.isEnding && word.lemma != "です" && word.lemma != "だ"
            if !isJoined, !isFirst, !isMark { kana += " " }
            let sound = word.soundInLetters.flatMap { $0.isEmpty || isMark ? nil : $0 }
            kana += sound ?? String(scalars: scalars[word.range])
            position = word.range.upperBound
        }
        kana += String(scalars: scalars[position...])
        guard !kana.unicodeScalars.contains(where: isKanji) else { return nil }
        return Romanizer.spokenKana(kana)
    }

    /// The romanised pronunciation, except that *ei* follows the spelling: Hepburn writes *gakusei* for the
    /// pronunciation *gakusē*.
    private var soundInLetters: String? {
        guard let kana, let spelling, kana.unicodeScalars.count == spelling.unicodeScalars.count else { return kana }
        let sounds = zip(kana.unicodeScalars, spelling.unicodeScalars).map { $0 == "ー" && $1 == "イ" ? $1 : $0 }
        return String(scalars: sounds[...])
    }

    /// Whether a scalar is a pronounced kana, unlike `・`.
    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { isKana(scalar) && scalar != "・" }
}
