public import LanguageServices

/// Translates a field of all notes of a deck into another.
public enum BatchTranslation {
    /// The batch that does it.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - provider: Who translates.
    ///   - request: The languages and wishes; its texts are not looked at.
    ///   - source: The field that is translated, by its name or its number from 1.
    ///   - target: The field that is filled.
    ///   - addsTarget: Whether the target is a new field.
    ///   - overwrites: Whether fields are filled that are not empty.
    ///   - refusesGuesses: Whether what may be a wrong translation is an error; see ``TranslationWork``.
    ///   - options: How it is done.
    ///   - notice: Told what a provider wants the user to know.
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
