import ArgumentParsing
import LanguageServices

extension ParsedArguments {
    /// The languages of a deck: as the command line says, or the configuration.
    ///
    /// What a field's language is, is not guessed: of a word alone nobody knows, and a wrong guess would be written into
    /// the deck.
    ///
    /// - Parameter provider: Who translates, with what is configured.
    func deckLanguages(
        _ provider: any TranslationProvider
    ) throws -> (source: LanguageTag, target: LanguageTag) {
        let configured = provider.defaults
        guard let source = try languageTag(Options.deckFrom) ?? configured.source else {
            throw usageError("say which language the field is in, with '--from TAG'")
        }
        guard let target = try languageTag(Options.deckTo) ?? configured.target else {
            throw usageError("say which language is wanted, with '--to TAG'")
        }
        return (source, target)
    }
}

extension Options {
    static let deckFrom = Option(
        "from",
        placeholder: "TAG",
        summary: "The language of the field: en, de, ja",
        environmentVariable: "PARLANCE_TRANSLATION_FROM"
    )
    static let deckTo = Option(
        "to",
        placeholder: "TAG",
        summary: "The language to translate to",
        environmentVariable: "PARLANCE_TRANSLATION_TO"
    )
}
