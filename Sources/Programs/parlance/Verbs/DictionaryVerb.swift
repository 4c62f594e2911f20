import ArgumentParsing
import DictionaryImport
import DictionaryTranslation
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration

/// `parlance dictionary`: manages the dictionaries for lookups.
struct DictionaryVerb: Verb {
    let invocation: Invocation
    private let library: DictionaryLibrary
    private let dictionaries: NamedDictionaries

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let program = invocation.program
        guard let folder = program.data.dictionaryLibrary else {
            throw ServiceError(
                .unavailable,
                "no folder for dictionaries",
                remedy: "set HOME or XDG_DATA_HOME"
            )
        }
        library = DictionaryLibrary(folder: folder)
        dictionaries = NamedDictionaries(
            library: library,
            starter: DictionaryLocations(
                library: nil,
                starter: program.data.folder("Dictionaries"),
                cache: program.data.cacheFolder
            ).starterDictionaries
        )
    }

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "import": try importAll()
        case "available": try showAvailable()
        case "info": try showInfo()
        case "remove": try remove()
        case "export": try export()
        default: try list()
        }
    }

    // MARK: Listing

    private func list() throws -> ExitCode {
        var table = Table()
        var isWhole = true
        for one in try library.list() {
            switch one.info {
            case .success(let info):
                if isJSON { try console.print(.object(Self.members(info, size: one.size))) }
                table.add(one.name, "\(info.source) → \(info.target)", Self.entries(info), info.title)
            case .failure(let error):
                isWhole = false
                console.complain(error)
                if isJSON {
                    try console.print(.object([("name", .string(one.name)), ("error", ReportJSON.value(error))]))
                }
            }
        }
        for one in dictionaries.starter {
            do {
                let info = try one.description()
                if isJSON { try console.print(.object(Self.members(info, size: nil, isCounted: false))) }
                table.add(one.name, "\(info.source) → \(info.target)", "", info.title)
            } catch {
                if error is ClosedPipe || error is CommandFailure { throw error }
                isWhole = false
                console.complain(ServiceError(error))
            }
        }
        if !isJSON { try console.print(table.lines) }
        return isWhole ? .ok : .partlyFailed
    }

    private func showAvailable() throws -> ExitCode {
        let from = try arguments.languageTag(Options.from)
        let to = try arguments.languageTag(Options.to)
        let installed = Set(try library.list().map(\.name))
        var table = Table()
        for one in SystemDictionaries.available(in: .system(environment: program.environment)) {
            guard from == nil || one.source?.language == from?.language else { continue }
            guard to == nil || one.target?.language == to?.language else { continue }
            if isJSON {
                try console.print(
                    .object(known: [
                        ("name", .string(one.name)), ("format", .string(one.format.rawValue)),
                        ("path", .string(one.path)), ("isImported", .bool(installed.contains(one.name))),
                        ("from", one.source.map { .string($0.text) }), ("to", one.target.map { .string($0.text) }),
                    ])
                )
            } else {
                let pair = "\(one.source?.text ?? "?") → \(one.target?.text ?? "?")"
                table.add(one.name, pair, one.format.rawValue, installed.contains(one.name) ? "imported" : "")
            }
        }
        try console.print(table.lines)
        if table.count == 0, !isJSON {
            console.note("no dictionaries are installed; on Debian, install dict-freedict-* packages")
        }
        return .ok
    }

    private func showInfo() throws -> ExitCode {
        try forEachName(dictionaries.names(_:)) { name in
            let found = try dictionaries.open(name)
            var info = found.index.info
            info.name = name
            if try arguments[Options.verify] { try found.index.verify() }
            if isJSON { return try console.print(.object(Self.members(info, size: found.size))) }
            var table = Table()
            let rows = [
                ("name", info.name), ("title", info.title), ("languages", "\(info.source) → \(info.target)"),
                ("entries", "\(info.entryCount)"), ("licence", info.licence), ("by", info.attribution),
                ("version", info.version), ("format", info.format), ("size", "\(found.size) bytes"),
                ("file", found.path),
            ]
            for (key, value) in rows where !value.isEmpty { table.add(key, Console.oneLine(value)) }
            if try arguments[Options.verify] { table.add("checked", "intact") }
            try console.print(table.lines)
        }
    }

    // MARK: Changing

    private func importAll() throws -> ExitCode {
        let paths = try arguments[Options.dictionaryPaths]
        guard !paths.isEmpty else {
            throw arguments.usageError("nothing to import; give a PATH, or a name from 'dictionary available'")
        }
        let name = try arguments[Options.dictionaryName]
        guard name == nil || paths.count == 1 else {
            throw arguments.usageError("'--name' can be used only with a single dictionary")
        }
        let format = try arguments[Options.dictionaryFormat].map { text in
            if let known = DictionaryFormat(rawValue: text) { return known }
            let names = DictionaryFormat.allCases.map(\.rawValue)
            throw arguments.usageError("'--format' takes one of \(names.joined(separator: ", ")), not '\(text)'")
        }
        let options = DictionaryOptions(
            name: name,
            source: try arguments.languageTag(Options.from),
            target: try arguments.languageTag(Options.to),
            format: format,
            licence: try arguments[Options.licence]
        )
        return try forEach(paths) { path in try importOne(path, options) }
    }

    private func importOne(_ path: String, _ options: DictionaryOptions) throws {
        var path = path
        // A name refers to a system dictionary unless a file with that name exists.
        if !path.contains("/"), !WholeFile.isAnything(at: path),
            let known = SystemDictionaries.named(path, in: .system(environment: program.environment))
        {
            path = known.path
        }
        let source = try openDictionary(path, options)
        let name = options.name ?? source.info.name
        let progress = PartProgress(of: name, console: console)
        defer { progress.hide() }
        let outcome = try library.importDictionary(
            source,
            name: name,
            replaces: try arguments[Options.replace],
            progress: { progress.show($0) }
        )
        progress.hide()
        let (info, report) = (outcome.dictionary.info, outcome.dictionary.report)
        for failure in outcome.failures { console.complain(failure) }
        if report.damaged > 0 {
            let first = report.firstDamage.map { ": \($0)" } ?? ""
            console.note("\(name): \(Self.entries(report.damaged)) could not be read\(first)")
        }
        let licence = info.licence.isEmpty ? "" : ", \(Self.beginning(of: info.licence))"
        try show(
            .object(
                Self.members(info, size: nil) + [
                    ("withoutTranslation", .integer(report.withoutTranslation)), ("damaged", .integer(report.damaged)),
                    ("rankedAnew", .strings(outcome.ranked)),
                ]
            ),
            ["\(name): \(Self.entries(info)), \(info.source) → \(info.target)\(licence)"]
                + outcome.ranked.map { "\($0): ranking updated with the new dictionary" }
        )
    }

    /// - Throws: ``CommandFailure`` for a missing file, but not for an unreadable one.
    private func openDictionary(_ path: String, _ options: DictionaryOptions) throws -> any DictionarySource {
        do {
            return try DictionaryOpening.open(path: path, options: options)
        } catch {
            guard error.code == .io, !WholeFile.isAnything(at: path) else { throw error }
            throw CommandFailure(error, .noInput)
        }
    }

    private func remove() throws -> ExitCode {
        try forEachName { name in
            try dictionaries.refuseToRemove(name)
            try library.remove(name)
            try show(["name": .string(name), "removed": true], ["removed \(name)"])
        }
    }

    private func export() throws -> ExitCode {
        guard let name = try arguments[Options.dictionaryNameToExport].first else { return .usage }
        let index = try dictionaries.openOne(name).index
        guard let path = try arguments[Options.textOutput], path != "-" else {
            try index.export { try console.output($0) }
            return .ok
        }
        var file = try AtomicFile(path: path)
        try index.export { try file.write($0) }
        try file.commit()
        return .ok
    }

    // MARK: Helpers

    private func forEachName(
        _ all: (String) -> [String] = { [$0] },
        _ body: (String) throws -> Void
    ) throws -> ExitCode {
        let names = try arguments[Options.dictionaryNames].flatMap(all)
        guard !names.isEmpty else {
            throw arguments.usageError("no dictionary given; add a NAME from 'parlance dictionary list'")
        }
        return try forEach(names, body)
    }

    /// Runs `body` for each name; reports failures and continues.
    private func forEach(_ names: [String], _ body: (String) throws -> Void) throws -> ExitCode {
        guard names.count > 1 else {
            for name in names { try body(name) }
            return .ok
        }
        var tally = Tally(verb: "do")
        for name in names {
            do {
                try body(name)
                tally.countDone()
            } catch let failure as CommandFailure where failure.exitCode == .noInput {
                console.complain(failure.error)
                tally.countFailed(failure.exitCode)
            } catch {
                if error is ClosedPipe || error is CommandFailure { throw error }
                let known = ServiceError(error)
                guard known.code != .cancelled else { throw known }
                console.complain(known)
                tally.countFailed(known)
            }
        }
        return try tally.exitCode()
    }

    /// The beginning of a licence, up to the width of a line; 'dictionary info' shows the complete text.
    private static func beginning(of licence: String) -> String {
        let room = 60
        guard licence.count > room else { return licence }
        let words = licence.prefix(room).split(separator: " ").dropLast()
        return (words.isEmpty ? String(licence.prefix(room)) : words.joined(separator: " ")) + "…"
    }

    private static func entries(_ info: DictionaryInfo) -> String { entries(info.entryCount) }

    private static func entries(_ count: Int) -> String { count == 1 ? "1 entry" : "\(count) entries" }

    private static func members(
        _ info: DictionaryInfo,
        size: Int?,
        isCounted: Bool = true
    ) -> [(String, JSONValue)] {
        JSONValue.members([
            ("name", .string(info.name)), ("title", .string(info.title)), ("from", .string(info.source.text)),
            ("to", .string(info.target.text)), ("entries", isCounted ? .integer(info.entryCount) : nil),
            ("format", .string(info.format)), ("licence", .string(info.licence)),
            ("attribution", .string(info.attribution)), ("version", .string(info.version)),
            ("bytes", size.map(JSONValue.integer)),
        ])
    }
}
