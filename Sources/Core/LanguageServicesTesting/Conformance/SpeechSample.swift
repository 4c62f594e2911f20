import LanguageServices

/// What the speech rules ask for.
struct SpeechSample: Sendable {
    let text: String
    let language: String

    /// A request for the sample, or for another text in its language.
    func request(
        _ other: String? = nil,
        rate: Double? = nil,
        marks: Set<SpeechMark.Kind> = []
    ) throws(Violation) -> SpeechRequest {
        guard let tag = LanguageTag(language) else { throw Violation("the sample's '\(language)' is no language tag") }
        return SpeechRequest(text: other ?? text, language: tag, rate: rate, marks: marks)
    }
}

/// Everything that a stream gave, whether or not it kept the rules.
struct HeardSpeech: Sendable {
    var events: [SpeechEvent] = []

    /// Pulls a stream to its end.
    init(_ provider: any SpeechProvider, _ request: SpeechRequest) async throws {
        for try await event in try await provider.synthesize(request) { events.append(event) }
    }

    var formats: [AudioFormat] {
        events.compactMap { if case .format(let format) = $0 { format } else { nil } }
    }

    var chunks: [AudioChunk] {
        events.compactMap { if case .audio(let chunk) = $0 { chunk } else { nil } }
    }

    var marks: [SpeechMark] {
        events.compactMap { if case .mark(let mark) = $0 { mark } else { nil } }
    }

    var reports: [ServiceReport] {
        events.compactMap { if case .report(let report) = $0 { report } else { nil } }
    }

    var sampleCount: Int { chunks.reduce(0) { $0 + $1.samples.count } }

    var frameCount: Int { sampleCount / max(1, formats.first?.channels ?? 1) }

    /// How long the audio lasts, in seconds.
    var seconds: Double {
        let duration = (formats.first ?? AudioFormat(sampleRate: 22_050)).duration(ofSamples: sampleCount)
        return duration / .seconds(1)
    }
}
