import Decks
import LanguageServices
import LanguageServicesTesting
import ServiceClient
import ServiceRegistry
import Synchronization
import Testing

@Suite("Translation and sentence requests")
struct AskingTests {
    /// A provider that records its requests, and detects the language if none is given.
    private final class Recorder: TranslationProvider {
        let descriptor = ProviderDescriptor(
            id: "recorder",
            kind: "recorder",
            version: "1",
            service: .translation,
            locality: .inProcess
        )
        private let asked = Mutex<[TranslationRequest]>([])

        var requests: [TranslationRequest] { asked.withLock { $0 } }

        func languagePairs() async throws -> [LanguagePair] { [] }

        func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
            asked.withLock { $0.append(request) }
            let heard = request.context?.previousMessages.first
            if heard == "broken" { throw ServiceError(.providerFailed, "the provider failed") }
            if request.source == LanguageTag("xx") { throw ServiceError(.unsupported, "no such language") }
            let results = request.texts.map { text -> Result<Translation, ServiceError> in
                var found = Translation(text: "\(text) (\(heard ?? "nothing"))", provider: "recorder")
                if request.source == nil, text.contains(" ") {
                    found.match = TranslationMatch(step: .gloss, headword: text)
                    found.source = text.hasPrefix("xx") ? LanguageTag("xx") : LanguageTag("de")
                }
                return .success(found)
            }
            return TranslationResponse(
                results: results,
                report: .answered(by: "recorder", in: .zero, notices: ["a notice"])
            )
        }
    }

    /// The notices that were passed on.
    private final class Notes: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ text: String) { list.withLock { $0.append(text) } }
    }

    private let recorder = Recorder()
    private let notes = Notes()

    private func asking(_ request: TranslationRequest = TranslationRequest(texts: [])) -> TranslationRunner {
        TranslationRunner(recorder, request, notice: notes.add)
    }

    private func context(_ message: String) -> TranslationContext { TranslationContext(previousMessages: [message]) }

    @Test("each distinct text is requested once, and each distinct notice is passed on once")
    func different() async throws {
        let answers = try await asking().answers(to: ["a", "b", "a", "a"], in: LanguageTag("es"))
        #expect(try answers.map { try $0.get().text } == ["a (nothing)", "b (nothing)", "a (nothing)", "a (nothing)"])
        #expect(recorder.requests.map(\.texts) == [["a", "b"]])
        #expect(recorder.requests.first?.target == LanguageTag("es"))
        #expect(notes.all == ["a notice"])
        // Texts that only look alike may have different translations.
        _ = try await asking().answers(to: ["é", "e\u{301}"], in: nil)
        #expect(recorder.requests.last?.texts.count == 2)
        #expect(try await asking().answers(to: [], in: nil).isEmpty)
    }

    @Test("texts with the same context share a request, and a failing context does not affect the others")
    func contexts() async throws {
        let texts = [
            TextItem(text: "a", context: context("soup")), TextItem(text: "b", context: context("bank")),
            TextItem(text: "c", context: context("soup")), TextItem(text: "d", context: context("broken")),
            TextItem(text: "e"),
        ]
        let usual = TranslationRequest(texts: [], source: LanguageTag("en"), context: context("usual"))
        let answers = try await asking(usual).answers(toEach: texts, in: nil)
        #expect(Set(recorder.requests.map(\.texts)) == [["a", "c"], ["b"], ["d"], ["e"]])
        #expect(try answers[2].get().text == "c (soup)")
        #expect(try answers[4].get().text == "e (usual)")
        #expect(throws: ServiceError.self) { try answers[3].get() }
        await #expect(throws: ServiceError.self) { try await asking(usual).answers(toEach: [texts[3]], in: nil) }
    }

    // MARK: Sentences

    private func services(_ configuration: RegistryConfiguration, to target: String?) async throws -> SentenceServices {
        let registry = ServiceRegistry()
        try registry.register(InMemorySentences(id: "sentences"))
        try registry.register(recorder)
        await registry.load(configuration)
        try registry.use(["sentences"], for: .sentences)
        try registry.use(["recorder"], for: .translation)
        return try await SentenceServices(
            registry,
            role: .standard,
            language: nil,
            target: target.flatMap { LanguageTag($0) }
        )
    }

    private let configured = RegistryConfiguration(services: [
        .sentences: ServiceSettings(
            use: ["sentences"],
            options: OptionValues(["language": OptionValue(.string("en")), "to": OptionValue(.string("de"))])
        )
    ])

    @Test("the configuration supplies settings that a request omits")
    func completed() async throws {
        let plain = try await services(configured, to: nil)
        #expect(plain.first == "sentences" && plain.translation == nil)
        #expect(plain.language == LanguageTag("en") && plain.target == LanguageTag("de"))
        let asked = try await services(configured, to: "es")
        #expect(asked.target == LanguageTag("es") && asked.translation != nil)
        #expect(try await services(RegistryConfiguration(), to: nil).language == nil)
    }

    @Test("sentences are translated on request")
    func sentences() async throws {
        let request = SentenceRequest(word: "", language: LanguageTag("en"), count: 2)
        let plain = SentenceLookup(try await services(configured, to: nil), request, notice: notes.add)
        #expect(try await plain.answer(to: "water").sentences.map(\.translation) == [nil, nil])
        let asking = SentenceLookup(try await services(configured, to: "es"), request, notice: notes.add)
        let answer = try await asking.answer(to: TextItem(text: "water", sense: "drink"))
        #expect(answer.sentences.map(\.translation) == answer.sentences.map { "\($0.text) (nothing)" })
        #expect(answer.translators == [0: "recorder", 1: "recorder"])
        #expect(recorder.requests.map(\.source) == [LanguageTag("en")])
        var followed: [String] = []
        try await asking.follow("water") { sentence, translator in
            #expect(translator == "recorder")
            followed.append(sentence.translation ?? "")
        }
        #expect(followed == answer.sentences.map { "\($0.text) (nothing)" })
        #expect(notes.all == ["a notice"])
    }
}
