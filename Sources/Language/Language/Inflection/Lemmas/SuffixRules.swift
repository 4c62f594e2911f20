import LanguageServices

/// Endings of regular inflection, and what stands in their place in the lemma.
struct SuffixRules: Sendable {
    private struct Rule: Sendable {
        let replacement: String
        let partOfSpeech: PartOfSpeech?
        let certainty: Lemma.Certainty
        let changesStem: Bool
        let shortestStem: Int
    }

    /// What may stand before an ending, letter by letter from the last one, and the rules of the ending itself.
    private struct Node: Sendable {
        var rules: [Rule] = []
        var before: [(letter: Unicode.Scalar, node: Int)] = []
    }

    /// The first one is that of no ending.
    private var nodes = [Node()]
    private let changes: StemChanges

    /// The lines with which the tables of Spanish and Portuguese begin: nouns that look like participles go before these.
    static let iberian = """
        verb ar a
        noun ado ados
        noun ada adas
        noun ido idos
        noun ida idas
        noun a as
        noun o os
        noun - s es
        """

    /// Reads a table.
    ///
    /// A line is `verb ar o as a…`: a kind of word, the ending of the lemma (`-` for none), and the endings without accents
    /// (`-` for none) for which it stands. `verb*` says that the stem changes by `changes` as well; `verb?` that the rule is
    /// a guess; `verb+` that the stem has three letters at least, not two.
    init(_ table: String, changes: StemChanges = StemChanges()) {
        self.changes = changes
        for line in table.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            guard var kind = words.popFirst(), let lemma = words.popFirst() else { continue }
            var marks = ""
            while let last = kind.last, "*?+".contains(last) {
                marks.append(last)
                kind = kind.dropLast()
            }
            let rule = Rule(
                replacement: lemma == "-" ? "" : String(lemma),
                partOfSpeech: PartOfSpeech(rawValue: String(kind)),
                certainty: marks.contains("?") ? .guess : .regular,
                changesStem: marks.contains("*"),
                shortestStem: marks.contains("+") ? 3 : 2
            )
            for word in words {
                let place = place(ofEnding: word == "-" ? "" : word)
                nodes[place].rules.append(rule)
            }
        }
    }

    private mutating func place(ofEnding ending: Substring) -> Int {
        var place = 0
        for letter in ending.unicodeScalars.reversed() {
            if let next = nodes[place].before.first(where: { $0.letter == letter }) {
                place = next.node
            } else {
                nodes[place].before.append((letter, nodes.count))
                place = nodes.count
                nodes.append(Node())
            }
        }
        return place
    }

    /// The places of the endings that a word has, with their lengths, the longest first.
    private func endings(of word: InflectedWord) -> [(count: Int, place: Int)] {
        var result = [(count: 0, place: 0)]
        var place = 0
        // A stem has two letters at least.
        for (index, letter) in word.bare.dropFirst(2).reversed().enumerated() {
            guard let next = nodes[place].before.first(where: { $0.letter == letter }) else { break }
            place = next.node
            result.append((index + 1, place))
        }
        return result.reversed()
    }

    /// The lemmas of a form, the longer endings first.
    func lemmas(of word: InflectedWord) -> [Lemma] {
        var result: [Lemma] = []
        for (count, place) in endings(of: word) where !nodes[place].rules.isEmpty {
            let stem = word.stem(without: count)
            for rule in nodes[place].rules where word.letters.count - count >= rule.shortestStem {
                result.append(lemma(stem, rule, rule.certainty))
                guard rule.changesStem else { continue }
                for changed in changes.stems(from: stem) {
                    result.append(lemma(changed, rule, max(rule.certainty, .regular)))
                }
            }
        }
        return result
    }

    private func lemma(_ stem: String, _ rule: Rule, _ certainty: Lemma.Certainty) -> Lemma {
        Lemma(stem + rule.replacement, partOfSpeech: rule.partOfSpeech, certainty: certainty)
    }
}

/// What the stem of a form may be in the lemma: *pienso* and *pensar*, *busqué* and *buscar*.
struct StemChanges: Sendable {
    private let inner: [(String, String)]
    private let final: [(String, String)]

    /// Reads changes.
    ///
    /// - Parameters:
    ///   - inner: Changes of the last vowels of a stem, as `ie>e ue>o`.
    ///   - final: Changes of its end, as `qu>c`; `x>` drops it.
    init(inner: String = "", final: String = "") {
        self.inner = Self.pairs(inner)
        self.final = Self.pairs(final)
    }

    private static func pairs(_ text: String) -> [(String, String)] {
        text.split(separator: " ").compactMap { pair in
            let sides = pair.split(separator: ">", omittingEmptySubsequences: false).map(String.init)
            return sides.count == 2 ? (sides[0], sides[1]) : nil
        }
    }

    /// The changed stems; not the stem itself.
    func stems(from stem: String) -> [String] {
        var ends: [String] = []
        for (from, to) in final where stem.hasSuffix(from) {
            ends.append(String(stem.dropLast(from.count)) + to)
        }
        var result = ends
        for start in [stem] + ends {
            let letters = Array(start)
            for (from, to) in inner {
                if let changed = Self.replacingLast(Array(from), to, in: letters) { result.append(changed) }
            }
        }
        return result
    }

    /// Replaces the last vowels of a word if they are, or end with, what is given, and stand before a consonant.
    private static func replacingLast(_ from: [Character], _ to: String, in letters: [Character]) -> String? {
        guard let end = letters.lastIndex(where: vowels.contains), end + 1 >= from.count else { return nil }
        let start = end + 1 - from.count
        guard Array(letters[start...end]) == from else { return nil }
        return String(letters[..<start]) + to + String(letters[(end + 1)...])
    }

    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "á", "é", "í", "ó", "ú", "ü", "è"]
}
