/// Finds where words end in phonemes that were spoken without a break between them.
///
/// Said alone, a word has other phonemes than in running speech (*of a*: `ʌv`, `eɪ`, but `əvə`), so the two are laid side
/// by side at the least cost: edit distance after Wagner and Fischer (1974), with a cheaper step between two vowels or two
/// consonants than between one of each.
enum PhonemeAlignment {
    /// Where each word begins in `spoken`.
    ///
    /// - Parameters:
    ///   - spoken: The phonemes as they were spoken.
    ///   - words: The phonemes of each word, said alone.
    /// - Returns: For each word an index into `spoken`, never decreasing, the first one 0; `spoken.count` for a word of
    ///   which nothing is left.
    static func starts(of words: [[String]], in spoken: [String]) -> [Int] {
        let alone = words.flatMap { $0 }.map(base)
        let spoken = spoken.map(base)
        guard !alone.isEmpty, alone.count * spoken.count <= largest else {
            return proportional(words, spoken.count)
        }
        // costs[i][j]: the first i phonemes said alone against the first j spoken ones.
        let width = spoken.count + 1
        var costs = [Int](repeating: 0, count: (alone.count + 1) * width)
        for column in 0..<width { costs[column] = column * gap }
        for row in 1...alone.count {
            costs[row * width] = row * gap
            for column in 1..<width {
                let change = costs[(row - 1) * width + column - 1] + cost(alone[row - 1], spoken[column - 1])
                let left = costs[(row - 1) * width + column] + gap
                let added = costs[row * width + column - 1] + gap
                costs[row * width + column] = min(change, left, added)
            }
        }
        // Back from the end: where the first i phonemes end among the spoken ones.
        var ends = [Int](repeating: 0, count: alone.count + 1)
        var row = alone.count
        var column = spoken.count
        ends[row] = column
        while row > 0 {
            let here = costs[row * width + column]
            if column > 0, here == costs[(row - 1) * width + column - 1] + cost(alone[row - 1], spoken[column - 1]) {
                row -= 1
                column -= 1
                ends[row] = column
            } else if column > 0, here == costs[row * width + column - 1] + gap {
                column -= 1
            } else {
                row -= 1
                ends[row] = column
            }
        }
        var starts: [Int] = []
        var count = 0
        for word in words {
            starts.append(word.isEmpty ? spoken.count : starts.isEmpty ? 0 : ends[count])
            count += word.count
        }
        return nonDecreasing(starts)
    }

    /// When there is nothing to compare, or too much: each word gets its share.
    private static func proportional(_ words: [[String]], _ count: Int) -> [Int] {
        let total = max(1, words.reduce(0) { $0 + $1.count })
        var sum = 0
        return words.map { word in
            defer { sum += word.count }
            return sum * count / total
        }
    }

    private static func nonDecreasing(_ starts: [Int]) -> [Int] {
        var least = Int.max
        return starts.reversed().map { start in
            least = min(least, start)
            return least
        }.reversed()
    }

    /// A phoneme without stress and length.
    private static func base(_ phoneme: String) -> String {
        String(phoneme.unicodeScalars.filter { !"ˈˌː".unicodeScalars.contains($0) }.map(Character.init))
    }

    private static func cost(_ one: String, _ other: String) -> Int {
        if one == other { return 0 }
        return isVowel(one) == isVowel(other) ? 2 : 4
    }

    /// Whether a phoneme begins as a vowel.
    static func isVowel(_ phoneme: String) -> Bool {
        phoneme.unicodeScalars.first { $0 != "ˈ" && $0 != "ˌ" }.map { vowels.contains($0) } ?? false
    }

    private static let gap = 3
    private static let largest = 4_000_000
    private static let vowels = Set("aeiouyæøœɐɑɒɔəɘɚɛɜɝɞɤɨɪɯɵɶʉʊʌʏᵻɩɷ".unicodeScalars)
}
