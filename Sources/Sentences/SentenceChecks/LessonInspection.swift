import Language
package import LanguageServices

/// Checks the parts of a lesson.
///
/// It verifies that each answer matches its question and that no wrong answer could also be correct. It cannot verify
/// that an explanation is true.
package struct LessonInspection: Sendable {
    private let words: [LessonRequest.Word]
    private let language: LanguageTag
    private let meaningLanguage: LanguageTag
    private let prose: ProseInspection
    private let learned: ProseInspection
    private let wordKeys: [AnswerKeys]
    private let meaningKeys: [AnswerKeys]

    /// The number of wrong answers per question.
    private static let wrongAnswers = 3

    /// Prepares the inspection.
    ///
    /// - Parameters:
    ///   - words: The words in the lesson.
    ///   - language: The language of the words.
    ///   - meaningLanguage: The language of the explanations.
    ///   - told: The texts sent to a model, which the lesson must not copy.
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

    /// The fault in an introduction; `nil` if there is none.
    package func fault(ofIntroduction text: String) -> SentenceFault? { prose.fault(of: text, most: 800) }

    /// The fault in a word's explanation; `nil` if there is none.
    package func fault(ofExplanation text: String) -> SentenceFault? { prose.fault(of: text, most: 500) }

    /// The fault in a practice question, which may be in either language; `nil` if there is none.
    package func fault(of question: WrittenLesson.Question) -> SentenceFault? {
        var fault = prose.fault(of: question.text, most: 300)
        if fault?.check == .script || fault?.check == .language { fault = learned.fault(of: question.text, most: 300) }
        if fault == nil, question.answers.count > 6 { return SentenceFault(.shape, "has more than six answers") }
        return fault ?? self.fault(ofAnswers: question.answers)
    }

    /// The fault in a multiple-choice question; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - choice: The question.
    ///   - position: The index of its word.
    package func fault(of choice: WrittenLesson.Choice, at position: Int) -> SentenceFault? {
        guard words.indices.contains(position) else {
            return SentenceFault(.shape, "is not about a word in the lesson")
        }
        guard choice.wrong.count == Self.wrongAnswers else {
            return SentenceFault(.shape, "has \(choice.wrong.count) wrong answers instead of \(Self.wrongAnswers)")
        }
        let textFault =
            fault(ofAnswers: [choice.right] + choice.wrong)
            ?? choice.description.flatMap { fault(of: $0, at: position) }
        if let textFault { return textFault }
        let asksWord = choice.description != nil
        let own = asksWord ? wordKeys : meaningKeys
        let tag = asksWord ? language : meaningLanguage
        let right = AnswerKeys([choice.right], language: tag)
        guard !right.keys.isDisjoint(with: own[position].keys) else {
            return SentenceFault(
                .word,
                asksWord ? "does not have the word as its answer" : "has an answer that is not a meaning of the word"
            )
        }
        // Collect the other correct answers: words in the lesson with the same meaning, or other meanings of the same
        // word.
        let shown = asksWord ? meaningKeys : wordKeys
        let accepted = own.indices.filter { $0 == position || !shown[$0].keys.isDisjoint(with: shown[position].keys) }
        var known: [AnswerKeys] = accepted.map { own[$0] } + [right]
        for answer in choice.wrong {
            let keys = AnswerKeys([answer], language: tag)
            guard !keys.isEmpty else { return SentenceFault(.shape, "has an answer without letters") }
            if known.prefix(accepted.count + 1).contains(where: { $0.isLike(keys) }) {
                return SentenceFault(.word, "has a wrong answer that could be right ('\(answer)')")
            }
            if known.contains(where: { $0.isLike(keys) }) {
                return SentenceFault(.duplicate, "has two identical answers ('\(answer)')")
            }
            known.append(keys)
        }
        return nil
    }

    private func fault(of description: String, at position: Int) -> SentenceFault? {
        if let fault = prose.fault(of: description, most: 200) { return fault }
        let word = words[position]
        let search = WordSearch(word.text, language: language, partOfSpeech: word.partOfSpeech)
        guard let match = search.match(in: description), match.certainty < .likeness else { return nil }
        return SentenceFault(.word, "contains the word that is its answer")
    }

    private func fault(ofAnswers answers: [String]) -> SentenceFault? {
        let fault = answers.lazy.compactMap { answer in
            ProseInspection.shapeFault(of: answer, most: 120, language: language.language)
        }.first
        return fault.map { SentenceFault($0.check, "has an answer that \($0.reason)") }
    }
}
