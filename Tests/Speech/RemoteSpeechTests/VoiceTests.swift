import JSON
import LanguageServices
import TestSupport
import Testing

@testable import RemoteSpeech

/// The available voices, and the selection of a voice from them.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct VoiceTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    private static func tags(_ text: String) -> [LanguageTag] {
        text.split(separator: " ").compactMap { LanguageTag(String($0)) }
    }

    private func voices(_ provider: RemoteSpeech) async throws -> [String] {
        try await provider.voices(matching: VoiceQuery()).map { voice in
            let languages = voice.languages.prefix(3).map(\.text).joined(separator: ",")
            return "\(voice.id) \(languages) \(voice.gender?.rawValue ?? "?") \(voice.quality.rawValue)"
        }
    }

    /// The voice in the request.
    private func chosen(
        _ provider: RemoteSpeech,
        _ language: String,
        _ dialect: RemoteSpeechDialect = .openai,
        _ how: String = ""
    )
        async throws -> String?
    {
        _ = try await provider.say("hello", language)
        let last = try #require(try await server.log(dialect, how).last)
        if dialect == .openai { return try last.json["voice"]?.string }
        return last.target.split(separator: "/").dropFirst(2).first.map(String.init)
    }

    // MARK: Lists

    @Test func namesOfEnginesTellWhatTheySpeak() async throws {
        #expect(
            try await voices(server.provider(.openai)) == [
                "en_AU-kim-high en-AU ? premium", "bf_emma en-GB female enhanced", "bm_george en-GB male enhanced",
                "af_heart en-US female enhanced", "am_adam en-US male enhanced", "ff_siwis fr female enhanced",
                "alloy und ? standard", "nova und ? standard", "onyx und ? standard",
            ]
        )
    }

    @Test(arguments: [
        ("af_heart", "en-US", Voice.Gender.female as Voice.Gender?, Voice.Quality.enhanced as Voice.Quality?),
        ("pm_alex", "pt-BR", .male, .enhanced), ("zh_x", nil, nil, nil), ("xf_who", nil, nil, nil),
        ("en_GB-alba-medium", "en-GB", nil, .enhanced), ("de_DE-thorsten-x_low", "de-DE", nil, .standard),
        ("en-IE-EmilyNeural", "en-IE", nil, .enhanced), ("zh-CN-XiaoxiaoNeural", "zh-CN", nil, .enhanced),
        ("nova", nil, nil, nil), ("my-own-voice", nil, nil, nil), ("", nil, nil, nil), ("-", nil, nil, nil),
        ("af_", nil, nil, nil),
    ])
    func aNameIsReadByItsForm(_ id: String, _ language: String?, _ gender: Voice.Gender?, _ quality: Voice.Quality?) {
        let name = VoiceName(id)
        #expect(name.language?.text == language)
        #expect(name.gender == gender)
        #expect(name.quality == quality)
    }

    @Test func aListOfObjectsIsRead() async throws {
        let provider = try server.provider(.openai, "list=objects")
        #expect(
            try await voices(provider) == ["nova en-GB,de ? premium", "alloy en-US female standard"]
        )
        let names = try await provider.voices(matching: VoiceQuery()).map(\.name)
        #expect(names == ["nova", "Alloy the first"], "no control character is shown")
    }

    @Test func elevenLabsTellsAccents() async throws {
        let provider = try server.provider(.elevenlabs)
        let all = try await provider.voices(matching: VoiceQuery())
        #expect(all.map(\.name) == ["Carla", "Daniel", "Rachel"])
        #expect(all.map(\.quality) == [.premium, .enhanced, .enhanced])
        #expect(all.map { $0.languages.first?.text } == ["es-MX", "en-GB", "en-US"])
        #expect(all[1].languages.contains { $0.text == "de" }, "every voice speaks the model's languages")
        #expect(!all[1].languages.contains { $0.text == "en" }, "British English is not plain English")
        let mono = try server.provider(.elevenlabs) { $0.model = "eleven_monolingual_v1" }
        #expect(try await mono.voices(matching: VoiceQuery()).map(\.languages.count) == [2, 1, 1])
    }

    @Test func aServerWithoutAListHasTheUsualNames() async throws {
        let how = "list=none"
        let provider = try server.provider(.openai, how) { $0.languages = Self.tags("en-US") }
        #expect(try await voices(provider).contains("nova en-US ? standard"))
        #expect(try await chosen(provider, "en-US", .openai, how) == "alloy")
        // Other voices may exist as well, and the server rejects unknown ones.
        #expect(try await provider.synthesize(SpeechRequest(text: "hello", voice: "bf_emma")).collect().seconds > 0)
        let error = await provider.failure(SpeechRequest(text: "hello", voice: "nobody"))
        #expect(error?.code == .unsupported, "\(String(describing: error))")
        #expect(await provider.failure(SpeechRequest(text: "hello", voice: "a\u{0}b"))?.code == .unsupported)
    }

    @Test func openAIItselfIsNotAskedForAList() async throws {
        var settings = RemoteSpeechSettings(dialect: .openai, key: SpeechServices.key, model: "tts-1-hd")
        settings.requestTime = .milliseconds(200)
        let provider = try RemoteSpeech(settings: settings)
        let voices = try await provider.voices(matching: VoiceQuery(language: LanguageTag("ja")))
        #expect(voices.count == 9)
        #expect(voices.allSatisfy { $0.quality == .premium && $0.languages.first?.text == "en-US" })
        #expect(try await provider.voices(matching: VoiceQuery(language: LanguageTag("en-AU"))).isEmpty)
    }

    @Test func aDescribedVoiceIsWhatIsSaidOfIt() async throws {
        let provider = try server.provider(.openai) {
            $0.voices = [
                VoiceDescription(id: "nova", name: "Nina", languages: Self.tags("en-GB de"), gender: .female),
                VoiceDescription(id: "bm_george"), VoiceDescription(id: "onyx", quality: .premium),
                VoiceDescription(id: "nova", name: "twice"),
            ]
            $0.languages = Self.tags("sv")
        }
        #expect(
            try await voices(provider) == [
                "onyx sv ? premium", "bm_george en-GB male enhanced", "nova en-GB,de female standard",
            ]
        )
        #expect(try await server.log(.openai).isEmpty, "described voices need no request for the list")
        let error = await provider.failure(SpeechRequest(text: "hello", voice: "novy"))
        #expect(error?.message.contains("did you mean 'nova'") == true, "\(String(describing: error))")
    }

    // MARK: Choice

    @Test func qualityGoesFirstThenRegionGenderAndName() async throws {
        let many = [
            VoiceDescription(id: "onyx", languages: Self.tags("en-GB"), gender: .male, quality: .enhanced),
            VoiceDescription(id: "alloy", languages: Self.tags("en-US"), gender: .female, quality: .enhanced),
            VoiceDescription(id: "nova", languages: Self.tags("en-US"), gender: .male, quality: .enhanced),
            VoiceDescription(id: "am_adam", languages: Self.tags("en-AU"), quality: .premium),
            VoiceDescription(id: "bf_emma", languages: Self.tags("en-US de"), quality: .standard),
        ]
        let provider = try server.provider(.openai) { $0.voices = many }
        #expect(try await chosen(provider, "en") == "am_adam")
        #expect(try await chosen(provider, "en-GB") == "onyx")
        #expect(try await chosen(provider, "en-US") == "alloy")
        #expect(try await chosen(provider, "de") == "bf_emma")
        #expect(try await chosen(provider, "de-DE") == "bf_emma", "plain German is German of Germany")
        let plain = try server.provider(.openai) { $0.voices = Array(many.prefix(3)) }
        #expect(try await chosen(plain, "en") == "alloy", "plain English prefers the United States")
        let men = try server.provider(.openai) {
            $0.voices = many
            $0.gender = .male
        }
        #expect(try await chosen(men, "en-US") == "nova")
        let own = try server.provider(.openai) {
            $0.voices = many
            $0.voice = "bf_emma"
        }
        #expect(try await chosen(own, "en-US") == "bf_emma")
        #expect(try await chosen(own, "en-GB") == "onyx", "a voice is not used for other languages")
    }

    @Test func noAccentStandsInForAnother() async throws {
        let provider = try server.provider(.openai)
        for language in ["en-IE", "de", "fr-CA", "pt-BR"] {
            let error = try #require(await provider.failure("hello", language))
            #expect(error.code == .unsupported, "\(error)")
            #expect(error.remedy != nil)
        }
        let error = try #require(await provider.failure("hello", "en-IE"))
        #expect(error.remedy == "use one of en-AU, en-GB, en-US")
        #expect(try await chosen(provider, "fr-FR") == "ff_siwis")
        #expect(try await server.log(.openai).filter { $0.method == "POST" }.count == 1)
    }

    @Test(arguments: [
        ("en", "en", 0 as Int?), ("en-US", "en", 1), ("en", "en-US", 1), ("en-GB", "en", 2), ("en", "en-GB", nil),
        ("en-GB", "en-US", nil), ("zh", "cmn", 0), ("zh", "zh-CN", 1), ("zh-TW", "zh-CN", nil), ("und", "en", nil),
        ("pt", "pt-BR", 1), ("pt", "pt-PT", nil), ("nb", "nb-NO", 1),
    ])
    func aLanguageDoesForAnother(_ given: String, _ wanted: String, _ distance: Int?) throws {
        let found = VoiceList.distance(try #require(LanguageTag(given)), from: try #require(LanguageTag(wanted)))
        #expect(found == distance)
    }

    @Test func aVoiceThatIsNamedWins() async throws {
        let provider = try server.provider(.openai)
        let request = SpeechRequest(text: "hello", language: LanguageTag("de"), voice: "bf_emma")
        #expect(try await provider.synthesize(request).collect().seconds > 0)
        #expect(try #require(await server.log(.openai).last).json["voice"]?.string == "bf_emma")
        let neither = await provider.failure(SpeechRequest(text: "hello"))
        #expect(neither?.code == .invalidRequest)
    }

    @Test func aListThatFailsIsAskedForAgain() async throws {
        let provider = try server.provider(.openai, "needkey=wrong,both")
        for _ in 0..<2 {
            await #expect(throws: ServiceError.self) { try await provider.voices(matching: VoiceQuery()) }
        }
        #expect(try await server.log(.openai, "needkey=wrong,both").count == 2)
    }

    @Test func whoGivesUpWaitingDoesNotKeepOthersFromTheList() async throws {
        let provider = try server.provider(.openai, "ms=300,both")
        let first = Task { try await provider.voices(matching: VoiceQuery()).count }
        let second = Task { try await provider.voices(matching: VoiceQuery()).count }
        try await Task.sleep(for: .milliseconds(50))
        first.cancel()
        #expect(try await second.value == 9)
        let result = await first.result
        if case .failure(let error) = result { #expect(ServiceError(error).code == .cancelled) }
        #expect(try await provider.voices(matching: VoiceQuery()).count == 9)
    }
}
