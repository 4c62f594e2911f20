public import LanguageServices

/// Translation as the work of a batch.
///
/// Latin letters, where they are wanted, stand in parentheses behind the translation. What is no translation, because there is
/// nothing to be seen of it, is an error.
public struct TranslationWork: TranslatingWork {
    let provider: any TranslationProvider
    private(set) var request: TranslationRequest
    private let refusesGuesses: Bool
    let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: Who translates.
    ///   - request: The languages and wishes; its texts are not looked at.
    ///   - refusesGuesses: Whether a translation is an error that was found by a later step than
    ///     `TranslationMatch.Step.lemma`: by a part of the text, by close spelling, or word by word. A translation without
    ///     a step, of a whole sentence, is none.
    ///   - notice: Told what a provider wants the user to know: a dictionary that cannot be opened.
    public init(
        provider: any TranslationProvider,
        request: TranslationRequest,
        refusesGuesses: Bool = false,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.provider = provider
        self.request = request
        // A field has room for one.
        self.request.wantsAlternatives = false
        self.refusesGuesses = refusesGuesses
        self.notice = notice
    }

    /// The provider and its version, the languages and the wishes.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [
            "translation", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.source?.text ?? "",
            request.target?.text ?? "", request.partOfSpeech?.rawValue ?? "", request.loosestMatch.rawValue,
            request.romanizes ? "romanized" : "", refusesGuesses ? "no guesses" : "",
        ]
    }

    func answer(_ translation: Translation, to text: String) -> Result<BatchAnswer, ServiceError> {
        guard !BlankText.isBlank(translation.text) else {
            return .failure(
                ServiceError(.protocolViolation, "the translation is empty", provider: translation.provider)
            )
        }
        if refusesGuesses, let match = translation.match, match.step > .lemma {
            return .failure(Self.guess(translation, match))
        }
        let latin = translation.romanization.map { " (\($0))" } ?? ""
        return .success(
            BatchAnswer(
                bytes: Array((translation.text + latin).utf8),
                provider: translation.provider,
                step: translation.match?.step.rawValue,
                isCached: translation.cached != nil
            )
        )
    }

    private static func guess(_ translation: Translation, _ match: TranslationMatch) -> ServiceError {
        let way =
            switch match.step {
            case .gloss: "word by word"
            case .spelling: "for '\(shown(match.headword))', which is close in spelling"
            default: "for '\(shown(match.headword))', which it holds"
            }
        return ServiceError(
            .notFound,
            "there is only a guess: '\(shown(translation.text))', \(way)",
            provider: translation.provider,
            remedy: "check the spelling, translate it by hand, or allow guesses"
        )
    }

    private static func shown(_ text: String) -> String {
        let start = text.prefix(60)
        return start.endIndex < text.endIndex ? "\(start)…" : text
    }
}
