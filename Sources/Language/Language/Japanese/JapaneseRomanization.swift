package import LanguageServices

extension MeCab {
    /// A Japanese text in Latin letters, by the revised Hepburn system, with spaces between words.
    ///
    /// It follows the sound: the particles *は*, *へ*, *を* are *wa*, *e*, *o*. Endings stand with their verbs.
    ///
    /// - Returns: `nil` when the text holds nothing that is not Latin already, or kanji that MeCab cannot read.
    /// - Throws: `ServiceError.Code.unavailable` when MeCab fails; `ServiceError.Code.cancelled`.
    package func romanization(of text: String) async throws(ServiceError) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard scalars.contains(where: { JapaneseWord.isKana($0) || JapaneseWord.isKanji($0) }) else { return nil }
        return JapaneseWord.romanization(of: scalars, words: try await words(of: scalars))
    }
}

extension JapaneseWord {
    /// A text in Latin letters, by its words; `nil` when one of them cannot be read.
    static func romanization(of scalars: [Unicode.Scalar], words: [JapaneseWord]) -> String? {
        var kana = ""
        var place = 0
        for word in words {
            kana += text(scalars[place..<word.range.lowerBound])
            let isFirst =
                kana.isEmpty || kana.last?.isWhitespace == true || kana.last.map { "「（『(“".contains($0) } == true
            let isMark = word.kind == "記号" && word.kana.map { !$0.unicodeScalars.contains(where: isSyllable) } ?? true
            // The copula is a word of its own: *gakusei desu*.
            let isJoined = word.isEnding && word.lemma != "です" && word.lemma != "だ"
            if !isJoined, !isFirst, !isMark { kana += " " }
            let written = scalars[word.range]
            kana += word.soundInLetters.flatMap { $0.isEmpty || isMark ? nil : $0 } ?? text(written)
            place = word.range.upperBound
        }
        kana += text(scalars[place...])
        guard !kana.unicodeScalars.contains(where: isKanji) else { return nil }
        return Romanizer.spokenKana(kana)
    }

    /// The pronunciation, but with *ei* as it is spelt: Hepburn writes *gakusei*, which is said *gakusē*.
    private var soundInLetters: String? {
        guard let kana, let spelling, kana.unicodeScalars.count == spelling.unicodeScalars.count else { return kana }
        var result = String.UnicodeScalarView()
        for (said, spelt) in zip(kana.unicodeScalars, spelling.unicodeScalars) {
            result.append(said == "ー" && spelt == "イ" ? spelt : said)
        }
        return String(result)
    }

    /// Whether a scalar is kana that is said, unlike `・`.
    private static func isSyllable(_ scalar: Unicode.Scalar) -> Bool { isKana(scalar) && scalar != "・" }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
