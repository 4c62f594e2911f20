import LanguageServices

// guide: provider
struct BeepSpeech: SpeechProvider {
    let id: ProviderID
    let pitch: Double

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: "beep", version: "1", service: .speech, locality: .inProcess)
    }

    func voices(matching query: VoiceQuery) async throws -> [Voice] {
        let languages = ["en", "en-US"].compactMap(LanguageTag.init)
        return [Voice(id: "beep", name: "Beep", languages: languages, provider: id)].filter(query.matches)
    }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        try request.validate()
        if let voice = request.voice, voice != "beep" {
            throw ServiceError(.unsupported, "there is no voice '\(voice)'", provider: id)
        }
        if let language = request.language, language.language != "en" || !request.marks.isEmpty {
            throw ServiceError(.unsupported, "this provider beeps in English only, without marks", provider: id)
        }
        let format = AudioFormat(sampleRate: 22_050)
        // A tenth of a second of a square wave for each character, at the requested rate.
        let perCharacter = Double(format.sampleRate) / 10 / (request.rate ?? 1)
        let count = Int(perCharacter) * request.text.count
        let half = Double(format.sampleRate) / pitch / 2
        let samples = (0..<count).map { Int(Double($0) / half) % 2 == 0 ? Int16(8000) : -8000 }
        let events: [SpeechEvent] = [
            .format(format), .audio(AudioChunk(samples: samples)), .report(.answered(by: id, in: .zero)),
        ]
        let next = NextIndex()
        return SpeechStream { next.take().flatMap { events.indices.contains($0) ? events[$0] : nil } }
    }
}
// guide: end

// guide: kind
let beep = ProviderKind(
    name: "beep",
    service: .speech,
    summary: "Beeps",
    options: [OptionDescription("pitch", .number(100...2000), "How high, in hertz")],
    make: { context in
        BeepSpeech(id: context.id, pitch: try context.options.number("pitch") ?? 440)
    }
)
// guide: end
