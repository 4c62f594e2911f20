import JSON
import LanguageServices
import PluginHost
import ServiceClient
import ServiceRegistry
import Synchronization

/// The methods of the services.
struct ServedServices {
    let registry: ServedRegistry
    /// The default role of requests.
    let role: Role

    /// The maximum number of texts in a translation request.
    static let maximumTexts = 100

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        switch method {
        case "speech.voices": try voices(parameters)
        case "speech.synthesize": try synthesize(parameters)
        case "translation.pairs": try pairs(parameters)
        case "translation.translate": try translate(parameters)
        case "sentences.generate": try generate(parameters)
        case "feedback.play": try play(parameters)
        default: nil
        }
    }
}

// MARK: - Speech

extension ServedServices {
    private func voices(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let query = VoiceQuery(
            language: try parameters.language("language"),
            gender: try parameters.choice("gender", Voice.Gender.self)
        )
        return try registry.work(parameters, role) { registry, role, _ in
            ["voices": .array(try await registry.speech(role).voices(matching: query).map(Self.value))]
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
        return try registry.work(parameters, role) { registry, role, answer in
            var channels = 1
            var report = ServiceReport()
            for try await event in try await registry.speech(role).synthesize(request) {
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

    /// The maximum number of samples per chunk; as 16-bit samples, they occupy 64 KiB.
    private static let maximumSamples = 32 << 10

    private static func send(_ chunk: AudioChunk, _ channels: Int, _ answer: FrontEndAnswer) async throws {
        let step = maximumSamples - maximumSamples % channels
        var start = 0
        while start < chunk.samples.count {
            let end = min(start + step, chunk.samples.count)
            try await answer.send("audio", payload: bytes(chunk.samples[start..<end]))
            start = end
        }
    }

    /// Samples in the protocol's byte order, little-endian.
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

    private static func gap(_ seconds: Double?) throws(ServiceError) -> Duration? {
        guard let seconds else { return nil }
        // `Duration.seconds` traps on values that are too large.
        guard (0...5).contains(seconds) else {
            throw RequestParameters.mistake("a gap of \(seconds) s between words is out of range", "use 0 to 5")
        }
        return .seconds(seconds)
    }

    private static func marks(_ parameters: RequestParameters) throws(ServiceError) -> Set<SpeechMark.Kind> {
        var marks: Set<SpeechMark.Kind> = []
        for name in try parameters.texts("marks") ?? [] {
            guard let kind = SpeechMark.Kind(rawValue: name) else {
                throw ServiceError(.unsupported, "unknown kind of mark: \(JSONExcerpt.singleQuoted(name))")
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

// MARK: - Translation

extension ServedServices {
    private func pairs(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        try registry.work(parameters, role) { registry, role, _ in
            let pairs = try await registry.translation(role).languagePairs()
            return [
                "pairs": .array(
                    pairs.map { ["source": .string($0.source.text), "target": .string($0.target.text)] }
                )
            ]
        }
    }

    private func translate(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        guard let texts = try parameters.texts("texts") else {
            throw RequestParameters.mistake("the request has no 'texts'")
        }
        guard texts.count <= Self.maximumTexts else {
            throw ServiceError(
                .limitExceeded,
                "\(texts.count) texts, but a request may have at most \(Self.maximumTexts)",
                remedy: "send them in several requests"
            )
        }
        let request = TranslationRequest(
            texts: texts,
            source: try parameters.language("source"),
            target: try parameters.language("target"),
            partOfSpeech: try parameters.text("partOfSpeech").map { PartOfSpeech(rawValue: $0) },
            romanizes: try parameters.flag("romanize") ?? false,
            wantsAlternatives: try parameters.flag("alternatives") ?? true
        )
        return try registry.work(parameters, role) { registry, role, _ in
            let response = try await registry.translation(role).translate(request)
            return ReportMembers.result(
                response.report,
                [("results", .array(response.results.map(Self.value)))]
            )
        }
    }

    private static func value(_ result: Result<Translation, ServiceError>) -> JSONValue {
        switch result {
        case .failure(let error): return ["error": AnswerFrame.value(error)]
        case .success(let translation):
            // The plug-in protocol has its own names for these two members.
            let own = ["translation": "text", "from": "source"]
            return .object(TranslationJSON.members(translation).map { (own[$0.0] ?? $0.0, $0.1) })
        }
    }
}

// MARK: - Sentences

extension ServedServices {
    private func generate(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let request = SentenceRequest(
            word: try parameters.demandedText("word"),
            language: try parameters.language("language"),
            partOfSpeech: try parameters.text("partOfSpeech").map { PartOfSpeech(rawValue: $0) },
            sense: try parameters.text("sense"),
            level: try parameters.choice("level", LearnerLevel.self),
            count: try parameters.wholeNumber("count") ?? 1,
            words: try Self.words(parameters),
            topic: try parameters.text("topic"),
            seed: try Self.seed(parameters),
            targetLanguage: try parameters.language("targetLanguage"),
            romanizes: try parameters.flag("romanize") ?? false,
            avoiding: try parameters.texts("avoiding") ?? []
        )
        try request.validate()
        return try registry.work(parameters, role) { registry, role, answer in
            let services = try await SentenceServices(
                registry,
                role: role,
                language: request.language,
                target: request.targetLanguage
            )
            let notices = Mutex<[String]>([])
            let lookup = SentenceLookup(services, request) { notice in notices.withLock { $0.append(notice) } }
            var report = try await lookup.follow(request.word) { sentence, translator in
                try await answer.send("sentence", [("sentence", Self.value(sentence, translator))])
            }
            report.notices = notices.withLock { $0 }
            return ReportMembers.result(report)
        }
    }

    private static func words(_ parameters: RequestParameters) throws(ServiceError) -> ClosedRange<Int>? {
        guard let list = try parameters.list("words") else { return nil }
        let numbers = list.compactMap(\.wholeNumber)
        guard list.count == 2, numbers.count == 2, numbers[0] <= numbers[1] else {
            throw RequestParameters.mistake("'words' must be an array of two whole numbers, minimum and maximum")
        }
        return numbers[0]...numbers[1]
    }

    /// A seed has 64 bits, more than a JSON number can hold exactly, so the protocol transmits it as a string.
    private static func seed(_ parameters: RequestParameters) throws(ServiceError) -> UInt64 {
        guard let text = try parameters.text("seed") else { return 0 }
        guard let seed = UInt64(text) else { throw RequestParameters.mistake("'seed' must be a string of digits") }
        return seed
    }

    private static func value(_ sentence: ExampleSentence, _ translator: ProviderID?) -> JSONValue {
        // In the plug-in protocol, ranges are pairs of numbers.
        let ranges = sentence.wordRanges.map { JSONValue.array([.integer($0.lowerBound), .integer($0.upperBound)]) }
        let members = SentenceJSON.members(sentence, translator: translator).map { member in
            member.0 == "wordRanges" ? ("ranges", .array(ranges)) : member
        }
        return .object(members)
    }
}

// MARK: - Feedback

extension ServedServices {
    private func play(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let request = FeedbackRequest(
            event: try parameters.demandedText("event"),
            progress: try parameters.number("progress") ?? 1,
            strength: try parameters.number("strength")
        )
        try request.validate()
        return try registry.work(parameters, role) { registry, role, answer in
            let handle = try await registry.feedback(role).play(request)
            do {
                try await answer.send("started")
                try await handle.waitUntilEnd()
                try Task.checkCancellation()
            } catch {
                // The request was cancelled or has failed. It is safe to stop twice.
                await handle.stop()
                throw error
            }
            return ReportMembers.result(handle.report)
        }
    }
}
