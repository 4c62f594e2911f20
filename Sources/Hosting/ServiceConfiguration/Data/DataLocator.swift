import Platform

/// Locates the data folders of the package: `Voices` and `Dictionaries`.
///
/// These locations are tried in order, and the first that contains the folder is used:
///
/// 1. the folder in the environment variable `PARLANCE_DATA`; if it is set, nothing else is tried
/// 2. `../share/parlance` relative to the executable's folder, where `make install` puts the data
/// 3. the source tree in which the executable was built
/// 4. `parlance` in `$XDG_DATA_HOME` and in each folder of `$XDG_DATA_DIRS`
///
/// SwiftPM's resource bundles are not used, because their accessor contains the build path and terminates the process
/// if that path does not exist.
public struct DataLocator: Sendable, Hashable {
    /// The folders that are searched for data folders, in order.
    public let places: [String]

    /// The folder for user data such as imported dictionaries: `parlance` in `$XDG_DATA_HOME`, by default in
    /// `~/.local/share`; `nil` if neither `XDG_DATA_HOME` nor `HOME` is set.
    public let userFolder: String?

    /// The folder for data that can be recreated: `parlance` in `$XDG_CACHE_HOME`, by default in `~/.cache`; `nil` if
    /// neither `XDG_CACHE_HOME` nor `HOME` is set.
    public let cacheFolder: String?

    /// The folder for persistent state that is not user data: `parlance` in `$XDG_STATE_HOME`, by default in
    /// `~/.local/state`; `nil` if neither `XDG_STATE_HOME` nor `HOME` is set.
    public let stateFolder: String?

    /// Creates a locator.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - executable: The absolute path of the running program, which may be a link; `nil` if unknown. A relative path
    ///     is ignored.
    public init(environment: [String: String], executable: String?) {
        userFolder = Self.folder("XDG_DATA_HOME", or: ".local/share", environment)
        cacheFolder = Self.folder("XDG_CACHE_HOME", or: ".cache", environment)
        stateFolder = Self.folder("XDG_STATE_HOME", or: ".local/state", environment)
        if let named = environment["PARLANCE_DATA"], !named.isEmpty {
            places = [named]
            return
        }
        var places: [String] = []
        if let executable, executable.hasPrefix("/") {
            var folder = Self.parent(of: ProgramSearch.resolved(executable) ?? executable)
            let above = Self.parent(of: folder)
            places.append((above == "/" ? "" : above) + "/share/parlance")
            // A build puts the program a few levels below the package, as in .build/<triple>/debug.
            for _ in 0..<6 where folder != "/" {
                if WholeFile.exists(folder + "/Package.swift") { places.append(folder) }
                folder = Self.parent(of: folder)
            }
        }
        if let userFolder { places.append(userFolder) }
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        for folder in shared.split(separator: ":") where folder.hasPrefix("/") {
            places.append(folder + "/parlance")
        }
        self.places = places
    }

    /// The package's folder in an XDG base directory. The XDG specification requires relative paths to be ignored.
    private static func folder(_ name: String, or usual: String, _ environment: [String: String]) -> String? {
        if let own = environment[name], own.hasPrefix("/") { return own + "/parlance" }
        if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/\(usual)/parlance" }
        return nil
    }

    /// The folder of imported dictionaries: `dictionary-indexes` in ``userFolder``.
    ///
    /// Its name differs from `Dictionaries` in more than case, because some file systems are case-insensitive.
    public var dictionaryLibrary: String? { userFolder.map { "\($0)/dictionary-indexes" } }

    /// The database that counts the usage of providers with a budget: `usage.sqlite` in ``stateFolder``.
    public var usageFile: String? { stateFolder.map { "\($0)/usage.sqlite" } }

    /// The folder of queued requests: `queue` in ``userFolder``.
    public var queueFolder: String? { userFolder.map { "\($0)/queue" } }

    /// The folder in which users put plug-ins: `plugins` in ``userFolder``.
    package var pluginFolder: String? { userFolder.map { "\($0)/plugins" } }

    /// The file that lists the plug-ins that the user has added: `plugins.json` in ``userFolder``.
    package var pluginRegistry: String? { userFolder.map { "\($0)/plugins.json" } }

    /// The folder that contains a cache folder per plug-in: `plugins` in ``cacheFolder``.
    package var pluginCaches: String? { cacheFolder.map { "\($0)/plugins" } }

    /// The folder of the log files of plug-ins: `plugins` in ``stateFolder``.
    package var pluginLogs: String? { stateFolder.map { "\($0)/plugins" } }

    /// The path of a data folder, or `nil` if it does not exist in any location.
    ///
    /// - Parameter name: `Voices` or `Dictionaries`.
    public func folder(_ name: String) -> String? {
        places.lazy.map { "\($0)/\(name)" }.first(where: Folder.exists)
    }

    /// The path of the running program with symbolic links resolved.
    public static func executablePath() -> String? { ProgramSearch.runningProgram }

    private static func parent(of path: String) -> String { AtomicFile.split(path).folder }
}
