import Language
import LanguageServices
import Testing

@testable import CorpusSentences

@Suite("Parts of the index")
struct PartsTests {
    @Test("Without MeCab or its dictionary, ICU splits Japanese")
    func brokenMeCab() throws {
        let japanese = try #require(LanguageTag("ja"))
        for broken in [MeCab(library: "/nonexistent/libmecab.so.2"), MeCab(settings: "/nonexistent/mecabrc")] {
            let analysis = WordAnalysis(language: japanese, mecab: broken)
            #expect(analysis.name == "icu")
            #expect(try analysis.words(of: ["水を飲む"]).first?.first?.text == "水")
        }
    }

    @Test("Posting lists survive a round trip")
    func postings() throws {
        let ranks = [0, 1, 2, 127, 128, 5_000, 1_000_000, 3_999_999]
        let list = ranks.enumerated().map {
            PostingList.Posting(rank: $1, isFirst: $0 % 2 == 0, isShown: $0 % 3 == 0)
        }
        var bytes: [UInt8] = []
        var previous = -1
        for posting in list {
            PostingList.append(posting, after: previous, to: &bytes)
            previous = posting.rank
        }
        #expect(PostingList.postings(in: bytes, count: 4_000_000) == list)
        #expect(PostingList.postings(in: bytes, count: 3_999_999) == nil)
        #expect(PostingList.postings(in: Array(bytes.dropLast()), count: 4_000_000) == nil)
        #expect(PostingList.postings(in: [UInt8](repeating: 0xFF, count: 20), count: .max) == nil)
        let numbers: [Int32] = [0, 1, 127, 128, 300, .max]
        #expect(PostingList.unpacked(PostingList.packed(numbers)) == numbers)
        #expect(PostingList.unpacked([UInt8](repeating: 0xFF, count: 20)).isEmpty)
    }

    @Test("The format of a file is detected from its lines")
    func formats() {
        func format(_ lines: String...) -> CorpusFormat {
            FormatDetection.format(
                of: lines.enumerated().map {
                    CorpusText.Line(text: $1, number: $0 + 1, isCutOff: false, isContinued: false)
                }
            )
        }
        #expect(format("1\teng\tA cat.", "2\tdeu\tEine Katze.") == .tatoeba)
        #expect(format("1\teng\tA cat.\tCK\t\\N\t\\N") == .tatoeba)
        #expect(format("1\tA cat.\t2\tEine Katze.") == .tatoebaPairs)
        #expect(format("A cat.\tEine Katze.") == .pairs)
        #expect(format("A cat.\tEine Katze.\tCC-BY tatoeba.org #1 (A) & #2 (B)") == .pairs)
        #expect(format("1\tA cat.", "2\tA dog.") == .numbered)
        #expect(format("A cat.", "A dog.") == .text)
        #expect(format("A cat.", "a\tb", "A dog.", "A bird sings.") == .text)
        #expect(format() == .text)
    }

    @Test("Better sentences have a higher quality")
    func quality() throws {
        let english = try #require(LanguageTag("en"))
        let better = [
            ("The children played in the garden all afternoon.", "He told her that it was theirs."),
            ("My brother works in a hotel near the station.", "But this was not what they had meant."),
            ("The shop on the corner sells fresh bread every day.", "Bread."),
            (
                "We usually have dinner at seven in the evening.",
                "Messrs. Smith, Jones, Brown (Leeds) and Carter met Wilson."
            ),
            ("Please open the window before you go to bed.", "In 1987, 23 of 45 (51%) said: \"no\"; 12 said: \"yes\"."),
            (
                "My sister lost her key in the snow.",
                "The obfuscation exacerbated multifarious epistemological quandaries."
            ),
        ]
        var reading = CorpusReading(language: english, analysis: WordAnalysis(language: english))
        try reading.read(List(texts: better.flatMap { [$0.0, $0.1] })) { true }
        reading.resolveStarts()
        let known = KnownWords(folder: Shipped.dictionaries, language: english)
        let vocabulary = CorpusVocabulary(reading, language: english, known: known)
        var qualities: [String: Double] = [:]
        for sentence in 0..<reading.count {
            let judgement = SentenceJudgement(
                tokens: reading.tokens(of: sentence),
                surface: reading.surfaces[sentence],
                vocabulary: vocabulary,
                hasVerbs: true
            )
            qualities[String(decoding: reading.texts[sentence * 3], as: UTF8.self)] = judgement.quality
            #expect((0...1).contains(judgement.quality))
        }
        for (good, bad) in better {
            #expect(try #require(qualities[good]) > (qualities[bad] ?? 0) + 0.1, "\(good) \(bad) \(qualities)")
        }
    }

    private struct List: SentenceSource {
        let texts: [String]
        var stamp: String { "" }

        func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
            for text in texts { try body(FoundSentence(text: text, location: "")) }
            return SourceReport()
        }
    }

    @Test("Logarithms are accurate")
    func logarithms() {
        for (number, expected) in [
            (1.0, 0.0), (10, 1), (1000, 3), (0.01, -2), (2, 0.301029995663981), (-1, 0), (.nan, 0),
        ] {
            #expect(abs(Logarithm.ten(number) - expected) < 1e-9)
        }
    }
}

@Suite("Detection of complete clauses")
struct ClauseSearchTests {
    @Test(
        "Clauses are recognised as clauses",
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
        "Phrases are not recognised as clauses",
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
        try reading.read(SingleSentenceCheck(text: text)) { true }
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

    private struct SingleSentenceCheck: SentenceSource {
        let text: String
        var stamp: String { text }

        func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
            try body(FoundSentence(text: text, location: "line 1"))
            return SourceReport()
        }
    }
}
