import EspeakSpeech
import LanguageServices
import SentenceChecks
import TemplateSentences
import TestSupport
import Testing

/// The English templates and lexicon.
struct EnglishDataTests {
    @Test func nothingIsWrongWithTheFiles() throws {
        let folder = try EnglishData.folder()
        #expect(folder.problems.map(\.description) == [])
    }

    @Test func everyWordOfTheStarterDictionaryIsInTheLexicon() throws {
        let writer = try #require(SentenceWriter(EnglishData.folder().data))
        let known = Set(writer.rows)
        let missing = try EnglishData.starterRows().filter { !known.contains($0) }
        #expect(missing.isEmpty, "\(missing.count): \(missing.prefix(20))")
    }

    /// Each word has five well-formed sentences.
    @Test func everyWordHasFiveSentencesThatAreWellFormed() throws {
        let writer = try #require(SentenceWriter(EnglishData.folder().data))
        var few: [SentenceWriter.Row] = []
        var odd: [String] = []
        for (place, row) in writer.rows.enumerated() {
            let samples = writer.samples(row: place, count: 8, level: nil, seed: 1)
            if samples.count < 5 { few.append(row) }
            if Set(samples.map(\.text)).count < samples.count { odd.append("\(row.headword): twice the same") }
            for sample in samples {
                if let fault = SentenceShape.fault(of: sample.text, wordRanges: sample.wordRanges) {
                    odd.append("\(row.headword): \(fault): \(sample.text)")
                }
            }
        }
        #expect(
            few.isEmpty,
            "\(few.count) have fewer than five: \(few.prefix(20).map { "\($0.headword) [\($0.label)]" })"
        )
        #expect(odd.isEmpty, "\(odd.count): \(odd.prefix(20))")
    }

    /// The rules for *a* and *an* agree with espeak-ng for all data.
    @Test func articlesAreRightBySound() async throws {
        let data = try EnglishData.folder().data
        let english = try #require(LanguageTag("en-US"))
        var wrong: [String] = []
        for text in ArticleTexts.all(in: data) {
            guard let isVowel = await EspeakSpeech.startsWithVowel(text, language: english) else {
                Issue.record("espeak-ng has no result for '\(text)'")
                return
            }
            let article = ArticleTexts.article(before: text)
            if article != (isVowel ? "an" : "a") { wrong.append("\(article) \(text)") }
        }
        // espeak-ng wrongly spells out the first two words; the *h* in the third is silent in American English.
        let known: Set<String> = ["a Lviv", "a Ms", "a herb", "a herbal"]
        #expect(wrong.filter { !known.contains($0) }.isEmpty, "\(wrong)")
    }

    @Test func wordsThatTheLexiconHasNot() async throws {
        let provider = TemplateSentences(folder: EnglishData.dictionaries) { word, language in
            await EspeakSpeech.startsWithVowel(word, language: language)
        }
        let parts: [String: PartOfSpeech] = ["n": .noun, "v": .verb, "a": .adjective, "r": .adverb]
        let words = try EnglishData.fixture("held-back-words.tsv")
        #expect(words.count >= 500)
        var odd: [String] = []
        for line in words {
            let cells = line.split(separator: "\t").map(String.init)
            let part = try #require(parts[cells[0]])
            let request = SentenceRequest(word: cells[1], language: LanguageTag("en"), partOfSpeech: part, count: 8)
            let sentences = try await provider.sentences(for: request).sentences
            if sentences.count < 5 { odd.append("\(cells[1]): \(sentences.count) sentences") }
            if Set(sentences.map(\.text)).count < sentences.count { odd.append("\(cells[1]): twice the same") }
            for sentence in sentences {
                if let fault = SentenceShape.fault(of: sentence.text, wordRanges: sentence.wordRanges) {
                    odd.append("\(cells[1]): \(fault): \(sentence.text)")
                }
                // A request for an inflected form of a word in the lexicon returns sentences with that word.
                let inspection = SentenceInspection(
                    word: sentence.lemma ?? cells[1],
                    language: try EnglishData.english(),
                    partOfSpeech: part
                )
                do throws(SentenceFault) {
                    let found = try inspection.inspect(sentence.text).match.ranges
                    let isInside = found.allSatisfy { place in
                        sentence.wordRanges.contains {
                            $0.lowerBound <= place.lowerBound && place.upperBound <= $0.upperBound
                        }
                    }
                    if !isInside { odd.append("\(cells[1]): \(found): \(sentence.text)") }
                } catch {
                    odd.append("\(cells[1]): \(error.reason): \(sentence.text)")
                }
            }
        }
        #expect(odd.isEmpty, "\(odd.count): \(odd.prefix(20))")
    }
}
