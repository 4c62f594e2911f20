import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import ServiceRegistry
import TestSupport
import Testing

@testable import FrontEndServer

/// The answers to a client that follows the protocol.
@Suite(.timeLimit(.minutes(10)))
struct AnswerTests {
    @Test func theGreetingSaysWhatIsServed() async throws {
        let client = Client { try await sampleRegistry() }
        let greeting = try PluginGreeting(try await client.greet())
        #expect(greeting.name == "parlance" && greeting.version == "9")
        #expect(greeting.offers.map(\.service) == Service.allCases)
        #expect(greeting.offer(of: .speech)?.languages.map(\.text) == ["en-GB", "en-US"])
        #expect(greeting.offer(of: .speech)?.features.contains("marks") == true)
        #expect(greeting.offer(of: .translation)?.textsPerRequest == 100)
        #expect(greeting.offer(of: .sentences)?.features == ["stream"])
        client.close()
        try await client.task.value
    }

    @Test func onlyWhatIsWantedIsOffered() async throws {
        let client = Client { try await sampleRegistry() }
        let greeting = try PluginGreeting(try await client.greet(#","service":"translation""#))
        #expect(greeting.offers.map(\.service) == [.translation])
        client.send(1, "speech.voices")
        #expect(try await client.code(1) == "unsupported")
        client.close()
    }

    @Test(arguments: [false, true])
    func speechComesWithItsMarks(_ takesLittle: Bool) async throws {
        let client = Client(takesLittle: takesLittle) { try await sampleRegistry() }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"one é🦊 three","language":"en-US","marks":["word"],"rate":2}"#)
        let result = try await client.result(1)
        #expect(result["provider"]?.string == "tones")
        let own = try await InMemorySpeech(id: "tones", languages: ["en-US", "en-GB"]).synthesize(
            SpeechRequest(text: "one é🦊 three", language: LanguageTag("en-US"), rate: 2, marks: [.word])
        ).collect()
        let events = client.events(1)
        let first = try #require(events.first)
        #expect(first.object["event"]?.string == "format" && first.object["sampleRate"]?.wholeNumber == 8000)
        let sound = events.flatMap(\.payload)
        #expect(sound == own.samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
        let marks = events.filter { $0.object["event"]?.string == "mark" }.map(\.object)
        #expect(marks.map { $0["offset"]?.wholeNumber } == own.marks.map(\.offset))
        #expect(marks.map { $0["frame"]?.wholeNumber } == own.marks.map(\.frame) && marks.count == 3)
        client.send(2, "speech.voices", #"{"language":"en-GB"}"#)
        #expect(try await client.result(2)["voices"]?.elements?.count == 1)
        client.close()
    }

    @Test(arguments: [false, true])
    func aLongPieceIsCut(_ takesLittle: Bool) async throws {
        let client = Client(takesLittle: takesLittle) {
            try await sampleRegistry(speech: [LongPiece()])
        }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        _ = try await client.result(1)
        let pieces = client.events(1).map(\.payload).filter { !$0.isEmpty }
        #expect(pieces.allSatisfy { $0.count <= 64 << 10 && $0.count.isMultiple(of: 6) })
        #expect(pieces.map(\.count).reduce(0, +) == 2 * 300_000)
        client.close()
    }

    @Test func textsAreTranslatedEachByItself() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(1, "translation.translate", #"{"texts":["dog","qx","house"],"source":"en","target":"es"}"#)
        client.send(2, "translation.pairs")
        let results = try #require(try await client.result(1)["results"]?.elements)
        #expect(results.map { $0["text"]?.string } == ["perro", nil, "casa"])
        #expect(results[1]["error"]?["code"]?.string == "notFound")
        #expect(try await client.result(2)["pairs"]?.elements?.first?["target"]?.string == "es")
        client.close()
    }

    @Test func sentencesComeOneByOne() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(
            1,
            "sentences.generate",
            #"{"word":"book","language":"en","count":3,"seed":"18446744073709551615"}"#
        )
        _ = try await client.result(1)
        let sentences = client.events(1).compactMap { $0.object["sentence"] }
        #expect(sentences.count == 3)
        for sentence in sentences {
            let text = Array(try #require(sentence["text"]?.string).unicodeScalars)
            let pair = try #require(sentence["ranges"]?.elements?.first?.elements)
            let range = pair.compactMap { $0.wholeNumber }
            try #require(range.count == 2)
            #expect(String(String.UnicodeScalarView(text[range[0]..<range[1]])) == "book")
        }
        client.close()
    }

    @Test func feedbackSaysWhenItHasBegun() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(1, "feedback.play", #"{"event":"success","progress":0.5}"#)
        client.send(2, "feedback.play", #"{"event":"no-such-event"}"#)
        client.send(3, "feedback.play", #"{"event":"success","strength":1.5}"#)
        _ = try await client.result(1)
        #expect(client.events(1).map { $0.object["event"]?.string } == ["started"])
        #expect(try await client.code(2) == "unsupported" && client.events(2).isEmpty)
        #expect(try await client.code(3) == "invalidRequest")
        client.close()
    }

    @Test func whatAnErrorSaysComesAcross() async throws {
        let failure = ServiceError(
            .rateLimited,
            "too fast\nfor \u{2028} them",
            remedy: "wait",
            retryAfter: .milliseconds(1500)
        )
        let foreign = ServiceError(.pluginCrashed, "gone")
        let client = Client {
            let speech = InMemorySpeech(id: "tones", languages: ["en"], failures: [failure, foreign])
            return try await sampleRegistry(speech: [speech])
        }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        let error = try #require(try await client.final(1).object["error"])
        #expect(error["code"]?.string == "rateLimited" && error["remedy"]?.string == "wait")
        #expect(error["message"]?.string?.contains("too fast for   them") == true)
        #expect(error["retryAfter"]?.number?.double == 1.5)
        client.send(2, "speech.synthesize", #"{"text":"a"}"#)
        #expect(try await client.code(2) == "providerFailed")
        client.close()
    }

    @Test func anAnswerThatDoesNotFitIsAnError() async throws {
        let client = Client {
            let registry = try await sampleRegistry()
            let english = try #require(LanguageTag("en"))
            let long = "a" + String(repeating: "\u{1}", count: 400_000)
            try registry.register(
                InMemoryTranslation(
                    id: "long",
                    entries: [LanguagePair(source: english, target: english): ["a": long]]
                )
            )
            return registry
        }
        try await client.greet()
        client.send(1, "registry.use", #"{"service":"translation","providers":["long"]}"#)
        _ = try await client.result(1)
        client.send(2, "translation.translate", #"{"texts":["a"],"source":"en","target":"en"}"#)
        #expect(try await client.code(2) == "limitExceeded")
        #expect(client.fault == nil)
        client.close()
    }
}

/// Speech with three channels whose sound arrives as one chunk.
private struct LongPiece: SpeechProvider {
    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "long", kind: "long", version: "1", service: .speech, locality: .inProcess)
    }

    func status() async -> ProviderStatus { .ready }
    func shutdown() async {}
    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let (events, continuation) = AsyncStream.makeStream(of: SpeechEvent.self)
        continuation.yield(.format(AudioFormat(sampleRate: 8000, channels: 3)))
        continuation.yield(.audio(AudioChunk(samples: [Int16](repeating: 1, count: 300_000))))
        continuation.yield(.report(.answered(by: "long", in: .zero)))
        continuation.finish()
        return SpeechStream {
            for await event in events { return event }
            return nil
        }
    }
}
