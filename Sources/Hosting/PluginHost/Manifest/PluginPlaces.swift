import Platform

/// Where plug-ins are looked for, and what is kept of them.
package struct PluginPlaces: Sendable, Hashable {
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
