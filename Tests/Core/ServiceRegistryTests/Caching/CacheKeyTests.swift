import LanguageServices
import Testing

@testable import ServiceRegistry

/// For every stored property of a request, a change that must give another key. A new property without a change fails
/// the test.
@Suite("Cache keys")
struct CacheKeyTests {
    private let provider = CacheScope(
        descriptor: ProviderDescriptor(
            id: "libre",
            kind: "http-translation",
            version: "1 libretranslate",
            service: .translation,
            locality: .network
        )
    )

    private static func names(of value: Any) -> Set<String> {
        Set(Mirror(reflecting: value).children.compactMap(\.label))
    }

    @Test("every property of a translation request changes the key")
    func translations() throws {
        let request = TranslationRequest(texts: ["water"], source: LanguageTag("en"), target: LanguageTag("es"))
        func context(_ messages: [String], _ level: LearnerLevel? = nil) -> TranslationContext {
            TranslationContext(previousMessages: messages, level: level)
        }
        let changes: [String: [(inout TranslationRequest) -> Void]] = [
            "texts": [{ $0.texts = ["Water"] }, { $0.texts = [""] }],
            "source": [{ $0.source = nil }, { $0.source = LanguageTag("en-GB") }],
            "target": [{ $0.target = LanguageTag("es-MX") }, { $0.target = nil }],
            "partOfSpeech": [{ $0.partOfSpeech = PartOfSpeech(rawValue: "noun") }],
            "loosestMatch": [{ $0.loosestMatch = .lemma }, { $0.loosestMatch = .exact }],
            "romanizes": [{ $0.romanizes = true }],
            "wantsAlternatives": [{ $0.wantsAlternatives = false }],
            "wantsEntries": [{ $0.wantsEntries = true }],
            "context": [
                { $0.context = context(["Hi"]) }, { $0.context = context(["H", "i"]) },
                { $0.context = context(["Hi", ""]) }, { $0.context = context([], .allCases.first) },
            ],
        ]
        // A chain applies the worst accepted quality to the answers, cached or not.
        #expect(Set(changes.keys) == Self.names(of: request).subtracting(["worstQuality"]))
        #expect(Self.names(of: TranslationContext()) == ["previousMessages", "level"])
        try check(request, changes) { try #require(CacheKey.translations(of: $0, by: provider).first) }
    }

    @Test("every property of a speech request changes the key")
    func speech() throws {
        let request = SpeechRequest(text: "water", language: LanguageTag("en"))
        func said(_ words: Pronunciation...) -> [Pronunciation] { words }
        let changes: [String: [(inout SpeechRequest) -> Void]] = [
            "text": [{ $0.text = "water " }],
            "language": [{ $0.language = nil }, { $0.language = LanguageTag("en-AU") }],
            "voice": [{ $0.voice = "" }, { $0.voice = "en" }],
            "rate": [{ $0.rate = 1 }, { $0.rate = 1.000_000_1 }],
            "pitch": [{ $0.pitch = 1 }],
            "volume": [{ $0.volume = 1 }],
            "wordGap": [{ $0.wordGap = .zero }, { $0.wordGap = .nanoseconds(1) }],
            "isDeterministic": [{ $0.isDeterministic = true }],
            "pronunciations": [
                { $0.pronunciations = said(Pronunciation(word: "a", sound: .ipa("b"))) },
                { $0.pronunciations = said(Pronunciation(word: "a", sound: .respelling("b"))) },
                { $0.pronunciations = said(Pronunciation(word: "a", sound: .ipa("b"), language: LanguageTag("en"))) },
                {
                    $0.pronunciations = said(
                        Pronunciation(word: "a", sound: .ipa("b")),
                        Pronunciation(word: "a", sound: .ipa("c"))
                    )
                },
                {
                    $0.pronunciations = said(
                        Pronunciation(word: "a", sound: .ipa("c")),
                        Pronunciation(word: "a", sound: .ipa("b"))
                    )
                },
            ],
            "marks": [{ $0.marks = [.word] }, { $0.marks = [.word, .phoneme] }],
        ]
        // A chain applies the worst accepted quality to the answers, cached or not.
        #expect(Set(changes.keys) == Self.names(of: request).subtracting(["worstQuality"]))
        #expect(Self.names(of: Pronunciation(word: "a", sound: .ipa("b"))) == ["word", "sound", "language"])
        try check(request, changes) { CacheKey.speech(of: $0, by: provider) }
    }

    @Test("every property of a sentence request changes the key")
    func sentences() throws {
        let request = SentenceRequest(word: "water", language: LanguageTag("en"))
        let changes: [String: [(inout SentenceRequest) -> Void]] = [
            "word": [{ $0.word = "fire" }],
            "language": [{ $0.language = nil }],
            "partOfSpeech": [{ $0.partOfSpeech = PartOfSpeech(rawValue: "noun") }],
            "sense": [{ $0.sense = "drink" }, { $0.sense = "" }],
            "level": [{ $0.level = .allCases.first }, { $0.level = .allCases.last }],
            "words": [{ $0.words = 1...9 }, { $0.words = 0...9 }, { $0.words = 1...8 }],
            "topic": [{ $0.topic = "travel" }],
            "targetLanguage": [{ $0.targetLanguage = LanguageTag("es") }],
            "romanizes": [{ $0.romanizes = true }],
            "avoiding": [{ $0.avoiding = [""] }, { $0.avoiding = ["a", "b"] }, { $0.avoiding = ["ab"] }],
            "count": [{ $0.count = 2 }],
            "seed": [{ $0.seed = 1 }],
        ]
        // A chain applies the worst accepted quality to the answers, cached or not.
        #expect(Set(changes.keys) == Self.names(of: request).subtracting(["worstQuality"]))
        try check(request, changes) { CacheKey.sentences(of: $0, by: provider) }
    }

    @Test("the provider changes the key")
    func providers() throws {
        let request = TranslationRequest(texts: ["water"], target: LanguageTag("es"))
        let changes: [(inout CacheScope) -> Void] = [
            { $0.descriptor.id = "other" }, { $0.descriptor.kind = "other" }, { $0.descriptor.version = "2" },
            { $0.descriptor.service = .speech }, { $0.settings = ["a", "b"] }, { $0.settings = ["ab"] },
        ]
        var keys = Set(CacheKey.translations(of: request, by: provider))
        for change in changes {
            var other = provider
            change(&other)
            keys.formUnion(CacheKey.translations(of: request, by: other))
        }
        #expect(keys.count == changes.count + 1)
        // Properties that do not affect the answers do not change the key.
        var same = provider
        same.descriptor.attribution = "somebody"
        same.descriptor.requestLimits = RequestLimits()
        #expect(CacheKey.translations(of: request, by: same) == CacheKey.translations(of: request, by: provider))
    }

    @Test("equal requests have equal keys regardless of set order, and each text has its own")
    func same() throws {
        let words = ["fire", "water", "fire"]
        let request = TranslationRequest(texts: words, target: LanguageTag("es"))
        let keys = CacheKey.translations(of: request, by: provider)
        #expect(keys.count == 3 && keys[0] == keys[2] && keys[0] != keys[1])
        var alone = request
        alone.texts = ["water"]
        #expect(CacheKey.translations(of: alone, by: provider) == [keys[1]])
        alone.context = TranslationContext()
        #expect(CacheKey.translations(of: alone, by: provider) == [keys[1]])

        let marks: [SpeechMark.Kind] = [.word, .phoneme, .sentence]
        let spoken = [marks, marks.reversed()].map { order in
            CacheKey.speech(of: SpeechRequest(text: "a", marks: Set(order)), by: provider)
        }
        #expect(spoken[0] == spoken[1])
    }

    @Test("canonically equivalent texts have different keys, since a provider may distinguish them")
    func spellings() {
        let request = TranslationRequest(texts: ["caf\u{E9}", "cafe\u{301}"], target: LanguageTag("es"))
        #expect(Set(CacheKey.translations(of: request, by: provider)).count == 2)
    }

    /// The key of this request must never change, so that the next version still finds the answers of an existing
    /// cache.
    @Test("keys are the same in every version")
    func stability() throws {
        let request = TranslationRequest(texts: ["water"], source: LanguageTag("en"), target: LanguageTag("es"))
        let key = try #require(CacheKey.translations(of: request, by: provider).first)
        #expect(key.hexadecimal == "13f424115f927badd9c40ccb178c24c9a7c5a619b969eea189d7357c45f0bca5")
    }

    private func check<Request>(
        _ request: Request,
        _ changes: [String: [(inout Request) -> Void]],
        key: (Request) throws -> CacheKey
    ) throws {
        var seen = [try key(request): "the request itself"]
        for (name, changes) in changes {
            for change in changes {
                var changed = request
                change(&changed)
                let key = try key(changed)
                #expect(seen[key] == nil, "a change of \(name) has the key of \(seen[key] ?? "")")
                seen[key] = name
            }
        }
    }
}
