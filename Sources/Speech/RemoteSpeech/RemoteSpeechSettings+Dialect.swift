import LanguageServices
import RemoteService

extension RemoteSpeechDialect {
    /// The address of the service.
    var usualAddress: String {
        switch self {
        case .openai: OpenAISpeech.usualAddress
        case .elevenlabs: ElevenLabsSpeech.usualAddress
        }
    }

    /// Whose work the speech is.
    var attribution: String? {
        switch self {
        case .openai: nil
        case .elevenlabs: "ElevenLabs"
        }
    }
}

extension RemoteSpeechSettings {
    /// How long the service may take for the first sound of a request.
    var time: Duration { requestTime ?? .seconds(60) }

    /// Everything that decides which voice speaks and at which rate, in one text; `nil` when nothing was set.
    var choice: String? {
        let described = voices.map { voice in
            let languages = voice.languages.map(\.text).joined(separator: "+")
            return "\(voice.id)/\(languages)/\(voice.gender?.rawValue ?? "")/\(voice.quality?.rawValue ?? "")"
        }
        let parts = [
            voice ?? "", gender?.rawValue ?? "", languages.map(\.text).joined(separator: ","),
            described.joined(separator: "\n"), changesSpeed.map { "\($0)" } ?? "", sampleRate.map(String.init) ?? "",
        ]
        return parts.allSatisfy(\.isEmpty) ? nil : parts.joined(separator: "\n")
    }

    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any SpeechDialect {
        if url == nil, key == nil {
            throw ServiceError(
                .configuration,
                "the dialect '\(dialect.rawValue)' needs the option 'key'",
                remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }, or 'url' to a server of your own"
            )
        }
        for voice in voices where !ListedVoice.isID(voice.id) {
            throw ServiceError(
                .configuration,
                "'voices' holds a name that no voice can have",
                remedy: "write it as the service calls the voice"
            )
        }
        let address = try ServiceAddress(url ?? dialect.usualAddress)
        switch dialect {
        case .openai: return OpenAISpeech(address, self)
        case .elevenlabs: return try ElevenLabsSpeech(address, self)
        }
    }
}
