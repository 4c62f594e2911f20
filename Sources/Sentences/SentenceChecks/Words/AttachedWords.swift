import Language

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
