import ArgumentParsing
import Decks
import Exercises
import LanguageServices
import Platform
import ServiceClient
import ServiceRegistry

/// The shared setup of exercise commands: the cards and the exercise generator.
struct ExerciseSetup {
    /// Creates the exercises.
    let maker: ExerciseMaker

    /// The provider that writes a lesson.
    let writer: any SentenceProvider

    init(_ invocation: Invocation) async throws {
        let (program, arguments) = (invocation.program, invocation.arguments)
        let kinds = try Self.kinds(arguments)
        let services = try await program.sentences(arguments).services
        writer = services.provider
        let learned = try await Self.learned(program, arguments, services)
        var pool: WordList?
        if let language = learned.language, let target = services.target {
            pool = StarterWords.pool(program.data, language: language, meanings: target)
        }
        maker = ExerciseMaker(
            learned.cards,
            plan: ExercisePlan(
                language: learned.language,
                meaningLanguage: services.target,
                kinds: kinds,
                count: try arguments[Options.exerciseCount],
                level: try arguments[Options.sentenceLevel],
                seed: UInt64(try arguments[Options.seed] ?? 0)
            ),
            pool: pool,
            sentences: kinds.contains(.cloze) || kinds.contains(.order) || arguments.path.last == "lesson"
                ? services.provider : nil
        )
    }

    private static func kinds(_ arguments: ParsedArguments) throws -> [ExerciseKind] {
        let names = ExerciseKind.allCases.map(\.rawValue).joined(separator: ",")
        return try arguments.list(of: Options.exerciseKinds, expecting: "kinds such as \(names)") {
            ExerciseKind(rawValue: $0)
        } ?? ExerciseKind.allCases
    }

    // MARK: Cards

    /// The cards from the command line: words whose meanings are looked up, or the notes of a deck.
    private static func learned(
        _ program: Program,
        _ arguments: ParsedArguments,
        _ services: SentenceServices
    ) async throws -> QuizCards {
        let console = program.console
        if let path = try arguments[Options.learnedDeck] {
            guard try arguments[Options.learnedWords].isEmpty, try arguments[Options.textFile] == nil else {
                throw arguments.usageError("give words or '--deck FILE', not both")
            }
            let deck = try arguments.readDeck(path, notingTo: console)
            let fields = QuizCards.Fields(
                word: try arguments[Options.field],
                meaning: try arguments[Options.meaningField],
                partOfSpeech: try arguments[Options.partOfSpeechField]
            )
            return try QuizCards(deck, fields, language: services.language, note: console.note)
        }
        for option in [Options.field, Options.meaningField, Options.partOfSpeechField]
        where try arguments[option] != nil {
            throw arguments.usageError("'\(option.specification.longForm)' requires '--deck FILE'")
        }
        let words = try await words(arguments, console)
        guard let target = services.target else {
            console.note("without '--to TAG', words have no meanings, so there are only sentence exercises")
            return QuizCards(words: words, language: services.language)
        }
        return try await QuizCards(
            words: words,
            language: services.language,
            target: target,
            translation: try await program.registry(arguments).translation(),
            note: console.note
        )
    }

    private static func words(_ arguments: ParsedArguments, _ console: Console) async throws -> [String] {
        var texts = try InputTexts(
            arguments,
            console,
            verb: "learn",
            texts: Options.learnedWords,
            file: Options.textFile
        )
        var tally = Tally(verb: "learn")
        var words: [String] = []
        while let text = try await texts.next(complainingTo: console, &tally) {
            guard words.count < QuizCards.maximumCount else {
                console.note("only the first \(QuizCards.maximumCount) words are used")
                break
            }
            words.append(text.text)
        }
        guard !words.isEmpty else {
            throw ServiceError(.invalidRequest, "no words to learn", remedy: "give at least one word")
        }
        return words
    }
}

extension CommandTree {
    static let quiz = Command(
        "quiz",
        summary: "Practise words with multiple-choice, gap, matching and word-order exercises",
        discussion: [
            """
            On a terminal, each answer is graded immediately; otherwise, the exercises are printed with the answers at \
            the end. Case is ignored, and an answer that lacks only an accent is graded as almost right.
            """,
            """
            Meanings come from the dictionaries or the deck. Wrong choices are words of the same kind, from the words \
            that you give or the starter dictionary. None of them is also a correct answer.
            """,
            .example("parlance sentence quiz water bread house dog --to es"),
            .example(
                "parlance sentence quiz --deck spanish.apkg --field Front --meaning-field Back --to en --language es"
            ),
            .example("parlance sentence quiz -f words.txt --to es --kinds choice,match --count 20 --json"),
        ],
        options: Options.exercises,
        positionals: [Options.learnedWords]
    )

    static let lesson = Command(
        "lesson",
        summary: "Create a lesson with meanings, examples, exercises and questions",
        discussion: [
            """
            The lesson is printed as text, or as one object with --json. Its duration is estimated from the exercises, \
            the amount of text and the level.
            """,
            .example("parlance sentence lesson water bread house dog --to es --level A1"),
            .example("parlance sentence lesson --deck words.tsv --field 1 --meaning-field 2 --language en --json"),
        ],
        options: [Options.lessonTitle] + Options.exercises,
        positionals: [Options.learnedWords]
    )
}

extension Options {
    /// The options of the exercise commands.
    static let exercises: [any OptionDeclaration] =
        [
            sentenceLanguage, meaningLanguage, sentenceLevel, exerciseKinds, exerciseCount, seed, textFile, learnedDeck,
            field, meaningField, partOfSpeechField, separator, deckHeader, deckMarkup, provider, role,
        ] + caching

    static let learnedWords = Positional("WORD", .repeated).help("Words to practise; '-' reads standard input")
    static let meaningLanguage = Option("to", "TAG")
        .help("Language of the meanings", environment: "PARLANCE_SENTENCES_TO")
    static let exerciseKinds = Option("kinds", "LIST")
        .help(
            "Kinds of exercise, separated by commas: choice, cloze, match, order",
            default: "choice,cloze,match,order"
        )
    static let exerciseCount = Option("count", short: "n", in: 1...1000)
        .help("Maximum number of exercises; by default two per word, at most 30")
    static let learnedDeck = Option.file("deck").help("Practise the cards of this deck")
    static let meaningField = Option("meaning-field", "NAME")
        .help("The field with the meaning; by default the second")
    static let lessonTitle = Option("title", "TEXT").help("Title of the lesson")
}
