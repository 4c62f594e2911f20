import ArgumentParsing
import JSON
import LanguageServices
import Platform
import RemoteState
import ServiceClient

/// `parlance data`: what Parlance keeps on this machine.
struct DataVerb: Verb {
    let invocation: Invocation
    private let data: StoredData

    init(_ invocation: Invocation) {
        self.invocation = invocation
        data = StoredData(invocation.program.host)
    }

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "erase": try await erase()
        default: try list()
        }
    }

    // MARK: show

    private func list() throws -> ExitCode {
        var table = Table()
        for part in data.parts {
            let content = part.content
            for failure in content.failures { console.complain(failure) }
            guard !isJSON else {
                try console.print(StoredPartJSON.value(part, content))
                continue
            }
            let places = part.existingPlaces
            table.add(
                part.name.rawValue,
                places.isEmpty ? "none" : CacheStatistics.shown(bytes: content.bytes),
                StoredPartText.summary(part),
                places.first ?? part.places.first ?? ""
            )
            for place in places.dropFirst() { table.add("", "", "", place) }
            if part.name.hasTexts, content.exposedFiles > 0 {
                console.note(
                    "\(part.name.rawValue): \(BatchResultText.count(content.exposedFiles, "file")) can be read by other users"
                )
            }
        }
        try console.print(table.lines)
        if !isJSON { console.note(StoredData.unlisted) }
        return .ok
    }

    // MARK: erase

    private func erase() async throws -> ExitCode {
        let parts = try selectedParts().filter { !$0.existingPlaces.isEmpty }
        if try arguments[Options.dryRunErasing] {
            for part in parts {
                let content = part.content
                try show(
                    StoredPartJSON.value(part, content, isErased: false),
                    ["\(part.name.rawValue): \(CacheStatistics.shown(bytes: content.bytes)) would be erased"]
                )
            }
            if parts.isEmpty { console.note("there is nothing to erase") }
            return .ok
        }
        guard !parts.isEmpty else {
            console.note("there is nothing to erase")
            return .ok
        }
        guard try await isConfirmed(parts) else {
            console.note("nothing was erased")
            return .failed
        }
        var failures = 0
        for part in parts {
            try ServiceError.checkCancellation(of: "erasing")
            let erased = await data.erase(part)
            if !erased.failures.isEmpty { failures += 1 }
            for note in erased.notes { console.note("\(part.name.rawValue): \(note)") }
            for failure in erased.failures { console.complain(failure) }
            try show(StoredPartJSON.value(part, erased), [StoredPartText.line(part, erased)])
        }
        return failures == 0 ? .ok : failures == parts.count ? .failed : .partlyFailed
    }

    /// The named parts, or all that are erased without being named.
    private func selectedParts() throws -> [StoredPart] {
        let names = try arguments[Options.storedParts]
        guard !names.isEmpty else { return data.parts.filter { $0.name.erasure == .always } }
        // In the order of the list, and each once.
        return data.parts.filter { names.contains($0.name.rawValue) }
    }

    private func isConfirmed(_ parts: [StoredPart]) async throws -> Bool {
        if try arguments[Options.yes] { return true }
        guard console.isInputTerminal else {
            throw arguments.usageError("standard input is not a terminal; '--yes' erases without asking")
        }
        var table = Table()
        for part in parts {
            let size = CacheStatistics.shown(bytes: part.content.bytes)
            table.add("  " + part.name.rawValue, size, StoredPartText.summary(part))
        }
        let question = ["This erases:"] + table.lines + ["Type 'yes' to erase it: "]
        console.errors(Array(question.map(Console.oneLine).joined(separator: "\n").utf8))
        let answer = try await LineReader(path: "-", standardInput: console.input).next()
        return answer?.bytes == Array("yes".utf8)
    }
}

/// A part of the stored data as text.
private enum StoredPartText {
    static func summary(_ part: StoredPart) -> String {
        switch part.name.erasure {
        case .always: part.name.summary
        case .named: "\(part.name.summary); erased only by name"
        case .never: "\(part.name.summary); never erased"
        }
    }

    static func line(_ part: StoredPart, _ erased: StoredData.Erased) -> String {
        let noun = part.name == .queue ? "request" : "answer"
        let items = erased.items.map { "\(BatchResultText.count($0, noun)) erased, " } ?? ""
        return "\(part.name.rawValue): \(items)\(CacheStatistics.shown(bytes: erased.bytes)) freed"
    }
}

/// A part of the stored data as a JSON object.
private enum StoredPartJSON {
    static func value(_ part: StoredPart, _ content: FileTree.Content, isErased: Bool? = nil) -> JSONValue {
        .object(known: [
            ("name", .string(part.name.rawValue)), ("content", .string(part.name.summary)),
            ("erased", isErased.map(JSONValue.bool)), ("erase", .string(part.name.erasure.rawValue)),
            ("files", .integer(content.files)), ("bytes", .integer(content.bytes)),
            ("exposedFiles", .integer(content.exposedFiles)), ("places", .strings(part.places)),
            ("existing", .strings(part.existingPlaces)),
        ])
    }

    static func value(_ part: StoredPart, _ erased: StoredData.Erased) -> JSONValue {
        .object(known: [
            ("name", .string(part.name.rawValue)), ("erased", .bool(erased.failures.isEmpty)),
            ("items", erased.items.map(JSONValue.integer)), ("bytesFreed", .integer(erased.bytes)),
            ("notes", erased.notes.isEmpty ? nil : .strings(erased.notes)),
            ("errors", erased.failures.isEmpty ? nil : .array(erased.failures.map { ReportJSON.value($0) })),
        ])
    }
}

extension CommandTree {
    static let data = Command(
        "data",
        summary: "Show and erase what Parlance keeps on this machine",
        discussion: [
            .example("parlance data show", "Everything that is kept, its size and location."),
            .example("parlance data erase", "Erase it, after a question."),
            .example("parlance data erase cache plugin-logs --yes", "Erase two parts without a question."),
        ],
        subcommands: [
            Command("show", summary: "Show what is kept, where, and how large it is"),
            Command(
                "erase",
                summary: "Erase all data, or only the named parts",
                discussion: [
                    """
                    Without NAME, everything is erased that you have not chosen or written yourself. Imported \
                    dictionaries ('dictionaries') and the list of added plug-ins ('plugin-trust') are erased only by \
                    name. Your configuration, your plug-ins and the outputs of commands are never erased. Usage counts \
                    restart at zero, so budgets do too.
                    """
                ],
                options: [Options.yes, Options.dryRunErasing],
                positionals: [Options.storedParts]
            ),
        ]
    )
}

extension Options {
    static let yes = Flag("yes", short: "y").help("Do not ask")
    static let dryRunErasing = Flag("dry-run").help("Show what would be erased, without erasing it")
    static let storedParts = Positional(
        "NAME",
        .atLeast(0),
        choices: StoredPart.Name.allCases.filter { $0.erasure != .never }.map(\.rawValue)
    )
    .help("A part that 'data show' lists")
}
