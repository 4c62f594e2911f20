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
    package init(_ places: PluginPlaces) throws(ServiceError) {
        guard let path = places.registry else {
            throw ServiceError(
                .unavailable,
                "there is no folder for the list of plug-ins",
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
        entry.resets = (entry.resets + 1) % PluginProtocol.largestID
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
        let root: JSONNode
        do throws(JSONSyntaxError) {
            root = try JSONDocument.parse(bytes, source: path)
        } catch {
            throw error.serviceError
        }
        guard root["version"]?.wholeNumber == 1, let nodes = root["plugins"]?.elements else {
            throw ServiceError(
                .configuration,
                "\(SystemFailure.quoted(path)) is no list of plug-ins of version 1",
                remedy: "remove it, and add the plug-ins again"
            )
        }
        return nodes
    }

    private func change(_ change: (inout [(id: String?, value: JSONValue)]) -> Void) throws(ServiceError) {
        if let slash = path.lastIndex(of: "/") { try Folder.make(String(path[..<slash])) }
        let lock = try FileLock(path: path + ".lock")
        var values: [(id: String?, value: JSONValue)] = try nodes().map { ($0["id"]?.string, JSONValue($0)) }
        change(&values)
        let root: JSONValue = ["version": 1, "plugins": .array(values.map(\.value))]
        try PrivateFile.write(JSONWriter.bytes(root, form: .pretty) + [UInt8(ascii: "\n")], to: path)
        _ = consume lock
    }
}
