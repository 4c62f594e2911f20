import JSON
import LanguageServices
import LanguageServicesTesting
import RemoteSpeech
import TestSupport
import Testing

/// The exact requests to each service, and the processing that is done locally.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct RequestTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    @Test func openAI() async throws {
        _ = try await server.provider(.openai).say(" Say \"hello\"\u{0}\u{1B} to Ann.\n", rate: 1.5)
        let asked = try await server.log(.openai)
        #expect(asked.map(\.method) == ["GET", "POST"])
        #expect(asked.map(\.target) == ["/v1/audio/voices", "/v1/audio/speech"])
        #expect(asked.map { $0.header("authorization") } == ["Bearer k-S3cret/1+x", "Bearer k-S3cret/1+x"])
        #expect(asked[1].header("content-type") == "application/json")
        let wanted =
            #"{"model":"tts-1","input":"Say \"hello\" to Ann.","voice":"en_AU","response_format":"wav","speed":1.5}"#
        #expect(asked[1].body == wanted.replacing("en_AU", with: "af_heart"))
    }

    @Test func elevenLabs() async throws {
        let provider = try server.provider(.elevenlabs) { $0.model = "eleven_flash_v2_5" }
        _ = try await provider.say("pan", "es-MX", rate: 0.9)
        let asked = try await server.log(.elevenlabs)
        #expect(asked.map(\.target) == ["/v1/voices", "/v1/text-to-speech/nova/stream?output_format=pcm_22050"])
        #expect(asked.map { $0.header("xi-api-key") } == ["k-S3cret/1+x", "k-S3cret/1+x"])
        #expect(
            asked[1].body
                == #"{"text":"pan","model_id":"eleven_flash_v2_5","language_code":"es","voice_settings":{"speed":0.9}}"#
        )
    }

    @Test func anOlderModelIsNotToldTheLanguage() async throws {
        _ = try await server.provider(.elevenlabs).say("hello", "en-GB")
        let asked = try await server.log(.elevenlabs)
        #expect(asked.last?.target == "/v1/text-to-speech/onyx/stream?output_format=pcm_22050")
        #expect(asked.last?.body == #"{"text":"hello","model_id":"eleven_multilingual_v2"}"#)
    }

    @Test func howToSpeak() async throws {
        let provider = try server.provider(.openai) {
            $0.model = "gpt-4o-mini-tts"
            $0.instructions = "Speak clearly, in {language}."
            $0.format = .pcm
        }
        let sound = try await provider.say("hello", "en-GB", rate: 2)
        let asked = try await server.log(.openai)
        let json = try #require(asked.last).json
        #expect(json["instructions"]?.string == "Speak clearly, in en-GB.")
        #expect(json["response_format"]?.string == "pcm")
        // The model treats the speed only as a hint, so the tempo is changed locally.
        #expect(json["speed"] == nil)
        #expect(abs(sound.seconds - 0.1) < 0.02, "\(sound.seconds)")
    }

    @Test func theVoiceListIsAskedForOnceADay() async throws {
        let clock = TestClock()
        let provider = try server.provider(.openai, clock: clock.serviceClock)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 0..<20 {
                tasks.addTask {
                    let count = try await provider.say("text \(number)").samples.count
                    #expect(count > 0)
                }
            }
            try await tasks.waitForAll()
        }
        func lists() async throws -> Int { try await server.log(.openai).count { $0.method == "GET" } }
        #expect(try await lists() == 1)
        clock.advance(by: .seconds(86_399))
        _ = try await provider.voices(matching: VoiceQuery())
        #expect(try await lists() == 1)
        clock.advance(by: .seconds(1))
        _ = try await provider.voices(matching: VoiceQuery())
        #expect(try await lists() == 2)
    }

    // MARK: Speed, pitch, loudness

    @Test(arguments: [(0.3, nil as Double?), (0.7, 0.7), (1.2, 1.2), (3, nil)])
    func whatTheServiceCannotDoIsDoneHere(_ rate: Double, _ own: Double?) async throws {
        let normal = try await server.provider(.elevenlabs).say("hello, this is long")
        let sound = try await server.provider(.elevenlabs).say("hello, this is long", rate: rate)
        let ratio = normal.seconds / sound.seconds
        #expect(abs(ratio - rate) < rate * 0.1, "\(ratio)")
        // With either method of changing the tempo, the pitch stays the same.
        #expect(abs(sound.frequency - normal.frequency) < 25, "\(sound.frequency) of \(normal.frequency)")
        let speed = try #require(try await server.log(.elevenlabs).last).json["voice_settings"]?["speed"]?.number?
            .double
        #expect(speed == own ?? (rate < 1 ? 0.7 : 1.2))
    }

    @Test func pitchAndLoudnessAreMadeHere() async throws {
        let provider = try server.provider(.openai)
        var request = SpeechRequest(text: "hello, this is long", voice: "nova")
        let normal = try await provider.synthesize(request).collect()
        for pitch in [0.5, 0.8, 1.25, 2] {
            request.pitch = pitch
            let sound = try await provider.synthesize(request).collect()
            #expect(abs(sound.frequency - 440 * pitch) < 440 * pitch * 0.06, "\(sound.frequency) at \(pitch)")
            #expect(abs(sound.seconds - normal.seconds) < 0.05, "\(sound.seconds) of \(normal.seconds)")
        }
        request.pitch = nil
        request.volume = 0.5
        let soft = try await provider.synthesize(request).collect()
        #expect(abs(soft.peak * 2 - normal.peak) < 4)
        request.volume = 0
        #expect(try await provider.synthesize(request).collect().peak == 0)
        // None of it is sent to the service.
        for asked in try await server.log(.openai) where asked.method == "POST" {
            #expect(asked.body.contains(#""voice":"nova","response_format":"wav"}"#), "\(asked.body)")
        }
    }

    @Test func whatNobodyDoesIsForAnotherProvider() async throws {
        let provider = try server.provider(.openai)
        let plain = SpeechRequest(text: "a tomato", language: LanguageTag("en-US"))
        var requests: [SpeechRequest] = []
        for kind in SpeechMark.Kind.allCases {
            var request = plain
            request.marks = [kind]
            requests.append(request)
        }
        var gap = plain
        gap.wordGap = .milliseconds(100)
        var same = plain
        same.isDeterministic = true
        var ipa = plain
        ipa.pronunciations = [Pronunciation(word: "tomato", sound: .ipa("təˈmɑːtəʊ"))]
        requests += [gap, same, ipa]
        for request in requests {
            let error = try #require(await provider.failure(request))
            #expect(error.code == .unsupported, "\(error)")
            #expect(error.remedy != nil)
        }
        #expect(try await server.log(.openai).allSatisfy { $0.method == "GET" }, "nothing was charged")
    }
}
