import HTTPTransport
import LanguageServices
import RemoteService

extension RemoteTranslationDialect {
    /// The address of the service, where it has one of its own.
    func usualAddress(for key: Secret?) -> String? {
        switch self {
        case .libretranslate: nil
        case .deepl: DeepLDialect.usualAddress(for: key)
        case .google: GoogleDialect.usualAddress
        case .microsoft: MicrosoftDialect.usualAddress
        case .apertium: ApertiumDialect.usualAddress
        case .openai: ChatDialect.usualAddress
        }
    }

    /// Whether the service at its own address gives nothing without a key.
    var needsKey: Bool {
        switch self {
        case .libretranslate, .apertium: false
        case .deepl, .google, .microsoft, .openai: true
        }
    }

    /// Whose work a translation is.
    var attribution: String? {
        switch self {
        case .libretranslate: "LibreTranslate"
        case .deepl: "DeepL"
        case .google: "Google Translate"
        case .microsoft: "Microsoft Translator"
        case .apertium: "Apertium"
        case .openai: nil
        }
    }
}

extension RemoteTranslationSettings {
    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any Dialect {
        guard let place = url ?? dialect.usualAddress(for: key) else {
            throw ServiceError(
                .configuration,
                "the dialect '\(dialect.rawValue)' needs the option 'url'",
                remedy: "set it to the address of a server, such as http://127.0.0.1:5000"
            )
        }
        if url == nil, dialect.needsKey, key == nil {
            throw ServiceError(
                .configuration,
                "the dialect '\(dialect.rawValue)' needs the option 'key'",
                remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }"
            )
        }
        let address = try ServiceAddress(place)
        return try makeDialect(address)
    }

    private func makeDialect(_ address: ServiceAddress) throws(ServiceError) -> any Dialect {
        switch dialect {
        case .libretranslate: return LibreTranslateDialect(address, key: key)
        case .deepl: return DeepLDialect(address, key: key)
        case .google: return GoogleDialect(address, key: key)
        case .microsoft: return MicrosoftDialect(address, key: key, region: region)
        case .apertium: return ApertiumDialect(address)
        case .openai:
            guard let model, !BlankText.isBlank(model) else {
                throw ServiceError(
                    .configuration,
                    "the dialect 'openai' needs the option 'model'",
                    remedy: "set it to the name of a model of the server"
                )
            }
            let prompt = try prompt.map { text throws(ServiceError) in try ChatPrompt.custom(text) } ?? .standard
            return ChatDialect(
                address,
                key: key,
                model: model,
                prompt: prompt,
                languages: languages,
                streams: streams
            )
        }
    }

    /// How long requests may take.
    var limits: HTTPLimits {
        .service(requestTime ?? (dialect == .openai ? .seconds(180) : .seconds(60)))
    }
}
