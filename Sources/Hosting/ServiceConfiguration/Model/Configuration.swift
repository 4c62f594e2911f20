public import LanguageServices
public import ServiceRegistry

/// The configuration of a program: what its layers say, the higher layer winning.
///
/// The layers are, from the lowest: built-in, the user's file, the project's file, the environment. What a command line
/// flag says is a part of the request and so wins over all of them. A layer may also be a single file that the user has
/// named; then the other two files are not read.
public struct Configuration: Sendable {
    /// What a registry needs.
    public var registry: RegistryConfiguration

    /// Everything that is wrong with the layers, in their order. What is right is in ``registry`` all the same.
    public var problems: [ServiceError]

    /// Remarks on valid settings, such as deprecated keys.
    public var notes: [String]

    /// The layers that were looked at, from the lowest.
    public var layers: [ConfigurationLayer]

    /// Puts layers on top of each other.
    ///
    /// A provider's definition is replaced as a whole by a higher layer's; the settings of a service are replaced one
    /// by one.
    ///
    /// - Parameter layers: The layers, from the lowest.
    public init(layers: [ConfigurationLayer]) {
        var merged = RegistryConfiguration()
        // Looked up rather than searched for: a file has room for tens of thousands of providers.
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
    /// Where it comes from.
    public var source: Source

    /// What it says.
    public var contents: RegistryConfiguration

    /// What is wrong with it.
    public var problems: [ServiceError]

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

    /// Where a layer comes from.
    public enum Source: Sendable, Hashable {
        /// This package.
        case builtIn
        /// The user's file, which may or may not be there.
        case userFile(path: String, exists: Bool)
        /// The file of the folder in which the program runs, which may or may not be there.
        case projectFile(path: String, exists: Bool)
        /// A file that the user has named.
        case namedFile(path: String)
        /// Environment variables.
        case environment

        /// The file that was read, if there was one.
        package var readFile: String? {
            switch self {
            case .namedFile(let path), .userFile(let path, true), .projectFile(let path, true): path
            default: nil
            }
        }
    }

    /// What settings name as their origin that no file and no variable has set.
    package static let builtInOrigin = "built-in"

    /// What works without any file: espeak-ng speaks American English; dictionaries translate words, an installed
    /// Apertium sentences, and what neither can is translated word by word; example sentences come from templates, and feedback from
    /// patterns.
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
    /// Takes over what a higher layer says.
    mutating func merge(_ higher: ServiceSettings) {
        // An empty list without an origin is what settings hold that say nothing of it.
        if higher.useOrigin != nil || !higher.use.isEmpty {
            use = higher.use
            useOrigin = higher.useOrigin
            isUseTrusted = higher.isUseTrusted
        }
        options.values.merge(higher.options.values) { _, new in new }
        for (role, settings) in higher.roles {
            if let use = settings.use {
                roles[role, default: RoleSettings()].use = use
                roles[role, default: RoleSettings()].useOrigin = settings.useOrigin
                roles[role, default: RoleSettings()].isUseTrusted = settings.isUseTrusted
            }
            roles[role, default: RoleSettings()].options.values.merge(settings.options.values) { _, new in new }
        }
    }
}
