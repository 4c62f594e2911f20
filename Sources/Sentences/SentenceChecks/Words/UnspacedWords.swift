import Language

/// Words of languages that are written without spaces.
enum UnspacedWords {
    /// Where a word stands: whole, else as the stem of a Japanese verb or adjective with another ending.
    static func find(_ word: String, in scalars: [Unicode.Scalar], language: String) -> WordMatch? {
        let wanted = HeadwordFolding.composed(word).unicodeScalars.filter { !$0.properties.isWhitespace }
        if let range = place(of: Array(wanted), in: scalars, language: language) {
            return WordMatch(ranges: [range], certainty: .exact)
        }
        return language == "ja" ? japanese(Array(wanted), in: scalars) : nil
    }

    /// The first place at which no word is cut in two, or else the first one.
    private static func place(of word: [Unicode.Scalar], in scalars: [Unicode.Scalar], language: String) -> Range<Int>?
    {
        guard !word.isEmpty, scalars.count >= word.count else { return nil }
        var first: Range<Int>?
        var edges: Set<Int>?
        for start in 0...(scalars.count - word.count) where scalars[start] == word[0] {
            let range = start..<(start + word.count)
            guard scalars[range].elementsEqual(word) else { continue }
            let known = edges ?? Self.edges(of: scalars, language: language)
            edges = known
            if known.contains(range.lowerBound), known.contains(range.upperBound) { return range }
            if first == nil { first = range }
        }
        // A single sign is part of many words.
        return word.count > 1 || language == "zh" ? first : nil
    }

    private static func edges(of scalars: [Unicode.Scalar], language: String) -> Set<Int> {
        var edges: Set<Int> = [0]
        for segment in TextSegmenter(language: language).words(in: scalars) { edges.insert(segment.range.upperBound) }
        return edges
    }

    // MARK: Japanese

    /// *食べる* as *食べました*, *行く* as *行った*, *高い* as *高く*: the same signs, and other kana behind them.
    private static func japanese(_ word: [Unicode.Scalar], in scalars: [Unicode.Scalar]) -> WordMatch? {
        guard word.count >= 2, let last = word.last, let endings = endings[last] else { return nil }
        let stem = Array(word.dropLast())
        guard stem.contains(where: { TextScript(of: $0) == .han }), scalars.count > stem.count else { return nil }
        for start in 0..<(scalars.count - stem.count) where scalars[start] == stem[0] {
            let end = start + stem.count
            guard scalars[start..<end].elementsEqual(stem), endings.contains(scalars[end]) else { continue }
            // A verb in *-る* may lose it whole, so that what follows is no part of it.
            let isWhole = last == "る" && TextScript(of: stem[stem.count - 1]) == .kana
            return WordMatch(ranges: [start..<(isWhole ? end : end + 1)], certainty: .form)
        }
        return nil
    }

    /// What may stand in place of the last kana of a dictionary form.
    private static let endings: [Unicode.Scalar: Set<Unicode.Scalar>] = {
        let rows = [
            ("う", "わいうえおっ"), ("く", "かきくけこいっ"), ("ぐ", "がぎぐげごい"), ("す", "さしすせそ"), ("つ", "たちつてとっ"),
            ("ぬ", "なにぬねのん"), ("ぶ", "ばびぶべぼん"), ("む", "まみむめもん"), ("る", "らりるれろっまたてなよさずちん"),
            ("い", "いくかけさそ"),
        ]
        var result: [Unicode.Scalar: Set<Unicode.Scalar>] = [:]
        for (last, others) in rows {
            guard let key = last.unicodeScalars.first else { continue }
            result[key] = Set(others.unicodeScalars)
        }
        return result
    }()
}
