import Language
import LanguageServices

/// Finds the lexicon rows for a word in any form.
struct RowSearch {
    let data: SentenceData
    let grammar: any SentenceGrammar
    let lemmas: LemmaRules?

    init(_ writer: SentenceWriter) {
        data = writer.data
        grammar = writer.grammar
        lemmas = LemmaRules(language: writer.data.language)
    }

    /// The rows for a word; empty if the lexicon does not contain it with this part of speech.
    func rows(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        let exact = headwords(word, part)
        if !exact.isEmpty { return exact }
        // *to go*, *a bottle*, *the bottle*
        if let space = word.firstIndex(of: " ") {
            let first = word[..<space].lowercased()
            let rest = String(word[word.index(after: space)...])
            if let kind = grammar.part(after: first) {
                let found = headwords(rest, part ?? kind)
                if !found.isEmpty { return found }
            }
            let reflexive = reflexives(word, part)
            return reflexive.isEmpty ? expressions(word, part) : reflexive
        }
        return inflected(word, part)
    }

    /// The rows for a headword. If any row matches exactly, including case (*Polish*, *polish*), the other rows are
    /// excluded.
    private func headwords(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        let rows = data.rows(of: word)
        let same = rows.filter { $0.headword == word }
        return (same.isEmpty ? rows : same).filter { part == nil || $0.partOfSpeech == Self.plain(part) }
    }

    /// Proper nouns are listed as nouns.
    private static func plain(_ part: PartOfSpeech?) -> PartOfSpeech? { part == .properNoun ? .noun : part }

    /// The rows for the words that a given word is a form of.
    private func inflected(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        var result = (data.rowsByForm[word.lowercased()] ?? []).map { data.rows[$0] }
            .filter { part == nil || $0.partOfSpeech == Self.plain(part) }
        guard let lemmas, result.isEmpty else { return result }
        for lemma in lemmas.lemmas(of: word) where lemma.certainty != .guess {
            guard let kind = lemma.partOfSpeech else { continue }
            for row in headwords(lemma.text, part ?? kind)
            where row.partOfSpeech == kind && !result.contains(where: { $0.location == row.location }) {
                result.append(row)
            }
        }
        return result.isEmpty ? furtherInflected(word, part, lemmas) : result
    }

    /// The rows that a word reaches through two inflections (*Häusern*, *Häuser*, *Haus*), or whose headword is a
    /// reflexive verb inflected here without its pronoun (*freut*, *sich freuen*).
    private func furtherInflected(_ word: String, _ part: PartOfSpeech?, _ lemmas: LemmaRules) -> [LexiconRow] {
        let found = lemmas.lemmas(of: word)
        for lemma in found {
            let rows = (data.rowsByForm[lemma.text.lowercased()] ?? []).map { data.rows[$0] }
                .filter { $0.partOfSpeech == lemma.partOfSpeech && (part == nil || $0.partOfSpeech == part) }
            if !rows.isEmpty { return rows }
        }
        for lemma in [Lemma(word, partOfSpeech: .verb)] + found where lemma.partOfSpeech == .verb {
            guard let reflexive = lemmas.reflexive(lemma.text) else { continue }
            let rows = headwords(reflexive, part ?? .verb)
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// The rows for an inflected expression: *brushed her teeth*, *bus stops*.
    private func expressions(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        guard let lemmas else { return [] }
        var words = word.lowercased().split(separator: " ").map(String.init)
        guard words.count > 1, words.count <= 8, let last = words.last else { return [] }
        for lemma in lemmas.lemmas(of: last) where lemma.partOfSpeech == .noun && lemma.certainty != .guess {
            let rows = headwords((words.dropLast() + [lemma.text]).joined(separator: " "), part ?? .noun)
            if !rows.isEmpty { return rows }
        }
        for position in words.indices.dropFirst() {
            if let standIn = Self.placeholders[words[position]] { words[position] = standIn }
        }
        let first = words[0]
        let rest = words.dropFirst().joined(separator: " ")
        for lemma in [first] + lemmas.lemmas(of: first).filter({ $0.partOfSpeech == .verb }).map(\.text) {
            let rows = headwords(lemma + " " + rest, part ?? .verb)
            if !rows.isEmpty { return rows }
        }
        // *steht auf*
        return words.count == 2 ? inflected(word, part) : []
    }

    /// The rows for an inflected reflexive verb with a separate pronoun: *me levanto*, *se ha dado cuenta de*.
    private func reflexives(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        guard let lemmas, part == nil || part == .verb else { return [] }
        var words = word.lowercased().split(separator: " ").map(String.init)
        guard let first = words.first, grammar.reflexivePronouns.contains(first), words.count <= 8 else { return [] }
        words.removeFirst()
        if let auxiliary = grammar.auxiliary, words.count > 1,
            lemmas.lemmas(of: words[0]).contains(where: { $0.text == auxiliary })
        {
            words.removeFirst()
        }
        guard let verb = words.first else { return [] }
        for lemma in lemmas.lemmas(of: verb) where lemma.partOfSpeech == .verb {
            guard let reflexive = lemmas.reflexive(lemma.text) else { continue }
            let rows = headwords(([reflexive] + words.dropFirst()).joined(separator: " "), .verb)
            if !rows.isEmpty { return rows }
        }
        return []
    }

    /// The placeholders for possessives and reflexives in headwords.
    private static let placeholders: [String: String] = [
        "my": "your", "his": "your", "her": "your", "its": "your", "our": "your", "their": "your", "one's": "your",
        "myself": "yourself", "himself": "yourself", "herself": "yourself", "itself": "yourself",
        "ourselves": "yourself", "themselves": "yourself", "oneself": "yourself", "yourselves": "yourself",
    ]
}

/// Chooses the row that matches the requested sense.
enum SenseChoice {
    /// The row whose sense, kinds and collocates share the most words with the requested sense. In a tie, or if no
    /// words are shared, it is the first row.
    static func best(_ sense: String, of rows: [LexiconRow], data: SentenceData) -> LexiconRow? {
        let wanted = Set(words(sense))
        guard let first = rows.first, !wanted.isEmpty else { return rows.first }
        var best = (row: first, score: 0)
        for row in rows {
            var score = 0
            if let own = row.sense {
                score += own.lowercased() == sense.lowercased() ? 100 : 0
                score += 4 * words(own).count { wanted.contains($0) }
            }
            for kind in row.namedKinds where wanted.contains(data.kindNames.names[kind]) { score += 2 }
            for company in row.company {
                score += company.set.texts.count { text in words(text.text).contains { wanted.contains($0) } }
            }
            if score > best.score { best = (row, score) }
        }
        return best.row
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init).filter { !small.contains($0) }
    }

    private static let small: Set<String> = ["a", "an", "the", "of", "to", "in", "on", "or", "and", "something", "for"]
}

/// A requested word, normalised for use in a sentence.
struct WordText {
    /// The word with straight apostrophes and single spaces, without surrounding characters.
    let text: String

    /// The maximum length of a word, in Unicode scalars.
    private static let longest = 60

    /// - Returns: `nil` if the text cannot be part of a sentence in Latin script because it contains control
    ///   characters, markup or another script, or contains neither letters nor digits.
    init?(_ request: String) {
        var scalars: [Unicode.Scalar] = []
        for scalar in request.unicodeScalars {
            switch scalar {
            case "\u{2019}", "\u{2018}", "\u{2BC}": scalars.append("'")
            case "\u{2010}", "\u{2011}": scalars.append("-")
            case " ", "\u{A0}", "\t", "\u{202F}":
                if scalars.last != " " { scalars.append(" ") }
            default: scalars.append(scalar)
            }
        }
        while scalars.first.map(Self.isOuter) ?? false { scalars.removeFirst() }
        while scalars.last.map(Self.isOuter) ?? false { scalars.removeLast() }
        guard !scalars.isEmpty, scalars.count <= Self.longest else { return nil }
        guard scalars.allSatisfy(Self.mayOccur), scalars.contains(where: Self.isSpoken) else { return nil }
        // Combining marks must follow a letter; at most two are allowed.
        var marks = 2
        for scalar in scalars {
            marks = Self.isMark(scalar) ? marks + 1 : 0
            if marks > 2 { return nil }
        }
        text = String(scalars: scalars[...])
    }

    private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
        " .,;:!?¡¿…\"“”«»()[]".unicodeScalars.contains(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.value <= 0x36F
    }

    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        isLatin(scalar) || scalar.value >= 48 && scalar.value <= 57
    }

    /// Latin letters as used in European languages and Vietnamese.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: true
        default: false
        }
    }

    private static func mayOccur(_ scalar: Unicode.Scalar) -> Bool {
        isSpoken(scalar) || isMark(scalar) || " '-.,/&+%°€$£".unicodeScalars.contains(scalar)
    }
}
