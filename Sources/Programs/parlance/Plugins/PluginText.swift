import JSON
import LanguageServices
import PluginHost

/// What there is to say of a plug-in, for people and for programs.
enum PluginText {
    static func row(_ manifest: PluginManifest, _ folder: String, _ state: String) -> [String] {
        [
            manifest.id, manifest.version, manifest.services.map(\.service.rawValue).joined(separator: ", "), state,
            folder,
        ]
    }

    static func lines(_ folder: PluginFolder, program: String?) -> [String] {
        let manifest = folder.manifest
        var table = Table()
        table.add("plug-in", "\(manifest.id) \(manifest.version): \(manifest.name)")
        table.add("folder", folder.path)
        table.add(
            "starts",
            ([program ?? manifest.command.first ?? ""] + manifest.command.dropFirst()).joined(separator: " ")
        )
        for offer in manifest.services { table.add(offer.service.rawValue, summary(offer)) }
        table.add("network", manifest.leavesMachine ? "yes: texts leave this machine" : "no, as it says itself")
        table.add("memory", "\(manifest.memory >> 20) MiB at most for each process")
        if !manifest.environment.isEmpty { table.add("environment", manifest.environment.joined(separator: " ")) }
        if !manifest.secrets.isEmpty { table.add("secrets", manifest.secrets.joined(separator: " ")) }
        if let licence = manifest.licence { table.add("licence", licence) }
        if let homepage = manifest.homepage { table.add("homepage", homepage) }
        table.add("sha256", "\(folder.manifestHash)  \(PluginManifest.fileName)")
        for file in folder.entries + manifest.files { table.add("", "\(file.hash)  \(file.path)") }
        return table.lines
    }

    static func value(_ folder: PluginFolder, program: String?, state: String) -> JSONValue {
        let manifest = folder.manifest
        var members: [(String, JSONValue)] = [
            ("id", .string(manifest.id)), ("name", .string(manifest.name)), ("version", .string(manifest.version)),
            ("state", .string(state)), ("folder", .string(folder.path)),
            ("command", .array(manifest.command.map { .string($0) })),
        ]
        if let program { members.append(("program", .string(program))) }
        members.append(("services", .array(manifest.services.map(value))))
        members.append(("network", .bool(manifest.leavesMachine)))
        if let licence = manifest.licence { members.append(("license", .string(licence))) }
        if let homepage = manifest.homepage { members.append(("homepage", .string(homepage))) }
        members.append(("sha256", .string(folder.manifestHash)))
        members.append(
            (
                "files",
                .array(
                    (folder.entries + manifest.files).map { ["path": .string($0.path), "sha256": .string($0.hash)] }
                )
            )
        )
        return .object(members)
    }

    private static func summary(_ offer: ServiceOffer) -> String {
        let languages = offer.languages.isEmpty ? "any language" : offer.languages.map(\.text).joined(separator: ", ")
        let features = offer.features.sorted().joined(separator: ", ")
        return features.isEmpty ? languages : "\(languages); \(features)"
    }

    private static func value(_ offer: ServiceOffer) -> JSONValue {
        [
            "service": .string(offer.service.rawValue),
            "languages": .array(offer.languages.map { .string($0.text) }),
            "features": .array(offer.features.sorted().map { .string($0) }),
            "concurrency": .integer(offer.concurrency),
        ]
    }
}
