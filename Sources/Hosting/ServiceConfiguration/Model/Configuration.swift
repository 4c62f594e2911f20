public import LanguageServices
public import ServiceRegistry

/// The configuration of a program, merged from layers. A higher layer takes precedence.
///
/// From lowest to highest, the layers are: built-in, the user's file, the project's file, the environment. Command-line
/// options are part of the request and override all layers. A file that is given explicitly replaces both the user's
/// file and the project's.
public struct Configuration: Sendable {
    /// The configuration of the registry.
    public var registry: RegistryConfiguration

    /// The problems of all layers, in layer order. Those that take effect are also stored in ``registry``, with the
    /// provider or service that they affect.
    public var problems: [ServiceError]

    /// Why a layer contributes no settings, if there is such a layer. The user's choices are then unknown, so a front
    /// end should not send requests.
    public var failure: ServiceError? { layers.lazy.compactMap(\.failure).first }

    /// Remarks on valid settings, such as deprecated keys.
    public var notes: [String]

    /// The layers, lowest first.
    public var layers: [ConfigurationLayer]

    /// Merges layers.
    ///
    /// A higher layer replaces a provider's definition as a whole, but a service's settings individually.
    ///
    /// - Parameter layers: The layers, lowest first.
    public init(layers: [ConfigurationLayer]) {
        var merged = RegistryConfiguration()
        // A file may define tens of thousands of providers, so a linear search would be slow.
        var places: [ProviderID: Int] = [:]
        for layer in layers {
            for definition in layer.contents.providers {
                if let place = places[definition.id] {
                    merged.providers[place] = definition
                } else {
                    places[definition.id] = merged.providers.count
                    merged.providers.append(definition)
                }
            }
            if let isOffline = layer.contents.isOffline {
                merged.isOffline = isOffline
                merged.offlineOrigin = layer.contents.offlineOrigin
            }
            merged.cache.values.merge(layer.contents.cache.values) { _, new in new }
            merged.problems += [layer.failure].compactMap { $0 } + layer.contents.problems
            for (service, settings) in layer.contents.services {
                merged.services[service, default: ServiceSettings()].merge(settings)
            }
        }
        registry = merged
        problems = layers.flatMap(\.problems)
        notes = layers.flatMap(\.notes)
        self.layers = layers
    }
}

/// One layer of a configuration.
public struct ConfigurationLayer: Sendable {
    /// The origin of the layer.
    public var source: Source

    /// The settings of the layer.
    public var contents: RegistryConfiguration

    /// The problems of the layer.
    public var problems: [ServiceError]

    /// Why none of the layer's settings apply: the file cannot be read, is not valid JSON, or has an unknown version. It
    /// is also in ``problems``.
    public var failure: ServiceError?

    /// Remarks on valid settings, such as deprecated keys.
    public var notes: [String]

    /// Creates a layer.
    public init(
        source: Source,
        contents: RegistryConfiguration = RegistryConfiguration(),
        problems: [ServiceError] = [],
        notes: [String] = []
    ) {
        self.source = source
        self.contents = contents
        self.problems = problems
        self.notes = notes
    }

    /// Creates a layer whose settings cannot be read.
    init(source: Source, failure: ServiceError) {
        self.init(source: source, problems: [failure])
        self.failure = failure
    }

    /// The origin of a layer.
    public enum Source: Sendable, Hashable {
        /// The defaults of this package.
        case builtIn
        /// The user's file, whether or not it exists.
        case userFile(path: String, exists: Bool)
        /// The project's file in the current folder, whether or not it exists.
        case projectFile(path: String, exists: Bool)
        /// A file that was given explicitly.
        case namedFile(path: String)
        /// Environment variables.
        case environment

        /// The file that was read, if any.
        package var readFile: String? {
            switch self {
            case .namedFile(let path), .userFile(let path, true), .projectFile(let path, true): path
            default: nil
            }
        }
    }

    /// The origin of settings that are not set in any file or variable.
    package static let builtInOrigin = "built-in"

    /// The settings that apply without any file. espeak-ng speaks American English. Dictionaries translate words,
    /// Apertium (if installed) translates sentences, and all other text is translated word by word. Example sentences
    /// come from templates, and feedback from patterns.
    public static let builtIn = ConfigurationLayer(
        source: .builtIn,
        contents: RegistryConfiguration(
            services: [
                .speech: ServiceSettings(
                    use: ["espeak"],
                    useOrigin: builtInOrigin,
                    options: OptionValues(["accent": OptionValue(.string("en-US"), origin: builtInOrigin)])
                ),
                .translation: ServiceSettings(use: ["dictionary", "apertium", "gloss"], useOrigin: builtInOrigin),
                .sentences: ServiceSettings(use: ["templates"], useOrigin: builtInOrigin),
                .feedback: ServiceSettings(use: ["patterns"], useOrigin: builtInOrigin),
            ]
        )
    )
}

extension ServiceSettings {
    /// Applies the settings of a higher layer.
    mutating func merge(_ higher: ServiceSettings) {
        // In settings without a `use` key, the list is empty and has no origin.
        if higher.useOrigin != nil || !higher.use.isEmpty {
            use = higher.use
            useOrigin = higher.useOrigin
            isUseTrusted = higher.isUseTrusted
        }
        options.values.merge(higher.options.values) { _, new in new }
        problems += higher.problems
        for (role, settings) in higher.roles {
            if let use = settings.use {
                roles[role, default: RoleSettings()].use = use
                roles[role, default: RoleSettings()].useOrigin = settings.useOrigin
                roles[role, default: RoleSettings()].isUseTrusted = settings.isUseTrusted
            }
            roles[role, default: RoleSettings()].options.values.merge(settings.options.values) { _, new in new }
            roles[role, default: RoleSettings()].problems += settings.problems
        }
    }
}
