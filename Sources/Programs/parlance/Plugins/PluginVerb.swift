import ArgumentParsing
import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import PluginHost
import ServiceClient
import StandardProviders

/// `parlance plugin`: the programs that provide services.
struct PluginVerb {
    private let console: Console
    private let arguments: ParsedArguments
    private let isJSON: Bool
    private let places: PluginPlaces

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.arguments = arguments
        console = program.console
        isJSON = try arguments[Options.json]
        places = StandardProviders.pluginPlaces(program.data)
    }

    func run() async throws -> ExitCode {
        do {
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
        } catch let error as ServiceError {
            throw CommandFailure(error)
        }
    }

    private func word(_ positional: Positional) throws -> String { try arguments[positional].first ?? "" }

    // MARK: add

    private func add() throws {
        let folder = try PluginFolder(naming: word(Options.pluginFolder))
        let registry = try PluginRegistry(places)
        let (entry, replaced) = try registry.prepared(folder, search: places.search)
        if let replaced { console.note("it takes the place of the plug-in in \(SystemFailure.quoted(replaced))") }
        try registry.add(entry)
        if folder.entries.isEmpty, folder.manifest.files.isEmpty {
            console.note("only plugin.json is watched; list what it runs under 'files'")
        }
        if isJSON {
            try console.print(PluginText.value(folder, program: entry.program, state: "added"))
            return
        }
        for line in PluginText.lines(folder, program: entry.program) { try console.print(line) }
        try console.print("added; it runs with your rights whenever a provider of your configuration needs it")
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
        for line in table.lines { try console.print(line) }
        if !isJSON, table.lines.isEmpty { console.note("there are no plug-ins; 'parlance plugin add FOLDER' adds one") }
        if unreadable > 0 { console.note("\(unreadable) entries of the list of plug-ins cannot be read") }
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
            var members: [(String, JSONValue)] = [
                ("service", .string(report.service.rawValue)), ("rule", .string(verdict.rule)),
                ("demand", .string(verdict.demand)),
            ]
            switch verdict.outcome {
            case .passed: members.append(("outcome", "passed"))
            case .failed(let reason): members += [("outcome", "failed"), ("reason", .string(reason))]
            case .skipped(let reason): members += [("outcome", "skipped"), ("reason", .string(reason))]
            }
            try console.print(.object(members))
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
        if isJSON {
            try console.print(PluginText.value(folder, program: entry?.program, state: state))
        } else {
            for line in PluginText.lines(folder, program: entry?.program) { try console.print(line) }
            try console.print(state)
        }
    }

    private func log() throws {
        let id = try word(Options.pluginID)
        guard PluginManifest.isID(id), let path = places.log(of: id), WholeFile.exists(path) else {
            throw ServiceError(
                .notFound,
                "there is no log of a plug-in '\(id)'",
                remedy: "it is written when the plug-in is started"
            )
        }
        let bytes = try PluginFile.read(path, limit: 1 << 20)
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) where !line.isEmpty {
            let text = String(decoding: line, as: UTF8.self)
            if isJSON {
                try console.print(["plugin": .string(id), "line": .string(text)])
            } else {
                try console.print(text)
            }
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
        if isJSON {
            try console.print(["id": .string(id), "state": .string(what)])
        } else {
            try console.print("plug-in '\(id)' \(what)")
        }
    }

    private func unknown(_ id: String) -> ServiceError {
        let names = ((try? PluginRegistry(places).entries())?.entries ?? []).map(\.id)
        return ServiceError(
            .notFound,
            "there is no plug-in '\(id)' that was added\(ClosestMatch.hint(for: id, in: names))",
            remedy: "'parlance plugin list' shows them"
        )
    }
}
