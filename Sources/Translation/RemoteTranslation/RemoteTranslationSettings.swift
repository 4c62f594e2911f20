import HTTPTransport
public import LanguageServices
import RemoteService

/// The services that translations can be asked of, by what their requests look like.
public enum RemoteTranslationDialect: String, Sendable, Hashable, CaseIterable {
    /// LibreTranslate, which anybody can run.
    case libretranslate
    /// DeepL, version 2 of its interface.
    case deepl
    /// Google Cloud Translation, version 2 ("Basic").
    case google
    /// Azure AI Translator, version 3.
    case microsoft
    /// Apertium's own server, APy.
    case apertium
    /// A language model behind the interface of OpenAI's chat completions: OpenAI, llama.cpp, Ollama, vLLM and others.
    case openai
}

/// How a ``RemoteTranslation`` is set up.
public struct RemoteTranslationSettings: Sendable, Hashable {
    /// How the service is spoken with.
    public var dialect: RemoteTranslationDialect

    /// The address of the service; `nil` for the one that the dialect's service has.
    public var url: String?

    /// The key of the user with the service.
    public var key: Secret?

    /// The region of an Azure resource, for ``RemoteTranslationDialect/microsoft``.
    public var region: String?

    /// The name of the language model, for ``RemoteTranslationDialect/openai``.
    public var model: String?

    /// What a language model is told instead of the prompt that comes with this module; see ``promptForm``.
    public var prompt: String?

    /// Whether a language model gives alternatives, remarks and the difficulty with every translation, and not only when
    /// `TranslationRequest.wantsEntries` asks for them.
    public var isRich = false

    /// How well the reader knows the language to translate to, for requests that do not say it.
    public var level: LearnerLevel?

    /// The languages of a language model, which does not list them itself; empty for those that large models know.
    public var languages: [LanguageTag] = []

    /// Whether a language model is asked to send its answer while it writes it. Then ``requestTime`` is the time in which
    /// nothing comes, and an answer that is far too long is not waited for. A server that refuses is asked without.
    public var streams = true

    /// How many requests of one call may be under way at once.
    public var concurrency = 4

    /// How long one request may take; `nil` for a minute, or three for a language model.
    ///
    /// An answer that comes while it is written may take ten times as long, as long as something comes within this time.
    public var requestTime: Duration?

    /// The first line that a prompt of the user's own must have, so that no other file is sent by mistake.
    public static let promptForm = "Parlance prompt 1"

    /// Creates settings with what the dialect's service has.
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
    /// Whose work a translation is, the address of the service where it has one of its own, and whether it gives nothing
    /// there without a key.
    fileprivate func facts(_ key: Secret?) -> (attribution: String?, usualAddress: String?, needsKey: Bool) {
        switch self {
        case .libretranslate: ("LibreTranslate", nil, false)
        case .deepl: ("DeepL", DeepLDialect.usualAddress(for: key), true)
        case .google: ("Google Translate", GoogleDialect.usualAddress, true)
        case .microsoft: ("Microsoft Translator", MicrosoftDialect.usualAddress, true)
        case .apertium: ("Apertium", ApertiumDialect.usualAddress, false)
        case .openai: (nil, ChatDialect.usualAddress, true)
        }
    }

    var attribution: String? { facts(nil).attribution }
}

extension RemoteTranslationSettings {
    /// Makes the dialect, or says what is missing.
    func makeDialect() throws(ServiceError) -> any Dialect {
        let facts = dialect.facts(key)
        guard let place = url ?? facts.usualAddress else {
            throw .missing(
                "url",
                of: dialect,
                remedy: "set it to the address of a server, such as http://127.0.0.1:5000"
            )
        }
        if url == nil, facts.needsKey, key == nil {
            throw .missing("key", of: dialect, remedy: "set it to { \"env\": \"NAME\" } or { \"file\": \"PATH\" }")
        }
        let address = try ServiceAddress(place)
        switch dialect {
        case .libretranslate: return LibreTranslateDialect(address, key: key)
        case .deepl: return DeepLDialect(address, key: key)
        case .google: return GoogleDialect(address, key: key)
        case .microsoft: return MicrosoftDialect(address, key: key, region: region)
        case .apertium: return ApertiumDialect(address)
        case .openai:
            guard let model, !BlankText.isBlank(model) else {
                throw .missing("model", of: dialect, remedy: "set it to the name of a model of the server")
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
