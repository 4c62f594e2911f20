import Language

/// A word in a sentence, with its possible readings.
struct WordToken {
    /// The possible readings of the word, longest first: *l’eau* and *eau*, *cat’s* and *cat*.
    let readings: [Reading]

    /// Whether a sentence or a quotation begins here, in which case a capital letter is not significant.
    let isStart: Bool

    /// Whether there is a clause boundary between the previous word and this one.
    let followsBreak: Bool

    /// Whether the word ends its clause.
    let endsClause: Bool

    /// A word as it is read in the text, with its range.
    struct Reading {
        let text: String
        let range: Range<Int>
    }

    /// The longest reading.
    var text: String { readings.first?.text ?? "" }

    /// The words in a text.
    static func all(in scalars: [Unicode.Scalar], language: String) -> [WordToken] {
        let segments = TextSegmenter(language: language).words(in: scalars)
        var result: [WordToken] = []
        var isStart = true
        var followsBreak = false
        for (index, segment) in segments.enumerated() {
            switch segment.kind {
            case .space: continue
            case .symbol:
                let symbols = scalars[segment.range]
                if symbols.contains(where: { startMarks.contains($0) }) { isStart = true }
                if symbols.contains(where: { breakMarks.contains($0) }) { followsBreak = true }
            case .word:
                let behind = segments[(index + 1)...].first { $0.kind != .space }
                let readings = WordReadings.of(segment.range, in: scalars, language: language)
                result.append(
                    WordToken(
                        readings: readings,
                        isStart: isStart,
                        followsBreak: followsBreak,
                        endsClause: behind.map { $0.kind == .symbol } ?? true
                    )
                )
                isStart = false
                followsBreak = false
            }
        }
        return result
    }

    private static let startMarks: Set<Unicode.Scalar> = Set(".!?…:\"“”„«»‘‚¿¡(—–".unicodeScalars)
    private static let breakMarks: Set<Unicode.Scalar> = Set(".!?…:;,()—–".unicodeScalars)
}

/// Capitalisation rules.
package enum Capitals {
    /// Whether a word in a sentence can be the requested one, judging by its capitalisation.
    ///
    /// - Parameters:
    ///   - word: The word in the sentence.
    ///   - wanted: The requested word.
    ///   - isStart: Whether its position requires a capital letter.
    static func fit(_ word: String, _ wanted: String, isStart: Bool, language: String) -> Bool {
        guard let first = word.unicodeScalars.first, let other = wanted.unicodeScalars.first else { return true }
        let isUpper = first.properties.isUppercase
        let wantsUpper = other.properties.isUppercase
        if isUpper == wantsUpper { return !isAllCapitals(wanted) || wanted.uppercased() == wanted && hasCapitals(word) }
        // Within a sentence, *Polish* is not *polish*, and *Essen* is not *essen*, but *HELP* is *help*.
        if isUpper { return isStart || isAllCapitals(word) }
        // A card may capitalise any word, but German nouns and abbreviations such as *UFO* are never written in lower
        // case.
        return language != "de" && !isAllCapitals(wanted) && !(language == "en" && english.contains(wanted))
    }

    /// Whether a word consists of several letters, all of them capitals: *UFO*, *HELP*.
    package static func isAllCapitals(_ word: String) -> Bool {
        var letters = 0
        for scalar in word.unicodeScalars where scalar.properties.isAlphabetic {
            guard scalar.properties.isUppercase else { return false }
            letters += 1
        }
        return letters > 1
    }

    /// Whether a word has at least two capital letters, as all forms of an abbreviation do: *UFOs*.
    private static func hasCapitals(_ word: String) -> Bool {
        word.unicodeScalars.filter(\.properties.isUppercase).count > 1
    }

    /// English words that have a different meaning in lower case.
    private static let english: Set<String> = [
        "I", "May", "March", "August", "Polish", "Turkey", "China", "Japan", "Nice", "Will", "Mark", "Bill", "Rose",
        "Jack", "Frank", "Grace", "Hope", "Faith", "Sunday", "Lent", "Mass", "Earth", "Sun",
    ]
}

/// Finds words in languages without spaces.
enum UnspacedWords {
    /// The position of a word: the complete word or, failing that, the stem of a Japanese verb or adjective with
    /// another ending.
    static func find(_ word: String, in scalars: [Unicode.Scalar], language: String) -> WordMatch? {
        let wanted = HeadwordFolding.composed(word).unicodeScalars.filter { !$0.properties.isWhitespace }
        if let range = range(of: Array(wanted), in: scalars, language: language) {
            return WordMatch(ranges: [range], certainty: .exact)
        }
        return language == "ja" ? japanese(Array(wanted), in: scalars) : nil
    }

    /// The first occurrence that does not split another word; if there is none, the first occurrence.
    private static func range(of word: [Unicode.Scalar], in scalars: [Unicode.Scalar], language: String) -> Range<Int>?
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
        // A single character may be part of many other words.
        return word.count > 1 || language == "zh" ? first : nil
    }

    private static func edges(of scalars: [Unicode.Scalar], language: String) -> Set<Int> {
        var edges: Set<Int> = [0]
        for segment in TextSegmenter(language: language).words(in: scalars) { edges.insert(segment.range.upperBound) }
        return edges
    }

    // MARK: Japanese

    /// An inflected form, which has the same characters followed by different kana: *食べました* for *食べる*, *行った* for *行く*,
    /// *高く* for *高い*.
    private static func japanese(_ word: [Unicode.Scalar], in scalars: [Unicode.Scalar]) -> WordMatch? {
        guard word.count >= 2, let last = word.last, let endings = endings[last] else { return nil }
        let stem = Array(word.dropLast())
        guard stem.contains(where: { TextScript(of: $0) == .han }), scalars.count > stem.count else { return nil }
        for start in 0..<(scalars.count - stem.count) where scalars[start] == stem[0] {
            let end = start + stem.count
            guard scalars[start..<end].elementsEqual(stem), endings.contains(scalars[end]) else { continue }
            // A verb ending in *-る* may lose this kana entirely, in which case the following text is not part of the
            // verb.
            let isWhole = last == "る" && TextScript(of: stem[stem.count - 1]) == .kana
            return WordMatch(ranges: [start..<(isWhole ? end : end + 1)], certainty: .form)
        }
        return nil
    }

    /// The kana that may replace the last kana in a dictionary form.
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

/// Words with affixes written without a space: Korean particles, Arabic and Hebrew articles and prepositions.
enum AttachedWords {
    /// Whether a space-delimited string consists of the word and affixes.
    static func hold(_ word: String, in stretch: String, language: String) -> Bool {
        switch language {
        case "ko": isKorean(word, stretch)
        case "ar", "fa", "ur": !word.isEmpty && endings(of: stretch, prefixes: arabic).contains(bare(word))
        case "he": word.unicodeScalars.count >= 2 && endings(of: stretch, prefixes: hebrew).contains(bare(word))
        default: false
        }
    }

    private static func bare(_ text: String) -> String { HeadwordFolding(language: "").key(text) }

    /// What remains of a word as its prefixes are removed one by one.
    private static func endings(of stretch: String, prefixes: [String]) -> Set<String> {
        var result: Set<String> = []
        var open = [bare(stretch)]
        // At most three prefixes are combined, as in *wa-li-l-*.
        for _ in 0..<3 {
            var next: [String] = []
            for rest in open {
                for prefix in prefixes where rest.hasPrefix(prefix) && rest.utf8.count > prefix.utf8.count {
                    next.append(String(rest.dropFirst(prefix.count)))
                }
            }
            result.formUnion(next)
            open = next
        }
        return result
    }

    private static let arabic = ["ال", "و", "ف", "ب", "ك", "ل", "س"].map(bare)
    private static let hebrew = ["ה", "ו", "ב", "ל", "מ", "ש", "כ"]

    // MARK: Korean

    /// Whether a string is a noun with particles, or a form of a verb whose dictionary form ends in *다*.
    private static func isKorean(_ word: String, _ stretch: String) -> Bool {
        if stretch.hasPrefix(word) {
            var rest = String(stretch.dropFirst(word.count))
            while !rest.isEmpty, let particle = particles.first(where: { rest.hasPrefix($0) }) {
                rest = String(rest.dropFirst(particle.count))
            }
            if rest.isEmpty { return true }
        }
        guard word.hasSuffix("다"), word.count >= 3 else { return false }
        // The last syllable of the stem merges with the ending: *마시다*, *마신다*, *마셨다*.
        let stem = String(word.dropLast())
        let head = stem.dropLast()
        guard stretch.hasPrefix(head), stretch.count <= stem.count + 5 else { return false }
        guard let last = stem.last?.unicodeScalars.first, let met = stretch.dropFirst(head.count).first,
            let other = met.unicodeScalars.first
        else { return false }
        return onset(last) != nil && onset(last) == onset(other)
    }

    /// The index of the initial consonant of a Hangul syllable.
    private static func onset(_ scalar: Unicode.Scalar) -> UInt32? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        return (scalar.value - 0xAC00) / 588
    }

    /// Korean particles; longer ones come first.
    private static let particles = [
        "이었습니다", "였습니다", "입니다", "이에요", "에게서", "으로부터", "에서는", "이라고", "예요", "였다", "에서", "에게", "까지", "부터",
        "보다", "처럼", "한테", "으로", "이나", "이다", "마다", "밖에", "조차", "라고", "하고", "들", "은", "는", "이", "가", "을", "를", "에",
        "의", "도", "로", "와", "과", "만", "께", "야", "아", "나", "랑",
    ]
}
