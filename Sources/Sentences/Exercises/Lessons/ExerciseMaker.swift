import Language
public import LanguageServices
import SentenceChecks

/// Creates exercises from cards.
///
/// Sentences are taken from the cards; for cards without an example, a provider is called. If neither supplies a
/// sentence, only exercises that need none are created. Wrong answers are taken from the cards and, if there are too
/// few, from a pool of words.
public struct ExerciseMaker: Sendable {
    /// The plan for the exercises.
    public let plan: ExercisePlan

    let list: CardList
    private let pool: (any WordPool)?
    let sentences: (any SentenceProvider)?

    /// Creates a maker.
    ///
    /// - Parameters:
    ///   - cards: The cards to learn. Cards without a word are omitted, and duplicates are used once.
    ///   - plan: The plan for the exercises.
    ///   - pool: A source of wrong answers and of details that are missing from the cards.
    ///   - sentences: The provider that supplies sentences for cards without an example.
    public init(
        _ cards: [StudyCard],
        plan: ExercisePlan,
        pool: (any WordPool)? = nil,
        sentences: (any SentenceProvider)? = nil
    ) {
        self.plan = plan
        self.pool = pool
        self.sentences = sentences
        let known = cards.prefix(ExercisePlan.maximumCards).map { Self.completed($0, by: pool) }
        list = CardList(known, language: plan.language, meaningLanguage: plan.meaningLanguage)
    }

    /// Fills in a card's missing details from the pool.
    private static func completed(_ card: StudyCard, by pool: (any WordPool)?) -> StudyCard {
        guard let pool, card.partOfSpeech == nil || card.level == nil else { return card }
        let found = pool.cards(for: card.word).filter { other in
            card.partOfSpeech == nil || other.partOfSpeech == card.partOfSpeech
        }
        // If the word has several parts of speech, the card's part of speech remains unknown.
        let kinds = Set(found.compactMap(\.partOfSpeech))
        var card = card
        if kinds.count == 1 { card.partOfSpeech = card.partOfSpeech ?? kinds.first }
        card.level = card.level ?? found.compactMap(\.level).min()
        return card
    }

    /// Exercises, and notices for the learner.
    public struct Result: Sendable, Hashable {
        /// The exercises.
        public var exercises: [Exercise]

        /// The reasons why exercises are missing: words without sentences, failed providers.
        public var notices: [String]
    }

    /// Creates the exercises.
    ///
    /// Cards and kinds are used in turn, in random order. If a card is unsuitable for one kind of exercise, the next
    /// kind is tried. No exercise is repeated.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if there are no cards or no kinds; `ServiceError.Code.cancelled`.
    public func exercises() async throws -> Result {
        try check()
        var examples = Examples(maker: self)
        let exercises = try await exercises(&examples)
        return Result(exercises: exercises, notices: examples.notices)
    }

    func check() throws(ServiceError) {
        if list.entries.isEmpty {
            throw ServiceError(.invalidRequest, "no card contains a word", remedy: "add words to learn")
        }
        if plan.kinds.isEmpty {
            throw ServiceError(.invalidRequest, "no exercise kinds given", remedy: "specify at least one")
        }
    }

    /// The number of exercises to create.
    private var count: Int { max(0, plan.count ?? min(ExercisePlan.defaultMaximum, 2 * list.entries.count)) }

    func exercises(_ examples: inout Examples) async throws -> [Exercise] {
        var random = SplitMix64(seed: plan.seed)
        let distractors = Distractors(list: list, pool: pool)
        var exercises: [Exercise] = []
        var known: Set<Exercise> = []
        var turn = 0
        var idle = 0
        var order: [Int] = []
        // Stop after a full round of cards that yields no new exercise.
        while exercises.count < count, idle <= list.entries.count {
            try ServiceError.checkCancellation()
            if order.isEmpty {
                order = Array(list.entries.indices)
                random.shuffle(&order)
            }
            let position = order.removeLast()
            var made: Exercise?
            for step in plan.kinds.indices where made == nil {
                let kind = plan.kinds[(turn + step) % plan.kinds.count]
                let exercise = try await exercise(kind, position, order, distractors, &examples, &random)
                if let exercise, known.insert(Self.identity(of: exercise)).inserted { made = exercise }
            }
            turn += 1
            idle += 1
            if let made {
                exercises.append(made)
                idle = 0
            }
        }
        return exercises
    }

    /// The exercise in a fixed order: exercises with equal identities ask the same question.
    private static func identity(of exercise: Exercise) -> Exercise {
        switch exercise {
        case .choice(var choice):
            choice.choices = [MultipleChoice.Choice(text: choice.right, other: "")]
            choice.answer = 0
            return .choice(choice)
        case .order(var order):
            order.words = []
            return .order(order)
        case .match(var match):
            match.words.sort()
            match.meanings.sort()
            match.answer = []
            return .match(match)
        case .cloze: return exercise
        }
    }

    private func exercise(
        _ kind: ExerciseKind,
        _ position: Int,
        _ others: [Int],
        _ distractors: Distractors,
        _ examples: inout Examples,
        _ random: inout SplitMix64
    ) async throws -> Exercise? {
        let entry = list.entries[position]
        switch kind {
        case .choice:
            if let written = examples.written, let own = written.choice(of: position),
                let choice = MultipleChoice(own, by: written.provider, for: entry, distractors, &random)
            {
                return .choice(choice)
            }
            let first: QuizDirection = random.next(below: 2) == 0 ? .meaning : .word
            return
                (MultipleChoice(entry, first, distractors, &random)
                ?? MultipleChoice(entry, first == .meaning ? .word : .meaning, distractors, &random))
                .map { .choice($0) }
        case .match:
            var more = others.map { list.entries[$0] }
            if more.count < MatchingPairs.sizes.upperBound {
                var rest = list.entries.indices.filter { $0 != position && !others.contains($0) }
                random.shuffle(&rest)
                more += rest.map { list.entries[$0] }
            }
            return MatchingPairs(Array(([entry] + more.reversed()).prefix(40)), count: Self.pairs, &random)
                .map { .match($0) }
        case .cloze:
            for sentence in try await examples.sentences(of: position) {
                if let cloze = ClozeExercise(sentence, for: entry.card, language: plan.language) {
                    return .cloze(cloze)
                }
            }
            return nil
        case .order:
            // Try the last sentence first, because the cloze exercise prefers the first one.
            for sentence in try await examples.sentences(of: position).reversed() {
                if let order = Ordering(sentence, language: plan.language, &random) { return .order(order) }
            }
            return nil
        }
    }

    /// The number of pairs per exercise, if enough cards are compatible.
    private static let pairs = 5
}

extension ExerciseMaker {
    /// Fetches the sentences for each card once.
    struct Examples {
        let maker: ExerciseMaker
        /// The lesson written for the cards, if any.
        var written: CheckedLesson?
        private(set) var known: [Int: [ExampleSentence]] = [:]
        private(set) var notices: [String] = []
        private(set) var isBroken = false

        /// The number of sentences requested: one to display, the others for exercises.
        private static let count = 3

        /// The sentences for a card; may be empty.
        ///
        /// - Throws: `ServiceError.Code.cancelled` only.
        mutating func sentences(of position: Int) async throws -> [ExampleSentence] {
            if let known = known[position] { return known }
            let card = maker.list.entries[position].card
            var sentences = [card.example].compactMap { $0 }
            let own = written?.sentences(of: position) ?? []
            sentences += own.filter { $0.text != card.example?.text }
            if own.isEmpty, let provider = maker.sentences, !isBroken {
                do {
                    let response = try await provider.sentences(for: request(for: card))
                    for notice in response.report.notices { note(notice) }
                    let new = response.sentences.filter { $0.text != card.example?.text }
                    // A sentence that merely mentions the word is less informative than one that uses it.
                    sentences += new.filter { !Self.isMention($0) } + new.filter(Self.isMention)
                } catch {
                    try pass(ServiceError(error), of: card)
                }
            }
            known[position] = sentences
            return sentences
        }

        /// Whether the word occurs in quotation marks.
        private static func isMention(_ sentence: ExampleSentence) -> Bool {
            let parts = sentence.parts
            guard let position = parts.firstIndex(where: \.isWord), position > 0 else { return false }
            return parts[position - 1].text.last.map { "\"“„«‘'".contains($0) } ?? false
        }

        private func request(for card: StudyCard) -> SentenceRequest {
            SentenceRequest(
                word: card.word,
                language: maker.plan.language,
                partOfSpeech: card.partOfSpeech,
                sense: card.sense ?? card.meanings.first,
                level: maker.plan.level,
                count: Self.count,
                seed: maker.plan.seed,
                targetLanguage: maker.plan.meaningLanguage,
                // A gap in a sentence that suits any word has no answer.
                worstQuality: .template
            )
        }

        private mutating func pass(_ error: ServiceError, of card: StudyCard) throws {
            switch error.code {
            case .cancelled: throw error
            case .notFound: note("no sentence found for '\(card.word.prefix(40))'")
            case .invalidRequest, .limitExceeded, .protocolViolation:
                note("cannot get a sentence for '\(card.word.prefix(40))': \(error.message)")
            default:
                // Do not request more sentences: other errors affect every word.
                isBroken = true
                note("cannot get sentences: \(error.description)")
            }
        }

        private mutating func note(_ text: String) {
            if !notices.contains(text) { notices.append(text) }
        }
    }
}

/// A plan for creating exercises.
public struct ExercisePlan: Sendable, Hashable, Codable {
    /// The language of the words.
    public var language: LanguageTag?

    /// The language of the meanings.
    public var meaningLanguage: LanguageTag?

    /// The kinds of exercise, which are used in turn, in this order.
    public var kinds: [ExerciseKind]

    /// The maximum number of exercises; `nil` for two per card, up to ``defaultMaximum``.
    public var count: Int?

    /// The learner's level, which is also the maximum level of the sentences.
    public var level: LearnerLevel?

    /// The seed for the random choices: the same cards, plan, sentences and seed produce the same exercises.
    public var seed: UInt64

    /// Creates a plan.
    public init(
        language: LanguageTag? = nil,
        meaningLanguage: LanguageTag? = nil,
        kinds: [ExerciseKind] = ExerciseKind.allCases,
        count: Int? = nil,
        level: LearnerLevel? = nil,
        seed: UInt64 = 0
    ) {
        self.language = language
        self.meaningLanguage = meaningLanguage
        self.kinds = kinds
        self.count = count
        self.level = level
        self.seed = seed
    }

    /// The maximum number of exercises if the plan does not specify one.
    public static let defaultMaximum = 30

    /// The maximum number of cards used; any others are ignored.
    public static let maximumCards = 1000
}
