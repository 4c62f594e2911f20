import LanguageServices

/// The rules of ``SpeechConformance``.
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
            Rule("speech.voices-query", "A query gives the voices that match it, and no others") { provider in
                let all = try await provider.voices(matching: VoiceQuery())
                let languages = Set(all.flatMap(\.languages))
                let queries =
                    [VoiceQuery(language: try sample.request().language), VoiceQuery(gender: .female)]
                    + languages.sorted { $0.text < $1.text }.prefix(5).map { VoiceQuery(language: $0) }
                for query in queries {
                    let found = Set(try await provider.voices(matching: query).map(\.id))
                    let wanted = Set(all.filter(query.matches).map(\.id))
                    let wrong = found.symmetricDifference(wanted).sorted()
                    try demand(wrong.isEmpty, "\(query) is wrong about \(wrong.joined(separator: ", "))")
                }
            },
            Rule("speech.voices-none", "A query that nothing matches gives an empty list, and no error") { provider in
                let voices = try await provider.voices(matching: VoiceQuery(language: CommonRules.unknownLanguage))
                try demand(voices.isEmpty, "it gave \(voices.count) voices for a language that nobody speaks")
            },
            Rule("speech.voice-speaks", "A voice of the list can be asked for by its id") { provider in
                let language = try sample.request().language
                guard let voice = try await provider.voices(matching: VoiceQuery(language: language)).first else {
                    throw NotApplicable("no voice speaks the language of the sample")
                }
                let request = SpeechRequest(text: sample.text, voice: voice.id)
                let heard = try await HeardSpeech(provider, request)
                try demand(heard.sampleCount > 0, "'\(voice.id)' gave no audio")
            },
        ]
    }
}
