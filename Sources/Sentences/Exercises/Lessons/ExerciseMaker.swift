import Language
public import LanguageServices
import SentenceChecks

/// Makes exercises of cards.
///
/// Sentences come from the cards, or from a provider for those that have none; without either there are only exercises
/// without sentences. Wrong answers come from the cards, and from a pool of words where these are too few.
public struct ExerciseMaker: Sendable {
    /// What is wanted.
    public let plan: ExercisePlan

    let list: CardList
    private let pool: (any WordPool)?
    let sentences: (any SentenceProvider)?

    /// Creates a maker.
    ///
    /// - Parameters:
    ///   - cards: What is learned. Cards without a word are left out, and the same card is used once.
    ///   - plan: What is wanted.
    ///   - pool: Words among which wrong answers are found, and what is known of the words of the cards.
    ///   - sentences: Who gives sentences for cards without an example.
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

    /// A card with what a pool knows of its word, where it says nothing else itself.
    private static func completed(_ card: StudyCard, by pool: (any WordPool)?) -> StudyCard {
        guard let pool, card.partOfSpeech == nil || card.level == nil else { return card }
        let found = pool.cards(for: card.word).filter { other in
            card.partOfSpeech == nil || other.partOfSpeech == card.partOfSpeech
        }
        // A word that can be several parts of speech says nothing.
        let kinds = Set(found.compactMap(\.partOfSpeech))
        var card = card
        if kinds.count == 1 { card.partOfSpeech = card.partOfSpeech ?? kinds.first }
        card.level = card.level ?? found.compactMap(\.level).min()
        return card
    }

    /// Exercises, and what the learner should know of how they came about.
    public struct Result: Sendable, Hashable {
        /// The exercises.
        public var exercises: [Exercise]

        /// Why there are no others: words without sentences, providers that failed.
        public var notices: [String]
    }

    /// Makes the exercises.
    ///
    /// The cards take turns in an order of chance, and so do the kinds; a card of which an exercise of a kind cannot be
    /// made gets one of the next kind. No exercise comes twice.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when there is no card, or no kind; `ServiceError.Code.cancelled`.
    public func exercises() async throws -> Result {
        try check()
        var examples = Examples(maker: self)
        let exercises = try await exercises(&examples)
        return Result(exercises: exercises, notices: examples.notices)
    }

    func check() throws(ServiceError) {
        if list.entries.isEmpty {
            throw ServiceError(.invalidRequest, "there is no card with a word", remedy: "give words to learn")
        }
        if plan.kinds.isEmpty {
            throw ServiceError(.invalidRequest, "no kind of exercise is wanted", remedy: "name one at least")
        }
    }

    /// How many exercises are wanted.
    private var count: Int { max(0, plan.count ?? min(ExercisePlan.defaultMaximum, 2 * list.entries.count)) }

    func exercises(_ examples: inout Examples) async throws -> [Exercise] {
        var random = SplitMix64(seed: plan.seed)
        let distractors = Distractors(list: list, pool: pool)
        var exercises: [Exercise] = []
        var known: Set<Exercise> = []
        var turn = 0
        var idle = 0
        var order: [Int] = []
        // A whole round of cards in which nothing is new is the last.
        while exercises.count < count, idle <= list.entries.count {
            try ServiceError.checkCancellation()
            if order.isEmpty {
                order = Array(list.entries.indices)
                random.shuffle(&order)
            }
            let place = order.removeLast()
            var made: Exercise?
            for step in plan.kinds.indices where made == nil {
                let kind = plan.kinds[(turn + step) % plan.kinds.count]
                let exercise = try await exercise(kind, place, order, distractors, &examples, &random)
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

    /// An exercise without what chance has made of it: two that are equal in it ask the same.
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
        _ place: Int,
        _ others: [Int],
        _ distractors: Distractors,
        _ examples: inout Examples,
        _ random: inout SplitMix64
    ) async throws -> Exercise? {
        let entry = list.entries[place]
        switch kind {
        case .choice:
            if let written = examples.written, let own = written.choice(of: place),
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
                var rest = list.entries.indices.filter { $0 != place && !others.contains($0) }
                random.shuffle(&rest)
                more += rest.map { list.entries[$0] }
            }
            return MatchingPairs(Array(([entry] + more.reversed()).prefix(40)), count: Self.pairs, &random)
                .map { .match($0) }
        case .cloze:
            for sentence in try await examples.sentences(of: place) {
                if let cloze = ClozeExercise(sentence, for: entry.card, language: plan.language) {
                    return .cloze(cloze)
                }
            }
            return nil
        case .order:
            // The last, so that it is seldom the sentence of the gap.
            for sentence in try await examples.sentences(of: place).reversed() {
                if let order = Ordering(sentence, language: plan.language, &random) { return .order(order) }
            }
            return nil
        }
    }

    /// How many pairs an exercise has, if there are as many.
    private static let pairs = 5
}

extension ExerciseMaker {
    /// Asks for the sentences of cards, each once.
    struct Examples {
        let maker: ExerciseMaker
        /// What somebody has written for the cards.
        var written: CheckedLesson?
        private(set) var known: [Int: [ExampleSentence]] = [:]
        private(set) var notices: [String] = []
        private(set) var isBroken = false

        /// How many sentences are asked for: one to be shown, others for exercises.
        private static let count = 3

        /// The sentences of a card; none when there are none.
        ///
        /// - Throws: `ServiceError.Code.cancelled` only.
        mutating func sentences(of place: Int) async throws -> [ExampleSentence] {
            if let known = known[place] { return known }
            let card = maker.list.entries[place].card
            var sentences = [card.example].compactMap { $0 }
            let own = written?.sentences(of: place) ?? []
            sentences += own.filter { $0.text != card.example?.text }
            if own.isEmpty, let provider = maker.sentences, !isBroken {
                do {
                    let response = try await provider.sentences(for: request(for: card))
                    for notice in response.report.notices { note(notice) }
                    let new = response.sentences.filter { $0.text != card.example?.text }
                    // A sentence that speaks of the word tells less of it than one that uses it.
                    sentences += new.filter { !Self.isMention($0) } + new.filter(Self.isMention)
                } catch {
                    try pass(ServiceError(error), of: card)
                }
            }
            known[place] = sentences
            return sentences
        }

        /// Whether the word stands in quotation marks.
        private static func isMention(_ sentence: ExampleSentence) -> Bool {
            let parts = sentence.parts
            guard let place = parts.firstIndex(where: \.isWord), place > 0 else { return false }
            return parts[place - 1].text.last.map { "\"“„«‘'".contains($0) } ?? false
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
                targetLanguage: maker.plan.meaningLanguage
            )
        }

        private mutating func pass(_ error: ServiceError, of card: StudyCard) throws {
            switch error.code {
            case .cancelled: throw error
            case .notFound: note("there is no sentence for '\(card.word.prefix(40))'")
            case .invalidRequest, .limitExceeded, .protocolViolation:
                note("no sentence for '\(card.word.prefix(40))': \(error.message)")
            default:
                // What is wrong with the provider is so for every word.
                isBroken = true
                note("there are no sentences: \(error.description)")
            }
        }

        private mutating func note(_ text: String) {
            if !notices.contains(text) { notices.append(text) }
        }
    }
}

/// What exercises are wanted.
public struct ExercisePlan: Sendable, Hashable, Codable {
    /// The language of the words.
    public var language: LanguageTag?

    /// The language of the meanings.
    public var meaningLanguage: LanguageTag?

    /// The kinds of exercise, in the order in which they take turns.
    public var kinds: [ExerciseKind]

    /// How many exercises there are at most; `nil` is two for each card, and not more than ``defaultMaximum``.
    public var count: Int?

    /// How well the learner knows the language; no sentence is harder.
    public var level: LearnerLevel?

    /// What chance depends on: the same cards, plan and sentences with the same seed give the same exercises.
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

    /// How many exercises there are at most when the plan does not say.
    public static let defaultMaximum = 30

    /// How many cards are worked with; what is beyond is left out.
    public static let maximumCards = 1000
}
