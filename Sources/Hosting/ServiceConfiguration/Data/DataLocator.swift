import Platform

/// Finds the folders that the package ships: `Voices`, `Dictionaries`.
///
/// The places are tried in this order, and the first that has the folder is taken:
///
/// 1. what the environment variable `PARLANCE_DATA` names; when it is set, nothing else is tried;
/// 2. `../share/parlance` beside the executable, where `make install` puts them;
/// 3. the source tree that the executable was built in;
/// 4. `parlance` in `$XDG_DATA_HOME` and in each of `$XDG_DATA_DIRS`.
///
/// SwiftPM's resource bundles are not used: their accessor holds the path of the build and ends the process when the
/// build is not there.
public struct DataLocator: Sendable, Hashable {
    /// The folders in which a data folder is looked for, in order.
    public let places: [String]

    /// Where the user's own data belongs, imported dictionaries for one: `parlance` in `$XDG_DATA_HOME`, or else in
    /// `~/.local/share`; `nil` when there is neither.
    public let userFolder: String?

    /// Where belongs what can be made again at any time: `parlance` in `$XDG_CACHE_HOME`, or else in `~/.cache`; `nil`
    /// when there is neither.
    public let cacheFolder: String?

    /// Where belongs what is to last but is no document of the user's: `parlance` in `$XDG_STATE_HOME`, or else in
    /// `~/.local/state`; `nil` when there is neither.
    public let stateFolder: String?

    /// Creates a locator.
    ///
    /// - Parameters:
    ///   - environment: The environment variables.
    ///   - executable: The path of the running program, of which links are followed; `nil` when it is not known. A
    ///     relative one is of no help, since it does not say relative to what.
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
            // A build puts the program some levels below the package: .build/<triple>/debug.
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

    /// The package's folder among those that the XDG base directory specification names; it ignores what is relative.
    private static func folder(_ name: String, or usual: String, _ environment: [String: String]) -> String? {
        if let own = environment[name], own.hasPrefix("/") { return own + "/parlance" }
        if let home = environment["HOME"], home.hasPrefix("/") { return "\(home)/\(usual)/parlance" }
        return nil
    }

    /// The folder of the user's imported dictionaries: `dictionary-indexes` in ``userFolder``.
    ///
    /// It is not called like the folder that the package ships, since there are file systems that do not tell upper from
    /// lower case.
    public var dictionaryLibrary: String? { userFolder.map { "\($0)/dictionary-indexes" } }

    /// The file that counts what providers with a budget have sent: `usage.sqlite` in ``stateFolder``.
    public var usageFile: String? { stateFolder.map { "\($0)/usage.sqlite" } }

    /// The folder of requests that wait for the network: `queue` in ``userFolder``.
    public var queueFolder: String? { userFolder.map { "\($0)/queue" } }

    /// The path of a data folder, or `nil` when no place has it.
    ///
    /// - Parameter name: `Voices` or `Dictionaries`.
    public func folder(_ name: String) -> String? {
        places.lazy.map { "\($0)/\(name)" }.first(where: Folder.exists)
    }

    /// The path of the running program, without symbolic links.
    public static func executablePath() -> String? { ProgramSearch.runningProgram }

    private static func parent(of path: String) -> String { AtomicFile.split(path).folder }
}
