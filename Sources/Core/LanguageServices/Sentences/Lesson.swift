/// Words of which a lesson is to be written.
public struct LessonRequest: Sendable, Hashable, Codable {
    /// A word that is learned, and what is known of it.
    public struct Word: Sendable, Hashable, Codable {
        /// The word, or an expression of some words.
        public var text: String

        /// What it means in the learner's language, the usual meaning first.
        public var meanings: [String]

        /// What kind of word it is.
        public var partOfSpeech: PartOfSpeech?

        /// Which meaning it has, in a word or two, when it has several.
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

    /// The words, in the order in which they are learned.
    public var words: [Word]

    /// The language of the words. `nil` leaves it to the configuration.
    public var language: LanguageTag?

    /// The language in which things are explained; `nil` is that of the words.
    public var meaningLanguage: LanguageTag?

    /// How well the learner knows the language.
    public var level: LearnerLevel?

    /// How many sentences each word is to have.
    public var sentencesPerWord: Int

    /// Whether there is to be a question with four choices for each word.
    public var wantsChoices: Bool

    /// How many questions are wanted that are answered in writing or aloud.
    public var questions: Int

    /// What the choice among possible texts depends on, as far as the provider has a say in it.
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
    /// How many words a lesson may have.
    public static let wordCounts: ClosedRange<Int> = 1...1000

    /// How many sentences a word may be given.
    public static let sentenceCounts: ClosedRange<Int> = 0...5

    /// How many questions may be asked for.
    public static let questionCounts: ClosedRange<Int> = 0...100

    /// Checks what every provider must check.
    ///
    /// - Throws: ``ServiceError/Code/invalidRequest`` for a number out of its range or a word that is blank;
    ///   ``ServiceError/Code/limitExceeded`` for a word that is too long.
    public func validate() throws(ServiceError) {
        for (name, count, range) in [
            ("words", words.count, Self.wordCounts), ("sentences for a word", sentencesPerWord, Self.sentenceCounts),
            ("questions", questions, Self.questionCounts),
        ] where !range.contains(count) {
            throw ServiceError(
                .invalidRequest,
                "a lesson with \(count) \(name) is out of range",
                remedy: "ask for \(range.lowerBound) to \(range.upperBound)"
            )
        }
        for word in words {
            if BlankText.isBlank(word.text) { throw ServiceError(.invalidRequest, "a word of the lesson is empty") }
            guard word.text.unicodeScalars.count <= SentenceRequest.maximumWordLength else {
                throw ServiceError(
                    .limitExceeded,
                    "a word of the lesson has \(word.text.unicodeScalars.count) characters, and more than "
                        + "\(SentenceRequest.maximumWordLength) are not looked at",
                    remedy: "give a word or an expression, not a text"
                )
            }
        }
    }
}

/// What a provider has written for a ``LessonRequest``. Any part may be missing; what is there was looked at.
public struct WrittenLesson: Sendable, Hashable, Codable {
    /// What was written for a word.
    public struct Word: Sendable, Hashable, Codable {
        /// What the word means and how it is used, in a sentence or two of the learner's language.
        public var explanation: String?

        /// Sentences with the word.
        public var sentences: [ExampleSentence]

        /// A question with the word for its answer, or with one of its meanings.
        public var choice: Choice?

        /// Creates what was written.
        public init(explanation: String? = nil, sentences: [ExampleSentence] = [], choice: Choice? = nil) {
            self.explanation = explanation
            self.sentences = sentences
            self.choice = choice
        }
    }

    /// A question with four answers, one of which is right.
    public struct Choice: Sendable, Hashable, Codable {
        /// A description whose word is asked for; `nil` where the word is shown and its meaning is asked for.
        public var description: String?

        /// The right answer: the word, or one of its meanings.
        public var right: String

        /// Answers that are wrong, all different.
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
        /// What is asked.
        public var text: String

        /// What may be answered; empty where the learner writes something of his own.
        public var answers: [String]

        /// Creates a question.
        public init(_ text: String, answers: [String] = []) {
            self.text = text
            self.answers = answers
        }
    }

    /// What the learner meets in the lesson, in some sentences of his language.
    public var introduction: String?

    /// What was written for each word of the request, in its order and as many.
    public var words: [Word]

    /// The questions.
    public var questions: [Question]

    /// How the lesson came about.
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
