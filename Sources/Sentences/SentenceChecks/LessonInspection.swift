import Language
package import LanguageServices

/// Looks at the parts of a lesson before they are given out.
///
/// What can be told is told: that an answer is one of its question's, that no wrong answer could be taken for a right one.
/// Whether an explanation is true cannot.
package struct LessonInspection: Sendable {
    private let words: [LessonRequest.Word]
    private let language: LanguageTag
    private let meaningLanguage: LanguageTag
    private let prose: ProseInspection
    private let learned: ProseInspection
    private let wordKeys: [AnswerKeys]
    private let meaningKeys: [AnswerKeys]

    /// How many wrong answers a question has.
    package static let wrongAnswers = 3

    /// Prepares the inspection.
    ///
    /// - Parameters:
    ///   - words: The words of the lesson.
    ///   - language: Their language.
    ///   - meaningLanguage: The language in which things are explained.
    ///   - told: What a model was told, of which no part may be a copy.
    package init(
        _ words: [LessonRequest.Word],
        language: LanguageTag,
        meaningLanguage: LanguageTag,
        told: [String] = []
    ) {
        self.words = words
        self.language = language
        self.meaningLanguage = meaningLanguage
        let texts = words.flatMap { [$0.text] + $0.meanings }
        prose = ProseInspection(language: meaningLanguage, learned: language, words: texts, told: told)
        learned = ProseInspection(language: language, learned: meaningLanguage, words: texts, told: told)
        wordKeys = words.map { AnswerKeys([$0.text], language: language) }
        meaningKeys = words.map { AnswerKeys($0.meanings, language: meaningLanguage) }
    }

    /// Looks at an introduction.
    ///
    /// - Throws: What is wrong with it.
    package func inspect(introduction text: String) throws(SentenceFault) { try prose.inspect(text, most: 800) }

    /// Looks at an explanation of a word.
    ///
    /// - Throws: What is wrong with it.
    package func inspect(explanation text: String) throws(SentenceFault) { try prose.inspect(text, most: 500) }

    /// Looks at a question that is answered in writing or aloud, in either language.
    ///
    /// - Throws: What is wrong with it.
    package func inspect(_ question: WrittenLesson.Question) throws(SentenceFault) {
        do throws(SentenceFault) {
            try prose.inspect(question.text, most: 300)
        } catch {
            guard error.check == .script || error.check == .language else { throw error }
            try learned.inspect(question.text, most: 300)
        }
        guard question.answers.count <= 6 else { throw SentenceFault(.shape, "has more than six answers") }
        for answer in question.answers { try check(answer: answer) }
    }

    /// Looks at a question with choices.
    ///
    /// - Parameters:
    ///   - choice: The question.
    ///   - place: The place of its word.
    /// - Throws: What is wrong with it.
    package func inspect(_ choice: WrittenLesson.Choice, of place: Int) throws(SentenceFault) {
        guard words.indices.contains(place) else { throw SentenceFault(.shape, "is about no word of the lesson") }
        guard choice.wrong.count == Self.wrongAnswers else {
            throw SentenceFault(.shape, "has \(choice.wrong.count) wrong answers and not \(Self.wrongAnswers)")
        }
        for answer in [choice.right] + choice.wrong { try check(answer: answer) }
        if let description = choice.description { try check(description, of: place) }
        let asksWord = choice.description != nil
        let own = asksWord ? wordKeys : meaningKeys
        let tag = asksWord ? language : meaningLanguage
        let right = AnswerKeys([choice.right], language: tag)
        guard !right.keys.isDisjoint(with: own[place].keys) else {
            throw SentenceFault(
                .word,
                asksWord ? "has not the word for its answer" : "has an answer that is none of the meanings of the word"
            )
        }
        // What else could be meant: words of the lesson with the same meaning, meanings of the same word.
        let shown = asksWord ? meaningKeys : wordKeys
        let accepted = own.indices.filter { $0 == place || !shown[$0].keys.isDisjoint(with: shown[place].keys) }
        var known: [AnswerKeys] = accepted.map { own[$0] } + [right]
        for answer in choice.wrong {
            let keys = AnswerKeys([answer], language: tag)
            guard !keys.isEmpty else { throw SentenceFault(.shape, "has an answer without letters") }
            if known.prefix(accepted.count + 1).contains(where: { $0.isLike(keys) }) {
                throw SentenceFault(.word, "has a wrong answer that could be taken for right ('\(answer)')")
            }
            if known.contains(where: { $0.isLike(keys) }) {
                throw SentenceFault(.duplicate, "has two answers that are the same ('\(answer)')")
            }
            known.append(keys)
        }
    }

    private func check(_ description: String, of place: Int) throws(SentenceFault) {
        try prose.inspect(description, most: 200)
        let word = words[place]
        let search = WordSearch(word.text, language: language, partOfSpeech: word.partOfSpeech)
        if let match = search.match(in: description), match.certainty < .likeness {
            throw SentenceFault(.word, "names the word that it asks for")
        }
    }

    private func check(answer: String) throws(SentenceFault) {
        do throws(SentenceFault) {
            try ProseInspection.checkShape(of: answer, most: 120, language: language.language)
        } catch {
            throw SentenceFault(error.check, "has an answer that \(error.reason)")
        }
    }
}
