import JSON
import LanguageServices
import ServiceRegistry
import PluginHost

/// The methods of speech.
struct ServedSpeech {
    let registry: ServedRegistry
    let role: Role

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        switch method {
        case "speech.voices": try voices(parameters)
        case "speech.synthesize": try synthesize(parameters)
        default: nil
        }
    }

    // MARK: speech.voices

    private func voices(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let query = VoiceQuery(
            language: try parameters.language("language"),
            gender: try parameters.choice("gender", Voice.Gender.self)
        )
        let role = try parameters.role(role)
        return { [registry] _ in
            let voices = try await registry.use { try await $0.speech(role).voices(matching: query) }
            return ["voices": .array(voices.map(Self.value))]
        }
    }

    private static func value(_ voice: Voice) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(voice.id)), ("name", .string(voice.name)),
            ("languages", .array(voice.languages.map { .string($0.text) })),
        ]
        if let gender = voice.gender { members.append(("gender", .string(gender.rawValue))) }
        members.append(("quality", .string(voice.quality.rawValue)))
        members.append(("provider", .string(voice.provider.rawValue)))
        return .object(members)
    }

    // MARK: speech.synthesize

    private func synthesize(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let request = SpeechRequest(
            text: try parameters.demandedText("text"),
            language: try parameters.language("language"),
            voice: try parameters.text("voice"),
            rate: try parameters.number("rate"),
            pitch: try parameters.number("pitch"),
            volume: try parameters.number("volume"),
            wordGap: try Self.gap(parameters.number("wordGap")),
            isDeterministic: try parameters.flag("deterministic") ?? false,
            pronunciations: try Self.pronunciations(parameters),
            marks: try Self.marks(parameters)
        )
        try request.validate()
        let role = try parameters.role(role)
        return { [registry] answer in
            try await registry.use { registry in
                let stream = try await registry.speech(role).synthesize(request)
                var channels = 1
                var report = ServiceReport()
                for try await event in stream {
                    switch event {
                    case .format(let format):
                        channels = max(1, format.channels)
                        try await answer.hold("format", Self.members(format))
                    case .mark(let mark): try await answer.hold("mark", Self.members(mark))
                    case .audio(let chunk): try await Self.send(chunk, channels, answer)
                    case .report(let last): report = last
                    }
                }
                return ReportMembers.result(report)
            }
        }
    }

    /// The most samples of a piece: 64 KiB of them.
    private static let mostSamples = 32 << 10

    private static func send(_ chunk: AudioChunk, _ channels: Int, _ answer: FrontEndAnswer) async throws {
        let step = mostSamples - mostSamples % channels
        var start = 0
        while start < chunk.samples.count {
            let end = min(start + step, chunk.samples.count)
            try await answer.send("audio", payload: bytes(chunk.samples[start..<end]))
            start = end
        }
    }

    /// Samples as the protocol has them, which is as nearly every machine has them.
    private static func bytes(_ samples: ArraySlice<Int16>) -> [UInt8] {
        #if _endian(little)
        return samples.withUnsafeBytes { Array($0) }
        #else
        return samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #endif
    }

    private static func members(_ format: AudioFormat) -> [(String, JSONValue)] {
        [("sampleRate", .integer(format.sampleRate)), ("channels", .integer(format.channels))]
    }

    private static func members(_ mark: SpeechMark) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("kind", .string(mark.kind.rawValue)), ("offset", .integer(mark.offset)),
            ("length", .integer(mark.length)), ("frame", .integer(mark.frame)),
        ]
        if let ipa = mark.ipa { members.append(("ipa", .string(ipa))) }
        return members
    }

    // MARK: Parameters

    private static func gap(_ seconds: Double?) throws(ServiceError) -> Duration? {
        guard let seconds else { return nil }
        // A duration of more than an age of the world traps.
        guard (0...5).contains(seconds) else {
            throw RequestParameters.mistake("a gap of \(seconds) s between words is out of range", "use 0 to 5")
        }
        return .seconds(seconds)
    }

    private static func marks(_ parameters: RequestParameters) throws(ServiceError) -> Set<SpeechMark.Kind> {
        var marks: Set<SpeechMark.Kind> = []
        for name in try parameters.texts("marks") ?? [] {
            guard let kind = SpeechMark.Kind(rawValue: name) else {
                throw ServiceError(.unsupported, "there are no marks of the kind \(JSONExcerpt.singleQuoted(name))")
            }
            marks.insert(kind)
        }
        return marks
    }

    private static func pronunciations(_ parameters: RequestParameters) throws(ServiceError) -> [Pronunciation] {
        var words: [Pronunciation] = []
        for node in try parameters.list("pronunciations") ?? [] {
            let entry = try RequestParameters.object(node, in: "pronunciations")
            let word = try entry.demandedText("word")
            let sound: Pronunciation.Sound
            if let ipa = try entry.text("ipa") {
                sound = .ipa(ipa)
            } else {
                sound = .respelling(try entry.demandedText("respelling"))
            }
            words.append(Pronunciation(word: word, sound: sound, language: try entry.language("language")))
        }
        return words
    }
}
