import LanguageServices
import Platform
import Testing

@testable import EspeakSpeech

/// The acoustic result: the formants of words spoken by the provider.
///
/// The vowel of a word is located by its energy and sampled at fractions of its length, so no phoneme times are needed.
/// Only differences that are several times larger than the error of the method are considered.
@Suite("Acoustics of the bundled accents")
struct AcousticTests {
    private let provider = EspeakSpeech(voices: Bundled.voices)

    private func tracker(_ word: String, _ voice: String) async throws -> FormantTracker {
        // Speak slowly, so that the neighbouring sounds do not affect the centre of the vowel.
        let request = SpeechRequest(text: word, voice: voice, rate: 0.7)
        let samples = try await provider.synthesize(request).collect().samples
        return FormantTracker(samples, order: voice.hasSuffix("-female") ? 10 : 12)
    }

    private func formant(_ number: Int, _ word: String, _ voice: String, at fraction: Double = 0.5) async throws
        -> Double
    {
        try await tracker(word, voice).formants(at: fraction)[number - 1]
    }

    @Test("the method finds the formants of a synthetic vowel")
    func method() {
        // A voice at 100 Hz, filtered by three resonances.
        var sound = (0..<11_025).map { $0 % 220 == 0 ? 10_000.0 : 0 }
        for (frequency, bandwidth) in [(600.0, 60.0), (1300, 80), (2500, 120)] {
            let radius = 1 - bandwidth * .pi / 22_050
            let cosine = cos(2 * .pi * frequency / 22_050)
            var (last, before) = (0.0, 0.0)
            for index in sound.indices {
                let value = sound[index] * 0.2 + 2 * radius * cosine * last - radius * radius * before
                (before, last) = (last, value)
                sound[index] = value
            }
        }
        let peak = sound.map(abs).max() ?? 1
        let found = FormantTracker(sound.map { Int16($0 / peak * 20_000) }).formants(at: 0.5)
        for (value, wanted) in zip(found, [600.0, 1300, 2500]) { #expect(abs(value - wanted) < 60, "\(found)") }
    }

    @Test("GOOSE is a front vowel in Australia and a back vowel in Ireland")
    func goose() async throws {
        let australian = try await formant(2, "goose", "en-AU")
        #expect(australian > 1500)
        #expect(australian > (try await formant(2, "goose", "en-GB")) + 200)
        #expect(try await formant(2, "goose", "en-IE") < 1150)
    }

    @Test("FACE is a wide diphthong in Australia and a monophthong in Ireland")
    func face() async throws {
        func movement(_ voice: String) async throws -> Double {
            let tracker = try await tracker("face", voice)
            return tracker.formants(at: 0.25)[0] - tracker.formants(at: 0.8)[0]
        }
        let (australian, british, irish) = (
            try await movement("en-AU"), try await movement("en-GB"), try await movement("en-IE")
        )
        #expect(australian > 150 && australian > british + 50, "\(australian) \(british)")
        #expect(abs(irish) < 60, "\(irish)")
        #expect(
            try await formant(1, "face", "en-AU", at: 0.25) > (try await formant(1, "face", "en-GB", at: 0.25)) + 80
        )
    }

    @Test("BATH and START are further front in Australia and Ireland than in Britain")
    func bath() async throws {
        for word in ["path", "task"] {
            let british = try await formant(2, word, "en-GB")
            #expect(try await formant(2, word, "en-AU") > british + 120, "\(word)")
            #expect(try await formant(2, word, "en-IE") > british + 150, "\(word)")
        }
        #expect(try await formant(2, "part", "en-AU") > (try await formant(2, "part", "en-GB")) + 120)
        #expect(try await formant(2, "path", "en-US") > (try await formant(2, "path", "en-GB")) + 200)
    }

    @Test("a final r lowers F3 in accents that pronounce it")
    func rhotic() async throws {
        for voice in ["en-US", "en-IE", "en-US-female", "en-IE-female"] {
            let tracker = try await tracker("car", voice)
            #expect(tracker.formants(at: 0.85)[2] < tracker.formants(at: 0.2)[2] - 300, "\(voice)")
        }
        for voice in ["en-GB", "en-AU"] { #expect(try await formant(3, "car", voice, at: 0.8) > 2250, "\(voice)") }
    }

    @Test("DRESS and THOUGHT are closer in Australia")
    func close() async throws {
        #expect(try await formant(1, "pest", "en-AU") < (try await formant(1, "pest", "en-GB")) - 30)
        #expect(try await formant(1, "thought", "en-AU") < (try await formant(1, "thought", "en-IE")) - 100)
    }

    @Test("NORTH is more open than FORCE in Ireland only")
    func north() async throws {
        func difference(_ voice: String) async throws -> Double {
            try await formant(1, "horse", voice, at: 0.3) - (try await formant(1, "hoarse", voice, at: 0.3))
        }
        #expect(try await difference("en-IE") > 70)
        for voice in ["en-GB", "en-US", "en-AU"] { #expect(abs(try await difference(voice)) < 30, "\(voice)") }
    }

    @Test("the vowel in 'sad', but not in 'sag', is lengthened in Australia")
    func bad() async throws {
        func ratio(_ voice: String) async throws -> Double {
            let bad = try await provider.synthesize(SpeechRequest(text: "sad", voice: voice)).collect().duration
            let lad = try await provider.synthesize(SpeechRequest(text: "sag", voice: voice)).collect().duration
            return bad / lad
        }
        let (australian, british) = (try await ratio("en-AU"), try await ratio("en-GB"))
        #expect(australian > british * 1.05, "\(australian) \(british)")
    }

    @Test("a final l is clear in Ireland only")
    func clearL() async throws {
        let irish = try await formant(2, "full", "en-IE", at: 0.92)
        for voice in ["en-US", "en-GB", "en-AU"] {
            let dark = try await formant(2, "full", voice, at: 0.92)
            #expect(irish > dark + 200, "\(voice) \(dark), Irish \(irish)")
        }
    }

    @Test("TRAP is closer before a nasal in Australia")
    func nasal() async throws {
        #expect(try await formant(1, "camp", "en-AU", at: 0.3) < (try await formant(1, "cap", "en-AU", at: 0.5)) - 40)
    }

    @Test("the female speakers have higher formants and a higher voice", arguments: Fixture.accents)
    func female(_ accent: String) async throws {
        let male = try await tracker("pass", accent).formants(at: 0.5)
        let female = try await tracker("pass", "\(accent)-female").formants(at: 0.5)
        #expect(female[1] > male[1] * 1.06, "\(female) \(male)")
        #expect(female[2] > male[2] * 1.06, "\(female) \(male)")
    }
}
