import ArgumentParsing
import LanguageServices
import Platform
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

extension ParsedArguments {
    /// What ``Options/sentenceWishes`` ask for; the word and all else is left open.
    func sentenceWishes() throws -> SentenceRequest {
        SentenceRequest(
            word: "",
            language: try languageTag(Options.sentenceLanguage),
            partOfSpeech: try partOfSpeech(),
            sense: try self[Options.sense],
            level: try self[Options.sentenceLevel],
            words: try sentenceLength(),
            topic: try self[Options.topic],
            seed: UInt64(try self[Options.seed] ?? 0)
        )
    }

    /// How many words a sentence may have, as `--words` says.
    private func sentenceLength() throws -> ClosedRange<Int>? {
        try value(of: Options.sentenceLength, expecting: "a length such as 4-12 or 8") { text in
            let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count <= 2, let first = parts.first ?? nil, let last = parts.last ?? nil, first >= 0,
                last >= max(first, 1)
            else { return nil }
            return first...last
        }
    }

    /// The sentences of the file that `--avoid` names.
    ///
    /// - Throws: ``CommandFailure`` when it cannot be read or is no text.
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

/// Reads sentences that are not to be given, one a line.
enum AvoidedSentences {
    /// The sentences of a text; empty lines and white space at both ends do not count.
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
    /// Who gives the sentences that a command line asks for, who translates them where that was asked for, and where both
    /// are from.
    func sentences(
        _ arguments: ParsedArguments
    ) async throws -> (services: SentenceServices, registry: ServiceRegistry) {
        let role = try arguments.role()
        let registry = try await registry(for: .sentences, arguments, role)
        let isLearning = ["quiz", "lesson"].contains(arguments.path.last)
        let services = try SentenceServices(
            registry,
            try configuration(arguments).registry,
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
        summary: "Give example sentences for words",
        discussion: [
            """
            Each WORD, or expression in quotation marks, gets sentences of its own; with --file each line is one. A \
            lone '-' reads lines from standard input. Of words that are read, the result has tabs between its \
            columns: word, sentence, translation, Latin letters.
            """,
            """
            The word may stand in a sentence in another form; --json says where it stands. The same command gives \
            the same sentences; --seed with another number gives others.
            """,
            """
            'sentence quiz' and 'sentence lesson' are commands of their own; for the words themselves, write '--' \
            before them.
            """,
            """
            With --jsonl the command is a filter: it reads an object a line, and writes each back in the same order \
            with its sentences as the member 'sentences', in the form that --json has, or with the reason why there \
            are none as the member 'error'.
            """,
            .example("parlance sentence water"),
            .example("parlance sentence bank --pos noun --sense money --count 5", "Of one meaning only."),
            .example("parlance sentence water --level A1 --words 4-8 --to es", "Short and easy, with translations."),
            .example("parlance sentence --file words.txt --cloze", "Gaps for Anki, a few for each line."),
            .example("parlance sentence --jsonl --text-member word < in.jsonl > out.jsonl", "As a filter."),
        ],
        options: Options.sentenceWishes + [
            Options.sentenceCount, Options.sentenceTo, Options.sentenceRomanize, Options.avoid, Options.cloze,
            Options.textFile, Options.provider, Options.role,
        ] + Options.filter + [Options.levelMember, Options.partOfSpeechMember, Options.senseMember] + Options.caching,
        positionals: [Options.words],
        subcommands: [quiz, lesson]
    )
}

extension Options {
    /// What every verb understands that asks for sentences.
    static let sentenceWishes: [any OptionDeclaration] = [
        sentenceLanguage, partOfSpeech, sense, sentenceLevel, sentenceLength, topic, seed,
    ]

    static let words = Positional("WORD", .repeated).help("What the sentences are for; '-' reads standard input")
    static let sentenceLanguage = Option("language", short: "l", "TAG")
        .help("The language of the words: en, de, ja", environment: "PARLANCE_SENTENCES_LANGUAGE")
    static let sense = Option("sense", "TEXT")
        .help("Which meaning is wanted, in a word or two: a synonym, a translation")
    static let sentenceLevel = Option("level", "LEVEL", of: LearnerLevel.self)
        .help("How well the reader knows the language; no sentence is harder", environment: "PARLANCE_SENTENCES_LEVEL")
    static let sentenceLength = Option("words", "N-M")
        .help("How many words a sentence may have: 4-12, or a single number")
    static let topic = Option("topic", "TEXT").help("What the sentences are to be about")
    static let seed = Option("seed", "NUMBER", in: 0...4_294_967_295)
        .help("Another number gives another choice, the same number the same", default: "0")
    static let sentenceCount = Option("count", short: "n", in: SentenceRequest.counts)
        .help("How many sentences each word gets, at most", default: "3")
    static let sentenceTo = Option("to", "TAG")
        .help("Translate the sentences into this language as well", environment: "PARLANCE_SENTENCES_TO")
    static let sentenceRomanize = Flag("romanize").help("Show the sentences in Latin letters as well")
    static let avoid = Option.file("avoid").help("Give none of the sentences of this file, which has one a line")
    static let cloze = Flag("cloze").help("Show each sentence as a cloze of Anki: {{c1::word}}")
}
