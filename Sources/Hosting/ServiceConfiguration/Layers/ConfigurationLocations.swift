import LanguageServices
import Platform

/// Finds and reads the layers of a configuration.
public struct ConfigurationLocations: Sendable {
    /// The environment variables.
    public var environment: [String: String]

    /// The file given with `--config` or `PARLANCE_CONFIG`, if any. It replaces all other files.
    public var namedFile: String?

    /// The folder whose `parlance.json` is the project's file; `nil` is the current folder.
    public var projectFolder: String?

    /// Creates locations.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - namedFile: The file given on the command line; `nil` uses `PARLANCE_CONFIG` if set.
    ///   - projectFolder: The folder whose `parlance.json` is read; `nil` is the current folder.
    public init(environment: [String: String], namedFile: String? = nil, projectFolder: String? = nil) {
        self.environment = environment
        self.namedFile = namedFile ?? environment["PARLANCE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        self.projectFolder = projectFolder
    }

    /// The user's file: `parlance/config.json` in `$XDG_CONFIG_HOME`, by default in `~/.config`.
    public var userFile: String? {
        if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") {
            return folder + "/parlance/config.json"
        }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.config/parlance/config.json"
    }

    /// The project's file: `parlance.json` in ``projectFolder``.
    public var projectFile: String {
        projectFolder.map { "\($0)/parlance.json" } ?? "parlance.json"
    }

    /// The maximum size of a configuration file in bytes.
    public static let maximumFileSize = 4 << 20

    /// Reads all layers.
    ///
    /// - Returns: The configuration. The problems of each layer are in its `problems`. A file that was given explicitly
    ///   but cannot be read is a problem; a default file that does not exist is not.
    public func load() -> Configuration {
        var layers = [ConfigurationLayer.builtIn]
        if let namedFile {
            layers.append(read(namedFile, as: .namedFile(path: namedFile), isTrusted: true))
        } else {
            if let userFile {
                let exists = WholeFile.isAnything(at: userFile)
                let source = ConfigurationLayer.Source.userFile(path: userFile, exists: exists)
                layers.append(
                    exists ? read(userFile, as: source, isTrusted: true) : ConfigurationLayer(source: source)
                )
            }
            let exists = WholeFile.isAnything(at: projectFile)
            let source = ConfigurationLayer.Source.projectFile(path: projectFile, exists: exists)
            layers.append(exists ? read(projectFile, as: source, isTrusted: false) : ConfigurationLayer(source: source))
        }
        let (contents, problems) = ConfigurationEnvironment.read(environment)
        layers.append(ConfigurationLayer(source: .environment, contents: contents, problems: problems))
        return Configuration(layers: layers)
    }

    private func read(_ path: String, as source: ConfigurationLayer.Source, isTrusted: Bool) -> ConfigurationLayer {
        do throws(ServiceError) {
            return ConfigurationLayer(
                source: source,
                bytes: try WholeFile.read(path, limit: Self.maximumFileSize),
                path: path,
                environment: environment,
                mayHoldSecrets: isTrusted
            )
        } catch {
            return ConfigurationLayer(
                source: source,
                failure: ServiceError(.configuration, error.message, remedy: error.remedy)
            )
        }
    }
}

extension ConfigurationLayer {
    /// Creates a layer from the text of a configuration file, which need not be on disk.
    ///
    /// - Parameters:
    ///   - source: The origin of the layer.
    ///   - bytes: The text in UTF-8.
    ///   - path: The path for messages and for secret files with relative paths.
    ///   - environment: The variables from which secrets can be read.
    ///   - mayHoldSecrets: Whether the text may refer to secrets.
    public init(
        source: Source,
        bytes: [UInt8],
        path: String,
        environment: [String: String] = [:],
        mayHoldSecrets: Bool = false
    ) {
        self = ConfigurationFile.read(
            bytes,
            path: path,
            environment: environment,
            mayHoldSecrets: mayHoldSecrets,
            as: source
        )
    }
}
