import JSON
import LanguageServices
import RemoteService
import SentenceChecks

/// The requests for one lesson: one for each batch of words, plus one retry for parts that failed their checks.
struct LessonRun: Sendable {
    let request: LessonRequest
    let language: LanguageTag
    let session: ModelSession
    let provider: ProviderID
    let clock: ServiceClock

    /// The number of words per request.
    static let wordsPerRequest = 8

    /// Writes the lesson.
    ///
    /// - Throws: An error if nothing was written. If a later request fails, the lesson contains the parts written so
    ///   far and reports the failure.
    func lesson() async throws(ServiceError) -> WrittenLesson {
        let start = clock.now
        let words = LessonPromptInput.words(of: request)
        guard !words.isEmpty else {
            throw ServiceError(
                .notFound,
                "the words contain only control tokens and invisible characters",
                remedy: "correct the words"
            )
        }
        var draft = LessonDraft(request, provider: provider)
        var failure: ServiceError?
        let batches = stride(from: 0, to: words.count, by: Self.wordsPerRequest).map {
            Array(words[$0..<min($0 + Self.wordsPerRequest, words.count)])
        }
        for (number, batch) in batches.enumerated() {
            let order = LessonPromptInput(
                request: request,
                language: language,
                words: batch,
                wantsIntroduction: number == 0,
                questions: 0
            )
            // Distribute the questions over all batches.
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

    /// Requests a batch, and retries once if parts are missing.
    private func write(_ order: LessonPromptInput, questions: Int, _ draft: inout LessonDraft)
        async throws(ServiceError)
    {
        for _ in 0..<2 {
            guard let rest = draft.missing(of: order, questions: questions) else { return }
            try ServiceError.checkCancellation(of: "the lesson")
            let told = session.lessonPrompt.text(rest)
            let message = try await session.message(asking(rest, told), room: 8000 + 6000 * rest.words.count)
            if message.isGuessed { draft.hasGuessedTokens = true }
            if let words = message.refusal {
                throw session.dialect.service.error(
                    .notFound,
                    "declines to write the lesson",
                    words: words,
                    remedy: "use another provider"
                )
            }
            draft.take(OfferedLesson(message.text), for: rest, told: told, questions: questions)
            // If one batch was truncated, every batch of this size will be.
            if draft.isEmpty, message.end == .length { throw tooLong }
        }
        // Give up: a model that produced no usable part for a whole batch is unlikely to do better with the next one.
        if draft.isEmpty { throw nothingGood(draft) }
    }

    private func asking(_ order: LessonPromptInput, _ told: String) -> ModelRequest {
        let schema = LessonSchema.value(for: order)
        let usual = 1000 + 600 * order.words.count + 100 * order.questions
        return ModelRequest(
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
            let reason =
                failure?.message ?? draft.lastReason.map { "in the model's response, \($0)" }
                ?? "the model omitted some parts"
            notices.append("the lesson is incomplete: \(reason)")
        }
        if draft.hasGuessedTokens { notices.append(TokenCount.notice) }
        var report = ServiceReport.answered(by: provider, in: duration, notices: notices)
        if let failure { report.note(.partlyAnswered, failure) }
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
            "ran out of tokens before the answer was complete",
            remedy: "raise the provider's 'maxTokens', or use fewer words per lesson"
        )
    }

    private func nothingGood(_ draft: LessonDraft) -> ServiceError {
        session.dialect.service.error(
            .notFound,
            "wrote no usable part of a lesson: \(draft.lastReason ?? "the answer is empty")",
            remedy: "use another provider or another model"
        )
    }
}

/// The parts of a lesson accepted so far, and the reasons why the others were rejected.
struct LessonDraft: Sendable {
    private(set) var introduction: String?
    private(set) var words: [WrittenLesson.Word]
    private(set) var questions: [WrittenLesson.Question] = []

    /// The rejected parts of the last response.
    private(set) var rejected: [LessonPromptInput.Rejected] = []

    /// The reason why the last rejected part failed.
    private(set) var lastReason: String?

    /// Whether the token count of a response is an estimate.
    var hasGuessedTokens = false

    private let provider: ProviderID
    private var known: Set<String> = []

    init(_ request: LessonRequest, provider: ProviderID) {
        self.provider = provider
        words = request.words.map { _ in WrittenLesson.Word() }
    }

    /// Whether no part has been accepted.
    var isEmpty: Bool {
        introduction == nil && questions.isEmpty && words.allSatisfy { $0 == WrittenLesson.Word() }
    }

    /// A request for the parts that are still missing; `nil` if nothing is missing.
    func missing(of order: LessonPromptInput, questions wanted: Int) -> LessonPromptInput? {
        var rest = order
        rest.words = order.words.filter { entry in
            let word = words[entry.position]
            return word.explanation == nil || word.sentences.count < order.request.sentencesPerWord
                || order.request.wantsChoices && word.choice == nil
        }
        rest.wantsIntroduction = order.wantsIntroduction && introduction == nil
        rest.questions = max(0, wanted - questions.count)
        rest.rejected = Array(rejected.prefix(Self.maximumSent))
        return rest.words.isEmpty && !rest.wantsIntroduction && rest.questions == 0 ? nil : rest
    }

    /// The maximum number of rejected parts sent back to the model.
    private static let maximumSent = 10

    /// Takes the acceptable parts of a response.
    ///
    /// - Parameters:
    ///   - offer: The response; `nil` if it could not be read.
    ///   - order: The request.
    ///   - told: The text sent to the model.
    ///   - wanted: The total number of questions requested.
    mutating func take(_ offer: OfferedLesson?, for order: LessonPromptInput, told: String, questions wanted: Int) {
        rejected = []
        guard let offer else {
            reject("the answer", "", "is not a JSON object with the parts of a lesson")
            return
        }
        let lines = told.split(separator: "\n").map(String.init)
        let inspection = LessonInspection(
            order.words.map(\.word),
            language: order.language,
            meaningLanguage: order.meaningLanguage,
            told: lines
        )
        if order.wantsIntroduction, introduction == nil, let text = offer.introduction,
            accept("the introduction", text, inspection.fault(ofIntroduction: text))
        {
            introduction = text
        }
        for word in offer.words where order.words.indices.contains(word.number - 1) {
            take(word, for: order, at: word.number - 1, inspection, lines)
        }
        for question in offer.questions where questions.count < wanted {
            let key = SentenceKey.of(question.text)
            let fault = inspection.fault(of: question) ?? (known.contains(key) ? .duplicate : nil)
            guard accept("a question", question.text, fault) else { continue }
            known.insert(key)
            questions.append(question)
        }
    }

    private mutating func take(
        _ offer: OfferedLesson.Word,
        for order: LessonPromptInput,
        at number: Int,
        _ inspection: LessonInspection,
        _ told: [String]
    ) {
        let entry = order.words[number]
        let position = entry.position
        let name = "of word \(number + 1)"
        if words[position].explanation == nil, let text = offer.explanation,
            accept("the explanation \(name)", text, inspection.fault(ofExplanation: text))
        {
            words[position].explanation = text
        }
        if words[position].choice == nil, order.request.wantsChoices, let choice = offer.choice {
            do throws(SentenceFault) {
                let question = try choice.question()
                if let fault = inspection.fault(of: question, at: number) { throw fault }
                words[position].choice = question
            } catch {
                reject("the choice \(name)", choice.answer, error.reason)
            }
        }
        guard words[position].sentences.count < order.request.sentencesPerWord,
            let sentenceOrder = try? SentencePromptInput(request(for: entry, order), language: order.language)
        else { return }
        var sentences = OfferInspection(sentenceOrder, told: told.joined(separator: "\n"), provider: provider)
        for sentence in offer.sentences where words[position].sentences.count < order.request.sentencesPerWord {
            do throws(SentenceFault) {
                words[position].sentences.append(try sentences.accept(sentence))
            } catch {
                reject("a sentence \(name)", sentence.text, error.reason)
            }
        }
    }

    /// The request against which the sentences for a word are checked.
    private func request(for entry: LessonPromptInput.Word, _ order: LessonPromptInput) -> SentenceRequest {
        SentenceRequest(
            word: entry.word.text,
            language: order.language,
            partOfSpeech: entry.word.partOfSpeech,
            level: order.request.level,
            seed: order.request.seed,
            targetLanguage: order.target,
            avoiding: words[entry.position].sentences.map(\.text)
        )
    }

    private mutating func accept(_ part: String, _ text: String, _ fault: SentenceFault?) -> Bool {
        if let fault { reject(part, text, fault.reason) }
        return fault == nil
    }

    private mutating func reject(_ part: String, _ text: String, _ reason: String) {
        rejected.append(LessonPromptInput.Rejected(part: part, text: text, reason: "It \(reason)."))
        lastReason = "\(part) \(reason)"
    }
}
