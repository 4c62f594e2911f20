import ArgumentParsing
import Decks
import JSON
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration

/// `parlance sentence`: example sentences for words.
struct SentenceVerb: Verb {
    let invocation: Invocation
    private let isCloze: Bool
    private let input: FilterInput

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let arguments = invocation.arguments
        isCloze = try arguments[Options.cloze]
        let isFilter = try arguments.isFilter(
            excluding: [Options.json],
            more: [Options.levelMember, Options.partOfSpeechMember, Options.senseMember]
        )
        input = try FilterInput(
            invocation,
            isFilter: isFilter,
            verb: "show sentences for",
            answer: "sentences",
            reading: .wishes
        )
    }

    func run() async throws -> ExitCode {
        var request = try arguments.sentenceOptions()
        request.count = try arguments[Options.sentenceCount] ?? 3
        request.romanizes = try arguments[Options.sentenceRomanize]
        request.avoiding = try arguments.avoidedSentences()
        request.targetLanguage = try arguments.languageTag(Options.sentenceTo)
        // A program that reads the sentences would take one that suits any word for an example.
        let isForPrograms = try arguments[Options.words].isEmpty || arguments[Options.words] == ["-"]
        if isForPrograms, request.worstQuality == nil { request.worstQuality = .template }
        let services = try await program.sentences(arguments).services
        let asking = SentenceLookup(services, request, notice: console.note)
        switch input {
        case .items(let filter): return try await filter.run(answering: { try await answers(to: $0, asking) })
        case .texts(let texts): return try await run(texts, asking, usualProvider: services.first)
        }
    }

    /// The result for each word of a filter.
    ///
    /// - Throws: An error that affects all words and is not caused by any one of them.
    private func answers(
        to items: [TextItem],
        _ asking: SentenceLookup
    ) async throws -> [Result<FilterAnswer, ServiceError>] {
        let answers = try await answers(to: items, width: asking.width) { try await asking.answer(to: $0) }
        let results = try answers.map { try checked($0).map { FilterAnswer($0, cloze: isCloze) } }
        let errors = results.compactMap { result -> ServiceError? in
            if case .failure(let error) = result { error } else { nil }
        }
        if let error = errors.first, errors.count == results.count, Self.generalCodes.contains(error.code),
            errors.allSatisfy({ $0.code == error.code })
        {
            throw error
        }
        return results
    }

    /// The result for each word, in order; several are requested concurrently.
    private func answers<Item: Sendable>(
        to items: [Item],
        width: Int,
        asking answer: @escaping @Sendable (Item) async throws -> SentenceAnswer
    ) async throws -> [Result<SentenceAnswer, any Error>] {
        try await OrderedWork<Item, Result<SentenceAnswer, any Error>>(width: width).results(for: items) { item in
            do { return .success(try await answer(item)) } catch { return .failure(error) }
        }
    }

    /// Errors with these codes affect every word.
    private static let generalCodes: Set<ServiceError.Code> = [
        .configuration, .unauthorized, .unsupported, .unavailable, .quotaExceeded, .io,
    ]

    private func run(
        _ texts: InputTexts,
        _ asking: SentenceLookup,
        usualProvider: ProviderID?
    ) async throws -> ExitCode {
        var texts = texts
        var tally = Tally(verb: "show sentences for")
        let isAlone = try arguments[Options.words].count == 1
        if isAlone, !isJSON, try arguments[Options.textFile] == nil, let word = try arguments[Options.words].first,
            !word.utf8.elementsEqual("-".utf8)
        {
            try await follow(word, asking, usualProvider, &tally)
            return try tally.exitCode()
        }
        while let batch = try await texts.nextBatch(upTo: Self.batchSize, complainingTo: console, &tally) {
            let answers = try await answers(to: batch, width: asking.width) { try await asking.answer(to: $0.text) }
            for (text, answer) in zip(batch, answers) {
                try show(text, checked(answer), isAlone: isAlone, usualProvider, &tally)
            }
        }
        return try tally.exitCode()
    }

    /// The number of words that are requested before the first result is shown.
    private static let batchSize = 32

    /// Shows the sentences of a single word as they arrive.
    private func follow(
        _ word: String,
        _ asking: SentenceLookup,
        _ usualProvider: ProviderID?,
        _ tally: inout Tally
    ) async throws {
        var count = 0
        do {
            try await asking.follow(word) { sentence, _ in
                guard !isCloze || sentence.cloze() != nil else { return }
                count += 1
                try show(sentence, usualProvider, indentation: "")
            }
            if count == 0 { throw Self.endsCloze }
            tally.countDone()
        } catch {
            let known = try Speaker.passing(error)
            // Earlier sentences still count as a success.
            if count > 0 { tally.countDone() }
            tally.countFailed(known)
            console.complain(Self.name(word, before: known) + known.shown)
        }
    }

    /// A prefix with the word, for messages that do not include it.
    private static func name(_ word: String, before error: ServiceError) -> String {
        let start = word.prefix(40)
        guard !generalCodes.contains(error.code), !error.message.contains(start) else { return "" }
        return "'\(start)\(start.utf8.count < word.utf8.count ? "…" : "")': "
    }

    private static let endsCloze = ServiceError(
        .invalidRequest,
        "the word contains '::' or '}}', which would end the cloze",
        remedy: "omit '--cloze'"
    )

    /// Removes sentences whose word cannot be replaced by a gap, if clozes are requested.
    ///
    /// - Throws: An error that does not concern only this word.
    private func checked(_ result: Result<SentenceAnswer, any Error>) throws -> Result<SentenceAnswer, ServiceError> {
        var answer: SentenceAnswer
        do { answer = try result.get() } catch { return .failure(try Speaker.passing(error)) }
        guard isCloze else { return .success(answer) }
        let kept = answer.sentences.indices.filter { answer.sentences[$0].cloze() != nil }
        guard !kept.isEmpty else { return .failure(Self.endsCloze) }
        answer.translators = Dictionary(
            uniqueKeysWithValues: kept.enumerated().compactMap { place, old in
                answer.translators[old].map { (place, $0) }
            }
        )
        answer.sentences = kept.map { answer.sentences[$0] }
        return .success(answer)
    }

    private func show(
        _ text: InputText,
        _ result: Result<SentenceAnswer, ServiceError>,
        isAlone: Bool,
        _ usualProvider: ProviderID?,
        _ tally: inout Tally
    ) throws {
        switch result {
        case .success(let answer):
            tally.countDone()
            if isJSON { return try console.print(value(text, answer)) }
            try show(text, answer, isAlone: isAlone, usualProvider)
        case .failure(let error):
            tally.countFailed(error)
            let isListed = text.place == nil && !isAlone
            let name = isListed ? "'\(text.text.prefix(40))': " : Self.name(text.text, before: error)
            console.complain(text.naming(name + error.shown))
            if isJSON {
                try console.print(.object(members(text) + [("error", ReportJSON.value(error))]))
            }
        }
    }

    private func show(
        _ text: InputText,
        _ answer: SentenceAnswer,
        isAlone: Bool,
        _ usualProvider: ProviderID?
    ) throws {
        let isForPrograms = text.place != nil
        if !isAlone, !isForPrograms { try console.print(text.text) }
        for sentence in answer.sentences {
            guard isForPrograms else {
                try show(sentence, usualProvider, indentation: isAlone ? "" : "  ")
                continue
            }
            let cells = [Console.oneLine(text.text)] + SentenceText(sentence: sentence, isCloze: isCloze).cells
            try console.output(Array((cells.joined(separator: "\t") + "\n").utf8))
        }
    }

    private func show(_ sentence: ExampleSentence, _ usualProvider: ProviderID?, indentation: String) throws {
        let shown = SentenceText(
            sentence: sentence,
            isMarked: console.isOutputTerminal && program.environment["TERM"] != "dumb",
            isCloze: isCloze,
            usualProvider: usualProvider
        )
        for line in shown.lines(indentation: indentation) { try console.output(Array((line + "\n").utf8)) }
    }

    private func members(_ text: InputText) -> [(String, JSONValue)] {
        [("word", .string(text.text))] + (text.place.map { [("place", .string($0))] } ?? [])
    }

    private func value(_ text: InputText, _ answer: SentenceAnswer) -> JSONValue {
        let sentences = answer.sentences.enumerated().map { place, sentence in
            SentenceJSON.value(sentence, cloze: isCloze, translator: answer.translators[place])
        }
        return .object(
            members(text) + [("sentences", .array(sentences)), ("report", ReportJSON.value(answer.report))]
        )
    }
}

/// Formats an example sentence as text.
struct SentenceText {
    let sentence: ExampleSentence

    /// Whether the word is shown bold and underlined, for terminals.
    var isMarked = false

    /// Whether the sentence is a cloze.
    var isCloze = false

    /// The first provider in the chain, which is not mentioned in the output.
    var usualProvider: ProviderID?

    /// The sentence and its details, followed by its romanisation, translation and notes on the next lines. The lines
    /// contain no terminal control characters except those that make the word bold.
    ///
    /// - Parameter indentation: The prefix of every line.
    func lines(indentation: String = "") -> [String] {
        let below = indentation + "  "
        var lines = [indentation + text + remark]
        if let latin = sentence.romanization { lines.append(below + Console.oneLine(latin)) }
        if let translation = sentence.translation { lines.append(below + Console.oneLine(translation)) }
        lines += sentence.notes.map { below + "note: " + Console.oneLine($0) }
        if let source = origin { lines.append(below + "from " + Console.oneLine(source)) }
        return lines
    }

    /// The sentence, its translation and its romanisation as cells of a machine-readable line.
    var cells: [String] {
        let cells = [shown, sentence.translation ?? "", sentence.romanization ?? ""].map(Console.oneLine)
        return Array(cells.trimmingSuffix(while: \.isEmpty))
    }

    /// The sentence, or its cloze.
    private var shown: String { isCloze ? sentence.cloze() ?? sentence.text : sentence.text }

    private var text: String {
        guard isMarked, !isCloze else { return Console.oneLine(shown) }
        return sentence.parts.map { part in
            let text = Console.oneLine(part.text)
            return part.isWord ? "\u{1B}[1;4m\(text)\u{1B}[22;24m" : text
        }.joined()
    }

    private var remark: String {
        var remarks: [String] = []
        if let level = sentence.level { remarks.append(level.rawValue) }
        if sentence.quality == .generic { remarks.append("suits any word") }
        if let usualProvider, sentence.provider != usualProvider { remarks.append("by \(sentence.provider)") }
        return remarks.isEmpty ? "" : "  (\(Console.oneLine(remarks.joined(separator: ", "))))"
    }

    private var origin: String? {
        guard let source = sentence.source, !BlankText.isBlank(source) else { return nil }
        return sentence.licence.map { "\(source), \($0)" } ?? source
    }
}
