package import JSON
package import LanguageServices
import Platform

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
        memory: Int = PluginManifest.defaultMemoryLimit
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

/// What plug-ins and commands get of this process's environment.
package enum PluginEnvironment {
    private static let names: Set<Substring> = ["PATH", "HOME", "LANG", "TZ", "TMPDIR"]
    private static let prefixes = ["LC_", "XDG_"]

    /// The variables, as `NAME=value`, with that which says how deep plug-ins stand.
    ///
    /// - Parameter more: Names of variables besides the usual ones.
    package static func current(also more: [String] = []) -> [String] {
        let own = ProgramEnvironment.everything
        return PluginDepth.deeper(kept(own, also: more), than: own)
    }

    /// Those of some variables that a plug-in gets.
    package static func kept(_ variables: [String], also more: [String]) -> [String] {
        let wanted = names.union(more.map { Substring($0) })
        return variables.filter { variable in
            wanted.contains(variable.prefix { $0 != "=" }) || prefixes.contains { variable.hasPrefix($0) }
        }
    }
}

/// How many plug-ins have started each other until this process. A plug-in may be a Parlance itself, or start one, and its configuration
/// may name the plug-in again; without a limit that would go on until the machine is full.
package enum PluginDepth {
    /// The variable in which a plug-in is told how deep it is; missing is 0.
    package static let variable = "PARLANCE_PLUGIN_DEPTH"

    /// How deep plug-ins may stand.
    package static let most = 3

    /// How deep a process with some variables stands, given as `NAME=value`. What is no number of a depth counts as the deepest: nobody but
    /// a host sets it.
    package static func of(_ variables: [String]) -> Int {
        guard let found = variables.last(where: { $0.hasPrefix("\(variable)=") }) else { return 0 }
        guard let depth = Int(found.dropFirst(variable.utf8.count + 1)), (0...most).contains(depth) else { return most }
        return depth
    }

    /// The variables of what a process with some variables starts: its own, with the depth in them.
    package static func deeper(_ variables: [String], than own: [String]) -> [String] {
        variables.filter { !$0.hasPrefix("\(variable)=") } + ["\(variable)=\(of(own) + 1)"]
    }

    /// Refuses to start anything where plug-ins stand too deep already.
    ///
    /// - Throws: `ServiceError.Code.configuration`.
    package static func check(
        _ name: String,
        variables: [String] = ProgramEnvironment.everything
    ) throws(ServiceError) {
        guard of(variables) >= most else { return }
        throw ServiceError(
            .configuration,
            "'\(OneLine.text(name))' is not started: \(most) nested plug-ins are running; a plug-in probably calls itself",
            remedy: "use other providers in the configuration that the plug-in reads"
        )
    }
}

/// How long is waited for a plug-in.
package struct PluginLimits: Sendable, Hashable {
    /// From the start of the process to its answer.
    package var start: Duration = .seconds(10)
    /// How much more time each sign of life gives during the start.
    package var startExtension: Duration = .seconds(10)
    /// How long the start may take whatever is said.
    package var maximumStartTime: Duration = .seconds(120)
    /// From one frame of a request to the next.
    package var idle: Duration = .seconds(20)
    /// From a request to its final frame.
    package var request: Duration = .seconds(120)
    /// From a cancellation to the final frame.
    package var cancellation: Duration = .seconds(2)
    /// How long a process stays that nobody needs; `nil` is until the end.
    package var idleStop: Duration? = .seconds(300)
    /// From being told to end to being ended.
    package var end: Duration = .seconds(2)

    /// The limits of the protocol.
    package init() {}
}
