import Language
package import LanguageServices
import Platform

/// Writes sentences for words in the lexicon and for other words.
package struct SentenceWriter: Sendable {
    let data: SentenceData
    let grammar: any SentenceGrammar
    /// The templates for single words that have been read so far.
    let own = WordTemplates()

    /// - Returns: `nil` if there are no rules for the language of the data.
    package init?(_ data: SentenceData) {
        guard let grammar = SentenceGrammars.grammar(of: data.language) else { return nil }
        self.data = data
        self.grammar = grammar
    }

    /// Identifies a row in the lexicon.
    package struct Row: Sendable, Hashable {
        /// The word.
        package var headword: String
        /// The part of speech, as abbreviated in the files.
        package var label: String
        /// The sense, if there are several.
        package var sense: String?

        /// Creates a row.
        package init(headword: String, label: String, sense: String?) {
            self.headword = headword
            self.label = label
            self.sense = sense
        }
    }

    /// The rows in the lexicon, in order.
    package var rows: [Row] {
        data.rows.map { Row(headword: $0.headword, label: PartLabel.label($0.partOfSpeech), sense: $0.sense) }
    }

    /// The part of speech of a row.
    package func partOfSpeech(row: Int) -> PartOfSpeech? {
        data.rows.indices.contains(row) ? data.rows[row].partOfSpeech : nil
    }

    /// The forms that the lexicon lists for a row, sorted by their names.
    package func knownForms(row: Int) -> [String] {
        data.rows.indices.contains(row) ? data.rows[row].spelledForms : []
    }

    /// The first sentences for a row in the lexicon, without duplicates.
    ///
    /// - Parameters:
    ///   - row: The index of the row.
    ///   - count: The requested number of sentences.
    ///   - level: The maximum level; `nil` for any level.
    ///   - seed: The seed for the selection.
    package func samples(row: Int, count: Int, level: LearnerLevel?, seed: UInt64) -> [WrittenSentence] {
        guard data.rows.indices.contains(row),
            var sentences = try? sentences(data.rows[row], asked: nil, level: level, topic: nil, seed: seed)
        else { return [] }
        var seen: Set<String> = []
        var result: [WrittenSentence] = []
        while result.count < count, let next = sentences.next() {
            if seen.insert(next.text).inserted { result.append(next) }
        }
        return result
    }

    /// The sentences for a row in the lexicon.
    ///
    /// - Parameter asked: The word as requested; sentences with this form come first.
    /// - Throws: `ServiceError.Code.configuration` if a template for the word is invalid.
    func sentences(
        _ row: LexiconRow,
        asked: String?,
        level: LearnerLevel?,
        topic: SentenceTopic?,
        seed: UInt64
    ) throws(ServiceError) -> WordSentences {
        try WordSentences(
            SentenceWord(row),
            row: row,
            asked: asked,
            writer: self,
            level: level,
            topic: topic,
            random: SplitMix64(seed: seed ^ StableHash.of(row.headword, row.sense ?? ""))
        )
    }

    /// Whether there are templates that fit every word with a part of speech.
    func hasGeneralTemplates(_ part: PartOfSpeech) -> Bool {
        (data.groupsByPart[part] ?? []).contains { data.groups[$0].isUnconditional }
    }

    /// Whether one of these templates contains an article whose form depends on the following word.
    func needsArticle(_ part: PartOfSpeech) -> Bool {
        (data.groupsByPart[part] ?? []).contains { number in
            data.groups[number].isUnconditional
                && data.groups[number].templates.contains { $0.pieces.contains(.article) }
        }
    }
}

/// A sentence built from a template.
package struct WrittenSentence: Sendable, Hashable {
    /// The sentence.
    package var text: String
    /// The ranges of the word in the sentence, in Unicode scalars.
    package var wordRanges: [Range<Int>]
    /// The level of everything except the requested word.
    package var level: LearnerLevel
}
