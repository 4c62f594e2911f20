package import Audio
import JSON
import LanguageServices
import ServiceClient
package import ServiceRegistry
import Synchronization

/// The services of a registry as tools for a language model.
package struct ServedTools: Sendable {
    let registry: ServiceRegistry
    let player: AudioPlayer

    /// - Parameters:
    ///   - registry: The registry whose providers do the work.
    ///   - player: Plays speech on the user's machine.
    package init(_ registry: ServiceRegistry, player: AudioPlayer) {
        self.registry = registry
        self.player = player
    }

    /// What a model should know about the tools as a whole.
    package static let instructions = """
        Tools for language learners: speech and pronunciation, translation of words and sentences by dictionaries, \
        example sentences with their words marked. Languages are BCP 47 tags such as en-GB or es. Dictionaries and \
        sentences are reliable; prefer them to your own memory for anything a learner should remember.
        """

    /// The tools of the services that have a provider, and the tool that lists the providers.
    package func all() async -> [ModelContextTool] {
        var tools: [ModelContextTool] = []
        if isServed(.speech) {
            let isOpenWorld = await usesNetwork(.speech)
            tools += [speak(isOpenWorld), pronounce(isOpenWorld), listVoices(isOpenWorld)]
        }
        if isServed(.translation) { tools.append(translate(await usesNetwork(.translation))) }
        if isServed(.sentences) { tools.append(exampleSentences(await usesNetwork(.sentences))) }
        if isServed(.feedback) { tools.append(playFeedback) }
        return tools + [listProviders]
    }

    // MARK: Shared by the tools

    /// The maximum length of a spoken text in characters. It corresponds to about a minute of speech, or about 3 MB in
    /// JSON.
    static let longestSpeech = 1000

    static let maximumWordLength = SentenceRequest.maximumWordLength

    private static let accent = ToolParameter(
        "language",
        .text(atMost: 35),
        "The language or accent: en-US, en-GB, en-AU, en-IE, es, de"
    )

    private func isServed(_ service: Service) -> Bool { !registry.providersInUse(for: service).isEmpty }

    /// Whether a provider of the service sends texts over the network.
    private func usesNetwork(_ service: Service) async -> Bool {
        let inUse = registry.providersInUse(for: service)
        return await registry.providers(of: service).contains {
            inUse.contains($0.descriptor.id) && $0.descriptor.locality == .network
        }
    }

    private var listProviders: ModelContextTool {
        ModelContextTool(
            "list_providers",
            title: "List providers",
            "The providers of each service, their order of use, whether they are ready, and whether they send texts over "
                + "the network.",
            parameters: [],
            isOpenWorld: false
        ) { [registry] _ in
            ToolAnswer(["providers": await ProviderListing.all(registry)])
        }
    }

    private var playFeedback: ModelContextTool {
        ModelContextTool(
            "play_feedback",
            title: "Play feedback",
            "Signals an event to the learner by touch, light or sound: success, error, warning, correct, incorrect.",
            parameters: [
                ToolParameter("event", .text(atMost: 100), "What happened", isRequired: true),
                ToolParameter("strength", .number(0...1), "A factor for the intensity"),
            ],
            isReadOnly: false,
            isOpenWorld: false
        ) { [registry] arguments in
            let request = FeedbackRequest(event: arguments.text("event") ?? "", strength: arguments.number("strength"))
            let handle = try await registry.feedback().play(request)
            return ToolAnswer(.object(ReportJSON.members(handle.report)))
        }
    }
}

// MARK: - Speech

extension ServedTools {
    func speak(_ isOpenWorld: Bool) -> ModelContextTool {
        ModelContextTool(
            "speak",
            title: "Speak",
            "Speaks a word or a short text. Returns a WAV sound, or plays it on the user's machine if 'play' is true. "
                + "Also returns when each word is spoken and its pronunciation (IPA).",
            parameters: [
                ToolParameter(
                    "text",
                    .text(atMost: Self.longestSpeech),
                    "The plain text to speak",
                    isRequired: true
                ),
                Self.accent,
                ToolParameter(
                    "voice",
                    .text(atMost: 200),
                    "The ID of a voice from list_voices; overrides 'language'"
                ),
                ToolParameter("rate", .number(SpeechRequest.rates), "The speed; 1 is normal, 0.7 is slow"),
                ToolParameter("play", .boolean, "Play the sound instead of returning it"),
            ],
            isReadOnly: false,
            isOpenWorld: isOpenWorld
        ) { [registry, player] arguments in
            let recording = try await Self.recording(arguments.text("text") ?? "", arguments, registry)
            var object = JSONMembers()
            object.add("seconds", .seconds(recording.duration))
            object.add("words", Self.words(recording, arguments.text("text") ?? ""))
            object.add(ReportJSON.members(recording.report))
            guard arguments.flag("play") else {
                return ToolAnswer(object.object, wav: try recording.wav())
            }
            let sound = AsyncStream<AudioChunk> { continuation in
                continuation.yield(AudioChunk(samples: recording.samples))
                continuation.finish()
            }
            object.add("output", try await player.play(sound, format: recording.format).output)
            return ToolAnswer(object.object)
        }
    }

    func pronounce(_ isOpenWorld: Bool) -> ModelContextTool {
        ModelContextTool(
            "pronounce",
            title: "Pronounce",
            "Returns the pronunciation of words in one accent, in the International Phonetic Alphabet.",
            parameters: [
                ToolParameter(
                    "words",
                    .texts(atMost: 50, of: Self.maximumWordLength),
                    "Words or expressions",
                    isRequired: true
                ),
                Self.accent,
            ],
            isOpenWorld: isOpenWorld
        ) { [registry] arguments in
            var list: [JSONValue] = []
            for word in arguments.texts("words") {
                var object = JSONMembers()
                object.add("text", word)
                do {
                    let recording = try await Self.recording(word, arguments, registry)
                    let ipa = recording.marks.compactMap(\.ipa).joined(separator: " ")
                    object.add("ipa", ipa.isEmpty ? nil : ipa)
                    object.add(ReportJSON.members(recording.report))
                } catch {
                    object.add("error", ReportJSON.value(try Self.passing(error)))
                }
                list.append(object.object)
            }
            return ToolAnswer(["words": .array(list)])
        }
    }

    func listVoices(_ isOpenWorld: Bool) -> ModelContextTool {
        ModelContextTool(
            "list_voices",
            title: "List voices",
            "Lists the available voices with their languages.",
            parameters: [
                ToolParameter("language", .text(atMost: 35), "List only voices of this language: en, en-GB, es")
            ],
            isOpenWorld: isOpenWorld
        ) { [registry] arguments in
            let query = VoiceQuery(language: try arguments.languageTag("language"))
            let voices = try await registry.speech().voices(matching: query)
            return ToolAnswer(["voices": .array(voices.map(VoiceJSON.value))])
        }
    }

    /// The error for one item. A cancellation ends the whole call and is rethrown.
    static func passing(_ error: any Error) throws -> ServiceError {
        let known = ServiceError(error)
        if known.code == .cancelled { throw known }
        return known
    }

    private static func recording(
        _ text: String,
        _ arguments: ToolArguments,
        _ registry: ServiceRegistry
    ) async throws -> SpeechStream.Recording {
        let request = SpeechRequest(
            text: text,
            language: try arguments.languageTag("language"),
            voice: arguments.text("voice"),
            rate: arguments.number("rate"),
            marks: [.word]
        )
        return try await registry.speech().synthesize(request).collect(limit: 20_000_000)
    }

    private static func words(_ recording: SpeechStream.Recording, _ text: String) -> [JSONValue] {
        let scalars = Array(text.unicodeScalars)
        return recording.marks.filter { $0.kind == .word }.map { mark in
            let start = min(max(0, mark.offset), scalars.count)
            let end = min(max(start, start.addingReportingOverflow(mark.length).partialValue), scalars.count)
            var word = String.UnicodeScalarView()
            word.append(contentsOf: scalars[start..<end])
            var object = JSONMembers()
            object.add("text", String(word))
            let frames = Double(mark.frame) / Double(max(1, recording.format.sampleRate))
            object.add("start", .number((frames * 1000).rounded() / 1000))
            object.add("ipa", mark.ipa)
            return object.object
        }
    }
}

// MARK: - Texts

extension ServedTools {
    func translate(_ isOpenWorld: Bool) -> ModelContextTool {
        ModelContextTool(
            "translate",
            title: "Translate",
            "Translates words and expressions with dictionaries, giving part of speech and alternatives. Sentences use a "
                + "translator if one is installed; otherwise they are translated word by word and marked as a gloss.",
            parameters: [
                ToolParameter("texts", .texts(atMost: 50, of: 5000), "Texts, translated one by one", isRequired: true),
                ToolParameter("to", .text(atMost: 35), "The language to translate to: es, de, fr, en"),
                ToolParameter("from", .text(atMost: 35), "The language of the texts; detected if absent"),
                ToolParameter(
                    "entries",
                    .boolean,
                    "Return the full dictionary entries, with senses and examples"
                ),
            ],
            isOpenWorld: isOpenWorld
        ) { [registry] arguments in
            let texts = arguments.texts("texts")
            let request = TranslationRequest(
                texts: texts,
                source: try arguments.languageTag("from"),
                target: try arguments.languageTag("to"),
                wantsEntries: arguments.flag("entries")
            )
            let response = try await registry.translation().translate(request)
            let results = zip(texts, response.results).map { text, result -> JSONValue in
                switch result {
                case .success(let translation):
                    .object([("text", .string(text))] + TranslationJSON.members(translation))
                case .failure(let error):
                    ["text": .string(text), "error": ReportJSON.value(error)]
                }
            }
            return ToolAnswer(["translations": .array(results)])
        }
    }

    func exampleSentences(_ isOpenWorld: Bool) -> ModelContextTool {
        ModelContextTool(
            "example_sentences",
            title: "Example sentences",
            "Returns example sentences for a word, at a learner's level, with the position of the word in each.",
            parameters: [
                ToolParameter(
                    "word",
                    .text(atMost: Self.maximumWordLength),
                    "The word or expression",
                    isRequired: true
                ),
                ToolParameter("language", .text(atMost: 35), "The language of the word: en, es"),
                ToolParameter("count", .integer(1...20), "The number of sentences; default 3"),
                ToolParameter(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "The learner's level in the language; no sentence is harder"
                ),
                ToolParameter(
                    "part_of_speech",
                    .text(atMost: 40),
                    "The part of speech: noun, verb, adjective"
                ),
                ToolParameter("sense", .text(atMost: 200), "The intended meaning, in a word or two"),
                ToolParameter("translate_to", .text(atMost: 35), "Also translate the sentences into this language"),
            ],
            isOpenWorld: isOpenWorld
        ) { [registry] arguments in
            let target = try arguments.languageTag("translate_to")
            let language = try arguments.languageTag("language")
            let request = SentenceRequest(
                word: arguments.text("word") ?? "",
                language: language,
                partOfSpeech: arguments.text("part_of_speech").map { PartOfSpeech(rawValue: $0.lowercased()) },
                sense: arguments.text("sense"),
                level: arguments.text("level").flatMap { LearnerLevel(rawValue: $0) },
                count: arguments.integer("count") ?? 3,
                targetLanguage: target
            )
            let services = try await SentenceServices(registry, role: .standard, language: language, target: target)
            let notices = Mutex<[String]>([])
            let lookup = SentenceLookup(services, request) { notice in notices.withLock { $0.append(notice) } }
            var answer = try await lookup.answer(to: request.word)
            answer.report.notices = notices.withLock { $0 }
            var object = JSONMembers()
            let sentences = answer.sentences.enumerated().map { index, sentence in
                SentenceJSON.value(sentence, translator: answer.translators[index])
            }
            object.add("sentences", .array(sentences))
            object.add(ReportJSON.members(answer.report))
            return ToolAnswer(object.object)
        }
    }
}
