import LanguageServices

/// What a service says of one text.
struct Answer: Sendable, Hashable {
    var text: String
    var alternatives: [String] = []
    /// The language that the service took the text for.
    var source: LanguageTag?
    var romanization: String?
    var partOfSpeech: PartOfSpeech?
    var remarks: [TranslationRemark] = []
    var difficulty: LearnerLevel?
    var notes: [String] = []
}

typealias Outcome = Result<Answer, ServiceError>
