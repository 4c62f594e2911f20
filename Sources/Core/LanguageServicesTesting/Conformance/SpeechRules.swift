import LanguageServices

/// The rules that ``SpeechConformance`` checks.
enum SpeechRules {
    typealias Rule = ConformanceRule<any SpeechProvider>

    /// The rules about the list of voices.
    static func voices(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.voices", "There is at least one voice, and every voice has an id, a name and a language") {
                let voices = try await $0.voices(matching: VoiceQuery())
                try demand(!voices.isEmpty, "there are no voices")
                for voice in voices {
                    try demand(!BlankText.isBlank(voice.id), "the id of \(voice) is empty")
                    try demand(!BlankText.isBlank(voice.name), "the name of '\(voice.id)' is empty")
                    try demand(!voice.languages.isEmpty, "'\(voice.id)' has no language")
                }
            },
            Rule("speech.voices-unique", "No two voices have the same id") {
                var seen = Set<String>()
                for voice in try await $0.voices(matching: VoiceQuery()) {
                    try demand(seen.insert(voice.id).inserted, "there are two voices '\(voice.id)'")
                }
            },
            Rule("speech.voices-provider", "Every voice names its provider") { provider in
                for voice in try await provider.voices(matching: VoiceQuery()) {
                    let isNamed = try CommonRules.isNamed(voice.provider, by: provider)
                    try demand(isNamed, "'\(voice.id)' names '\(voice.provider)'")
                }
            },
            Rule("speech.voices-query", "A query returns the voices that match it, and no others") { provider in
                let all = try await provider.voices(matching: VoiceQuery())
                let languages = Set(all.flatMap(\.languages))
                let queries =
                    [VoiceQuery(language: try sample.request().language), VoiceQuery(gender: .female)]
                    + languages.sorted { $0.text < $1.text }.prefix(5).map { VoiceQuery(language: $0) }
                for query in queries {
                    let found = Set(try await provider.voices(matching: query).map(\.id))
                    let wanted = Set(all.filter(query.matches).map(\.id))
                    let wrong = found.symmetricDifference(wanted).sorted()
                    try demand(wrong.isEmpty, "\(query) gives the wrong result for \(wrong.joined(separator: ", "))")
                }
            },
            Rule("speech.voices-none", "A query without matches returns an empty list and no error") { provider in
                let voices = try await provider.voices(matching: VoiceQuery(language: CommonRules.unknownLanguage))
                try demand(voices.isEmpty, "it returned \(voices.count) voices for a language without speakers")
            },
            Rule("speech.voice-speaks", "A listed voice can be requested by its id") { provider in
                let language = try sample.request().language
                guard let voice = try await provider.voices(matching: VoiceQuery(language: language)).first else {
                    throw NotApplicable("no voice speaks the language of the sample")
                }
                let request = SpeechRequest(text: sample.text, voice: voice.id)
                let heard = try await HeardSpeech(provider, request)
                try demand(heard.sampleCount > 0, "'\(voice.id)' produced no audio")
            },
        ]
    }

    /// The rules about the events of a stream and their order.
    static func stream(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.audio", "The sample produces audio") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.sampleCount > 0, "there was no audio")
            },
            Rule("speech.format-first", "The format is the first event and occurs once") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.formats.count == 1, "there were \(heard.formats.count) format events")
                guard case .format = heard.events.first else { throw Violation("another event came first") }
            },
            Rule("speech.format-sane", "The sample rate is 4,000…384,000 Hz, and there are 1…8 channels") {
                for format in try await HeardSpeech($0, sample.request()).formats {
                    try demand((4000...384_000).contains(format.sampleRate), "the rate is \(format.sampleRate) Hz")
                    try demand((1...8).contains(format.channels), "there are \(format.channels) channels")
                }
            },
            Rule("speech.chunks", "No audio chunk is empty or ends within a frame") {
                let heard = try await HeardSpeech($0, sample.request())
                let channels = max(1, heard.formats.first?.channels ?? 1)
                for chunk in heard.chunks {
                    try demand(!chunk.samples.isEmpty, "a chunk was empty")
                    let isWhole = chunk.samples.count.isMultiple(of: channels)
                    try demand(isWhole, "a chunk has \(chunk.samples.count) samples for \(channels) channels")
                }
            },
            Rule("speech.report-last", "The report is the last event and occurs once") {
                let heard = try await HeardSpeech($0, sample.request())
                try demand(heard.reports.count == 1, "there were \(heard.reports.count) report events")
                guard case .report = heard.events.last else { throw Violation("another event came last") }
            },
            Rule("speech.report-provider", "The report names the provider as the one that answered") { provider in
                for report in try await HeardSpeech(provider, sample.request()).reports {
                    try CommonRules.checkReport(report, of: provider)
                }
            },
        ]
    }

    /// The rules about marks.
    static func marks(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.marks-given", "Marks of a requested kind are either delivered or unsupported") { provider in
                for kind in SpeechMark.Kind.allCases {
                    guard let heard = try await marked(provider, sample, [kind]) else { continue }
                    try demand(heard.marks.contains { $0.kind == kind }, "there were no \(kind.rawValue) marks")
                }
            },
            Rule("speech.marks-kinds", "Only marks of the requested kinds are delivered") { provider in
                for kinds in [[]] + SpeechMark.Kind.allCases.map({ Set([$0]) }) {
                    let marks = try await marked(provider, sample, kinds)?.marks ?? []
                    if let other = marks.first(where: { !kinds.contains($0.kind) }) {
                        throw Violation("there was a \(other.kind.rawValue) mark that was not requested")
                    }
                }
            },
            Rule("speech.marks-frames", "The frames of marks never decrease within a kind and are within the audio") {
                for kind in SpeechMark.Kind.allCases {
                    guard let heard = try await marked($0, sample, [kind]) else { continue }
                    var last = 0
                    for mark in heard.marks where mark.kind == kind {
                        let frames = "frame \(last) to frame \(mark.frame)"
                        try demand(mark.frame >= last, "a \(kind.rawValue) mark went from \(frames)")
                        let isInside = mark.frame <= heard.frameCount
                        try demand(isInside, "frame \(mark.frame) is beyond the \(heard.frameCount) frames of audio")
                        last = mark.frame
                    }
                }
            },
            Rule("speech.marks-offsets", "The offsets of marks are within the text, in Unicode scalars") {
                // The dash and the accent make the counts of scalars, characters and bytes differ.
                let text = sample.text + " – e\u{301} " + sample.text + "."
                let count = text.unicodeScalars.count
                for kind in SpeechMark.Kind.allCases {
                    for mark in try await marked($0, sample, [kind], text)?.marks ?? [] {
                        let range = "\(mark.offset) + \(mark.length)"
                        let isInside =
                            (0...count).contains(mark.offset) && (0...(count - mark.offset)).contains(mark.length)
                        let message = "a \(kind.rawValue) mark has the range \(range), but there are \(count) scalars"
                        try demand(isInside, message)
                    }
                }
            },
        ]
    }

    /// Speech with the requested marks, or `nil` if the provider does not support these marks.
    private static func marked(
        _ provider: any SpeechProvider,
        _ sample: SpeechSample,
        _ kinds: Set<SpeechMark.Kind>,
        _ text: String? = nil
    ) async throws -> HeardSpeech? {
        do {
            return try await HeardSpeech(provider, sample.request(text, marks: kinds))
        } catch let error as ServiceError where error.code == .unsupported && !kinds.isEmpty {
            return nil
        }
    }

    /// The rules about invalid requests and the rate.
    static func requests(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.empty-text", "An empty text is an invalid request") {
                try await refuse([.invalidRequest], "an empty text", $0, sample.request(""))
            },
            Rule("speech.blank-text", "A text that consists only of white space is an invalid request") {
                try await refuse([.invalidRequest], "white space", $0, sample.request(" \t\r\n\u{A0}\u{3000}"))
            },
            Rule("speech.rate-range", "A rate outside 0.3…3 is an invalid request") {
                for rate in [0.29, 3.01, 0, -1, .infinity, -.infinity, .greatestFiniteMagnitude] {
                    try await refuse([.invalidRequest], "a rate of \(rate)", $0, sample.request(rate: rate))
                }
            },
            Rule("speech.rate-nan", "A rate that is not a number is an invalid request") {
                try await refuse([.invalidRequest], "a rate of NaN", $0, sample.request(rate: .nan))
            },
            Rule("speech.prosody-range", "A pitch, volume or word gap out of range is an invalid request") {
                let language = LanguageTag(sample.language)
                for pitch in [0.49, 2.01, -1, .nan, .infinity] {
                    let request = SpeechRequest(text: sample.text, language: language, pitch: pitch)
                    try await refuse([.invalidRequest], "a pitch of \(pitch)", $0, request)
                }
                for volume in [-0.01, 1.01, .nan, -.infinity] {
                    let request = SpeechRequest(text: sample.text, language: language, volume: volume)
                    try await refuse([.invalidRequest], "a volume of \(volume)", $0, request)
                }
                for gap in [Duration.milliseconds(-1), .milliseconds(5001), .seconds(Int64.max)] {
                    let request = SpeechRequest(text: sample.text, language: language, wordGap: gap)
                    try await refuse([.invalidRequest], "a word gap of \(gap)", $0, request)
                }
            },
            Rule("speech.unknown-voice", "A nonexistent voice is unsupported or not found") {
                for voice in ["no such voice", "", "../../etc/passwd", "no\u{0}voice"] {
                    let request = SpeechRequest(text: sample.text, voice: voice)
                    try await refuse([.unsupported, .notFound], "the voice '\(voice)'", $0, request)
                }
            },
            Rule("speech.unknown-language", "A language without speakers is unsupported and not replaced by another") {
                let request = SpeechRequest(text: sample.text, language: CommonRules.unknownLanguage)
                try await refuse([.unsupported], "the language 'qaa'", $0, request)
            },
            Rule("speech.slower-longer", "A slower rate produces longer audio") { provider in
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
            CommonRules.errors(.speech) {
                let request = SpeechRequest(
                    text: "",
                    language: CommonRules.unknownLanguage,
                    voice: "no such voice",
                    rate: .nan,
                    marks: Set(SpeechMark.Kind.allCases)
                )
                _ = try await HeardSpeech($0, request)
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

    /// The rules about concurrency and cancellation.
    static func use(_ sample: SpeechSample) -> [Rule] {
        [
            CommonRules.cancellation(.speech) {
                let text = Array(repeating: sample.text, count: 50).joined(separator: " ")
                _ = try await HeardSpeech($0, sample.request(text))
            },
            Rule("speech.deterministic", "A deterministic request always produces the same audio or is unsupported") {
                provider in
                var request = try sample.request()
                request.isDeterministic = true
                let first: HeardSpeech
                do {
                    first = try await HeardSpeech(provider, request)
                } catch let error as ServiceError where error.code == .unsupported {
                    throw NotApplicable("it does not support deterministic requests")
                }
                for _ in 0..<3 {
                    _ = try await HeardSpeech(provider, sample.request(sample.text + ", " + sample.text))
                    let again = try await HeardSpeech(provider, request)
                    let isSame = again.chunks.flatMap(\.samples) == first.chunks.flatMap(\.samples)
                    try demand(isSame, "the audio differed")
                }
            },
            CommonRules.concurrency(.speech, different: 4) { provider, index in
                let text = Array(repeating: sample.text, count: index % 4 + 2).joined(separator: " ")
                return try await HeardSpeech(provider, sample.request(text)).seconds
            } check: { wanted, seconds in
                // Engines keep some state between requests, so a difference of 10 % is allowed.
                let isSame = abs(seconds - wanted) <= wanted / 10
                try demand(isSame, "the audio lasted \(wanted) s alone, but \(seconds) s during concurrent requests")
            },
        ]
    }

    /// The rules about adversarial texts.
    static func texts(_ sample: SpeechSample) -> [Rule] {
        CommonRules.texts(.speech, "text", { "A text with \($0) produces audio or a ServiceError" }) {
            let heard = try await HeardSpeech($0, sample.request($1.text))
            try demand(heard.sampleCount > 0, "\($1.what) produced neither audio nor an error")
        }
    }

    /// The rules that are checked last, in order.
    static func end(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.dropped-stream", "Dropping a stream midway does not affect the next request") { provider in
                for length in [0, 1, 2] {
                    try await drop(provider, sample.request(), after: length)
                    let heard = try await HeardSpeech(provider, sample.request())
                    try demand(heard.sampleCount > 0, "the next request produced no audio")
                }
            },
            CommonRules.last(.speech) { _ = try await HeardSpeech($0, sample.request()) },
        ]
    }

    private static func drop(
        _ provider: any SpeechProvider,
        _ request: SpeechRequest,
        after length: Int
    ) async throws {
        var iterator = try await provider.synthesize(request).makeAsyncIterator()
        for _ in 0..<length { _ = try await iterator.next() }
    }
}

/// The complete output of a stream, valid or not.
struct HeardSpeech: Sendable {
    var events: [SpeechEvent] = []

    /// Reads a stream to the end.
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

    /// The duration of the audio, in seconds.
    var seconds: Double {
        let duration = (formats.first ?? AudioFormat(sampleRate: 22_050)).duration(ofSamples: sampleCount)
        return duration / .seconds(1)
    }
}
