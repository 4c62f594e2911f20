import ArgumentParsing
import Exercises
import LanguageServices

/// What the verbs of exercises have in common: the cards, and the maker of the exercises.
struct ExerciseAsking {
    /// Makes the exercises.
    let maker: ExerciseMaker

    /// Who is asked to write a lesson.
    let writer: any SentenceProvider

    init(_ program: Program, _ arguments: ParsedArguments) async throws {
        let kinds = try Self.kinds(arguments)
        let services = try await program.sentences(arguments)
        writer = services.provider
        let learned = try await LearnedCards(program, arguments, services)
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
        return try arguments.value(of: Options.exerciseKinds, expecting: "kinds such as \(names)") { text in
            let kinds = text.split(separator: ",", omittingEmptySubsequences: false).map {
                ExerciseKind(rawValue: String($0))
            }
            guard !kinds.contains(nil) else { return nil }
            return kinds.compactMap { $0 }.reduce(into: []) { list, kind in
                if !list.contains(kind) { list.append(kind) }
            }
        } ?? ExerciseKind.allCases
    }
}
