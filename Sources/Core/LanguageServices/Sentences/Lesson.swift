/// A request for a lesson on the given words.
public struct LessonRequest: Sendable, Hashable, Codable {
    /// A word to learn.
    public struct Word: Sendable, Hashable, Codable {
        /// The word or multi-word expression.
        public var text: String

        /// Its meanings in the learner's language, most common first.
        public var meanings: [String]

        /// Its part of speech.
        public var partOfSpeech: PartOfSpeech?

        /// The sense to learn, in one or two words, if the word has several senses.
        public var sense: String?

        /// The level at which it is learned.
        public var level: LearnerLevel?

        /// Creates a word.
        public init(
            _ text: String,
            meanings: [String] = [],
            partOfSpeech: PartOfSpeech? = nil,
            sense: String? = nil,
            level: LearnerLevel? = nil
        ) {
            self.text = text
            self.meanings = meanings
            self.partOfSpeech = partOfSpeech
            self.sense = sense
            self.level = level
        }
    }

    /// The words, in learning order.
    public var words: [Word]

    /// The language of the words. `nil` uses the configured value.
    public var language: LanguageTag?

    /// The language of the explanations; `nil` uses the language of the words.
    public var meaningLanguage: LanguageTag?

    /// The learner's level.
    public var level: LearnerLevel?

    /// The number of sentences for each word.
    public var sentencesPerWord: Int

    /// Whether to write a question with four choices for each word.
    public var wantsChoices: Bool

    /// The number of open questions, which are answered in writing or aloud.
    public var questions: Int

    /// The seed for random choices, for providers that support one.
    public var seed: UInt64

    /// Creates a request.
    public init(
        words: [Word],
        language: LanguageTag? = nil,
        meaningLanguage: LanguageTag? = nil,
        level: LearnerLevel? = nil,
        sentencesPerWord: Int = 2,
        wantsChoices: Bool = true,
        questions: Int = 6,
        seed: UInt64 = 0
    ) {
        self.words = words
        self.language = language
        self.meaningLanguage = meaningLanguage
        self.level = level
        self.sentencesPerWord = sentencesPerWord
        self.wantsChoices = wantsChoices
        self.questions = questions
        self.seed = seed
    }
}

extension LessonRequest {
    /// The allowed range for the number of words.
    public static let wordCounts: ClosedRange<Int> = 1...1000

    /// The allowed range for ``sentencesPerWord``.
    public static let sentenceCounts: ClosedRange<Int> = 0...5

    /// The allowed range for ``questions``.
    public static let questionCounts: ClosedRange<Int> = 0...100

    /// Checks the constraints that apply to every provider.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for a number out of range or a blank word;
    ///   ``ServiceError/Code/limitExceeded`` for a word that is too long.
    public func validate() throws(ServiceError) {
        for (name, count, range) in [
            ("words", words.count, Self.wordCounts), ("sentences per word", sentencesPerWord, Self.sentenceCounts),
            ("questions", questions, Self.questionCounts),
        ] where !range.contains(count) {
            throw ServiceError(
                .invalidRequest,
                "a lesson cannot have \(count) \(name)",
                remedy: "request \(range.lowerBound) to \(range.upperBound)"
            )
        }
        for word in words {
            if BlankText.isBlank(word.text) { throw ServiceError(.invalidRequest, "a word in the lesson is empty") }
            guard word.text.unicodeScalars.count <= SentenceRequest.maximumWordLength else {
                throw ServiceError(
                    .limitExceeded,
                    "a word in the lesson has \(word.text.unicodeScalars.count) characters; the limit is "
                        + "\(SentenceRequest.maximumWordLength)",
                    remedy: "use a word or an expression instead of a longer text"
                )
            }
        }
    }
}

/// The answer to a ``LessonRequest``. Every part is optional and has passed the provider's checks.
public struct WrittenLesson: Sendable, Hashable, Codable {
    /// The texts for one word.
    public struct Word: Sendable, Hashable, Codable {
        /// What the word means and how it is used, in one or two sentences in the learner's language.
        public var explanation: String?

        /// Sentences with the word.
        public var sentences: [ExampleSentence]

        /// A multiple-choice question about the word.
        public var choice: Choice?

        /// Creates the texts for a word.
        public init(explanation: String? = nil, sentences: [ExampleSentence] = [], choice: Choice? = nil) {
            self.explanation = explanation
            self.sentences = sentences
            self.choice = choice
        }
    }

    /// A question with four choices, one of which is correct.
    public struct Choice: Sendable, Hashable, Codable {
        /// A description of the word, which is the answer; `nil` if the question shows the word and asks for its
        /// meaning.
        public var description: String?

        /// The correct answer: the word, or one of its meanings.
        public var right: String

        /// Wrong answers, all different.
        public var wrong: [String]

        /// Creates a question.
        public init(description: String? = nil, right: String, wrong: [String]) {
            self.description = description
            self.right = right
            self.wrong = wrong
        }
    }

    /// A question that is answered in writing or aloud.
    public struct Question: Sendable, Hashable, Codable {
        /// The question.
        public var text: String

        /// Accepted answers; empty for an open question.
        public var answers: [String]

        /// Creates a question.
        public init(_ text: String, answers: [String] = []) {
            self.text = text
            self.answers = answers
        }
    }

    /// A few sentences about the content of the lesson, in the learner's language.
    public var introduction: String?

    /// The texts for the words in the request: one element per word, in the same order.
    public var words: [Word]

    /// The questions.
    public var questions: [Question]

    /// Which providers were tried.
    public var report: ServiceReport

    /// Creates a lesson.
    public init(
        introduction: String? = nil,
        words: [Word] = [],
        questions: [Question] = [],
        report: ServiceReport = ServiceReport()
    ) {
        self.introduction = introduction
        self.words = words
        self.questions = questions
        self.report = report
    }
}
