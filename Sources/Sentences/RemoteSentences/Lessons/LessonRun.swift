import JSON
import LanguageServices
import RemoteService

/// The requests of one lesson: some words at a time, and once more what was not good enough.
struct LessonRun: Sendable {
    private let request: LessonRequest
    private let language: LanguageTag
    private let session: ModelSession
    private let provider: ProviderID
    private let clock: ServiceClock

    /// How many words are asked for in one request.
    static let wordsAtOnce = 8

    init(
        _ request: LessonRequest,
        language: LanguageTag,
        session: ModelSession,
        provider: ProviderID,
        clock: ServiceClock
    ) {
        self.request = request
        self.language = language
        self.session = session
        self.provider = provider
        self.clock = clock
    }

    /// Writes the lesson.
    ///
    /// - Throws: Why there is none. What was written before a failure is given, and the report tells of the failure.
    func lesson() async throws(ServiceError) -> WrittenLesson {
        let start = clock.now
        let words = LessonOrder.words(of: request)
        guard !words.isEmpty else {
            throw ServiceError(
                .notFound,
                "the words hold nothing but control tokens and characters that cannot be seen",
                remedy: "correct the words"
            )
        }
        var draft = LessonDraft(request, provider: provider)
        var failure: ServiceError?
        let batches = stride(from: 0, to: words.count, by: Self.wordsAtOnce).map {
            Array(words[$0..<min($0 + Self.wordsAtOnce, words.count)])
        }
        for (number, batch) in batches.enumerated() {
            let order = LessonOrder(
                language: language,
                meaningLanguage: request.meaningLanguage ?? language,
                level: request.level,
                sentencesPerWord: request.sentencesPerWord,
                wantsChoices: request.wantsChoices,
                words: batch,
                wantsIntroduction: number == 0,
                questions: 0
            )
            // The questions are about words of all batches.
            let questions = request.questions * (number + 1) / batches.count
            do throws(ServiceError) {
                try await write(order, questions: questions, &draft)
            } catch {
                if error.code == .cancelled { throw error }
                failure = error
                break
            }
        }
        return try finished(draft, failure, in: clock.now - start)
    }

    /// Asks for a batch, and once more for what is missing of it.
    private func write(_ order: LessonOrder, questions: Int, _ draft: inout LessonDraft) async throws(ServiceError) {
        for _ in 0..<2 {
            guard let rest = draft.missing(of: order, questions: questions) else { return }
            if Task.isCancelled { throw ServiceError(.cancelled, "the lesson was cancelled") }
            let told = session.lessonPrompt.text(rest)
            let message = try await session.message(asking(rest, told), room: 8000 + 6000 * rest.words.count)
            if message.isGuessed { draft.hasGuessedTokens = true }
            if let words = message.refusal {
                throw session.dialect.service.error(
                    .notFound,
                    "declines to write the lesson",
                    words: words,
                    remedy: "ask another provider"
                )
            }
            draft.take(OfferedLesson(message.text), for: rest, told: told, questions: questions)
            // What was cut off is so for every batch of this size.
            if draft.isEmpty, message.end == .length { throw tooLong }
        }
        // A model that has given nothing good for a whole batch will hardly do better with the next.
        if draft.isEmpty { throw nothingGood(draft) }
    }

    private func asking(_ order: LessonOrder, _ told: String) -> ModelAsking {
        let schema = LessonSchema.value(for: order)
        let usual = 1000 + 600 * order.words.count + 100 * order.questions
        return ModelAsking(
            model: session.settings.model,
            answerName: "lesson",
            system: told,
            user: JSONWriter.string(order.message),
            schema: schema,
            plainSchema: schema,
            seed: Int(truncatingIfNeeded: request.seed & 0x7FFF_FFFF),
            temperature: session.settings.temperature ?? 0.7,
            maxTokens: session.settings.maxTokens ?? usual,
            likelyTokens: 100 + 250 * order.words.count + 40 * order.questions
        )
    }

    private func finished(
        _ draft: LessonDraft,
        _ failure: ServiceError?,
        in duration: Duration
    ) throws(ServiceError) -> WrittenLesson {
        if draft.isEmpty { throw failure ?? nothingGood(draft) }
        var notices: [String] = []
        if !isWhole(draft) {
            let reason = failure?.message ?? draft.lastReason.map { "of the model, \($0)" } ?? "the model left some out"
            notices.append("not every part of the lesson was written: \(reason)")
        }
        if draft.hasGuessedTokens { notices.append(TokenCount.notice) }
        var report = ServiceReport.answered(by: provider, in: duration, notices: notices)
        if let failure, let last = report.attempts.indices.last {
            report.attempts[last].outcome = .partlyAnswered
            report.attempts[last].code = failure.code
            report.attempts[last].message = failure.message
        }
        return WrittenLesson(
            introduction: draft.introduction,
            words: draft.words,
            questions: draft.questions,
            report: report
        )
    }

    private func isWhole(_ draft: LessonDraft) -> Bool {
        draft.introduction != nil && draft.questions.count == request.questions
            && draft.words.allSatisfy {
                $0.explanation != nil && $0.sentences.count == request.sentencesPerWord
                    && ($0.choice != nil || !request.wantsChoices)
            }
    }

    private var tooLong: ServiceError {
        session.dialect.service.error(
            .limitExceeded,
            "has no room for the whole answer",
            remedy: "set 'maxTokens' of the provider higher, or make the lesson of fewer words"
        )
    }

    private func nothingGood(_ draft: LessonDraft) -> ServiceError {
        session.dialect.service.error(
            .notFound,
            "gives no part of a lesson that passes: \(draft.lastReason ?? "the answer is empty")",
            remedy: "ask another provider, or take another model"
        )
    }
}
