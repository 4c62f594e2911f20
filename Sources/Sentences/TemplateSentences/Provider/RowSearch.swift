import Language
import LanguageServices

/// Finds the rows of the lexicon that are meant by a word, in whatever form.
struct RowSearch {
    let data: SentenceData
    let grammar: any SentenceGrammar
    let lemmas: LemmaRules?

    init(_ writer: SentenceWriter) {
        data = writer.data
        grammar = writer.grammar
        lemmas = LemmaRules(language: writer.data.language)
    }

    /// The rows for a word; none when it is not in the lexicon as such a part of speech.
    func rows(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        let exact = headwords(word, part)
        if !exact.isEmpty { return exact }
        // *to go*, *a bottle*, *the bottle*
        if let space = word.firstIndex(of: " ") {
            let first = word[..<space].lowercased()
            let rest = String(word[word.index(after: space)...])
            if let kind = grammar.part(behind: first) {
                let found = headwords(rest, part ?? kind)
                if !found.isEmpty { return found }
            }
            let reflexive = reflexives(word, part)
            return reflexive.isEmpty ? expressions(word, part) : reflexive
        }
        return inflected(word, part)
    }

    /// The rows of a headword. Where one is spelled in just this way (*Polish*, *polish*), the others are not meant.
    private func headwords(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        let rows = (data.rowsByHeadword[word.lowercased()] ?? []).map { data.rows[$0] }
        let same = rows.filter { $0.headword == word }
        return (same.isEmpty ? rows : same).filter { part == nil || $0.partOfSpeech == Self.plain(part) }
    }

    /// Names are among the nouns.
    private static func plain(_ part: PartOfSpeech?) -> PartOfSpeech? { part == .properNoun ? .noun : part }

    /// The rows of which a word is a form.
    private func inflected(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        var result: [LexiconRow] = []
        for place in data.rowsByForm[word.lowercased()] ?? [] {
            let row = data.rows[place]
            if part == nil || row.partOfSpeech == Self.plain(part) { result.append(row) }
        }
        guard let lemmas, result.isEmpty else { return result }
        for lemma in lemmas.lemmas(of: word) where lemma.certainty != .guess {
            guard let kind = lemma.partOfSpeech else { continue }
            for row in headwords(lemma.text, part ?? kind)
            where row.partOfSpeech == kind && !result.contains(where: { $0.place == row.place }) {
                result.append(row)
            }
        }
        return result.isEmpty ? furtherInflected(word, part, lemmas) : result
    }

    /// The rows of which a word is a form of a form (*Häusern* of *Häuser*), or a verb that is there with its pronoun only
    /// (*freut* of *sich freuen*).
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

    /// The rows of which an expression is a form: *brushed her teeth*, *bus stops*.
    private func expressions(_ word: String, _ part: PartOfSpeech?) -> [LexiconRow] {
        guard let lemmas else { return [] }
        var words = word.lowercased().split(separator: " ").map(String.init)
        guard words.count > 1, words.count <= 8, let last = words.last else { return [] }
        for lemma in lemmas.lemmas(of: last) where lemma.partOfSpeech == .noun && lemma.certainty != .guess {
            let rows = headwords((words.dropLast() + [lemma.text]).joined(separator: " "), part ?? .noun)
            if !rows.isEmpty { return rows }
        }
        for place in words.indices.dropFirst() {
            if let standIn = Self.standIns[words[place]] { words[place] = standIn }
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

    /// The rows of which a reflexive verb with its pronoun apart is a form: *me levanto*, *se ha dado cuenta de*.
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

    /// What headwords have in place of possessives and reflexives.
    private static let standIns: [String: String] = [
        "my": "your", "his": "your", "her": "your", "its": "your", "our": "your", "their": "your", "one's": "your",
        "myself": "yourself", "himself": "yourself", "herself": "yourself", "itself": "yourself",
        "ourselves": "yourself", "themselves": "yourself", "oneself": "yourself", "yourselves": "yourself",
    ]
}
