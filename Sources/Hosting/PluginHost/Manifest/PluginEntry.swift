import JSON
package import LanguageServices
import Platform

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
                "the folder of plug-in '\(id)' is gone: \(SystemFailure.quoted(folder))",
                remedy: "'parlance plugin remove \(id)', or add it again"
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
            remedy: "look at the change, then 'parlance plugin add \(folder)'"
        )
    }

    private func missing(_ found: PluginFolder) -> ServiceError {
        ServiceError(
            .configuration,
            "the program \(SystemFailure.quoted(program)) of plug-in '\(id)' is not there, or may not be executed",
            remedy: "install it, then 'parlance plugin add \(found.path)'"
        )
    }
}
