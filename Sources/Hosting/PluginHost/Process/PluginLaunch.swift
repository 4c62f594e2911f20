package import JSON
package import LanguageServices
import Platform

/// A plug-in process to start and the settings that it receives.
package struct PluginLaunch: Sendable {
    /// The plug-in's name, for messages.
    package var name: String
    /// The path of the program.
    package var program: String
    /// The arguments after the program's name.
    package var arguments: [String]
    /// The environment as `NAME=value`.
    package var environment: [String]
    /// The working directory.
    package var directory: String?
    /// The provider for which the process runs.
    package var provider: ProviderID
    /// The requested service; `nil` requests all.
    package var service: Service?
    /// The options of the provider as an object. It contains secrets and is never displayed.
    package var config: JSONValue
    /// A folder for the plug-in's cache.
    package var cacheDirectory: String?
    /// The log file.
    package var logFile: String?
    /// The limit on the process's private memory, in bytes.
    package var memory: Int

    /// Creates a launch.
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

    /// The parameters of `initialize`.
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

/// The environment variables that plug-ins and commands receive from this process.
package enum PluginEnvironment {
    private static let names: Set<Substring> = ["PATH", "HOME", "LANG", "TZ", "TMPDIR"]
    private static let prefixes = ["LC_", "XDG_"]

    /// The variables as `NAME=value`, with the nesting depth of the new process.
    ///
    /// - Parameter more: The names of variables to include in addition to the default ones.
    package static func current(also more: [String] = []) -> [String] {
        let own = ProgramEnvironment.everything
        return PluginDepth.deeper(kept(own, also: more), than: own)
    }

    /// The given variables that a plug-in receives.
    package static func kept(_ variables: [String], also more: [String]) -> [String] {
        let wanted = names.union(more.map { Substring($0) })
        return variables.filter { variable in
            wanted.contains(variable.prefix { $0 != "=" }) || prefixes.contains { variable.hasPrefix($0) }
        }
    }
}

/// Limits the nesting of plug-ins. A plug-in may be or start a Parlance process whose configuration names the same
/// plug-in. Without a limit, this recursion would exhaust the machine's resources.
package enum PluginDepth {
    /// The environment variable that contains the depth; 0 if absent.
    package static let variable = "PARLANCE_PLUGIN_DEPTH"

    /// The maximum depth.
    package static let most = 3

    /// The depth in an environment, given as `NAME=value`. An invalid value is treated as the maximum, because only
    /// hosts set the variable.
    package static func of(_ variables: [String]) -> Int {
        guard let found = variables.last(where: { $0.hasPrefix("\(variable)=") }) else { return 0 }
        guard let depth = Int(found.dropFirst(variable.utf8.count + 1)), (0...most).contains(depth) else { return most }
        return depth
    }

    /// The variables for a child process: those given, with the depth increased by one.
    ///
    /// - Parameter own: The environment of the current process.
    package static func deeper(_ variables: [String], than own: [String]) -> [String] {
        variables.filter { !$0.hasPrefix("\(variable)=") } + ["\(variable)=\(of(own) + 1)"]
    }

    /// Refuses to start a process at the maximum depth.
    ///
    /// - Throws: `ServiceError.Code.configuration` at the maximum depth.
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

/// The time limits of a plug-in.
package struct PluginLimits: Sendable, Hashable {
    /// The time from the start of the process to its answer to `initialize`.
    package var start: Duration = .seconds(10)
    /// How long each progress event extends the start limit, counted from the event.
    package var startExtension: Duration = .seconds(10)
    /// The maximum duration of the start, including extensions.
    package var maximumStartTime: Duration = .seconds(120)
    /// The time from one frame of a request to the next.
    package var idle: Duration = .seconds(20)
    /// The time from a request to its final frame.
    package var request: Duration = .seconds(120)
    /// The time from a cancellation to the final frame.
    package var cancellation: Duration = .seconds(2)
    /// The idle time after which a process is stopped; `nil` keeps it running.
    package var idleStop: Duration? = .seconds(300)
    /// The time from the request to exit until the process is killed.
    package var end: Duration = .seconds(2)

    /// Creates limits with the default values.
    package init() {}
}
