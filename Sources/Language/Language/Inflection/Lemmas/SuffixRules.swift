import LanguageServices

/// The endings of regular inflection, each with the lemma ending that replaces it.
struct SuffixRules: Sendable {
    private struct Rule: Sendable {
        let replacement: String
        let partOfSpeech: PartOfSpeech?
        let certainty: Lemma.Certainty
        let changesStem: Bool
        let shortestStem: Int
    }

    /// A node in a trie of reversed endings: its child nodes by preceding letter, and the rules for the ending itself.
    private struct Node: Sendable {
        var rules: [Rule] = []
        var before: [(letter: Unicode.Scalar, node: Int)] = []
    }

    /// The first node is the root, which represents the empty ending.
    private var nodes = [Node()]
    private let changes: StemChanges

    /// The first lines of the Spanish and Portuguese tables. They give nouns that look like participles precedence over
    /// the participles.
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

    /// Parses a table.
    ///
    /// A line such as `verb ar o as a…` contains a part of speech, the ending of the lemma (`-` for none), and the
    /// inflected endings without accents (`-` for none). `verb*` also applies the stem changes in `changes`; `verb?`
    /// marks a guess; `verb+` requires a stem with at least three letters instead of two.
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
                let nodeIndex = nodeIndex(ofEnding: word == "-" ? "" : word)
                nodes[nodeIndex].rules.append(rule)
            }
        }
    }

    private mutating func nodeIndex(ofEnding ending: Substring) -> Int {
        var nodeIndex = 0
        for letter in ending.unicodeScalars.reversed() {
            if let next = nodes[nodeIndex].before.first(where: { $0.letter == letter }) {
                nodeIndex = next.node
            } else {
                nodes[nodeIndex].before.append((letter, nodes.count))
                nodeIndex = nodes.count
                nodes.append(Node())
            }
        }
        return nodeIndex
    }

    /// The nodes for a word's endings with their lengths, longest first.
    private func endings(of word: InflectedWord) -> [(count: Int, nodeIndex: Int)] {
        var result = [(count: 0, nodeIndex: 0)]
        var nodeIndex = 0
        // A stem must have at least two letters.
        for (index, letter) in word.bare.dropFirst(2).reversed().enumerated() {
            guard let next = nodes[nodeIndex].before.first(where: { $0.letter == letter }) else { break }
            nodeIndex = next.node
            result.append((index + 1, nodeIndex))
        }
        return result.reversed()
    }

    /// The lemmas of a form; those for longer endings come first.
    func lemmas(of word: InflectedWord) -> [Lemma] {
        var result: [Lemma] = []
        for (count, nodeIndex) in endings(of: word) where !nodes[nodeIndex].rules.isEmpty {
            let stem = word.stem(without: count)
            for rule in nodes[nodeIndex].rules where word.letters.count - count >= rule.shortestStem {
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

/// Changes from the stem of a form to the stem of the lemma: *pienso* and *pensar*, *busqué* and *buscar*.
struct StemChanges: Sendable {
    private let inner: [(String, String)]
    private let final: [(String, String)]

    /// Parses changes.
    ///
    /// - Parameters:
    ///   - inner: Changes to the last vowels of a stem, such as `ie>e ue>o`.
    ///   - final: Changes to the end of a stem, such as `qu>c`; `x>` drops a final *x*.
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

    /// The changed stems, without the original one.
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

    /// Replaces the last vowels of a word if they end with the given vowels and precede a consonant.
    private static func replacingLast(_ from: [Character], _ to: String, in letters: [Character]) -> String? {
        guard let end = letters.lastIndex(where: vowels.contains), end + 1 >= from.count else { return nil }
        let start = end + 1 - from.count
        guard Array(letters[start...end]) == from else { return nil }
        return String(letters[..<start]) + to + String(letters[(end + 1)...])
    }

    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "á", "é", "í", "ó", "ú", "ü", "è"]
}
