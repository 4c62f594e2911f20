import LanguageServices
import ServiceConfiguration
import ServiceRegistry

extension [ServiceError] {
    /// These problems, and those of a registry that are not among them.
    func adding(_ others: [ConfigurationProblem]) -> [ServiceError] {
        self + others.map(\.error).filter { !contains($0) }
    }
}

/// The result of reading a text as a configuration file.
struct FileReading {
    let contents: RegistryConfiguration
    let problems: [ServiceError]
    let notes: [String]

    init(
        _ text: String,
        path: String = "p.json",
        environment: [String: String] = [:],
        mayHoldSecrets: Bool = true
    ) {
        self.init(Array(text.utf8), path: path, environment: environment, mayHoldSecrets: mayHoldSecrets)
    }

    init(
        _ bytes: [UInt8],
        path: String = "p.json",
        environment: [String: String] = [:],
        mayHoldSecrets: Bool = true
    ) {
        let layer = ConfigurationLayer(
            source: .namedFile(path: path),
            bytes: bytes,
            path: path,
            environment: environment,
            mayHoldSecrets: mayHoldSecrets
        )
        (contents, problems, notes) = (layer.contents, layer.problems, layer.notes)
    }

    /// The problems as a user sees them: those of the file, then those that a registry of the sample kinds finds.
    var complaints: [String] {
        problems.adding(SampleKinds.registry().problems(in: contents)).map(\.description)
    }

    /// The problems of the file alone.
    var messages: [String] { problems.map(\.message) }

    func provider(_ id: ProviderID) -> ProviderDefinition? {
        contents.providers.first { $0.id == id }
    }
}
