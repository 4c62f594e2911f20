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
    private static let wrongAnswers = 3

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

    /// What is wrong with an introduction; `nil` when nothing is.
    package func fault(ofIntroduction text: String) -> SentenceFault? { prose.fault(of: text, most: 800) }

    /// What is wrong with an explanation of a word; `nil` when nothing is.
    package func fault(ofExplanation text: String) -> SentenceFault? { prose.fault(of: text, most: 500) }

    /// What is wrong with a question that is answered in writing or aloud, in either language; `nil` when nothing is.
    package func fault(of question: WrittenLesson.Question) -> SentenceFault? {
        var fault = prose.fault(of: question.text, most: 300)
        if fault?.check == .script || fault?.check == .language { fault = learned.fault(of: question.text, most: 300) }
        if fault == nil, question.answers.count > 6 { return SentenceFault(.shape, "has more than six answers") }
        return fault ?? self.fault(ofAnswers: question.answers)
    }

    /// What is wrong with a question with choices; `nil` when nothing is.
    ///
    /// - Parameters:
    ///   - choice: The question.
    ///   - place: The place of its word.
    package func fault(of choice: WrittenLesson.Choice, at place: Int) -> SentenceFault? {
        guard words.indices.contains(place) else { return SentenceFault(.shape, "is about no word of the lesson") }
        guard choice.wrong.count == Self.wrongAnswers else {
            return SentenceFault(.shape, "has \(choice.wrong.count) wrong answers and not \(Self.wrongAnswers)")
        }
        let textFault =
            fault(ofAnswers: [choice.right] + choice.wrong) ?? choice.description.flatMap { fault(of: $0, at: place) }
        if let textFault { return textFault }
        let asksWord = choice.description != nil
        let own = asksWord ? wordKeys : meaningKeys
        let tag = asksWord ? language : meaningLanguage
        let right = AnswerKeys([choice.right], language: tag)
        guard !right.keys.isDisjoint(with: own[place].keys) else {
            return SentenceFault(
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
            guard !keys.isEmpty else { return SentenceFault(.shape, "has an answer without letters") }
            if known.prefix(accepted.count + 1).contains(where: { $0.isLike(keys) }) {
                return SentenceFault(.word, "has a wrong answer that could be taken for right ('\(answer)')")
            }
            if known.contains(where: { $0.isLike(keys) }) {
                return SentenceFault(.duplicate, "has two answers that are the same ('\(answer)')")
            }
            known.append(keys)
        }
        return nil
    }

    private func fault(of description: String, at place: Int) -> SentenceFault? {
        if let fault = prose.fault(of: description, most: 200) { return fault }
        let word = words[place]
        let search = WordSearch(word.text, language: language, partOfSpeech: word.partOfSpeech)
        guard let match = search.match(in: description), match.certainty < .likeness else { return nil }
        return SentenceFault(.word, "names the word that it asks for")
    }

    private func fault(ofAnswers answers: [String]) -> SentenceFault? {
        let fault = answers.lazy.compactMap { answer in
            ProseInspection.shapeFault(of: answer, most: 120, language: language.language)
        }.first
        return fault.map { SentenceFault($0.check, "has an answer that \($0.reason)") }
    }
}
