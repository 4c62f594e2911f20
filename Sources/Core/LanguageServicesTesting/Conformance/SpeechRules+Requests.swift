import LanguageServices

extension SpeechRules {
    /// The rules about requests that must be refused, and about the rate.
    static func requests(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.empty-text", "An empty text is an invalid request") {
                try await refuse([.invalidRequest], "an empty text", $0, sample.request(""))
            },
            Rule("speech.blank-text", "A text of white space alone is an invalid request") {
                try await refuse([.invalidRequest], "white space", $0, sample.request(" \t\r\n\u{A0}\u{3000}"))
            },
            Rule("speech.rate-range", "A rate outside of 0.3…3 is an invalid request") {
                for rate in [0.29, 3.01, 0, -1, .infinity, -.infinity, .greatestFiniteMagnitude] {
                    try await refuse([.invalidRequest], "a rate of \(rate)", $0, sample.request(rate: rate))
                }
            },
            Rule("speech.rate-nan", "A rate that is not a number is an invalid request") {
                try await refuse([.invalidRequest], "a rate of NaN", $0, sample.request(rate: .nan))
            },
            Rule("speech.prosody-range", "A pitch, volume or word gap out of range is an invalid request") {
                for pitch in [0.49, 2.01, -1, .nan, .infinity] {
                    let request = SpeechRequest(text: sample.text, language: LanguageTag(sample.language), pitch: pitch)
                    try await refuse([.invalidRequest], "a pitch of \(pitch)", $0, request)
                }
                for volume in [-0.01, 1.01, .nan, -.infinity] {
                    let request = SpeechRequest(
                        text: sample.text,
                        language: LanguageTag(sample.language),
                        volume: volume
                    )
                    try await refuse([.invalidRequest], "a volume of \(volume)", $0, request)
                }
                for gap in [Duration.milliseconds(-1), .milliseconds(5001), .seconds(Int64.max)] {
                    let request = SpeechRequest(text: sample.text, language: LanguageTag(sample.language), wordGap: gap)
                    try await refuse([.invalidRequest], "a gap of \(gap)", $0, request)
                }
            },
            Rule("speech.unknown-voice", "A voice that is not there is unsupported or not found") {
                for voice in ["no such voice", "", "../../etc/passwd", "no\u{0}voice"] {
                    let request = SpeechRequest(text: sample.text, voice: voice)
                    try await refuse([.unsupported, .notFound], "the voice '\(voice)'", $0, request)
                }
            },
            Rule("speech.unknown-language", "A language that nobody speaks is unsupported; there is no substitute") {
                let request = SpeechRequest(text: sample.text, language: CommonRules.unknownLanguage)
                try await refuse([.unsupported], "the language 'qaa'", $0, request)
            },
            Rule("speech.slower-longer", "A slower rate gives longer audio") { provider in
                let slow: HeardSpeech
                do {
                    slow = try await HeardSpeech(provider, sample.request(rate: 0.6))
                } catch let error as ServiceError where error.code == .unsupported {
                    throw NotApplicable("it does not support rates")
                }
                let fast = try await HeardSpeech(provider, sample.request(rate: 1.4))
                let times = "\(slow.seconds) s at 0.6, \(fast.seconds) s at 1.4"
                try demand(slow.seconds > fast.seconds, "the audio lasts \(times)")
            },
            Rule("speech.errors", "What is thrown is a ServiceError and nothing else") { provider in
                let request = SpeechRequest(
                    text: "",
                    language: CommonRules.unknownLanguage,
                    voice: "no such voice",
                    rate: .nan,
                    marks: Set(SpeechMark.Kind.allCases)
                )
                try await demandServiceError(from: "a request with everything wrong") {
                    _ = try await HeardSpeech(provider, request)
                }
            },
        ]
    }

    private static func refuse(
        _ codes: Set<ServiceError.Code>,
        _ what: String,
        _ provider: any SpeechProvider,
        _ request: SpeechRequest
    ) async throws {
        try await demandError(codes, from: what) { _ = try await HeardSpeech(provider, request) }
    }
}
