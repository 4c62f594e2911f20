import Language
package import LanguageServices
import Platform

/// Writes sentences for the words of the lexicon, and for others.
package struct SentenceWriter: Sendable {
    let data: SentenceData
    let grammar: any SentenceGrammar
    /// What has been read of the templates of single words.
    let own = WordTemplates()

    /// - Returns: `nil` when there are no rules for the language of the data.
    package init?(_ data: SentenceData) {
        guard let grammar = SentenceGrammars.grammar(of: data.language) else { return nil }
        self.data = data
        self.grammar = grammar
    }

    /// What a row of the lexicon is about.
    package struct Row: Sendable, Hashable {
        /// The word.
        package var headword: String
        /// Its part of speech, as the files name it.
        package var label: String
        /// Its sense, where there are several.
        package var sense: String?

        /// Names a row.
        package init(headword: String, label: String, sense: String?) {
            self.headword = headword
            self.label = label
            self.sense = sense
        }
    }

    /// The rows of the lexicon, in their order.
    package var rows: [Row] {
        data.rows.map { Row(headword: $0.headword, label: PartLabel.label($0.partOfSpeech), sense: $0.sense) }
    }

    /// What kind of word a row is about.
    package func partOfSpeech(row: Int) -> PartOfSpeech? {
        data.rows.indices.contains(row) ? data.rows[row].partOfSpeech : nil
    }

    /// The forms that the lexicon itself gives for a row, in the order of their names.
    package func knownForms(row: Int) -> [String] {
        data.rows.indices.contains(row) ? data.rows[row].spelledForms : []
    }

    /// The first sentences of a row of the lexicon, all different.
    ///
    /// - Parameters:
    ///   - row: The number of the row.
    ///   - count: How many are wanted.
    ///   - level: The hardest level; `nil` is any.
    ///   - seed: Decides which.
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

    /// The sentences of a row of the lexicon.
    ///
    /// - Parameter asked: The word as it was asked for: sentences that have it in this form go first.
    /// - Throws: `ServiceError.Code.configuration` when a template of its own is wrong.
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

    /// Whether there are templates for every word of a part of speech.
    func hasGeneralTemplates(_ part: PartOfSpeech) -> Bool {
        (data.groupsByPart[part] ?? []).contains { data.groups[$0].isUnconditional }
    }

    /// Whether one of them has an article that depends on what follows.
    func needsArticle(_ part: PartOfSpeech) -> Bool {
        (data.groupsByPart[part] ?? []).contains { number in
            data.groups[number].isUnconditional
                && data.groups[number].templates.contains { $0.pieces.contains(.article) }
        }
    }
}

/// A sentence that was made of a template.
package struct WrittenSentence: Sendable, Hashable {
    /// The sentence.
    package var text: String
    /// Where the word stands in it, in Unicode scalars.
    package var wordRanges: [Range<Int>]
    /// The level of everything in it but the word.
    package var level: LearnerLevel
}
