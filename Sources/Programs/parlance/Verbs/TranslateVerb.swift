import ArgumentParsing
import Decks
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

/// `parlance translate`: translates words and texts into one or more languages.
struct TranslateVerb: Verb {
    let invocation: Invocation
    private let request: TranslationRequest
    private let targets: [LanguageTag?]
    private let shape: Shape
    private let alternatives: Int
    private let input: FilterInput

    /// Prevents the same message from being repeated for every text.
    private let told = Once()

    /// The output format of translations.
    private enum Shape {
        /// A line for each text: the text, its translations and the part of speech.
        case lines
        /// Only the best translation.
        case brief
        /// The full dictionary entries.
        case entries
        /// A column for each language.
        case table
    }

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        let isFilter = try arguments.isFilter(
            excluding: [Options.json, Options.brief, Options.table]
                + (try arguments[Options.details] ? [] : [Options.article]),
            more: [Options.contextMember, Options.levelMember]
        )
        let named = try invocation.program.targets(arguments)
        guard !isFilter || named.count < 2 else {
            throw arguments.usageError(
                "'--jsonl' takes one target language; for several, pipe one filter into the next"
            )
        }
        targets = named.isEmpty ? [nil] : named
        shape = isFilter ? .lines : try Self.shape(arguments, languages: named.count)
        alternatives = try arguments[Options.alternatives] ?? 3
        request = TranslationRequest(
            texts: [],
            source: try arguments.languageTag(Options.from),
            partOfSpeech: try arguments.partOfSpeech(),
            loosestMatch: try arguments[Options.match] ?? .gloss,
            // A program that reads only the translation would take a guess for an answer.
            worstQuality: try arguments[Options.accept] ?? (isFilter || shape == .brief ? .gloss : nil),
            romanizes: try arguments[Options.romanize],
            wantsEntries: try arguments[Options.article],
            context: try Self.context(arguments)
        )
        input = try FilterInput(
            invocation,
            isFilter: isFilter,
            verb: "translate",
            answer: "translation",
            reading: .context
        )
    }

    /// The context given in addition to the texts; `nil` if there is none.
    private static func context(_ arguments: ParsedArguments) throws -> TranslationContext? {
        let messages = try arguments[Options.context]
        let level = try arguments[Options.level]
        return messages.isEmpty && level == nil ? nil : TranslationContext(previousMessages: messages, level: level)
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
            throw arguments.usageError("'\(isBrief ? "--brief" : "--article")' takes one target language")
        }
        if isBrief { return .brief }
        if try arguments[Options.article] { return .entries }
        return try arguments[Options.table] || languages > 1 ? .table : .lines
    }

    func run() async throws -> ExitCode {
        let role = try arguments.role()
        let registry = try await program.registry(for: .translation, arguments, role)
        let provider = try await program.queueing(try await registry.translation(role), registry, arguments)
        let asking = TranslationRunner(provider, request, notice: console.note)
        switch input {
        case .items(let filter):
            return try await filter.run { try await asking.answers(toEach: $0, in: targets.first ?? nil) }
        case .texts(let texts):
            return try await run(texts, asking, try await columns(of: provider))
        }
    }

    private func run(
        _ texts: InputTexts,
        _ asking: TranslationRunner,
        _ columns: [LanguageTag?]
    ) async throws -> ExitCode {
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
            for column in columns { answers.append(try await translate(batch, to: column, asking)) }
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
            // Piped lines are shown incrementally; texts given as arguments are shown in columns.
            if batch.contains(where: { $0.place != nil }) || table.count >= Self.batchSize { try flush(&table) }
        }
        try flush(&table)
        return try tally.exitCode()
    }

    // MARK: Requests

    private static let batchSize = 250

    /// The target languages: the given ones or, with `--table` and no target, all that the provider supports for the
    /// source language.
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
            throw arguments.usageError("'--table' requires a source language, such as '--from en'")
        }
        return columns
    }

    private func translate(
        _ batch: [InputText],
        to target: LanguageTag?,
        _ asking: TranslationRunner
    ) async throws -> [Result<Translation, ServiceError>] {
        do {
            return try await asking.answers(to: batch.map(\.text), in: target)
        } catch {
            let error = try Speaker.passing(error)
            guard ![.invalidRequest, .unsupported, .configuration].contains(error.code) else { throw error }
            return batch.map { _ in .failure(error) }
        }
    }

    // MARK: Output

    private func count(
        _ results: [Result<Translation, ServiceError>],
        of text: InputText,
        _ columns: [LanguageTag?],
        _ tally: inout Tally
    ) {
        var errors: [(languages: [LanguageTag], error: ServiceError)] = []
        for (column, result) in zip(columns, results) {
            switch result {
            case .success(let translation):
                tally.countDone()
                for note in translation.notes { console.note(text.naming(note)) }
                noteGuess(translation, of: text)
            case .failure(let error):
                tally.countFailed(error)
                if let place = errors.firstIndex(where: { $0.error.shown == error.shown }) {
                    errors[place].languages += [column].compactMap { $0 }
                } else {
                    errors.append(([column].compactMap { $0 }, error))
                }
            }
        }
        // An error that is the same in all languages is shown once.
        for (languages, error) in errors {
            let isOfAll = columns.count == 1 || languages.count == columns.count
            let named = isOfAll ? "" : languages.map(\.text).joined(separator: ", ") + ": "
            console.complain(text.naming(named + error.shown))
        }
    }

    /// Reports the detected source language, once per language. Without `--from`, a text is treated as English if an
    /// English dictionary contains it; English is not reported.
    private func noteGuess(_ translation: Translation, of text: InputText) {
        guard !isJSON, request.source == nil, let source = translation.source, source.language != "en",
            told.isNew(source.text)
        else { return }
        console.note(
            text.naming(
                "'\(text.text.prefix(40))' was detected as language '\(source)'; if that is wrong, add '--from TAG'"
            )
        )
    }

    private func show(
        _ text: InputText,
        _ results: [Result<Translation, ServiceError>],
        isAlone: Bool,
        in table: inout Table
    ) throws {
        switch shape {
        case .brief:
            // One line per text, so output lines match input lines.
            try console.print((try? results.first?.get().text) ?? "")
        case .entries:
            guard case .success(let translation)? = results.first else { return }
            let entries = translation.entries.map(EntryText.lines)
            try console.print(entries.isEmpty ? ExplainedTranslation.lines(translation) : entries.flatMap { $0 })
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

    private func printJSON(
        _ text: InputText,
        _ target: LanguageTag?,
        _ result: Result<Translation, ServiceError>
    ) throws {
        let members = JSONValue.members([
            ("text", .string(text.text)), ("place", text.place.map(JSONValue.string)),
            ("to", target.map { .string($0.text) }),
        ])
        let answer =
            switch result {
            case .success(let translation): TranslationJSON.members(translation)
            case .failure(let error): [("error", ReportJSON.value(error))]
            }
        try console.print(.object(members + answer))
    }
}
