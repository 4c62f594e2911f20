import ArgumentParsing
import Audio
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

extension InputTexts {
    /// The texts of a command line: its words, `--file`, or piped standard input.
    ///
    /// - Throws: `UsageError` when there are none.
    init(
        _ arguments: ParsedArguments,
        _ console: Console,
        verb: String,
        texts: Positional = Options.texts,
        file: Option<String> = Options.file
    ) throws {
        var words = try arguments[texts]
        let file = try arguments[file]
        if words.isEmpty, file == nil {
            guard !console.isInputTerminal else {
                throw arguments.usageError(
                    "nothing to \(verb): give a \(texts.placeholder), --file FILE, or - for standard input"
                )
            }
            words = ["-"]
        }
        self.init(arguments: words, file: file) { try console.lines(of: $0) }
    }

    /// The next readable text; unreadable ones are reported and counted.
    ///
    /// - Throws: `ServiceError` when the input is not text, or an error from `next()` that concerns the whole input.
    mutating func next(complainingTo console: Console, _ tally: inout Tally) async throws -> InputText? {
        try await next { error in
            console.complain(error)
            tally.countFailed(error)
        }
    }

    /// Waits for the next text, and returns it with the following texts that are already available; `nil` after the
    /// last text.
    mutating func nextBatch(
        upTo limit: Int,
        keepsLines: Bool = false,
        complainingTo console: Console,
        _ tally: inout Tally
    ) async throws -> [InputText]? {
        try await nextBatch(upTo: limit, keepsLines: keepsLines) { error in
            console.complain(error)
            tally.countFailed(error)
        }
    }
}

extension Console {
    /// The lines of a file, or of standard input for `-`.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be opened.
    func lines(of path: String, skipsLongLines: Bool = false) throws -> LineReader {
        do throws(ServiceError) {
            return try LineReader(path: path, standardInput: input, skipsLongLines: skipsLongLines)
        } catch {
            throw CommandFailure(reading: error)
        }
    }
}

extension ParsedArguments {
    /// The pronunciations in the file given with `--lexicon`.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or is invalid.
    func pronunciations() throws -> [Pronunciation] {
        guard let path = try self[Options.lexicon] else { return [] }
        do throws(ServiceError) {
            return try Pronunciation.list(WholeFile.read(path, limit: 1 << 24), name: path)
        } catch {
            throw CommandFailure(error, error.code == .configuration ? .badData : .noInput)
        }
    }
}

extension ParsedArguments {
    /// The role given with `--role`.
    func role() throws -> Role { try self[Options.role].map { Role(rawValue: $0) } ?? .standard }

    /// The part of speech given with `--pos`.
    func partOfSpeech() throws -> PartOfSpeech? { try self[Options.partOfSpeech].map { PartOfSpeech(rawValue: $0) } }

    /// The language tag given with an option.
    ///
    /// - Throws: `UsageError` when it is not well-formed.
    func languageTag(_ option: Option<String>) throws -> LanguageTag? {
        try value(of: option, expecting: "a language tag such as en-GB", LanguageTag.init)
    }

    /// The distinct comma-separated language tags given with an option; empty if it is not given.
    ///
    /// - Throws: `UsageError` when one is not well-formed.
    func languageTags(_ option: Option<String>) throws -> [LanguageTag] {
        try list(of: option, expecting: "language tags such as es,pt-BR", LanguageTag.init) ?? []
    }

    /// The distinct comma-separated values given with an option; `nil` if it is not given.
    ///
    /// - Throws: `UsageError` when `convert` rejects one.
    func list<Value: Equatable>(
        of option: Option<String>,
        expecting expectation: String,
        _ convert: (String) -> Value?
    ) throws -> [Value]? {
        try value(of: option, expecting: expectation) { text in
            var list: [Value] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let value = convert(String(part)) else { return nil }
                if !list.contains(value) { list.append(value) }
            }
            return list
        }
    }
}

extension Program {
    /// The target languages: those given with `--to`, or the configured ones if there are several.
    ///
    /// - Returns: An empty array if at most one is configured; the provider then uses it by default.
    func targets(_ arguments: ParsedArguments) throws -> [LanguageTag] {
        let named = try arguments.languageTags(Options.to)
        guard named.isEmpty else { return named }
        return try configuration(arguments).registry.translationTargets(role: arguments.role())
    }
}

extension Options {
    /// The options of all commands that write speech.
    static let speaking: [any OptionDeclaration] = [
        lexicon, rate, pitch, volume, gap, normalize, noNormalize, loudness, trim, pad, times, pause, slowing,
        deterministic,
    ]
}

extension ParsedArguments {
    /// The request from ``Options/speaking`` and `--accent`.
    func speechRequest() throws -> SpeechRequest {
        SpeechRequest(
            text: "",
            language: try languageTag(Options.accent),
            rate: try self[Options.rate],
            pitch: try self[Options.pitch],
            volume: try self[Options.volume],
            wordGap: try self[Options.gap].map { .seconds($0) },
            isDeterministic: try self[Options.deterministic],
            pronunciations: try pronunciations()
        )
    }

    /// Rejects postprocessing options that contradict each other.
    func checkSpeechTreatment() throws {
        if try self[Options.noNormalize], try self[Options.normalize] || self[Options.loudness] != nil {
            throw usageError("'--no-normalize' cannot be given together with '--normalize' or '--loudness'")
        }
        if try self[Options.times] ?? 1 == 1, try self[Options.pause] != nil || self[Options.slowing] != nil {
            throw usageError("'--pause' and '--slower' require '--repeat'")
        }
    }

    /// The postprocessing of the speech: command-line options take precedence over the provider's configuration.
    func speechPostprocessing(for provider: any SpeechProvider) throws -> SpeechPostprocessing {
        var postprocessing = SpeechPostprocessing()
        if try self[Options.trim] { postprocessing.processing.trimming = SpeechProcessing.Trimming() }
        let isLeft = try self[Options.noNormalize]
        let isNormalizing = provider.defaults.isNormalizing ?? false
        if try self[Options.normalize] || (isNormalizing && !isLeft) {
            postprocessing.processing.loudness = SpeechProcessing.defaultLoudness
        }
        if let loudness = try self[Options.loudness] { postprocessing.processing.loudness = loudness }
        if let pad = try self[Options.pad] {
            postprocessing.processing.leadingPause = .seconds(pad)
            postprocessing.processing.trailingPause = .seconds(pad)
        }
        postprocessing.times = try self[Options.times] ?? 1
        if let pause = try self[Options.pause] { postprocessing.pause = .seconds(pause) }
        postprocessing.slowing = try self[Options.slowing] ?? 1
        return postprocessing
    }
}
