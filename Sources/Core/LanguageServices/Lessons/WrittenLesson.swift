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
