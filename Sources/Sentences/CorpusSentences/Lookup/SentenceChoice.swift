import LanguageServices
import Platform

/// Chooses among the sentences that hold a word: the best ones that are not alike.
struct SentenceChoice {
    /// A sentence that may be chosen.
    struct Candidate {
        var row: SentenceRow
        /// The form by which it was found.
        var choice: SoughtWord.Choice
        /// The number of the meaning that it shows; `nil` when its source does not say that it shows the word.
        var meaning: Int?
        var score: Double
    }

    /// What is added to the quality of a sentence, or taken from it, when it is looked at for one word.
    enum Weight {
        /// The word begins the sentence, where nothing leads to it.
        static let first = -0.08
        /// Words stand beside it that often do.
        static let typical = 0.08
        /// How far a seed may move a sentence.
        static let seed = 0.1
        /// The source says that it shows the word.
        static let shown = 0.3
        /// It shows the meaning that is wanted, as far as its words tell.
        static let sense = 0.4
        /// It holds a word of the topic.
        static let topic = 0.25
        /// It has the translation that is wanted.
        static let translation = 0.5
        /// A word of it is in no list, where a level is wanted.
        static let unknown = -0.06
    }

    /// How alike two sentences may be: the share of headwords that both have, among all that one of them has.
    static let mostAlike = 0.4

    /// A number from -1 to 1 that a seed gives to a sentence; 0 for the seed 0, which leaves the order as it is.
    static func chance(_ seed: UInt64, _ text: String) -> Double {
        guard seed != 0 else { return 0 }
        var hash = StableHash.of(String(seed, radix: 36), text)
        // The last step of MurmurHash3, since FNV's upper bits depend little on the last bytes.
        hash ^= hash >> 33
        hash = hash &* 0xFF51_AFD7_ED55_8CCD
        hash ^= hash >> 33
        return Double(hash >> 11) / Double(1 << 52) - 1
    }

    /// The share of headwords that two sentences have in common.
    static func likeness(_ first: Set<Int32>, _ second: Set<Int32>) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0 }
        let common = first.count { second.contains($0) }
        return Double(common) / Double(first.count + second.count - common)
    }

    /// How much a sentence has of what often stands beside the word: for each headword how much more often it is met in the
    /// candidates than elsewhere, the best one counting.
    struct Typicality {
        private var counts: [Int32: Int] = [:]
        private let total: Int
        private let index: CorpusIndex
        private let own: Set<Int32>

        init(_ candidates: [Candidate], index: CorpusIndex, own: Set<Int32>) {
            for candidate in candidates {
                for word in Set(candidate.row.words) { counts[word, default: 0] += 1 }
            }
            total = candidates.count
            self.index = index
            self.own = own
        }

        /// 0…1.
        func value(of row: SentenceRow) -> Double {
            guard total >= 20 else { return 0 }
            var best = 0.0
            for word in Set(row.words) where !own.contains(word) {
                guard let count = counts[word], count >= 3 else { continue }
                let frequency = index.frequency(of: word)
                guard frequency.says else { continue }
                let expected = Double(frequency.count) / Double(max(index.count, 1))
                let share = Double(count) / Double(total)
                guard expected > 0, share > expected else { continue }
                best = max(best, min(1, Logarithm.ten(share / expected) / 2) * min(1, share * 20))
            }
            return best
        }
    }
}
