public import LanguageServices

/// Translation as batch work.
///
/// A requested romanization follows the translation in parentheses. A translation without visible text is an error.
public struct TranslationWork: TranslatingWork {
    let provider: any TranslationProvider
    private(set) var request: TranslationRequest
    private let refusesGuesses: Bool
    let notice: @Sendable (String) -> Void

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - provider: The translation provider.
    ///   - request: The languages and options; its texts are ignored.
    ///   - refusesGuesses: Whether a translation found by a step after `TranslationMatch.Step.lemma` (from a part of
    ///     the text, by similar spelling, or word by word) is an error. A sentence translation has no step and is not a
    ///     guess.
    ///   - notice: Called with notices from the provider, such as a dictionary that cannot be opened.
    public init(
        provider: any TranslationProvider,
        request: TranslationRequest,
        refusesGuesses: Bool = false,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.provider = provider
        self.request = request
        // A field contains only one translation.
        self.request.wantsAlternatives = false
        self.refusesGuesses = refusesGuesses
        self.notice = notice
    }

    /// The provider and its version, the languages and the options.
    public var identity: [String] {
        let descriptor = provider.descriptor
        return [
            "translation", descriptor.id.rawValue, descriptor.kind, descriptor.version, request.source?.text ?? "",
            request.target?.text ?? "", request.partOfSpeech?.rawValue ?? "", request.loosestMatch.rawValue,
            request.romanizes ? "romanized" : "", refusesGuesses ? "no guesses" : "",
            request.worstQuality?.rawValue ?? "",
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
            case .spelling: "for '\(abbreviated(match.headword))', which has a similar spelling"
            default: "for '\(abbreviated(match.headword))', which it contains"
            }
        return ServiceError(
            .notFound,
            "only a guess was found: '\(abbreviated(translation.text))', \(way)",
            provider: translation.provider,
            remedy: "check the spelling, translate it by hand, or allow guesses"
        )
    }

    private static func abbreviated(_ text: String) -> String {
        let start = text.prefix(60)
        return start.endIndex < text.endIndex ? "\(start)…" : text
    }
}
