import JSON
package import LanguageServices
import Platform

/// The file that says which plug-ins the user has allowed to be executed.
///
/// An entry that cannot be read is left alone, and does no harm to the others.
package struct PluginRegistry: Sendable {
    private let path: String
    private static let largest = 4 << 20

    /// Names the file.
    package init(path: String) { self.path = path }

    /// The file of some places.
    ///
    /// - Throws: `ServiceError.Code.unavailable` when there is no folder for it.
    package init(_ places: PluginLocations) throws(ServiceError) {
        guard let path = places.registry else {
            throw ServiceError(
                .unavailable,
                "no folder for the list of plug-ins",
                remedy: "set HOME or XDG_DATA_HOME"
            )
        }
        self.init(path: path)
    }

    /// All entries, and how many cannot be read.
    ///
    /// - Throws: `ServiceError.Code.configuration` when the file is not ours, or no list of plug-ins.
    package func entries() throws(ServiceError) -> (entries: [PluginEntry], unreadable: Int) {
        let nodes = try nodes()
        let entries = nodes.compactMap { PluginEntry($0) }
        return (entries, nodes.count - entries.count)
    }

    /// The entry of a plug-in.
    package func entry(_ id: String) throws(ServiceError) -> PluginEntry? {
        try entries().entries.first { $0.id == id }
    }

    /// What would be written for a plug-in as it is now; nothing is written.
    ///
    /// - Parameter search: The folders in which its program is looked for, as PATH has them.
    /// - Returns: The entry, and the folder of another plug-in in whose place it would come.
    /// - Throws: `ServiceError.Code.configuration` when the plug-in must not be started as it is.
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

    /// Allows a plug-in, in place of an earlier one of its id.
    package func add(_ entry: PluginEntry) throws(ServiceError) {
        try change { values in
            values.removeAll { $0.id == entry.id }
            values.append((entry.id, entry.value))
        }
    }

    /// Allows a plug-in no longer.
    ///
    /// - Returns: Whether it was allowed.
    package func remove(_ id: String) throws(ServiceError) -> Bool {
        var isThere = false
        try change { values in
            isThere = values.contains { $0.id == id }
            values.removeAll { $0.id == id }
        }
        return isThere
    }

    /// Wants a plug-in to be tried again by all who have given it a rest.
    ///
    /// - Returns: Whether it is allowed.
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
        // A writer that was killed has left it so.
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
        try Folder.make(AtomicFile.split(path).folder)
        let lock = try FileLock(path: path + ".lock")
        var values: [(id: String?, value: JSONValue)] = try nodes().map { ($0["id"]?.string, JSONValue($0)) }
        change(&values)
        let root: JSONValue = ["version": 1, "plugins": .array(values.map(\.value))]
        try PrivateFile.write(JSONWriter.bytes(root, form: .pretty) + [UInt8(ascii: "\n")], to: path)
        _ = consume lock
    }
}

/// A plug-in that the user has allowed to be executed, as it was then.
package struct PluginEntry: Sendable, Hashable {
    /// Its id.
    package var id: String
    /// Its folder.
    package var folder: String
    /// The program that is started.
    package var program: String
    /// The SHA-256 of its manifest.
    package var manifestHash: String
    /// The files that are executed.
    package var entries: [PluginManifest.File]
    /// How often the user has wanted it to be tried again.
    package var resets = 0

    /// Allows a plug-in as it is.
    package init(_ folder: PluginFolder, program: String, resets: Int = 0) {
        id = folder.manifest.id
        self.folder = folder.path
        self.program = program
        manifestHash = folder.manifestHash
        entries = folder.entries
        self.resets = resets
    }

    /// Reads an entry; `nil` for what is none.
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

    /// The plug-in, if it is still what was allowed.
    ///
    /// - Throws: `ServiceError.Code.configuration` when it has changed, or its program is not there; what ``PluginFolder``
    ///   throws.
    package func checked() throws(ServiceError) -> PluginFolder {
        switch verdict {
        case .usable(let folder): return folder
        case .changed(let error), .refused(let error), .missingProgram(let error): throw error
        }
    }

    /// Whether it may be started. Nothing is executed to know that.
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

    /// The plug-in as it is now, whatever was allowed.
    ///
    /// - Throws: `ServiceError.Code.configuration` when its folder is gone; what ``PluginFolder`` throws.
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

/// Whether a plug-in that was added may be started now, and if not, why.
package enum PluginVerdict: Sendable {
    /// It is what was added, and all that it needs is there.
    case usable(PluginFolder)
    /// It is not what was added.
    case changed(ServiceError)
    /// It is gone, wrong, or could be changed by others.
    case refused(ServiceError)
    /// The program that would be started is not there.
    case missingProgram(ServiceError)
}

/// Where plug-ins are looked for, and what is kept of them.
package struct PluginLocations: Sendable, Hashable {
    /// The file that says which plug-ins the user has allowed to be executed.
    package var registry: String?
    /// The folders whose subfolders may be plug-ins.
    package var folders: [String]
    /// The folder in which each plug-in has a folder that it may fill.
    package var caches: String?
    /// The folder of the logs.
    package var logs: String?
    /// The folders in which programs are looked for, as PATH has them.
    package var search: String
    /// The version of this package.
    package var hostVersion: String

    /// Names the places.
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

    /// The file of a plug-in's log.
    package func log(of id: String) -> String? { logs.map { "\($0)/\(id).log" } }

    /// The folders with a manifest in which plug-ins are looked for. Nothing is executed.
    package func found(besides known: Set<String>) -> [String] {
        folders.flatMap { folder in
            ((try? Folder.names(in: folder)) ?? []).map { "\(folder)/\($0)" }
        }.filter { !known.contains($0) && WholeFile.exists("\($0)/\(PluginManifest.fileName)") }
    }
}
