import Language

/// A word of a sentence, with what may be seen of it as a word of its own.
struct WordToken {
    /// What the word may be taken for, the longest first: *l’eau* and *eau*, *cat’s* and *cat*.
    let readings: [Reading]

    /// Whether a capital says nothing here, since a sentence or a quotation begins.
    let isStart: Bool

    /// Whether a mark that parts clauses stands between the word and the one before it.
    let followsBreak: Bool

    /// Whether nothing but the end of a clause stands behind it.
    let endsClause: Bool

    /// A stretch of the text that is a word.
    struct Reading {
        let text: String
        let range: Range<Int>
    }

    /// The whole word.
    var text: String { readings.first?.text ?? "" }

    /// The words of a text.
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

/// What capitals say of words.
package enum Capitals {
    /// Whether a word of a sentence can be the one that was asked for, as far as capitals tell.
    ///
    /// - Parameters:
    ///   - word: The word of the sentence.
    ///   - wanted: The word that was asked for.
    ///   - isStart: Whether it stands where every word has a capital.
    static func fit(_ word: String, _ wanted: String, isStart: Bool, language: String) -> Bool {
        guard let first = word.unicodeScalars.first, let other = wanted.unicodeScalars.first else { return true }
        let isUpper = first.properties.isUppercase
        let wantsUpper = other.properties.isUppercase
        if isUpper == wantsUpper { return !isAllCapitals(wanted) || wanted.uppercased() == wanted && hasCapitals(word) }
        // *Polish* in the midst of a sentence is not *polish*, and *Essen* is not *essen*; *HELP* is *help*.
        if isUpper { return isStart || isAllCapitals(word) }
        // A card may have any word with a capital, but no noun of German and no *UFO* goes without.
        return language != "de" && !isAllCapitals(wanted) && !(language == "en" && english.contains(wanted))
    }

    /// Whether a word is all capitals, and more than one: *UFO*, *HELP*.
    package static func isAllCapitals(_ word: String) -> Bool {
        var letters = 0
        for scalar in word.unicodeScalars where scalar.properties.isAlphabetic {
            guard scalar.properties.isUppercase else { return false }
            letters += 1
        }
        return letters > 1
    }

    /// Whether a word has two capitals at least, as all forms of an abbreviation do: *UFOs*.
    private static func hasCapitals(_ word: String) -> Bool {
        word.unicodeScalars.filter(\.properties.isUppercase).count > 1
    }

    /// English words that are others with a small letter.
    private static let english: Set<String> = [
        "I", "May", "March", "August", "Polish", "Turkey", "China", "Japan", "Nice", "Will", "Mark", "Bill", "Rose",
        "Jack", "Frank", "Grace", "Hope", "Faith", "Sunday", "Lent", "Mass", "Earth", "Sun",
    ]
}

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

/// Words that others are written onto without a space: particles of Korean, articles and prepositions of Arabic and Hebrew.
enum AttachedWords {
    /// Whether a stretch between spaces is a word with something attached.
    static func hold(_ word: String, in stretch: String, language: String) -> Bool {
        switch language {
        case "ko": isKorean(word, stretch)
        case "ar", "fa", "ur": !word.isEmpty && endings(of: stretch, prefixes: arabic).contains(bare(word))
        case "he": word.unicodeScalars.count >= 2 && endings(of: stretch, prefixes: hebrew).contains(bare(word))
        default: false
        }
    }

    private static func bare(_ text: String) -> String { HeadwordFolding(language: "").key(text) }

    /// What is left of a word when prefixes are taken from it one after the other.
    private static func endings(of stretch: String, prefixes: [String]) -> Set<String> {
        var result: Set<String> = []
        var open = [bare(stretch)]
        // Three are the most that stand together, as in *wa-li-l-*.
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

    /// A noun with particles, or a verb of which the dictionary form ends in *다*.
    private static func isKorean(_ word: String, _ stretch: String) -> Bool {
        if stretch.hasPrefix(word) {
            var rest = String(stretch.dropFirst(word.count))
            while !rest.isEmpty, let particle = particles.first(where: { rest.hasPrefix($0) }) {
                rest = String(rest.dropFirst(particle.count))
            }
            if rest.isEmpty { return true }
        }
        guard word.hasSuffix("다"), word.count >= 3 else { return false }
        // The last syllable of the stem takes in what follows: *마시다*, *마신다*, *마셨다*.
        let stem = String(word.dropLast())
        let head = stem.dropLast()
        guard stretch.hasPrefix(head), stretch.count <= stem.count + 5 else { return false }
        guard let last = stem.last?.unicodeScalars.first, let met = stretch.dropFirst(head.count).first,
            let other = met.unicodeScalars.first
        else { return false }
        return onset(last) != nil && onset(last) == onset(other)
    }

    /// The number of the consonant with which a syllable of Hangul begins.
    private static func onset(_ scalar: Unicode.Scalar) -> UInt32? {
        guard (0xAC00...0xD7A3).contains(scalar.value) else { return nil }
        return (scalar.value - 0xAC00) / 588
    }

    /// The longer ones first.
    private static let particles = [
        "이었습니다", "였습니다", "입니다", "이에요", "에게서", "으로부터", "에서는", "이라고", "예요", "였다", "에서", "에게", "까지", "부터",
        "보다", "처럼", "한테", "으로", "이나", "이다", "마다", "밖에", "조차", "라고", "하고", "들", "은", "는", "이", "가", "을", "를", "에",
        "의", "도", "로", "와", "과", "만", "께", "야", "아", "나", "랑",
    ]
}
