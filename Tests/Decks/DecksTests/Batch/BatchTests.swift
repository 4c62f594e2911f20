import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Decks

@Suite struct BatchTests {
    @Test(arguments: [1, 3])
    func keepsOrderAndRequestsEqualTextsOnce(_ concurrency: Int) async throws {
        let words = (0..<40).map { "w\(BatchFixture.letters($0 % 13))" }
        let bench = try BatchFixture(words.map { [$0, ""] })
        let provider = CountingTranslation()
        let reports = Reports()
        let options = BatchOptions(textsPerRequest: 4, concurrency: concurrency)
        let summary = try await bench.batch(provider, options: options).run(output: bench.output, report: reports.add)
        #expect(try bench.backs() == words.map { "<\($0)>" })
        #expect(provider.answered.count == 13)
        #expect(provider.answered.values.allSatisfy { $0 == 1 })
        #expect(provider.requests.map(\.count).sorted() == [1, 4, 4, 4])
        #expect(summary.notesChanged == 40)
        #expect(summary.textsSent == 13)
        #expect(summary.requests == 4)
        #expect(reports.all.map(\.number) == Array(0..<40))
        #expect(reports.all.allSatisfy { $0.outcome == .ok && $0.answers.first?.step == "exact" })
        #expect(bench.decks.folder.names() == ["out.tsv", "words.tsv"])
    }

    @Test func reportsTheOutcomeOfEachNote() async throws {
        let bench = try BatchFixture([
            ["dog", ""], ["cat", "Katze"], ["", ""], ["42", ""], ["bad", ""], ["{{c1::odd}}", ""],
        ])
        let provider = CountingTranslation(missing: {
            $0 == "bad" ? ServiceError(.notFound, "no such word", provider: "counting") : nil
        })
        let reports = Reports()
        let summary = try await bench.batch(provider).run(output: bench.output, report: reports.add)
        #expect(reports.all.map(\.outcome) == [.ok, .kept, .skipped, .skipped, .failed, .ok])
        #expect(reports.all.map(\.reason) == [nil, nil, .emptySource, .nothingToDo, nil, nil])
        #expect(reports.all.compactMap(\.error?.code) == [.notFound])
        #expect(try bench.backs() == ["<dog>", "Katze", "", "", "", "{{c1::<odd>}}"])
        #expect(summary.notesFailed == 1)
        #expect(summary.isWritten)
        #expect(WholeFile.exists(bench.journal))
    }

    @Test func rejectsAnswersThatWouldChangeMarkup() async throws {
        let bench = try BatchFixture([["{{c1::a}} [sound:x.mp3]", ""], ["b", ""]])
        let reports = Reports()
        let batch = try bench.batch(
            InMemoryAnswers(["a": "x}} y", "b": "z"])
        )
        _ = try await batch.run(output: bench.output, report: reports.add)
        #expect(reports.all.map(\.outcome) == [.failed, .ok])
        #expect(reports.all.first?.error?.code == .protocolViolation)
        #expect(try bench.backs() == ["", "z"])
    }

    @Test func overwritesWhenAsked() async throws {
        let bench = try BatchFixture([["dog", "x"], ["cat", ""]])
        _ = try await bench.batch(CountingTranslation(), overwrites: true).run(output: bench.output)
        #expect(try bench.backs() == ["<dog>", "<cat>"])
    }

    @Test func bisectsAFailedRequestDownToTheFailingText() async throws {
        let bench = try BatchFixture(words: 16)
        let provider = CountingTranslation(refusing: { texts in
            texts.contains("wg") ? ServiceError(.providerFailed, "it broke") : nil
        })
        let options = BatchOptions(textsPerRequest: 16, concurrency: 1)
        let summary = try await bench.batch(provider, options: options).run(output: bench.output)
        // The request with 16 texts is split into requests with 8, 4, 2 and 1; then the other halves are sent.
        #expect(provider.requests.map(\.count) == [16, 8, 4, 4, 2, 2, 1, 1, 8])
        #expect(summary.notesFailed == 1)
        #expect(summary.notesChanged == 15)
        #expect(try bench.backs().enumerated().filter { $0.element.isEmpty }.map(\.offset) == [6])
        #expect(provider.answered.count == 15)
        #expect(provider.answered.values.allSatisfy { $0 == 1 })
    }

    @Test(arguments: [ServiceError.Code.unauthorized, .quotaExceeded, .unavailable, .network, .cancelled])
    func endsWhenTheProviderIsUnreachable(_ code: ServiceError.Code) async throws {
        let bench = try BatchFixture(words: 12)
        let provider = CountingTranslation(refusing: { $0.contains("wf") ? ServiceError(code, "no") : nil })
        let summary = try await bench.batch(provider).run(output: bench.output)
        #expect(summary.interruption?.code == code)
        #expect(!summary.isWritten)
        #expect(!WholeFile.exists(bench.output))
        #expect(provider.requests.count == 2)
        let later = CountingTranslation()
        let second = try await bench.batch(later).run(output: bench.output)
        #expect(second.forecast.textsKnown == 4)
        #expect(later.answered.count == 8)
        #expect(try bench.backs().count { !$0.isEmpty } == 12)
    }

    @Test func endsWhenEverythingFails() async throws {
        let bench = try BatchFixture(words: 200)
        let provider = CountingTranslation(refusing: { _ in ServiceError(.providerFailed, "it broke") })
        let summary = try await bench.batch(provider).run(output: bench.output)
        #expect(summary.interruption?.code == .providerFailed)
        #expect(provider.requests.count < 60)
    }

    @Test("ends after 25 consecutive failures, and an answer resets the count")
    func failuresInARow() async throws {
        let options = BatchOptions(textsPerRequest: 1, concurrency: 1)
        let broken = CountingTranslation(refusing: { _ in ServiceError(.providerFailed, "it broke") })
        let first = try BatchFixture(words: 60)
        let summary = try await first.batch(broken, options: options).run(output: first.output)
        #expect(summary.interruption?.message == "25 consecutive texts failed; last error: it broke")
        #expect(broken.requests.count == 25)
        let bench = try BatchFixture(words: 49)
        let answered = "w\(BatchFixture.letters(24))"
        let shaky = CountingTranslation(refusing: { $0 == [answered] ? nil : ServiceError(.providerFailed, "it broke") }
        )
        let whole = try await bench.batch(shaky, options: options).run(output: bench.output)
        #expect(whole.interruption == nil && whole.notesFailed == 48 && whole.notesChanged == 1)
    }

    @Test func countsAnswers() async throws {
        let bench = try BatchFixture(words: 3)
        let reports = Reports()
        _ = try await bench.batch(ShortAnswers()).run(output: bench.output, report: reports.add)
        #expect(reports.all.compactMap(\.error?.code) == [.protocolViolation, .protocolViolation, .protocolViolation])
    }

    @Test func obeysTheLimits() async throws {
        let bench = try BatchFixture([
            ["aaaa", ""], ["bb", ""], ["cc", ""], [String(repeating: "d", count: 50), ""], ["e", ""],
        ])
        let provider = CountingTranslation()
        let options = BatchOptions(textsPerRequest: 10, charactersPerRequest: 6, concurrency: 1)
        _ = try await bench.batch(provider, options: options).run(output: bench.output)
        #expect(provider.requests.map { $0.map(\.count) } == [[4, 2], [2], [50], [1]])
    }

    @Test func respectsTheNoteLimit() async throws {
        let bench = try BatchFixture([["a", "x"], ["b", ""], ["c", ""], ["d", ""]])
        let reports = Reports()
        let provider = CountingTranslation()
        _ = try await bench.batch(provider, options: BatchOptions(limit: 2))
            .run(output: bench.output, report: reports.add)
        #expect(try bench.backs() == ["x", "<b>", "<c>", ""])
        #expect(reports.all.map(\.outcome) == [.kept, .ok, .ok, .skipped])
        let summary = try await bench.batch(provider).run(output: bench.output)
        #expect(summary.forecast.textsKnown == 2)
        #expect(provider.answered == ["b": 1, "c": 1, "d": 1])
        #expect(!WholeFile.exists(bench.journal))
    }

    @Test func sharesADeck() async throws {
        let bench = try BatchFixture((0..<60).map { ["w\(BatchFixture.letters($0 % 40))", ""] })
        let provider = CountingTranslation()
        var filled = [Int](repeating: 0, count: 60)
        for number in 1...3 {
            let shard = try #require(BatchShard(number, of: 3))
            _ = try await bench.batch(provider, options: BatchOptions(shard: shard)).run(output: bench.output)
            for (index, back) in try bench.backs().enumerated() where !back.isEmpty { filled[index] += 1 }
        }
        #expect(filled == [Int](repeating: 1, count: 60))
        #expect(provider.answered.count == 40)
        #expect(provider.answered.values.allSatisfy { $0 == 1 })
    }

    @Test(arguments: ["0/3", "4/3", "x/3", "1", "1/2/3", "-1/3", "", "1/0", "/"])
    func refusesPartsThatAreNone(_ text: String) { #expect(BatchShard(text) == nil) }

    @Test func forecastSendsAndWritesNothing() async throws {
        let bench = try BatchFixture([["dog", ""], ["dog", ""], ["cät", ""], ["cow", "Kuh"], ["7", ""]])
        let provider = CountingTranslation()
        let forecast = try bench.batch(provider).forecast(output: bench.output)
        #expect(forecast.notes == 5)
        #expect(forecast.pendingNotes == 3)
        #expect(forecast.notesKept == 1)
        #expect(forecast.notesSkipped == 1)
        #expect(forecast.texts == 3)
        #expect(forecast.uniqueTexts == 2)
        #expect(forecast.textsToSend == 2)
        #expect(forecast.charactersToSend == 6)
        #expect(provider.requests.isEmpty)
        #expect(bench.decks.folder.names() == ["words.tsv"])
    }

    @Test func canOverwriteTheDeckItself() async throws {
        let bench = try BatchFixture(words: 5)
        _ = try await bench.batch(CountingTranslation()).run(output: bench.input)
        let again = CountingTranslation()
        let summary = try await bench.batch(again).run(output: bench.input)
        #expect(summary.forecast.notesKept == 5)
        #expect(again.requests.isEmpty)
    }

    @Test func anUnknownFieldListsTheExistingOnes() async throws {
        let bench = try BatchFixture(words: 1)
        let failure = await error {
            try BatchTranslation.batch(
                deck: DeckOpening.open(path: bench.input, options: .init(header: .present)),
                provider: CountingTranslation(),
                request: TranslationRequest(texts: []),
                source: "Front",
                target: "Rear"
            )
        }
        #expect(failure?.code == .invalidRequest)
        #expect(failure?.remedy?.contains("'Back'") == true)
    }

    @Test func addsAField() async throws {
        let bench = try BatchFixture(words: 2)
        let batch = try BatchTranslation.batch(
            deck: DeckOpening.open(path: bench.input, options: .init(header: .present)),
            provider: CountingTranslation(),
            request: TranslationRequest(texts: []),
            source: "Front",
            target: "German",
            addsTarget: true
        )
        _ = try await batch.run(output: bench.output)
        let text = String(decoding: try #require(contents(bench.output)), as: UTF8.self)
        #expect(text == "Front\tBack\tGerman\nwa\t\t<wa>\nwb\t\t<wb>\n")
    }

    @Test func translatesAroundHTML() async throws {
        let decks = try TextDecks()
        let path = try decks.file(
            "words.txt",
            "#separator:tab\n#html:true\n<b>Tom &amp; I</b>[sound:a.mp3]\t\n\"a<br>b\"\t<br>\n"
        )
        let batch = try BatchTranslation.batch(
            deck: DeckOpening.open(path: path),
            provider: CountingTranslation(),
            request: TranslationRequest(texts: []),
            source: "1",
            target: "2"
        )
        let output = decks.folder.file("out.txt")
        _ = try await batch.run(output: output)
        #expect(
            try DeckOpening.open(path: output).rows().map(\.last) == [
                "<b>&lt;Tom &amp; I&gt;</b>[sound:a.mp3]", "&lt;a&gt;<br>&lt;b&gt;",
            ]
        )
    }

    @Test func aFailingReportHandlerLeavesNoDeck() async throws {
        let bench = try BatchFixture(words: 5)
        let provider = CountingTranslation()
        let failure = await error {
            try await bench.batch(provider).run(output: bench.output, report: { _ in throw ServiceError(.io, "full") })
        }
        #expect(failure?.code == .io)
        #expect(!WholeFile.exists(bench.output))
        _ = try await bench.batch(provider).run(output: bench.output)
        #expect(provider.answered.values.allSatisfy { $0 == 1 })
    }
}

/// Answers from a table.
private struct InMemoryAnswers: TranslationProvider {
    let table: [String: String]
    let descriptor = ProviderDescriptor(
        id: "table",
        kind: "table",
        version: "1",
        service: .translation,
        locality: .inProcess
    )

    init(_ table: [String: String]) { self.table = table }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            .success(Translation(text: table[text] ?? "", provider: descriptor.id))
        }
        return TranslationResponse(results: results, report: ServiceReport())
    }
}

/// Always returns one result too few.
private struct ShortAnswers: TranslationProvider {
    let descriptor = ProviderDescriptor(
        id: "short",
        kind: "short",
        version: "1",
        service: .translation,
        locality: .inProcess
    )

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let results = request.texts.dropFirst().map { text -> Result<Translation, ServiceError> in
            .success(Translation(text: text, provider: descriptor.id))
        }
        return TranslationResponse(results: results, report: ServiceReport())
    }
}
