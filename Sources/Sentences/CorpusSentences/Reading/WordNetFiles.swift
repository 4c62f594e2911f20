import LanguageServices
import Platform

/// WordNet's database as packaged in Debian's `wordnet-base`. The examples are the quotations after its definitions.
///
/// The manual page wndb(5WN) describes the files. `data.POS` contains the words, definition and examples of each
/// synset. `index.POS` lists the meanings of a word by frequency of use, which yields the number of each meaning.
struct WordNetFiles: SentenceSource {
    /// The folder that contains WordNet on Debian.
    static let debianFolder = "/usr/share/wordnet"

    /// The folder that contains the files.
    let folder: String

    private static let parts: [(name: String, kind: PartOfSpeech)] = [
        ("noun", .noun), ("verb", .verb), ("adj", .adjective), ("adv", .adverb),
    ]

    var stamp: String { Self.parts.map { FileStamp.of("\(folder)/data.\($0.name)") }.joined(separator: "\n") }

    /// The first missing file; `nil` if there is none.
    var missing: String? {
        Self.parts.flatMap { ["\(folder)/data.\($0.name)", "\(folder)/index.\($0.name)"] }
            .first { !WholeFile.exists($0) }
    }

    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
        for (name, kind) in Self.parts {
            var synsets: [(offset: String, synset: Synset)] = []
            try CorpusText(path: "\(folder)/data.\(name)").lines { line in
                if let found = Synset(line.text) { synsets.append((String(line.text.prefix(8)), found)) }
            }
            let numbers = try meanings(name, of: Set(synsets.map(\.offset)))
            for (offset, synset) in synsets {
                let members = synset.words.map { word in
                    (word: word, number: numbers[offset]?[word.lowercased()] ?? 99)
                }
                for example in synset.examples {
                    try body(
                        FoundSentence(
                            text: example,
                            location: "\(name) \(offset)",
                            sense: ShownSense(partOfSpeech: kind, gloss: synset.definition, members: members)
                        )
                    )
                }
            }
        }
        return SourceReport()
    }

    /// Maps each synset to its words, and each word to the number of the synset's meaning among its own meanings.
    private func meanings(_ name: String, of synsets: Set<String>) throws -> [String: [String: Int]] {
        var result: [String: [String: Int]] = [:]
        try CorpusText(path: "\(folder)/index.\(name)").lines { line in
            guard !line.text.hasPrefix(" ") else { return }
            let cells = line.text.split(separator: " ")
            // `lemma pos synset_cnt … offset…`, with one offset per synset.
            guard cells.count > 4, let count = Int(cells[2]), count > 0, count < cells.count else { return }
            let word = String(cells[0]).replacing("_", with: " ")
            for (position, offset) in cells.suffix(count).enumerated() where synsets.contains(String(offset)) {
                result[String(offset), default: [:]][word] = position + 1
            }
        }
        return result
    }

    /// A set of words with one meaning.
    private struct Synset {
        var words: [String]
        var definition: String
        var examples: [String]

        /// Parses a line of a data file; `nil` if it does not contain a synset with an example.
        init?(_ line: String) {
            guard !line.hasPrefix(" "), line.contains("\""), let bar = line.firstIndex(of: "|") else { return nil }
            let cells = line[..<bar].split(separator: " ")
            // synset_offset lex_filenum ss_type w_cnt (hexadecimal) word lex_id [word lex_id…]
            guard cells.count > 4, cells[0].utf8.count == 8, let count = Int(cells[3], radix: 16), count > 0,
                cells.count >= 4 + 2 * count
            else { return nil }
            words = (0..<count).map { index in
                let word = cells[4 + 2 * index]
                // Adjectives may have a syntactic marker: *galore(ip)*.
                let plain = word.firstIndex(of: "(").map { word[..<$0] } ?? word
                return String(plain).replacing("_", with: " ")
            }
            let gloss = String(line[line.index(after: bar)...])
            definition = ""
            examples = []
            take(gloss)
            guard !examples.isEmpty else { return nil }
        }

        private mutating func take(_ gloss: String) {
            let pieces = gloss.split(separator: "\"", omittingEmptySubsequences: false)
            definition = Synset.trimmed(pieces[0])
            for (index, piece) in pieces.enumerated() where index % 2 == 1 && index + 1 < pieces.count {
                // A quotation followed by an author's name is taken from a book; skip it.
                let behind = pieces[index + 1].trimmingWhitespace()
                if behind.hasPrefix("-") || behind.hasPrefix("(") { continue }
                // In *a word or phrase (as "of course")*, the quotation is part of the definition.
                let before = pieces[index - 1].trimmingWhitespace()
                guard before.isEmpty || before.hasSuffix(";") || before.hasSuffix(":") || before.hasSuffix(",") else {
                    continue
                }
                if let example = Synset.whole(piece) { examples.append(example) }
            }
        }

        private static func trimmed(_ text: Substring) -> String {
            String(text.trimmingWhitespace().trimmingSuffix { ";:, ".contains($0) })
        }

        /// An example, completed with an initial capital letter and a full stop, which most examples lack even if they
        /// are sentences. `nil` if it contains a placeholder (*bat one's eyelids*).
        private static func whole(_ text: Substring) -> String? {
            let plain = text.trimmingWhitespace()
            guard let first = plain.unicodeScalars.first, let last = plain.unicodeScalars.last else { return nil }
            for sign in ["one's", "oneself", "someone's", "..."] where plain.contains(sign) { return nil }
            var result = String(first).uppercased() + String(plain.unicodeScalars.dropFirst())
            if !SentenceMarks.ends.contains(last), !SentenceMarks.closing.contains(last) { result += "." }
            return result
        }
    }
}
