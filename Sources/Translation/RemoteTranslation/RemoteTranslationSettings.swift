import HTTPTransport
public import LanguageServices
import RemoteService

/// The APIs of the supported translation services.
public enum RemoteTranslationDialect: String, Sendable, Hashable, CaseIterable {
    /// LibreTranslate, which can be self-hosted.
    case libretranslate
    /// DeepL, API version 2.
    case deepl
    /// Google Cloud Translation, version 2 ("Basic").
    case google
    /// Azure AI Translator, version 3.
    case microsoft
    /// Apertium's own server, APy.
    case apertium
    /// A language model with the OpenAI chat completions API: OpenAI, llama.cpp, Ollama, vLLM and others.
    case openai
}

/// The settings of a ``RemoteTranslation``.
public struct RemoteTranslationSettings: Sendable, Hashable {
    /// The API of the service.
    public var dialect: RemoteTranslationDialect

    /// The address of the service; `nil` for the default address of the dialect.
    public var url: String?

    /// The user's API key for the service.
    public var key: Secret?

    /// The region of an Azure resource, for ``RemoteTranslationDialect/microsoft``.
    public var region: String?

    /// The name of the language model, for ``RemoteTranslationDialect/openai``.
    public var model: String?

    /// Instructions for a language model, replacing the default prompt; see ``promptForm``.
    public var prompt: String?

    /// Whether a language model adds alternatives, remarks and the difficulty to every translation, even if
    /// `TranslationRequest.wantsEntries` is `false`.
    public var isRich = false

    /// The learner's level in the target language, for requests that do not specify one.
    public var level: LearnerLevel?

    /// The languages that a language model supports, since the API cannot list them. If empty, the languages that large
    /// models usually support are assumed.
    public var languages: [LanguageTag] = []

    /// Whether a language model streams its answer. If so, ``requestTime`` is an idle timeout, and an answer that is
    /// far too long is cancelled. If a server refuses to stream, the request is repeated without streaming.
    public var streams = true

    /// The maximum number of concurrent requests per call.
    public var concurrency = 4

    /// The time limit for one request; `nil` for one minute, or three minutes for a language model.
    ///
    /// A streamed answer may take ten times as long, provided that data arrives within this time.
    public var requestTime: Duration?

    /// The required first line of a custom prompt. It prevents the wrong file from being sent by mistake.
    public static let promptForm = "Parlance prompt 1"

    /// Creates settings with the defaults of the dialect.
    public init(
        dialect: RemoteTranslationDialect,
        url: String? = nil,
        key: Secret? = nil,
        region: String? = nil,
        model: String? = nil
    ) {
        self.dialect = dialect
        self.url = url
        self.key = key
        self.region = region
        self.model = model
    }
}

extension RemoteTranslationDialect {
    /// The attribution for translations, the default address of the service if there is one, and whether that address
    /// requires a key.
    fileprivate func facts(_ key: Secret?) -> (attribution: String?, defaultAddress: String?, needsKey: Bool) {
        switch self {
        case .libretranslate: ("LibreTranslate", nil, false)
        case .deepl: ("DeepL", DeepLDialect.defaultAddress(for: key), true)
        case .google: ("Google Translate", GoogleDialect.defaultAddress, true)
        case .microsoft: ("Microsoft Translator", MicrosoftDialect.defaultAddress, true)
        case .apertium: ("Apertium", ApertiumDialect.defaultAddress, false)
        case .openai: (nil, ChatDialect.defaultAddress, true)
        }
    }

    var attribution: String? { facts(nil).attribution }
}

extension RemoteTranslationSettings {
    /// Creates the dialect.
    ///
    /// - Throws: `ServiceError.Code.configuration` if a setting is missing; the error names it.
    func makeDialect() throws(ServiceError) -> any Dialect {
        let facts = dialect.facts(key)
        guard let position = url ?? facts.defaultAddress else {
            throw .missing(
                "url",
                of: dialect,
                remedy: "set it to the address of a server, such as http://127.0.0.1:5000"
            )
        }
        if url == nil, facts.needsKey, key == nil {
            throw .missing("key", of: dialect, remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }")
        }
        let address = try ServiceAddress(position)
        switch dialect {
        case .libretranslate: return LibreTranslateDialect(address, key: key)
        case .deepl: return DeepLDialect(address, key: key)
        case .google: return GoogleDialect(address, key: key)
        case .microsoft: return MicrosoftDialect(address, key: key, region: region)
        case .apertium: return ApertiumDialect(address)
        case .openai:
            guard let model, !BlankText.isBlank(model) else {
                throw .missing("model", of: dialect, remedy: "set it to the name of a model that the server provides")
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

    /// The time limits for requests.
    var limits: HTTPLimits {
        .service(requestTime ?? (dialect == .openai ? .seconds(180) : .seconds(60)))
    }
}
