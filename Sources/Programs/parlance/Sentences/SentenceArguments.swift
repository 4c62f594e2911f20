import ArgumentParsing
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

extension ParsedArguments {
    /// A request with the values of ``Options/sentenceOptions``, without the word.
    func sentenceOptions() throws -> SentenceRequest {
        SentenceRequest(
            word: "",
            language: try languageTag(Options.sentenceLanguage),
            partOfSpeech: try partOfSpeech(),
            sense: try self[Options.sense],
            level: try self[Options.sentenceLevel],
            words: try sentenceLength(),
            topic: try self[Options.topic],
            seed: UInt64(try self[Options.seed] ?? 0),
            worstQuality: try self[Options.sentenceAccept]
        )
    }

    /// The allowed sentence length in words, given with `--words`.
    private func sentenceLength() throws -> ClosedRange<Int>? {
        try value(of: Options.sentenceLength, expecting: "a length such as 4-12 or 8") { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil, first >= 0,
                last >= max(first, 1)
            else { return nil }
            return first...last
        }
    }

    /// The sentences in the file given with `--avoid`.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or is not text.
    func avoidedSentences() throws -> [String] {
        guard let path = try self[Options.avoid] else { return [] }
        do throws(ServiceError) {
            let bytes = try WholeFile.read(path == "-" ? "/dev/stdin" : path, limit: 1 << 26)
            return try AvoidedSentences.list(bytes, name: path)
        } catch {
            throw CommandFailure(error, error.code == .io ? .noInput : .badData)
        }
    }
}

/// Reads sentences to avoid, one per line.
enum AvoidedSentences {
    /// The sentences in a text; empty lines and surrounding white space are ignored.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when it is not UTF-8.
    static func list(_ bytes: [UInt8], name: String) throws(ServiceError) -> [String] {
        var list: [String] = []
        var known: Set<[UInt8]> = []
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: line, as: UTF8.self) else {
                let invalid = InvalidByte(in: Array(line))
                throw ServiceError(
                    .invalidRequest,
                    "\(name):\(number + 1):\(invalid.offset + 1): \(invalid.complaint)",
                    remedy: "save the file as UTF-8"
                )
            }
            let sentence = text.trimmingWhitespace()
            if !sentence.isEmpty, known.insert(Array(sentence.utf8)).inserted { list.append(sentence) }
        }
        return list
    }
}

extension Program {
    /// The sentence provider that a command line selects, with a translation provider if requested, and the registry
    /// that contains both.
    func sentences(
        _ arguments: ParsedArguments
    ) async throws -> (services: SentenceServices, registry: ServiceRegistry) {
        let role = try arguments.role()
        let registry = try await registry(for: .sentences, arguments, role)
        let isLearning = ["quiz", "lesson"].contains(arguments.path.last)
        let services = try await SentenceServices(
            registry,
            role: role,
            language: try arguments.languageTag(Options.sentenceLanguage),
            target: try arguments.languageTag(isLearning ? Options.meaningLanguage : Options.sentenceTo)
        )
        return (services, registry)
    }
}

extension CommandTree {
    static let sentence = Command(
        "sentence",
        summary: "Find example sentences for words",
        discussion: [
            """
            Each WORD or quoted expression gets its own sentences; with --file, each line does. '-' reads lines from \
            standard input. Results for input lines are tab-separated: word, sentence, translation, Latin letters.
            """,
            """
            A sentence may contain another form of the word; --json reports its position. The same command gives the \
            same sentences; a different --seed gives different ones.
            """,
            """
            'sentence quiz' and 'sentence lesson' are commands. To find sentences for the words 'quiz' and 'lesson', \
            write '--' before them.
            """,
            """
            With --jsonl, the command is a filter: it reads one object per line, and writes it back in the same order. \
            It adds the member 'sentences' (as in --json) or 'error' to each object.
            """,
            .example("parlance sentence water"),
            .example("parlance sentence bank --pos noun --sense money --count 5", "For one meaning."),
            .example("parlance sentence water --level A1 --words 4-8 --to es", "Easy sentences with translations."),
            .example("parlance sentence --file words.txt --cloze", "Cloze cards for Anki."),
            .example("parlance sentence --jsonl --text-member word < in.jsonl > out.jsonl", "As a filter."),
        ],
        options: Options.sentenceOptions + [
            Options.sentenceCount, Options.sentenceTo, Options.sentenceRomanize, Options.avoid, Options.cloze,
            Options.textFile, Options.provider, Options.strict, Options.role,
        ] + Options.filter + [Options.levelMember, Options.partOfSpeechMember, Options.senseMember] + Options.caching,
        positionals: [Options.words],
        subcommands: [quiz, lesson]
    )
}

extension Options {
    /// The options of all commands that request sentences.
    static let sentenceOptions: [any OptionDeclaration] = [
        sentenceLanguage, partOfSpeech, sense, sentenceLevel, sentenceLength, topic, seed, sentenceAccept,
    ]

    static let words = Positional("WORD", .repeated).help("Words to find sentences for; '-' reads standard input")
    static let sentenceLanguage = Option("language", short: "l", "TAG")
        .help("Language of the words, such as en, de or ja", environment: "PARLANCE_SENTENCES_LANGUAGE")
    static let sense = Option("sense", "TEXT")
        .help("Intended meaning in one or two words, such as a synonym or a translation")
    static let sentenceLevel = Option("level", "LEVEL", of: LearnerLevel.self)
        .help("The reader's level; harder sentences are excluded", environment: "PARLANCE_SENTENCES_LEVEL")
    static let sentenceLength = Option("words", "N-M")
        .help("Sentence length in words: a range such as 4-12, or a single number")
    static let topic = Option("topic", "TEXT").help("Subject of the sentences")
    static let seed = Option("seed", "NUMBER", in: 0...4_294_967_295)
        .help("Random seed; the same seed gives the same sentences", default: "0")
    static let sentenceAccept = Option("accept", "QUALITY", of: ExampleSentence.Quality.self)
        .help("Worst quality to accept; by default all, but not 'generic' for files, --jsonl and decks")
    static let sentenceCount = Option("count", short: "n", in: SentenceRequest.counts)
        .help("Maximum number of sentences per word", default: "3")
    static let sentenceTo = Option("to", "TAG")
        .help("Also translate the sentences into this language", environment: "PARLANCE_SENTENCES_TO")
    static let sentenceRomanize = Flag("romanize").help("Also show the sentences in Latin letters")
    static let avoid = Option.file("avoid").help("Skip the sentences in this file, one per line")
    static let cloze = Flag("cloze").help("Print Anki cloze deletions: {{c1::word}}")
}
