import Language
public import LanguageServices
import SentenceChecks

/// Creates a lesson from cards.
///
/// The lesson consists of the cards, sentences from a provider, and texts generated from templates. If a provider can
/// write lessons, its parts replace these, provided that they pass their checks. The lesson records the origin of each
/// part.
public struct LessonMaker: Sendable {
    private let maker: ExerciseMaker
    private let title: String?
    private let writer: (any SentenceProvider)?

    /// Creates a maker.
    ///
    /// - Parameters:
    ///   - maker: Creates the exercises from the same cards.
    ///   - title: The title of the lesson; `nil` to derive one from its words.
    ///   - writer: The provider that writes the texts. A provider that cannot write lessons does not cause an error.
    public init(_ maker: ExerciseMaker, title: String? = nil, writer: (any SentenceProvider)? = nil) {
        self.maker = maker
        self.title = title
        self.writer = writer
    }

    /// Creates the lesson.
    ///
    /// - Throws: The errors thrown by ``ExerciseMaker/exercises()``.
    public func lesson() async throws -> Lesson {
        try maker.check()
        let plan = maker.plan
        let entries = maker.list.entries
        let (written, notices) = try await written()
        var examples = ExerciseMaker.Examples(maker: maker, written: written)
        var items: [Lesson.Item] = []
        for position in entries.indices {
            try ServiceError.checkCancellation(of: "the lesson")
            var card = entries[position].card
            card.example = try await examples.sentences(of: position).first
            let details = written?.details(of: position)
            items.append(
                Lesson.Item(
                    card: card,
                    explanation: Self.explanation(of: card),
                    details: details,
                    writtenBy: details == nil ? nil : written?.provider
                )
            )
        }
        let exercises = try await maker.exercises(&examples)
        var lesson = Lesson(
            title: title ?? Self.title(of: entries.map(\.card.word)),
            language: plan.language,
            meaningLanguage: plan.meaningLanguage,
            level: plan.level ?? Self.level(of: entries.map(\.card)),
            introduction: written?.introduction ?? Self.introduction(items, exercises),
            introducedBy: written?.introduction == nil ? nil : written?.provider,
            items: items,
            exercises: exercises,
            practice: practice(items, written),
            seconds: 0,
            notices: notices + examples.notices
        )
        lesson.writing = written.map { Self.writing(of: lesson, by: $0.provider) }
        lesson.seconds = LessonDuration.seconds(of: lesson)
        return lesson
    }

    // MARK: Writing

    /// The parts that a provider wrote, and notices for the learner; `nil` if no provider writes lessons.
    ///
    /// - Throws: `ServiceError.Code.cancelled` only.
    private func written() async throws -> (CheckedLesson?, [String]) {
        guard let writer else { return (nil, []) }
        let plan = maker.plan
        let request = LessonRequest(
            words: maker.list.entries.map { LessonRequest.Word($0.card) },
            language: plan.language,
            meaningLanguage: plan.meaningLanguage,
            level: plan.level,
            wantsChoices: plan.kinds.contains(.choice),
            questions: min(Self.questions, maker.list.entries.count),
            seed: plan.seed
        )
        do {
            let lesson = try await writer.lesson(for: request)
            let provider = lesson.report.answeredBy ?? writer.descriptor.id
            return (CheckedLesson(lesson, by: provider, for: maker.list), lesson.report.notices)
        } catch {
            let error = ServiceError(error)
            switch error.code {
            case .cancelled: throw error
            case .unsupported: return (nil, [])
            default: return (nil, ["the lesson was created from the cards only: \(error.description)"])
            }
        }
    }

    /// How many parts of a lesson the provider wrote, and how many were generated.
    private static func writing(of lesson: Lesson, by provider: ProviderID) -> Lesson.Writing {
        var parts = [lesson.introducedBy] + lesson.items.map(\.writtenBy) + lesson.practice.map(\.writtenBy)
        for case .choice(let choice) in lesson.exercises { parts.append(choice.writtenBy) }
        let written = parts.count { $0 != nil }
        return Lesson.Writing(provider: provider, written: written, made: parts.count - written)
    }

    // MARK: Texts

    private static func title(of words: [String]) -> String {
        let shown = words.prefix(3).map { $0.count > 40 ? $0.prefix(40) + "…" : $0 }
        let more = words.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func explanation(of card: StudyCard) -> String {
        let remarks = [card.partOfSpeech?.rawValue, card.level?.rawValue, card.sense].compactMap { $0 }
        let head = card.word + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))")
        return card.meanings.isEmpty ? head : "\(head): \(card.meanings.prefix(meanings).joined(separator: "; "))"
    }

    /// The maximum number of meanings displayed per word.
    private static let meanings = 3

    private static func introduction(_ items: [Lesson.Item], _ exercises: [Exercise]) -> String {
        let examples = items.count { $0.card.example != nil }
        var text = "This lesson has \(count(items.count, "word"))"
        if examples > 0 { text += ", \(examples == items.count ? "each" : "\(examples)") with an example" }
        text += ". Read them, cover the meanings, and say them from memory."
        if !exercises.isEmpty { text += " Then do the \(count(exercises.count, "exercise"))." }
        return text
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    /// The most frequent level among the words; the highest one in a tie.
    private static func level(of cards: [StudyCard]) -> LearnerLevel? {
        var counts: [LearnerLevel: Int] = [:]
        for level in cards.compactMap(\.level) { counts[level, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
    }

    /// The maximum number of practice questions. The kinds of question are used in turn.
    private static let questions = 6

    /// The written questions, supplemented by generated ones up to the maximum.
    private func practice(_ items: [Lesson.Item], _ written: CheckedLesson?) -> [PracticeQuestion] {
        let own = (written?.questions ?? []).prefix(Self.questions).map {
            PracticeQuestion(question: $0.text, answers: $0.answers, writtenBy: written?.provider)
        }
        return own + practice(items).prefix(max(0, min(Self.questions, items.count) - own.count))
    }

    private func practice(_ items: [Lesson.Item]) -> [PracticeQuestion] {
        var random = SplitMix64(seed: maker.plan.seed ^ 0x5EED)
        var order = Array(items.indices)
        random.shuffle(&order)
        return order.prefix(Self.questions).enumerated().map { number, position in
            let entry = maker.list.entries[position]
            let word = entry.card.word
            switch number % 3 {
            case 0 where !entry.meaning.isEmpty:
                return PracticeQuestion(question: "What does '\(word)' mean?", answers: answers(to: entry, .meaning))
            case 1 where !entry.meaning.isEmpty:
                return PracticeQuestion(
                    question: "How do you say '\(entry.card.meaning)'?",
                    answers: answers(to: entry, .word)
                )
            default: return PracticeQuestion(question: "Write a sentence of your own with '\(word)'.")
            }
        }
    }

    /// The correct answers on all cards with the same question.
    private func answers(to entry: CardList.Entry, _ direction: QuizDirection) -> [String] {
        var answers: [String] = direction == .meaning ? entry.card.meanings : [entry.card.word]
        for position in maker.list.positions(sharing: entry.question(direction), direction) {
            let card = maker.list.entries[position].card
            for text in direction == .meaning ? card.meanings : [card.word] where !answers.contains(text) {
                answers.append(text)
            }
        }
        return answers
    }
}

/// The parts that a provider wrote for a lesson. They are checked again, because no provider is trusted to avoid
/// misleading content.
struct CheckedLesson: Sendable {
    /// The provider that wrote the lesson.
    let provider: ProviderID

    /// The introduction.
    private(set) var introduction: String?

    /// The questions to practise.
    private(set) var questions: [WrittenLesson.Question] = []

    private var words: [WrittenLesson.Word]

    init(_ lesson: WrittenLesson, by provider: ProviderID, for list: CardList) {
        self.provider = provider
        words = list.entries.indices.map { lesson.words.indices.contains($0) ? lesson.words[$0] : WrittenLesson.Word() }
        guard let language = list.language else {
            words = words.map { _ in WrittenLesson.Word() }
            return
        }
        let inspection = LessonInspection(
            list.entries.map { LessonRequest.Word($0.card) },
            language: language,
            meaningLanguage: list.meaningLanguage ?? language
        )
        introduction = lesson.introduction.flatMap { inspection.fault(ofIntroduction: $0) == nil ? $0 : nil }
        var known: Set<String> = []
        questions = lesson.questions.filter { question in
            known.insert(SentenceKey.of(question.text)).inserted && inspection.fault(of: question) == nil
        }
        for position in words.indices {
            if let text = words[position].explanation, inspection.fault(ofExplanation: text) != nil {
                words[position].explanation = nil
            }
            if let choice = words[position].choice, inspection.fault(of: choice, at: position) != nil {
                words[position].choice = nil
            }
            let card = list.entries[position].card
            let sentences = SentenceInspection(word: card.word, language: language, partOfSpeech: card.partOfSpeech)
            words[position].sentences.removeAll { sentence in
                do throws(SentenceFault) {
                    _ = try sentences.inspect(sentence.text)
                    return false
                } catch {
                    // If the form cannot be verified, accept the position that the provider reports.
                    return error.check != .word || sentence.wordRanges.isEmpty
                }
            }
        }
    }

    /// The explanation written for a word.
    func details(of position: Int) -> String? { words.indices.contains(position) ? words[position].explanation : nil }

    /// The sentences written for a word.
    func sentences(of position: Int) -> [ExampleSentence] {
        words.indices.contains(position) ? words[position].sentences : []
    }

    /// The question written for a word.
    func choice(of position: Int) -> WrittenLesson.Choice? {
        words.indices.contains(position) ? words[position].choice : nil
    }
}

extension LessonRequest.Word {
    /// A card in the form passed to lesson-writing providers.
    init(_ card: StudyCard) {
        self.init(
            card.word,
            meanings: card.meanings,
            partOfSpeech: card.partOfSpeech,
            sense: card.sense,
            level: card.level
        )
    }
}
