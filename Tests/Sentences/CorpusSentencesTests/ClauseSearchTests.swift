import LanguageServices
import Testing

@testable import CorpusSentences

@Suite("Whether words make a sentence")
struct ClauseSearchTests {
    @Test(
        "Clauses are told from phrases",
        arguments: [
            "The dog barks at night.", "He was busy when I came.", "If it rains, we stay home.",
            "Put the book on the table.",
            "The man who came in was old.", "When did you see him?", "Reading is fun.", "I know how it works.",
            "The children went to school.", "There is no hope.", "Nobody knows why.",
        ]
    )
    func sentence(_ text: String) throws {
        #expect(try judgement(text).isClause)
    }

    @Test(
        "Phrases are told from clauses",
        arguments: [
            "Feeling sad because his dog had died.", "A room that is light when the shutters are open.",
            "Spent many happy days on the beach.", "As long as the lighting was good.", "The old house by the sea.",
        ]
    )
    func phrase(_ text: String) throws {
        #expect(try !judgement(text).isClause)
    }

    private func judgement(_ text: String) throws -> SentenceJudgement {
        let english = try #require(LanguageTag("en"))
        var reading = CorpusReading(language: english, analysis: WordAnalysis(language: english))
        try reading.read(OneSentence(text: text)) { true }
        let known = KnownWords(folder: Shipped.dictionaries, language: english)
        reading.resolveStarts()
        let vocabulary = CorpusVocabulary(reading, language: english, known: known)
        return SentenceJudgement(
            tokens: reading.tokens(of: 0),
            surface: reading.surfaces[0],
            vocabulary: vocabulary,
            hasVerbs: true
        )
    }

    private struct OneSentence: SentenceSource {
        let text: String
        var stamp: String { text }

        func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
            try body(FoundSentence(text: text, place: "line 1"))
            return SourceReport()
        }
    }
}
