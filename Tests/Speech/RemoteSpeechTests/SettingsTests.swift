import LanguageServices
import RemoteSpeech
import TestSupport
import Testing

/// The conversion of configuration options to a provider.
struct SettingsTests {
    private func make(_ options: [String: OptionValue.Content]) async throws -> any ServiceProvider {
        let values = OptionValues(options.mapValues { OptionValue($0, origin: "c.json:1:2") }, owner: "provider 'a'")
        let problems = OptionDescription.problems(with: values, against: RemoteSpeech.kind.options)
        if let problem = problems.first { throw problem }
        return try await RemoteSpeech.kind.make(ProviderContext(id: "a", options: values))
    }

    private func problem(_ options: [String: OptionValue.Content]) async -> String? {
        do {
            _ = try await make(options)
            return nil
        } catch {
            let error = ServiceError(error)
            return error.code == .configuration ? error.description : "not a configuration error: \(error)"
        }
    }

    private static let key = OptionValue.Content.secret(Secret("s", source: "environment variable S"))

    @Test func aProviderSaysWhatItIs() async throws {
        let provider = try await make([
            "dialect": .string("openai"), "url": .string("http://127.0.0.1:9/v1"),
            "voices": .strings(["nova"]), "languages": .string("en-US,de"), "requestSeconds": .number(5),
        ])
        let descriptor = provider.descriptor
        #expect(descriptor.id == "a")
        #expect(descriptor.kind == "http-speech")
        #expect(descriptor.locality == .network)
        #expect(descriptor.requestLimits == RequestLimits(texts: 1, concurrency: 4))
        #expect(!descriptor.version.contains("127.0.0.1"), "addresses must not be part of file names")
        let speech = try #require(provider as? any SpeechProvider)
        let voices = try await speech.voices(matching: VoiceQuery(language: LanguageTag("de")))
        #expect(voices.map(\.id) == ["nova"])
    }

    @Test func whatSoundsDifferentHasAnotherVersion() throws {
        func version(_ change: (inout RemoteSpeechSettings) -> Void) throws -> String {
            var settings = RemoteSpeechSettings(dialect: .openai, url: "http://127.0.0.1:9/v1")
            change(&settings)
            return try RemoteSpeech(settings: settings).descriptor.version
        }
        let versions = [
            try version { _ in }, try version { $0.model = "tts-1-hd" },
            try version { $0.url = "http://127.0.0.1:10/v1" },
            try version { $0.instructions = "Slowly." }, try version { $0.format = .mp3 },
            try version { $0.voice = "nova" }, try version { $0.gender = .female },
            try version { $0.voices = [VoiceDescription(id: "nova")] },
            try version { $0.voices = [VoiceDescription(id: "nova", quality: .premium)] },
            try version { $0.languages = [LanguageTag("de")].compactMap { $0 } },
            try version { $0.affectsSpeed = false }, try version { $0.sampleRate = 8000 },
        ]
        #expect(Set(versions).count == versions.count)
        #expect(try version { $0.requestTime = .seconds(9) } == versions[0])
        #expect(try version { $0.textLimit = 99 } == versions[0])
    }

    @Test func whatIsMissingOrWrongIsSaid() async {
        #expect(await problem([:])?.contains("needs the option 'dialect'") == true)
        for dialect in ["openai", "elevenlabs"] {
            let problem = await problem(["dialect": .string(dialect)])
            #expect(problem?.contains("needs the option 'key'") == true, "\(problem ?? "")")
            #expect(await self.problem(["dialect": .string(dialect), "key": Self.key]) == nil)
        }
        let cases: [([String: OptionValue.Content], String)] = [
            (["url": .string("ftp://x")], "'url' is not a server address"),
            (["url": .string("http://user:pass@x")], "contains more than scheme"),
            (["url": .string("http://x/?key=1")], "contains more than scheme"),
            (["voices": .strings(["ok", "a\u{1}b"])], "an invalid voice name"),
            (["voices": .strings([".."])], "an invalid voice name"),
            (["voices": .string("nova")], "'voices' cannot be"),
            (["format": .string("aiff")], "'format' cannot be"),
            (["sampleRate": .number(22_050.5)], "'sampleRate' cannot be"),
            (["textLimit": .number(0)], "'textLimit' cannot be"),
            (["languages": .string("english, german")], "'languages' cannot be"),
            (["gender": .string("robot")], "'gender' cannot be"),
            (["key": .string("sk-1234")], "written here in plain text"),
        ]
        for (options, wanted) in cases {
            var all: [String: OptionValue.Content] = ["dialect": .string("openai"), "key": Self.key]
            all.merge(options) { $1 }
            let problem = await problem(all)
            #expect(problem?.contains(wanted) == true, "\(problem ?? "nothing") for \(options)")
        }
    }

    @Test func aDialectRefusesWhatItDoesNotHave() async {
        let base: [String: OptionValue.Content] = ["dialect": .string("elevenlabs"), "key": Self.key]
        let cases: [([String: OptionValue.Content], String)] = [
            (["format": .string("wav")], "does not support this format"),
            (["sampleRate": .number(12_345)], "samples at 12345"),
            (["instructions": .string("Slowly.")], "is not an option of the dialect 'elevenlabs'"),
        ]
        for (options, wanted) in cases {
            let problem = await problem(base.merging(options) { $1 })
            #expect(problem?.contains(wanted) == true, "\(problem ?? "nothing")")
        }
    }

    @Test func makingAProviderReachesForNothing() async throws {
        // Nothing listens on the port, so a request would fail; `status()` does not send one.
        let provider = try await make(["dialect": .string("elevenlabs"), "url": .string("http://127.0.0.1:9")])
        #expect(await provider.status() == .ready)
        await provider.shutdown()
        guard case .unavailable(let reason, _) = await provider.status() else {
            Issue.record("a provider that was shut down is ready")
            return
        }
        #expect(reason.contains("shut down"))
    }
}
