import JSON
import LanguageServices
import LanguageServicesTesting
import RemoteSentences
import TestSupport
import Testing

/// Valid and invalid responses from models, in every dialect.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct AnswerTests {
    private let server: SentenceServer

    init() throws { server = try SentenceServer() }

    private static let everyDialect = RemoteSentencesDialect.allCases

    @Test(arguments: everyDialect)
    func everyDialectKeepsTheRules(_ dialect: RemoteSentencesDialect) async throws {
        let suite = SentenceConformance(sample: .init(word: "cat", language: "en"), timeLimit: .seconds(60))
        for streams in [true, false] {
            let report = await suite.check(try server.provider(dialect) { $0.streams = streams })
            #expect(report.isPassed, "\(report)")
        }
    }

    @Test(arguments: everyDialect, [true, false])
    func aSentenceHasAllThatIsKnownOfIt(_ dialect: RemoteSentencesDialect, _ streams: Bool) async throws {
        var request = request()
        request.targetLanguage = LanguageTag("es")
        request.level = .a2
        let response = try await server.provider(dialect) { $0.streams = streams }.sentences(for: request)
        #expect(response.sentences.count == 3)
        for sentence in response.sentences {
            #expect(sentence.form == "cat" && sentence.lemma == "cat" && sentence.partOfSpeech == .noun)
            #expect(sentence.sense == "a thing" && sentence.level == .a1 && sentence.notes == ["It is a noun."])
            #expect(sentence.translation == "Lo veo en la casa de mi madre.")
            #expect(sentence.licence == nil && sentence.source == nil && sentence.provider == "remote")
            #expect(sentence.romanization == nil)
            for check in [SentenceCheck.shape, .word, .oneSentence, .script, .language, .markup, .preamble, .refusal] {
                #expect(sentence.checks.contains(check), "\(check)")
            }
        }
        #expect(response.report.attempts.map(\.outcome) == [.answered])
        #expect(response.report.notices.isEmpty)
    }

    @Test func aSentenceOfAnotherScriptIsInLatinLettersAsWell() async throws {
        var japanese = request("猫", count: 1, in: "ja")
        japanese.romanizes = true
        let sentence = try #require(try await server.provider(.openai).sentences(for: japanese).sentences.first)
        #expect(sentence.form == "猫" && sentence.romanization == "watashi wa neko ga suki desu.")
        var chinese = request("猫", count: 1, in: "zh-CN")
        chinese.romanizes = true
        let other = try #require(try await server.provider(.openai).sentences(for: chinese).sentences.first)
        #expect(other.romanization?.isEmpty == false)
    }

    // MARK: Invalid sentences

    private static let faults = [
        "missing", "two", "none", "script", "markup", "html", "url", "preamble", "label", "refusal", "machine", "echo",
        "same", "lower", "zero", "bidi", "token", "inst", "long", "huge", "language", "vulgar", "blank", "cloze",
        "control", "lines", "ignore", "kind", "lemma",
    ]

    private func word(for fault: String) -> SentenceRequest {
        var request = request(fault == "lemma" ? "leave" : "cat", count: 2)
        if fault == "kind" { request.partOfSpeech = .noun }
        if fault == "level" { request.level = .b1 }
        return request
    }

    @Test(arguments: faults + ["level"])
    func aModelThatNeverGivesAGoodOneGivesNone(_ fault: String) async throws {
        for dialect in Self.everyDialect {
            let how = "bad=\(fault)"
            let error = try #require(await server.provider(dialect, how).failure(word(for: fault)), "\(dialect)")
            if fault == "huge" {
                // An overlong response is not read to the end.
                #expect(error.code == .protocolViolation, "\(dialect): \(error)")
            } else {
                #expect(error.code == .notFound, "\(dialect) \(fault): \(error)")
                #expect(error.message.contains("no usable sentence") && error.remedy != nil, "\(error)")
            }
            let asked = try await server.log(dialect, how)
            #expect(asked.count == 2, "\(dialect)")
            #expect(asked.last?.body.contains("rejected") == true)
        }
    }

    @Test(arguments: faults + ["level"])
    func whatIsBadIsAskedForOnceMoreAndWhatIsGoodStays(_ fault: String) async throws {
        for dialect in Self.everyDialect {
            let how = "bad=\(fault),first=1,until=1"
            let response = try await server.provider(dialect, how).sentences(for: word(for: fault))
            let texts = response.sentences.map(\.text)
            #expect(texts.count == 2 && Set(texts).count == 2, "\(dialect) \(fault): \(texts)")
            let asked = try await server.log(dialect, how)
            #expect(asked.count == 2, "\(dialect) \(fault)")
            // The second request asks for the missing sentence and states the reason.
            let body = try #require(asked.last).body
            #expect(body.contains("\\\"count\\\":1") || fault == "huge", "\(dialect): \(body)")
            #expect(body.contains("The sentence ") || fault == "huge", "\(dialect): \(body)")
            #expect(response.report.notices.isEmpty)
        }
    }

    @Test func aSentenceThatIsGivenTwiceIsGivenOutOnce() async throws {
        for dialect in Self.everyDialect {
            let response = try await server.provider(dialect, "bad=twice").sentences(for: request())
            #expect(response.sentences.count == 2, "\(dialect)")
            #expect(response.report.notices.count == 1)
        }
    }

    @Test(arguments: ["untranslated", "nottranslated"])
    func aTranslationIsLookedAtAsWell(_ fault: String) async throws {
        var request = request(count: 1)
        request.targetLanguage = LanguageTag("es")
        for dialect in Self.everyDialect {
            let error = await (try server.provider(dialect, "bad=\(fault)")).failure(request)
            #expect(error != nil, "\(dialect)")
            let response = try await server.provider(dialect, "bad=\(fault),until=1").sentences(for: request)
            #expect(response.sentences.map(\.translation) == ["Lo veo en la casa de mi madre."])
        }
    }

    @Test func remarksAreShownWithoutMarkupAndNeverLong() async throws {
        let response = try await server.provider(.openai, "bad=notes").sentences(for: request(count: 1))
        #expect(response.sentences.map(\.notes) == [["Fine."]])
        #expect(response.sentences.map(\.sense) == [nil])
    }

    // MARK: Invalid responses

    @Test(arguments: ["prose", "strings", "renamed", "deep", "empty", "nothing", "numbers", "runaway", "twokeys"])
    func anAnswerOfAnotherFormIsABrokenModel(_ shape: String) async throws {
        for dialect in Self.everyDialect {
            let how = "shape=\(shape)"
            for streams in [true, false] {
                let provider = try server.provider(dialect, how) { $0.streams = streams }
                let outcome = await provider.outcome(request(count: 3))
                if shape == "runaway", case .success(let response) = outcome {
                    // Sentences that precede the invalid part are accepted.
                    #expect(response.sentences.count == 3)
                    continue
                }
                guard case .failure(let error) = outcome else {
                    Issue.record("\(dialect) \(shape): \(outcome)")
                    continue
                }
                #expect(error.code == .protocolViolation, "\(dialect) \(shape): \(error)")
            }
        }
    }

    @Test(arguments: ["fence", "array", "single"])
    func anAnswerThatIsOnlyWrappedIsUnderstood(_ shape: String) async throws {
        for dialect in Self.everyDialect {
            for streams in [true, false] {
                let provider = try server.provider(dialect, "shape=\(shape)") { $0.streams = streams }
                let response = try await provider.sentences(for: request(count: shape == "single" ? 1 : 3))
                #expect(response.sentences.count == (shape == "single" ? 1 : 3), "\(dialect)")
            }
        }
    }

    @Test func whatComesBeforeAnAnswerIsCutOffIsKept() async throws {
        for dialect in Self.everyDialect {
            // Without streaming, a truncated tool input is lost entirely.
            let response = try await server.provider(dialect, "finish=70,until=1").sentences(for: request(count: 4))
            #expect(response.sentences.count == 4, "\(dialect)")
            let error = await (try server.provider(dialect, "finish=10")).failure(request(count: 1))
            #expect(error?.code == .limitExceeded, "\(dialect): \(String(describing: error))")
            #expect(error?.remedy?.contains("maxTokens") == true)
        }
    }

    @Test(arguments: ["refuse", "filter"])
    func aModelThatDeclinesIsNotAskedAgain(_ how: String) async throws {
        for dialect in Self.everyDialect {
            for streams in [true, false] {
                let provider = try server.provider(dialect, how) { $0.streams = streams }
                let error = await provider.failure(request())
                #expect(error?.code == .notFound, "\(dialect): \(String(describing: error))")
                #expect(error?.message.contains("declines") == true)
            }
            #expect(try await server.log(dialect, how).count == 2)
        }
    }

    @Test func tooFewAreAskedForOnceMore() async throws {
        for dialect in Self.everyDialect {
            let response = try await server.provider(dialect, "most=2").sentences(for: request(count: 5))
            #expect(response.sentences.count == 4, "\(dialect)")
            #expect(response.report.notices.count == 1 && response.report.attempts.map(\.outcome) == [.answered])
            #expect(try await server.log(dialect, "most=2").count == 2)
        }
    }

    @Test func moreThanGoIntoARequestAreAskedForInSeveral() async throws {
        _ = await (try server.provider(.openai)).outcome(request(count: 45))
        let counts = try await server.log(.openai).map { try $0.json["messages"]?.elements?.last?["content"]?.string }
        #expect(counts.first??.contains("\"count\":20") == true)
    }

    // MARK: Streams

    @Test func theFirstSentenceComesBeforeTheLastIsWritten() async throws {
        for dialect in Self.everyDialect {
            // The remainder never arrives.
            let provider = try server.provider(dialect, "slowly=1,half=60,open")
            var events = try await provider.sentenceStream(for: request(count: 3)).makeAsyncIterator()
            guard case .sentence(let sentence)? = try await events.next() else {
                Issue.record("\(dialect): there was no sentence")
                continue
            }
            #expect(sentence.form == "cat")
        }
    }

    @Test func whatWasGivenBeforeAStreamBrokeOffStaysGiven() async throws {
        for dialect in Self.everyDialect {
            let response = try await server.provider(dialect, "half=60").sentences(for: request(count: 4))
            #expect((1...3).contains(response.sentences.count), "\(dialect)")
            #expect(response.report.attempts.map(\.outcome) == [.partlyAnswered])
            #expect(response.report.attempts.map(\.code) == [.network])
            #expect(try await server.log(dialect, "half=60").count == 1)
        }
    }
}
