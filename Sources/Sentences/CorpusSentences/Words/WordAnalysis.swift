import Language
import LanguageServices

/// Splits sentences into words with ICU, or with MeCab for Japanese if it is installed.
struct WordAnalysis: Sendable {
    private let segmenter: TextSegmenter
    private let elides: Bool
    private let mecab: MeCab?

    /// The name of the analyser. It is part of an index's state, because different analysers find different words.
    let name: String

    /// - Parameter language: The language of the sentences.
    init(language: LanguageTag, mecab: MeCab = MeCab()) {
        segmenter = TextSegmenter(language: language.text)
        elides = ["fr", "it", "ca"].contains(language.language)
        self.mecab = language.language == "ja" && mecab.isAvailable ? mecab : nil
        name = self.mecab == nil ? "icu" : "mecab"
    }

    /// The words of each sentence, in order.
    ///
    /// All sentences are passed to the analyser in one call, one per line, because opening an ICU iterator takes longer
    /// than splitting a sentence.
    ///
    /// - Parameter sentences: Sentences without line breaks.
    /// - Throws: `ServiceError.Code.unavailable` if MeCab fails; `ServiceError.Code.cancelled`.
    func words(of sentences: [String]) throws(ServiceError) -> [[TextWord]] {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(sentences.reduce(0) { $0 + $1.utf8.count + 1 })
        var starts: [Int] = []
        starts.reserveCapacity(sentences.count)
        for sentence in sentences {
            starts.append(scalars.count)
            for scalar in sentence.unicodeScalars { scalars.append(scalar) }
            scalars.append("\n")
        }
        var result = [[TextWord]](repeating: [], count: sentences.count)
        var sentence = 0
        for word in try found(in: scalars) {
            while sentence + 1 < starts.count, starts[sentence + 1] <= word.range.lowerBound { sentence += 1 }
            guard sentence < starts.count else { break }
            let start = starts[sentence]
            guard word.range.lowerBound >= start else { continue }
            result[sentence].append(
                TextWord(
                    range: (word.range.lowerBound - start)..<(word.range.upperBound - start),
                    text: word.text,
                    lemma: word.lemma
                )
            )
        }
        return result
    }

    private func found(in scalars: [Unicode.Scalar]) throws(ServiceError) -> [TextWord] {
        if let mecab { return try Self.japanese(scalars, mecab) }
        var result: [TextWord] = []
        result.reserveCapacity(scalars.count / 5)
        for segment in segmenter.words(in: scalars) where segment.kind == .word {
            var start = segment.range.lowerBound
            if elides, let cut = Self.elision(scalars[segment.range]) {
                result.append(TextWord(range: start..<cut, text: String(scalars: scalars[start..<cut])))
                start = cut
            }
            let range = start..<segment.range.upperBound
            result.append(TextWord(range: range, text: String(scalars: scalars[range])))
        }
        return result
    }

    /// The position after the apostrophe of an elided article or pronoun: *l'homme*, *dell'anno*.
    private static func elision(_ word: ArraySlice<Unicode.Scalar>) -> Int? {
        guard let mark = word.firstIndex(where: { $0 == "'" || $0 == "\u{2019}" }), mark + 1 < word.endIndex else {
            return nil
        }
        // *aujourd'hui* and *quelqu'un* are single words.
        let isShort = mark - word.startIndex <= 4
        let goesOn = mark + 1 < word.endIndex && word[mark + 1].properties.isAlphabetic
        return isShort && goesOn ? mark + 1 : nil
    }

    /// Joins Japanese verbs and adjectives with the auxiliaries that follow: *食べました* is a form of *食べる*.
    private static func japanese(_ scalars: [Unicode.Scalar], _ mecab: MeCab) throws(ServiceError) -> [TextWord] {
        let found = try mecab.words(of: scalars)
        var result: [TextWord] = []
        var mayTakeEnding = false
        for word in found where word.kind != "記号" {
            if word.isEnding, mayTakeEnding, let last = result.indices.last,
                result[last].range.upperBound == word.range.lowerBound
            {
                let range = result[last].range.lowerBound..<word.range.upperBound
                result[last].range = range
                result[last].text = String(scalars: scalars[range])
                continue
            }
            mayTakeEnding = word.kind == "動詞" || word.kind == "形容詞"
            result.append(TextWord(range: word.range, text: String(scalars: scalars[word.range]), lemma: word.lemma))
        }
        return result
    }
}

/// A word in a sentence.
struct TextWord: Sendable, Hashable {
    /// The range of the word in the sentence, in Unicode scalars.
    var range: Range<Int>

    /// The word as it is written.
    var text: String

    /// The dictionary form, if the analyser provides it; otherwise the language's rules determine it.
    var lemma: String?
}
