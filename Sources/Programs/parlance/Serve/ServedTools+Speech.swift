import Audio
import FrontEndServer
import JSON
import LanguageServices
import ServiceClient
import ServiceRegistry
import ServiceConfiguration

extension ServedTools {
    var speak: ModelContextTool {
        ModelContextTool(
            "speak",
            title: "Speak",
            "Speaks a word or a short text. Gives the sound as WAV, or plays it on the user's machine when 'play' is true, "
                + "and tells when each word is heard and how it is pronounced (IPA).",
            parameters: [
                ToolParameter(
                    "text",
                    .text(atMost: Self.longestSpeech),
                    "What to say, as plain text",
                    isRequired: true
                ),
                ToolParameter(
                    "language",
                    .text(atMost: 35),
                    "The language or accent: en-US, en-GB, en-AU, en-IE, es, de"
                ),
                ToolParameter(
                    "voice",
                    .text(atMost: 200),
                    "A voice by its id, as list_voices tells; wins over 'language'"
                ),
                ToolParameter("rate", .number(SpeechRequest.rates), "How fast; 1 is normal, 0.7 is slow"),
                ToolParameter("play", .boolean, "Play it aloud instead of giving the sound"),
            ],
            isReadOnly: false,
            isOpenWorld: reachesOut(.speech)
        ) { [registry, player] arguments in
            let recording = try await Self.recording(arguments.text("text") ?? "", arguments, registry)
            var object = JSONMembers()
            object.add("seconds", .seconds(recording.duration))
            object.add("words", Self.words(recording, arguments.text("text") ?? ""))
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

    var pronounce: ModelContextTool {
        ModelContextTool(
            "pronounce",
            title: "Pronounce",
            "Tells how words are pronounced, in the International Phonetic Alphabet, in one accent.",
            parameters: [
                ToolParameter(
                    "words",
                    .texts(atMost: 50, of: Self.longestWord),
                    "Words or expressions",
                    isRequired: true
                ),
                ToolParameter(
                    "language",
                    .text(atMost: 35),
                    "The language or accent: en-US, en-GB, en-AU, en-IE, es, de"
                ),
            ],
            isOpenWorld: reachesOut(.speech)
        ) { [registry] arguments in
            var list: [JSONValue] = []
            for word in arguments.texts("words") {
                var object = JSONMembers()
                object.add("text", word)
                do {
                    let recording = try await Self.recording(word, arguments, registry)
                    let ipa = recording.marks.compactMap(\.ipa).joined(separator: " ")
                    object.add("ipa", ipa.isEmpty ? nil : ipa)
                } catch {
                    object.add("error", ReportJSON.value(try Self.passing(error)))
                }
                list.append(object.object)
            }
            return ToolAnswer(["words": .array(list)])
        }
    }

    var listVoices: ModelContextTool {
        ModelContextTool(
            "list_voices",
            title: "List voices",
            "The voices that can speak, with their languages.",
            parameters: [ToolParameter("language", .text(atMost: 35), "Only voices of this language: en, en-GB, es")],
            isOpenWorld: reachesOut(.speech)
        ) { [registry] arguments in
            let query = VoiceQuery(language: try arguments.languageTag("language"))
            let voices = try await registry.speech().voices(matching: query)
            return ToolAnswer(["voices": .array(voices.map(VoiceJSON.value))])
        }
    }

    /// What one of many has failed with; a call that was cancelled is over for all of them.
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
