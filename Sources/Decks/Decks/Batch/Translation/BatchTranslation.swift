public import LanguageServices

/// Translates a field of every note in a deck into another field.
public enum BatchTranslation {
    /// Creates the batch.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - provider: The translation provider.
    ///   - request: The languages and options; its texts are ignored.
    ///   - source: The field to translate, by name or by number from 1.
    ///   - target: The field to fill.
    ///   - addsTarget: Whether the target is a new field.
    ///   - overwrites: Whether to fill fields that are not empty.
    ///   - refusesGuesses: Whether a possibly wrong translation is an error; see ``TranslationWork``.
    ///   - options: The options of the batch.
    ///   - notice: Called with notices from the provider.
    /// - Throws: `ServiceError.Code.invalidRequest` when the deck does not have the fields.
    public static func batch(
        deck: any Deck,
        provider: any TranslationProvider,
        request: TranslationRequest,
        source: String,
        target: String,
        addsTarget: Bool = false,
        overwrites: Bool = false,
        refusesGuesses: Bool = false,
        options: BatchOptions = BatchOptions(),
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(ServiceError) -> Batch {
        Batch(
            deck: deck,
            work: TranslationWork(provider: provider, request: request, refusesGuesses: refusesGuesses, notice: notice),
            notes: try FieldTranslation(
                info: deck.info,
                source: source,
                target: target,
                addsTarget: addsTarget,
                overwrites: overwrites
            ),
            options: options
        )
    }
}
