import Audio
import LanguageServices
import RemoteSpeech
import TestSupport
import Testing

/// Audio in every format that servers send, and incomplete or invalid audio.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct SoundTests {
    private let server: SpeechServices

    init() throws { server = try SpeechServices() }

    /// "hello" is 0.2 s of 440 Hz, spoken by nova.
    private static let hello = 0.2

    private func expectTone(_ sound: SpeechStream.Recording, _ rate: Int, channels: Int = 1) {
        #expect(sound.format == AudioFormat(sampleRate: rate, channels: channels))
        #expect(abs(sound.seconds - Self.hello) < 0.002, "\(sound.seconds)")
        #expect(abs(sound.frequency - 440) < 8, "\(sound.frequency)")
        #expect((15_000...17_000).contains(sound.peak), "\(sound.peak)")
    }

    private func nova(_ how: String, change: (inout RemoteSpeechSettings) -> Void = { _ in }) throws -> RemoteSpeech {
        try server.provider(.openai, how) {
            $0.voices = [VoiceDescription(id: "nova", languages: LanguageTag("en-US").map { [$0] } ?? [])]
            change(&$0)
        }
    }

    @Test(arguments: [
        "size=0", "size=max", "size=real", "size=junk", "bits=8", "bits=24", "bits=32", "bits=f32", "bits=f64",
        "channels=2", "concat", "plain", "close", "close,size=0", "type=application|octet-stream", "type=",
    ])
    func everyWAVIsRead(_ how: String) async throws {
        for piece in ["", ",piece=1", ",piece=3", ",piece=43", ",piece=45", ",piece=100000"] {
            let sound = try await nova(how + piece).say("hello")
            expectTone(sound, 24_000, channels: how == "channels=2" ? 2 : 1)
        }
    }

    @Test(arguments: [
        "audio|pcm", "audio|pcm;rate=RATE", "audio|L16; rate=RATE; channels=1", "", "application|octet-stream",
    ])
    func bareSamplesAreReadWhereverTheyAreCut(_ type: String) async throws {
        for piece in [1, 3, 777, 100_000] {
            let sound = try await nova("rate=16000,type=\(type),piece=\(piece)") {
                $0.format = .pcm
                $0.sampleRate = type.contains("RATE") ? 8000 : 16_000
            }.say("hello")
            expectTone(sound, 16_000)
        }
    }

    @Test func aServerMayGiveAnotherKindThanItWasAskedFor() async throws {
        expectTone(try await nova("type=audio|wav") { $0.format = .mp3 }.say("hello"), 24_000)
        for how in ["rate=22050,type=audio|pcm;rate=RATE", "rate=22050,type=audio|pcm_s16le,ratehead"] {
            expectTone(try await nova(how) { $0.format = .pcm }.say("hello"), 22_050)
        }
    }

    @Test(arguments: [SoundFormat.flac, .mp3, .opus, .vorbis])
    func packedSoundIsReadWhole(_ format: SoundFormat) async throws {
        try #require(SoundLibrary.canWrite(format))
        let folder = try TemporaryFolder()
        let path = folder.file("tone.bin")
        let tone = try await nova("").say("hello")
        var file = try SoundFile(path: path, kind: format, format: tone.format)
        try file.append(tone.samples)
        try file.finish()
        for type in ["audio|mpeg", "audio|\(format.rawValue)", ""] where format != .mp3 || type == "audio|mpeg" {
            let sound = try await nova("file=\(path),type=\(type),piece=900") { $0.format = .mp3 }.say("hello")
            #expect([24_000, 48_000].contains(sound.format.sampleRate))
            #expect(abs(sound.seconds - Self.hello) < 0.06, "\(sound.seconds)")
            #expect(abs(sound.frequency - 440) < 40, "\(sound.frequency)")
        }
    }

    @Test(arguments: [
        "truncated", "truncated,close", "odd", "odd,size=0", "words=text|plain", "words=audio|wav", "words=audio|mpeg",
        "words=", "html", "json=other", "silent", "rate=1", "rate=500000", "channels=9",
    ])
    func whatIsNoWholeSoundIsAnError(_ how: String) async throws {
        for piece in [",piece=1", ""] {
            let error = try #require(await nova(how + piece).failure(), "\(how)")
            #expect(error.code == .protocolViolation, "\(how): \(error)")
            #expect(error.outcomeUnknown, "\(how): the service may charge for it")
            #expect(error.provider == "remote")
            #expect(error.message.contains("http://127.0.0.1:\(server.port)"), "\(error)")
        }
    }

    @Test func halfASampleIsAnErrorOfBareSamplesToo() async throws {
        let impossible = [
            "ratehead=-5", "ratehead=9223372036854775807", "channelhead=9223372036854775807", "channelhead=0",
        ]
        for how in ["odd", "odd,piece=1"] + impossible {
            let error = await (try nova(how) { $0.format = .pcm }).failure()
            #expect(error?.code == .protocolViolation, "\(String(describing: error))")
        }
    }

    @Test func wordsAreNotHeardAsSamples() async throws {
        for how in ["words=text|plain", "html", "json=other", "json=failed", "json=late"] {
            let error = await (try nova(how) { $0.format = .pcm }).failure()
            #expect(error != nil, "\(how)")
        }
        let late = await (try nova("json=late")).failure()
        #expect(late?.code == .unavailable, "\(String(describing: late))")
        let failed = await (try nova("json=failed")).failure()
        #expect(failed?.code == .providerFailed, "\(String(describing: failed))")
        #expect(failed?.message.contains("the voice engine broke") == true)
    }

    @Test func soundIsHeardBeforeItIsThereWhole() async throws {
        // The server pauses for 30 seconds in the middle; the first half arrives nevertheless.
        let provider = try nova("stall,piece=1000") { $0.requestTime = .seconds(10) }
        var samples = 0
        var isFirst = true
        do {
            for try await event in try await provider.synthesize(
                SpeechRequest(text: "hello, this is long", language: LanguageTag("en-US"))
            ) {
                if isFirst { #expect(event == .format(AudioFormat(sampleRate: 24_000))) }
                isFirst = false
                if case .audio(let chunk) = event { samples += chunk.samples.count }
            }
            Issue.record("a stalled stream ended")
        } catch {
            let error = ServiceError(error)
            #expect(error.code == .timedOut, "\(error)")
            #expect(error.outcomeUnknown)
        }
        #expect(samples > 6000)
    }

    @Test func aStreamThatIsDroppedEndsTheTransfer() async throws {
        let how = "piece=100,pause=20"
        let provider = try nova(how)
        do {
            let stream = try await provider.synthesize(
                SpeechRequest(text: "hello, this is long", language: LanguageTag("en-US"))
            )
            var iterator = stream.makeAsyncIterator()
            #expect(try await iterator.next() != nil)
        }
        // The audio would take six seconds to complete. Once other audio is complete, it is certain that this audio was
        // not completed.
        #expect(try await provider.say("a").seconds > 0)
        #expect(try await server.ended(.openai, how) == 1)
    }

    @Test func whatDripsIsNotWaitedForEver() async throws {
        // Each reading of this clock takes a second, and so does each wait for a chunk.
        let provider = try server.provider(.openai, "piece=40", clock: ServiceClock(HurryingClock())) {
            $0.requestTime = .seconds(20)
        }
        let error = try #require(await provider.failure("hello hello"))
        #expect(error.code == .timedOut, "\(error)")
        #expect(error.remedy?.contains("requestSeconds") == true, "\(error)")
        #expect(error.outcomeUnknown)
        // A server that sends much audio in each chunk is fast enough, regardless of how the network splits it.
        let clock = ServiceClock(HurryingClock(step: .milliseconds(50)))
        let quick = try server.provider(.openai, "piece=48000", clock: clock) {
            $0.requestTime = .seconds(20)
        }
        #expect(try await quick.say(String(repeating: "hello ", count: 100)).seconds > 15)
    }

    @Test func aConnectionThatBreaksIsAnError() async throws {
        for format in [RemoteSpeechSettings.Format.wav, .pcm] {
            for how in ["cut", "cut,plain"] {
                let error = try #require(await (try nova(how) { $0.format = format }).failure())
                #expect(error.code == .network, "\(error)")
                #expect(error.outcomeUnknown)
            }
        }
    }
}
