import LanguageServices
import Platform

/// Finds and reads the layers of a configuration.
public struct ConfigurationLocations: Sendable {
    /// The environment variables.
    public var environment: [String: String]

    /// The file that the user has named with `--config` or `PARLANCE_CONFIG`, if any; then no other file is read.
    public var namedFile: String?

    /// The folder whose `parlance.json` is the project's file; `nil` stands for the process's current folder.
    public var projectFolder: String?

    /// Creates locations.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - namedFile: The file that the command line names; without one, `PARLANCE_CONFIG` may name it.
    ///   - projectFolder: The folder whose `parlance.json` is read; `nil` stands for the process's current folder.
    public init(environment: [String: String], namedFile: String? = nil, projectFolder: String? = nil) {
        self.environment = environment
        self.namedFile = namedFile ?? environment["PARLANCE_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        self.projectFolder = projectFolder
    }

    /// The user's file: `parlance/config.json` in `$XDG_CONFIG_HOME`, or else in `~/.config`.
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

    /// The largest configuration file that is read, in bytes.
    public static let maximumFileSize = 4 << 20

    /// Reads all layers.
    ///
    /// - Returns: The configuration; what is wrong with a layer is in its problems. A file that was named and cannot be
    ///   read is a problem, a file that merely is not there is none.
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
                problems: [ServiceError(.configuration, error.message, remedy: error.remedy)]
            )
        }
    }
}

extension ConfigurationLayer {
    /// Reads a layer from the text of a configuration file, wherever it was kept.
    ///
    /// - Parameters:
    ///   - source: Where the layer comes from.
    ///   - bytes: The text, UTF-8.
    ///   - path: What to call it in messages; secrets' files that it names are looked for beside it.
    ///   - environment: The variables that secrets may be taken from.
    ///   - mayHoldSecrets: Whether it is trusted to name secrets.
    public init(
        source: Source,
        bytes: [UInt8],
        path: String,
        environment: [String: String] = [:],
        mayHoldSecrets: Bool = false
    ) {
        let (contents, problems, notes) = ConfigurationFile.read(
            bytes,
            path: path,
            environment: environment,
            mayHoldSecrets: mayHoldSecrets
        )
        self.init(source: source, contents: contents, problems: problems, notes: notes)
    }
}
