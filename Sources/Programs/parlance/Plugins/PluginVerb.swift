import ArgumentParsing
import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import PluginHost
import ServiceClient
import StandardProviders

/// `parlance plugin`: manages the programs that provide services.
struct PluginVerb: Verb {
    let invocation: Invocation
    private let places: PluginLocations

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        places = StandardProviders.pluginLocations(invocation.program.data)
    }

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "add": try add()
        case "info": try info()
        case "test":
            let trial = PluginTrial(try PluginFolder(naming: word(Options.pluginFolder)), places)
            return try await trial.run(show) ? .ok : .failed
        case "log": try log()
        case "reset": try reset()
        case "remove": try remove()
        default: try list()
        }
        return .ok
    }

    private func word(_ positional: Positional) throws -> String { try arguments[positional].first ?? "" }

    // MARK: add

    private func add() throws {
        let folder = try PluginFolder(naming: word(Options.pluginFolder))
        let registry = try PluginRegistry(places)
        let (entry, replaced) = try registry.prepared(folder, search: places.search)
        if let replaced { console.note("this replaces the plug-in in \(SystemFailure.quoted(replaced))") }
        try registry.add(entry)
        if folder.entries.isEmpty, folder.manifest.files.isEmpty {
            console.note("only plugin.json is checked for changes; list the plug-in's other files under 'files'")
        }
        try show(
            PluginText.value(folder, program: entry.program, state: "added"),
            PluginText.lines(folder, program: entry.program)
                + ["added; it runs with your permissions when a configured provider uses it"]
        )
    }

    // MARK: list

    private func list() throws {
        let (entries, unreadable) = try PluginRegistry(places).entries()
        var table = Table()
        for entry in entries {
            switch Self.checked(entry) {
            case .success(let folder) where isJSON:
                try console.print(PluginText.value(folder, program: entry.program, state: "added"))
            case .success(let folder): table.add(PluginText.row(folder.manifest, folder.path, "added"))
            case .failure(let error) where isJSON:
                try console.print([
                    "id": .string(entry.id), "folder": .string(entry.folder), "state": "refused",
                    "error": ReportJSON.value(error),
                ])
            case .failure(let error): table.add(entry.id, "", "", "refused: \(error.message)", entry.folder)
            }
        }
        for path in places.found(besides: Set(entries.map(\.folder))) {
            do {
                let folder = try PluginFolder(path)
                guard !entries.contains(where: { $0.folder == folder.path }) else { continue }
                if isJSON {
                    try console.print(PluginText.value(folder, program: nil, state: "not added"))
                } else {
                    table.add(PluginText.row(folder.manifest, folder.path, "not added"))
                }
            } catch let error as ServiceError {
                if isJSON {
                    try console.print([
                        "folder": .string(path), "state": "refused", "error": ReportJSON.value(error),
                    ])
                } else {
                    let name = path.split(separator: "/").last.map(String.init) ?? path
                    table.add(name, "", "", "cannot be read: \(error.message)", path)
                }
            }
        }
        try console.print(table.lines)
        if !isJSON, table.lines.isEmpty { console.note("no plug-ins; add one with 'parlance plugin add FOLDER'") }
        if unreadable > 0 { console.note("\(unreadable) entries of the plug-in list cannot be read") }
    }

    private static func checked(_ entry: PluginEntry) -> Result<PluginFolder, ServiceError> {
        do throws(ServiceError) { return .success(try entry.checked()) } catch { return .failure(error) }
    }

    private func show(_ report: ConformanceReport) throws {
        guard isJSON else {
            for line in report.description.split(separator: "\n") { try console.print(String(line)) }
            return
        }
        for verdict in report.verdicts {
            let (outcome, reason): (JSONValue, String?) =
                switch verdict.outcome {
                case .passed: ("passed", nil)
                case .failed(let reason): ("failed", reason)
                case .skipped(let reason): ("skipped", reason)
                }
            try console.print(
                .object(known: [
                    ("service", .string(report.service.rawValue)), ("rule", .string(verdict.rule)),
                    ("demand", .string(verdict.demand)), ("outcome", outcome),
                    ("reason", reason.map(JSONValue.string)),
                ])
            )
        }
    }

    // MARK: info, log, reset, remove

    private func info() throws {
        let name = try word(Options.pluginName)
        let entry = try PluginRegistry(places).entry(name)
        let folder = try entry.map { try $0.found() } ?? PluginFolder(naming: name)
        var state = "not added"
        if let entry {
            switch Self.checked(entry) {
            case .success: state = "added"
            case .failure(let error): state = "refused: \(error.message)"
            }
        }
        try show(
            PluginText.value(folder, program: entry?.program, state: state),
            PluginText.lines(folder, program: entry?.program) + [state]
        )
    }

    private func log() throws {
        let id = try word(Options.pluginID)
        guard PluginManifest.isID(id), let path = places.log(of: id), WholeFile.exists(path) else {
            throw ServiceError(
                .notFound,
                "the plug-in '\(id)' has no log",
                remedy: "start the plug-in first"
            )
        }
        let bytes = try PluginFile.read(path, limit: 1 << 20)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) where !line.isEmpty {
            let text = String(decoding: line, as: UTF8.self)
            try show(["plugin": .string(id), "line": .string(text)], [text])
        }
    }

    private func reset() throws {
        let id = try word(Options.pluginID)
        guard try PluginRegistry(places).reset(id) else { throw unknown(id) }
        try say("reset", id)
    }

    private func remove() throws {
        let id = try word(Options.pluginID)
        guard try PluginRegistry(places).remove(id) else { throw unknown(id) }
        try say("removed", id)
    }

    private func say(_ what: String, _ id: String) throws {
        try show(["id": .string(id), "state": .string(what)], ["plug-in '\(id)' \(what)"])
    }

    private func unknown(_ id: String) -> ServiceError {
        let names = ((try? PluginRegistry(places).entries())?.entries ?? []).map(\.id)
        return ServiceError(
            .notFound,
            "no plug-in '\(id)' has been added\(ClosestMatch.hint(for: id, in: names))",
            remedy: "list plug-ins with 'parlance plugin list'"
        )
    }
}

/// Formats information about plug-ins as text and JSON.
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
        table.add("network", manifest.leavesMachine ? "yes: texts leave this machine" : "no, according to its manifest")
        table.add("memory", "\(manifest.memory >> 20) MiB per process")
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
        return .object(known: [
            ("id", .string(manifest.id)), ("name", .string(manifest.name)), ("version", .string(manifest.version)),
            ("state", .string(state)), ("folder", .string(folder.path)),
            ("command", .strings(manifest.command)), ("program", program.map(JSONValue.string)),
            ("services", .array(manifest.services.map(value))), ("network", .bool(manifest.leavesMachine)),
            ("license", manifest.licence.map(JSONValue.string)), ("homepage", manifest.homepage.map(JSONValue.string)),
            ("sha256", .string(folder.manifestHash)),
            (
                "files",
                .array(
                    (folder.entries + manifest.files).map { ["path": .string($0.path), "sha256": .string($0.hash)] }
                )
            ),
        ])
    }

    private static func summary(_ offer: ServiceOffer) -> String {
        let languages = offer.languages.isEmpty ? "any language" : offer.languages.map(\.text).joined(separator: ", ")
        let features = offer.features.sorted().joined(separator: ", ")
        return features.isEmpty ? languages : "\(languages); \(features)"
    }

    private static func value(_ offer: ServiceOffer) -> JSONValue {
        [
            "service": .string(offer.service.rawValue),
            "languages": .strings(offer.languages.map(\.text)),
            "features": .strings(offer.features.sorted()),
            "concurrency": .integer(offer.concurrency),
        ]
    }
}

extension CommandTree {
    static let plugin = Command(
        "plugin",
        summary: "Add, inspect, test and remove plug-ins",
        discussion: [
            """
            A plug-in is a program that provides a service, in a folder with a plugin.json. It runs with your \
            permissions, so Parlance starts only plug-ins that you have added and that have not changed since. To use \
            one, name it in your configuration: "providers": { "anna": { "kind": "plugin-speech", "plugin": "ID" } }.
            """,
            .example("parlance plugin test Plugins/template-python", "Check it against the protocol."),
            .example("parlance plugin add Plugins/template-python", "Allow it to run."),
            .example("parlance plugin log template-python", "Read its log."),
        ],
        subcommands: [
            Command(
                "add",
                summary: "Show what a plug-in runs, and allow its current version to run",
                positionals: [Options.pluginFolder]
            ),
            Command("list", summary: "List added and available plug-ins"),
            Command(
                "info",
                summary: "Describe a plug-in without starting it",
                positionals: [Options.pluginName]
            ),
            Command(
                "test",
                summary: "Start the plug-in in a folder, and check it against the protocol",
                positionals: [Options.pluginFolder]
            ),
            Command(
                "log",
                summary: "Print the log of a plug-in's last process",
                positionals: [Options.pluginID]
            ),
            Command(
                "reset",
                summary: "Allow a plug-in to start again after repeated crashes",
                positionals: [Options.pluginID]
            ),
            Command(
                "remove",
                summary: "Revoke a plug-in's permission to run; its folder is kept",
                positionals: [Options.pluginID]
            ),
        ]
    )
}

extension Options {
    static let pluginFolder = Positional("FOLDER", completion: .directory).help("The folder that contains plugin.json")
    static let pluginName = Positional("PLUGIN", completion: .directory).help("The plug-in's ID or folder")
    static let pluginID = Positional("ID").help("The plug-in's ID")
}
