package import JSON
package import LanguageServices

/// What is started as a plug-in, and what it is told.
package struct PluginLaunch: Sendable {
    /// The plug-in's name, for messages.
    package var name: String
    /// The program's path.
    package var program: String
    /// The arguments behind the program's name.
    package var arguments: [String]
    /// The environment as `NAME=value`.
    package var environment: [String]
    /// The working directory.
    package var directory: String?
    /// The provider that it becomes.
    package var provider: ProviderID
    /// The service that is wanted of it.
    package var service: Service?
    /// The options of the provider, an object. Secrets stand in it, so it is never shown.
    package var config: JSONValue
    /// A folder that it may fill.
    package var cacheDirectory: String?
    /// The file that gets its log.
    package var logFile: String?
    /// The most bytes of memory of its own that it can have.
    package var memory: Int

    /// Says what is started.
    package init(
        name: String,
        program: String,
        arguments: [String] = [],
        environment: [String] = [],
        directory: String? = nil,
        provider: ProviderID,
        service: Service?,
        config: JSONValue = [:],
        cacheDirectory: String? = nil,
        logFile: String? = nil,
        memory: Int = PluginManifest.usualMemory
    ) {
        self.name = name
        self.program = program
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.provider = provider
        self.service = service
        self.config = config
        self.cacheDirectory = cacheDirectory
        self.logFile = logFile
        self.memory = memory
    }

    /// What the host says first.
    func greeting(hostVersion: String, process: Int) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("protocol", [.integer(PluginProtocol.version)]),
            ("host", ["name": "parlance", "version": .string(hostVersion), "pid": .integer(process)]),
            ("provider", .string(provider.rawValue)),
        ]
        if let service { members.append(("service", .string(service.rawValue))) }
        members.append(("config", config))
        if let cacheDirectory { members.append(("cacheDirectory", .string(cacheDirectory))) }
        return .object(members)
    }
}
