import LanguageServices
import SentenceChecks

/// What a provider has written for the cards of a lesson, looked at once more: whoever wrote it, nothing stands in a lesson
/// that could mislead.
struct CheckedLesson: Sendable {
    /// Who wrote it.
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
        func isGood(_ check: () throws(SentenceFault) -> Void) -> Bool {
            do throws(SentenceFault) { try check() } catch { return false }
            return true
        }
        if let text = lesson.introduction,
            isGood({ () throws(SentenceFault) in try inspection.inspect(introduction: text) })
        {
            introduction = text
        }
        var known: Set<String> = []
        for question in lesson.questions where known.insert(SentenceKey.of(question.text)).inserted {
            if isGood({ () throws(SentenceFault) in try inspection.inspect(question) }) { questions.append(question) }
        }
        for place in words.indices {
            if let text = words[place].explanation,
                !isGood({ () throws(SentenceFault) in try inspection.inspect(explanation: text) })
            {
                words[place].explanation = nil
            }
            if let choice = words[place].choice,
                !isGood({ () throws(SentenceFault) in try inspection.inspect(choice, of: place) })
            {
                words[place].choice = nil
            }
            let card = list.entries[place].card
            let sentences = SentenceInspection(word: card.word, language: language, partOfSpeech: card.partOfSpeech)
            words[place].sentences = words[place].sentences.filter { sentence in
                isGood { () throws(SentenceFault) in
                    // Where a form of an unknown inflection is, its provider has said.
                    do throws(SentenceFault) {
                        _ = try sentences.inspect(sentence.text)
                    } catch {
                        if error.check != .word || sentence.wordRanges.isEmpty { throw error }
                    }
                }
            }
        }
    }

    /// What was written about a word.
    func details(of place: Int) -> String? { words.indices.contains(place) ? words[place].explanation : nil }

    /// The sentences that were written for a word.
    func sentences(of place: Int) -> [ExampleSentence] { words.indices.contains(place) ? words[place].sentences : [] }

    /// The question that was written for a word.
    func choice(of place: Int) -> WrittenLesson.Choice? { words.indices.contains(place) ? words[place].choice : nil }
}

extension LessonRequest.Word {
    /// A card as a provider that writes a lesson gets to know it.
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
