import JSON
package import LanguageServices
import Platform

/// The file that lists the plug-ins that the user has added. Only these plug-ins may be executed. An unreadable entry
/// is kept and does not affect other entries.
package struct PluginRegistry: Sendable {
    private let path: String
    private static let largest = 4 << 20

    /// Creates a registry that is stored in the file at a path.
    package init(path: String) { self.path = path }

    /// Creates a registry that is stored in the file at the given locations.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when they contain no registry file.
    package init(_ places: PluginLocations) throws(ServiceError) {
        guard let path = places.registry else {
            throw ServiceError(
                .unavailable,
                "no folder for the plug-in list",
                remedy: "set HOME or XDG_DATA_HOME"
            )
        }
        self.init(path: path)
    }

    /// All valid entries, and the number of unreadable ones.
    ///
    /// - Throws: `ServiceError.Code.configuration` when the file is not trusted or not a list of plug-ins.
    package func entries() throws(ServiceError) -> (entries: [PluginEntry], unreadable: Int) {
        let nodes = try nodes()
        let entries = nodes.compactMap { PluginEntry($0) }
        return (entries, nodes.count - entries.count)
    }

    /// The entry of a plug-in.
    package func entry(_ id: String) throws(ServiceError) -> PluginEntry? {
        try entries().entries.first { $0.id == id }
    }

    /// Creates the entry for a plug-in in its current state, without writing it.
    ///
    /// - Parameter search: The folders that are searched for its program, in the format of PATH.
    /// - Returns: The entry, and the folder of the plug-in that it would replace because it has the same ID.
    /// - Throws: `ServiceError.Code.configuration` when the plug-in must not be started.
    package func prepared(
        _ folder: PluginFolder,
        search: String
    ) throws(ServiceError) -> (entry: PluginEntry, replaced: String?) {
        let program = try folder.program(path: search)
        try PluginFolder.checkProgram(program)
        try folder.checkFiles(isThorough: true)
        let known = try entry(folder.manifest.id)
        let entry = PluginEntry(folder, program: program, resets: known?.resets ?? 0)
        return (entry, known.flatMap { $0.folder == folder.path ? nil : $0.folder })
    }

    /// Adds a plug-in, replacing an entry with the same ID.
    package func add(_ entry: PluginEntry) throws(ServiceError) {
        try change { values in
            values.removeAll { $0.id == entry.id }
            values.append((entry.id, entry.value))
        }
    }

    /// Removes a plug-in.
    ///
    /// - Returns: Whether it was in the list.
    package func remove(_ id: String) throws(ServiceError) -> Bool {
        var isThere = false
        try change { values in
            isThere = values.contains { $0.id == id }
            values.removeAll { $0.id == id }
        }
        return isThere
    }

    /// Ends a plug-in's pause after repeated crashes, in all processes that use the plug-in.
    ///
    /// - Returns: Whether it is in the list.
    package func reset(_ id: String) throws(ServiceError) -> Bool {
        guard var entry = try entry(id) else { return false }
        entry.resets = (entry.resets + 1) % PluginProtocol.maximumID
        try add(entry)
        return true
    }

    // MARK: The file

    private func nodes() throws(ServiceError) -> [JSONNode] {
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return [] }
            throw SystemFailure.error("cannot read", path, errno: errno)
        }
        guard status.st_uid == geteuid() || status.st_uid == 0, status.st_mode & 0o022 == 0 else {
            throw ServiceError(
                .configuration,
                "\(SystemFailure.quoted(path)) can be changed by other users, so no plug-in is started",
                remedy: "chmod 600 \(SystemFailure.quoted(path))"
            )
        }
        let bytes = try PluginFile.read(path, limit: Self.largest)
        // A writer that was killed can leave an empty file.
        if bytes.isEmpty { return [] }
        let root = try ManifestReading.parse(bytes, path: path)
        guard root["version"]?.wholeNumber == 1, let nodes = root["plugins"]?.elements else {
            throw ServiceError(
                .configuration,
                "\(SystemFailure.quoted(path)) is not a plug-in list of version 1",
                remedy: "remove it and add the plug-ins again"
            )
        }
        return nodes
    }

    private func change(_ change: (inout [(id: String?, value: JSONValue)]) -> Void) throws(ServiceError) {
        try Folder.make(AtomicFile.split(path).folder, permissions: 0o700)
        let lock = try FileLock(path: path + ".lock")
        var values: [(id: String?, value: JSONValue)] = try nodes().map { ($0["id"]?.string, JSONValue($0)) }
        change(&values)
        let root: JSONValue = ["version": 1, "plugins": .array(values.map(\.value))]
        try PrivateFile.write(JSONWriter.bytes(root, form: .pretty) + [UInt8(ascii: "\n")], to: path)
        _ = consume lock
    }
}

/// A plug-in in the state in which the user added it.
package struct PluginEntry: Sendable, Hashable {
    /// The plug-in's ID.
    package var id: String
    /// The path of its folder.
    package var folder: String
    /// The path of its program.
    package var program: String
    /// The SHA-256 of its manifest.
    package var manifestHash: String
    /// The executed files with their hashes.
    package var entries: [PluginManifest.File]
    /// The number of times the user has reset the plug-in.
    package var resets = 0

    /// Creates an entry for a plug-in in its current state.
    package init(_ folder: PluginFolder, program: String, resets: Int = 0) {
        id = folder.manifest.id
        self.folder = folder.path
        self.program = program
        manifestHash = folder.manifestHash
        entries = folder.entries
        self.resets = resets
    }

    /// Reads an entry; `nil` if it is invalid.
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.string, PluginManifest.isID(id), let folder = node["folder"]?.string,
            let program = node["program"]?.string, let hash = node["manifest"]?.string,
            let files = node["files"]?.elements, folder.hasPrefix("/"), program.hasPrefix("/")
        else { return nil }
        self.id = id
        self.folder = folder
        self.program = program
        manifestHash = hash
        entries = []
        for file in files {
            guard let path = file["path"]?.string, let hash = file["sha256"]?.string else { return nil }
            entries.append(PluginManifest.File(path: path, hash: hash))
        }
        resets = node["resets"]?.wholeNumber ?? 0
    }

    var value: JSONValue {
        [
            "id": .string(id), "folder": .string(folder), "program": .string(program),
            "manifest": .string(manifestHash),
            "files": .array(entries.map { ["path": .string($0.path), "sha256": .string($0.hash)] }),
            "resets": .integer(resets),
        ]
    }

    /// The plug-in, if it has not changed since it was added.
    ///
    /// - Throws: `ServiceError.Code.configuration` when it has changed or its program does not exist, or an error from
    ///   ``PluginFolder``.
    package func checked() throws(ServiceError) -> PluginFolder {
        switch verdict {
        case .usable(let folder): return folder
        case .changed(let error), .refused(let error), .missingProgram(let error): throw error
        }
    }

    /// Whether the plug-in may be started. Checking executes nothing.
    package var verdict: PluginVerdict {
        do throws(ServiceError) {
            let found = try self.found()
            guard found.manifestHash == manifestHash, found.entries == entries, found.manifest.id == id else {
                return .changed(changed(found))
            }
            try found.checkFiles(isThorough: false)
            guard access(program, X_OK) == 0 else { return .missingProgram(missing(found)) }
            try FileTrust.checkProgram(program)
            return .usable(found)
        } catch {
            var error = error
            if error.code == .io { error.code = .configuration }
            return .refused(error)
        }
    }

    /// The plug-in in its current state, even if it has changed since it was added.
    ///
    /// - Throws: `ServiceError.Code.configuration` when its folder does not exist, or an error from ``PluginFolder``.
    package func found() throws(ServiceError) -> PluginFolder {
        var status = stat()
        if stat(folder, &status) != 0, errno == ENOENT || errno == ENOTDIR {
            throw ServiceError(
                .configuration,
                "the folder of plug-in '\(id)' no longer exists: \(SystemFailure.quoted(folder))",
                remedy: "run 'parlance plugin remove \(id)', or add it again"
            )
        }
        return try PluginFolder(folder)
    }

    private func changed(_ found: PluginFolder) -> ServiceError {
        let part =
            found.manifestHash != manifestHash
            ? PluginManifest.fileName
            : found.entries.first { !entries.contains($0) }?.path ?? "its command"
        return ServiceError(
            .configuration,
            "plug-in '\(id)' has changed since it was added (\(part)), so it is not started",
            remedy: "review the change, then run 'parlance plugin add \(folder)'"
        )
    }

    private func missing(_ found: PluginFolder) -> ServiceError {
        ServiceError(
            .configuration,
            "the program \(SystemFailure.quoted(program)) of plug-in '\(id)' is missing or not executable",
            remedy: "install it, then run 'parlance plugin add \(found.path)'"
        )
    }
}

/// Whether an added plug-in may be started now, or why not.
package enum PluginVerdict: Sendable {
    /// The plug-in is unchanged and complete.
    case usable(PluginFolder)
    /// The plug-in has changed since it was added.
    case changed(ServiceError)
    /// The plug-in does not exist, is invalid, or can be changed by other users.
    case refused(ServiceError)
    /// The plug-in's program does not exist.
    case missingProgram(ServiceError)
}

/// The files and folders of plug-ins.
package struct PluginLocations: Sendable, Hashable {
    /// The file that lists the added plug-ins.
    package var registry: String?
    /// The folders whose subfolders are searched for plug-ins.
    package var folders: [String]
    /// The folder that contains a cache folder per plug-in.
    package var caches: String?
    /// The folder of the log files.
    package var logs: String?
    /// The folders that are searched for programs, in the format of PATH.
    package var search: String
    /// The version of this package.
    package var hostVersion: String

    /// Creates locations.
    package init(
        registry: String?,
        folders: [String],
        caches: String?,
        logs: String?,
        search: String,
        hostVersion: String
    ) {
        self.registry = registry
        self.folders = folders
        self.caches = caches
        self.logs = logs
        self.search = search
        self.hostVersion = hostVersion
    }

    /// The log file of a plug-in.
    package func log(of id: String) -> String? { logs.map { "\($0)/\(id).log" } }

    /// The subfolders of ``folders`` that contain a manifest and have not been added. Nothing is executed.
    package func found(besides known: Set<String>) -> [String] {
        folders.flatMap { folder in
            ((try? Folder.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        }.filter { !known.contains($0) && WholeFile.exists("\($0)/\(PluginManifest.fileName)") }
    }
}
