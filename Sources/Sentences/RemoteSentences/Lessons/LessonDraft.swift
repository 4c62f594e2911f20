import LanguageServices
import SentenceChecks

/// The parts of a lesson that are good enough so far, and what kept others from it.
struct LessonDraft: Sendable {
    private(set) var introduction: String?
    private(set) var words: [WrittenLesson.Word]
    private(set) var questions: [WrittenLesson.Question] = []

    /// What was wrong with parts of the last answer.
    private(set) var rejected: [LessonOrder.Rejected] = []

    /// What was wrong with the last part of all.
    private(set) var lastReason: String?

    /// Whether the tokens that were counted for an answer are a guess.
    var hasGuessedTokens = false

    private let request: LessonRequest
    private let provider: ProviderID
    private var known: Set<String> = []

    init(_ request: LessonRequest, provider: ProviderID) {
        self.request = request
        self.provider = provider
        words = request.words.map { _ in WrittenLesson.Word() }
    }

    /// Whether there is any part.
    var isEmpty: Bool {
        introduction == nil && questions.isEmpty && words.allSatisfy { $0 == WrittenLesson.Word() }
    }

    /// What of an order is still missing; `nil` when nothing is.
    func missing(of order: LessonOrder, questions wanted: Int) -> LessonOrder? {
        var rest = order
        rest.words = order.words.filter { entry in
            let word = words[entry.place]
            return word.explanation == nil || word.sentences.count < order.sentencesPerWord
                || order.wantsChoices && word.choice == nil
        }
        rest.wantsIntroduction = order.wantsIntroduction && introduction == nil
        rest.questions = max(0, wanted - questions.count)
        rest.rejected = Array(rejected.prefix(Self.mostTold))
        return rest.words.isEmpty && !rest.wantsIntroduction && rest.questions == 0 ? nil : rest
    }

    /// How many rejected parts a model is told of.
    private static let mostTold = 10

    /// Takes what is good of an answer.
    ///
    /// - Parameters:
    ///   - offer: The answer; `nil` when it was none.
    ///   - order: What was asked for.
    ///   - told: What the model was told.
    ///   - wanted: How many questions there are to be in all.
    mutating func take(_ offer: OfferedLesson?, for order: LessonOrder, told: String, questions wanted: Int) {
        rejected = []
        guard let offer else {
            reject("the answer", "", "was no JSON object with the parts of a lesson")
            return
        }
        let lines = told.split(separator: "\n").map(String.init)
        let inspection = LessonInspection(
            order.words.map(\.word),
            language: order.language,
            meaningLanguage: order.meaningLanguage,
            told: lines
        )
        if order.wantsIntroduction, introduction == nil, let text = offer.introduction {
            if accept(
                "the introduction",
                text,
                { () throws(SentenceFault) in try inspection.inspect(introduction: text) }
            ) {
                introduction = text
            }
        }
        for word in offer.words where order.words.indices.contains(word.number - 1) {
            take(word, for: order, at: word.number - 1, inspection, lines)
        }
        for question in offer.questions where questions.count < wanted {
            let isKnown = known.contains(SentenceKey.of(question.text))
            let isGood = accept("a question", question.text) { () throws(SentenceFault) in
                try inspection.inspect(question)
                if isKnown {
                    throw SentenceFault(.duplicate, "is the same as another one")
                }
            }
            if isGood {
                known.insert(SentenceKey.of(question.text))
                questions.append(question)
            }
        }
    }

    private mutating func take(
        _ offer: OfferedLesson.Word,
        for order: LessonOrder,
        at number: Int,
        _ inspection: LessonInspection,
        _ told: [String]
    ) {
        let entry = order.words[number]
        let place = entry.place
        let name = "of word \(number + 1)"
        if words[place].explanation == nil, let text = offer.explanation {
            if accept(
                "the explanation \(name)",
                text,
                { () throws(SentenceFault) in try inspection.inspect(explanation: text) }
            ) {
                words[place].explanation = text
            }
        }
        if words[place].choice == nil, order.wantsChoices, let choice = offer.choice {
            var question: WrittenLesson.Choice?
            let isGood = accept("the choice \(name)", choice.answer) { () throws(SentenceFault) in
                question = try choice.question()
                if let question { try inspection.inspect(question, of: number) }
            }
            if isGood { words[place].choice = question }
        }
        guard words[place].sentences.count < order.sentencesPerWord,
            let sentenceOrder = try? SentenceOrder(request(for: entry, order), language: order.language)
        else { return }
        var sentences = OfferInspection(sentenceOrder, told: told.joined(separator: "\n"), provider: provider)
        for sentence in offer.sentences where words[place].sentences.count < order.sentencesPerWord {
            var accepted: ExampleSentence?
            _ = accept("a sentence \(name)", sentence.text) { () throws(SentenceFault) in
                accepted = try sentences.accept(sentence)
            }
            if let accepted { words[place].sentences.append(accepted) }
        }
    }

    /// A request whose answers the sentences of a word could be, by which they are looked at.
    private func request(for entry: LessonOrder.Word, _ order: LessonOrder) -> SentenceRequest {
        SentenceRequest(
            word: entry.word.text,
            language: order.language,
            partOfSpeech: entry.word.partOfSpeech,
            level: order.level,
            seed: request.seed,
            targetLanguage: order.target,
            avoiding: words[entry.place].sentences.map(\.text)
        )
    }

    private mutating func accept(_ part: String, _ text: String, _ check: () throws(SentenceFault) -> Void) -> Bool {
        do throws(SentenceFault) {
            try check()
            return true
        } catch {
            reject(part, text, error.reason)
            return false
        }
    }

    private mutating func reject(_ part: String, _ text: String, _ reason: String) {
        rejected.append(LessonOrder.Rejected(part: part, text: text, reason: "It \(reason)."))
        lastReason = "\(part) \(reason)"
    }
}
