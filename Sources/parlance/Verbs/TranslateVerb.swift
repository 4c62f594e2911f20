import ArgumentParsing
import JSON
import LanguageServices
import ServiceConfiguration
import Synchronization

/// `parlance translate`: words and texts of one language in another, or in several.
struct TranslateVerb {
    private let program: Program
    private let console: Console
    private let arguments: ParsedArguments
    private let isJSON: Bool
    private let request: TranslationRequest
    private let targets: [LanguageTag?]
    private let shape: Shape
    private let alternatives: Int
    private var texts: InputTexts

    /// What has been said once is not said for every batch.
    private let told = Once()

    /// How the translations are shown.
    private enum Shape {
        /// A line for each text: the text, its translations, what kind of word it is.
        case lines
        /// Nothing but the best translation.
        case brief
        /// The whole entries of the dictionaries.
        case entries
        /// A column for each language.
        case table
    }

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.program = program
        self.arguments = arguments
        console = program.console
        isJSON = try arguments[Options.json]
        let named = try arguments.languageTags(Options.to)
        targets = named.isEmpty ? [nil] : named
        shape = try Self.shape(arguments, languages: named.count)
        alternatives = try arguments[Options.alternatives] ?? 3
        request = TranslationRequest(
            texts: [],
            source: try arguments.languageTag(Options.from),
            partOfSpeech: try arguments[Options.partOfSpeech].map { PartOfSpeech(rawValue: $0) },
            furthestStep: try arguments[Options.match] ?? .gloss,
            romanizes: try arguments[Options.romanize],
            wantsEntries: try arguments[Options.article]
        )
        texts = try InputTexts(
            arguments,
            console,
            verb: "translate",
            texts: Options.sourceTexts,
            file: Options.textFile
        )
    }

    private static func shape(_ arguments: ParsedArguments, languages: Int) throws -> Shape {
        let asked = try [Options.brief, Options.article, Options.table].filter { try arguments[$0] }
        guard asked.count < 2 else {
            throw arguments.usageError(
                "'\(asked[0].specification.longForm)' and '\(asked[1].specification.longForm)' cannot be given together"
            )
        }
        let isBrief = try arguments[Options.brief]
        if languages > 1, try isBrief || arguments[Options.article] {
            throw arguments.usageError("'\(isBrief ? "--brief" : "--article")' is for one language at a time")
        }
        if isBrief { return .brief }
        if try arguments[Options.article] { return .entries }
        return try arguments[Options.table] || languages > 1 ? .table : .lines
    }

    func run() async throws -> ExitCode {
        let role = try arguments[Options.role].map { Role(rawValue: $0) } ?? .standard
        let provider = try await program.translation(arguments, role: role)
        let columns = try await columns(of: provider)
        var texts = texts
        var tally = Tally(verb: "translate")
        var table = Table()
        if shape == .table, !isJSON { table.add([""] + columns.map { $0?.text ?? "" }) }
        let isAlone = try arguments[Options.sourceTexts].count == 1
        let keepsLines = shape == .brief && !isJSON
        while let lines = try await texts.nextBatch(
            upTo: Self.batchSize,
            keepsLines: keepsLines,
            complainingTo: console,
            &tally
        ) {
            let batch = lines.filter { !$0.isEmptyLine }
            var answers: [[Result<Translation, ServiceError>]] = []
            for column in columns { answers.append(try await translate(batch, to: column, with: provider)) }
            var place = 0
            for text in lines {
                if text.isEmptyLine {
                    try console.print("")
                    continue
                }
                let results = answers.map { $0[place] }
                place += 1
                count(results, of: text, columns, &tally)
                if isJSON {
                    for (column, result) in zip(columns, results) { try printJSON(text, column, result) }
                } else {
                    try show(text, results, isAlone: isAlone, in: &table)
                }
            }
            // What comes line by line is shown as it comes; what was typed is shown in columns.
            if batch.contains(where: { $0.place != nil }) || table.count >= Self.batchSize { try print(&table) }
        }
        try print(&table)
        return try tally.exitCode()
    }

    // MARK: Asking

    private static let batchSize = 250

    /// The languages to translate to: those that are named, or with `--table` alone all that the source can become.
    private func columns(of provider: any TranslationProvider) async throws -> [LanguageTag?] {
        guard shape == .table, targets == [nil] else { return targets }
        let pairs = try await provider.languagePairs()
        let sources = Set(pairs.map(\.source.language))
        let source = request.source?.language ?? (sources.contains("en") ? "en" : nil)
        var columns: [LanguageTag] = []
        for pair in pairs where pair.source.language == source && !columns.contains(pair.target) {
            columns.append(pair.target)
        }
        guard !columns.isEmpty else {
            throw arguments.usageError("'--table' needs a language to translate from, such as '--from en'")
        }
        return columns
    }

    private func translate(
        _ batch: [InputText],
        to target: LanguageTag?,
        with provider: any TranslationProvider
    ) async throws -> [Result<Translation, ServiceError>] {
        var request = request
        request.texts = batch.map(\.text)
        request.target = target
        guard !batch.isEmpty else { return [] }
        do {
            let results = try await results(of: request, with: provider)
            return request.source == nil ? try await better(results, of: request, with: provider) : results
        } catch {
            let error = try Speaker.passing(error)
            guard ![.invalidRequest, .unsupported, .configuration].contains(error.code) else { throw error }
            return batch.map { _ in .failure(error) }
        }
    }

    private func results(
        of request: TranslationRequest,
        with provider: any TranslationProvider
    ) async throws -> [Result<Translation, ServiceError>] {
        let response = try await provider.translate(request)
        for notice in response.report.notices where told.isNew(notice) {
            console.note(notice)
        }
        guard response.results.count == request.texts.count else {
            throw ServiceError(
                .protocolViolation,
                "\(response.results.count) answers came to \(request.texts.count) texts"
            )
        }
        return response.results
    }

    /// Asks once more for what was translated word by word, now with the language that it was taken for: a provider of
    /// whole sentences does not guess.
    private func better(
        _ results: [Result<Translation, ServiceError>],
        of request: TranslationRequest,
        with provider: any TranslationProvider
    ) async throws -> [Result<Translation, ServiceError>] {
        var better = results
        var places: [LanguageTag: [Int]] = [:]
        for (place, result) in results.enumerated() {
            guard case .success(let found) = result, found.match?.step == .gloss, let source = found.source else {
                continue
            }
            places[source, default: []].append(place)
        }
        for (source, places) in places {
            var again = request
            again.source = source
            again.texts = places.map { request.texts[$0] }
            for (place, result) in zip(places, try await self.results(of: again, with: provider)) {
                guard case .success(var translation) = result else { continue }
                translation.source = source
                better[place] = .success(translation)
            }
        }
        return better
    }

    // MARK: Showing

    private func count(
        _ results: [Result<Translation, ServiceError>],
        of text: InputText,
        _ columns: [LanguageTag?],
        _ tally: inout Tally
    ) {
        for (column, result) in zip(columns, results) {
            switch result {
            case .success(let translation):
                tally.countDone()
                for note in translation.notes { console.note(text.naming(note)) }
            case .failure(let error):
                let language = columns.count > 1 ? column.map { "\($0): " } ?? "" : ""
                console.complain(text.naming(language + error.description))
                tally.countFailed(error)
            }
        }
    }

    private func show(
        _ text: InputText,
        _ results: [Result<Translation, ServiceError>],
        isAlone: Bool,
        in table: inout Table
    ) throws {
        switch shape {
        case .brief:
            // A line for each text, so that the lines can be put beside those of the input.
            try console.print((try? results.first?.get().text) ?? "")
        case .entries:
            guard case .success(let translation)? = results.first else { return }
            let entries = translation.entries.map(EntryText.lines)
            for lines in entries.isEmpty ? [ExplainedTranslation.lines(translation)] : entries {
                for line in lines { try console.print(line) }
            }
        case .table:
            table.add([text.text] + results.map { (try? TranslationLine.best($0.get())) ?? "-" })
        case .lines:
            guard case .success(let translation)? = results.first else { return }
            let line = TranslationLine(translation, alternatives: alternatives)
            if text.place != nil {
                let cells = [text.text, line.words, line.remark].filter { !$0.isEmpty }
                try console.output(Array((cells.map(Console.oneLine).joined(separator: "\t") + "\n").utf8))
            } else {
                table.add((isAlone ? [] : [text.text]) + [line.words, line.remark])
            }
        }
    }

    private func print(_ table: inout Table) throws {
        for line in table.lines { try console.print(line) }
        table = Table()
    }

    private func printJSON(
        _ text: InputText,
        _ target: LanguageTag?,
        _ result: Result<Translation, ServiceError>
    ) throws {
        var members: [(String, JSONValue)] = [("text", .string(text.text))]
        if let place = text.place { members.append(("place", .string(place))) }
        if let target { members.append(("to", .string(target.text))) }
        switch result {
        case .success(let translation): members += TranslationJSON.members(translation)
        case .failure(let error): members.append(("error", ReportJSON.value(error)))
        }
        try console.print(.object(members))
    }
}

/// Remembers what has been said.
private final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Whether a text comes for the first time.
    func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
