public import Language
public import LanguageServices

extension DictionaryTranslation {
    /// The kind `dictionary`, for a registry.
    ///
    /// - Parameters:
    ///   - places: Where the dictionaries are, where a configuration names no other folder.
    ///   - lemmatizer: See ``init(id:places:names:lemmatizer:clock:)``.
    public static func kind(
        places: DictionaryPlaces,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil
    ) -> ProviderKind {
        ProviderKind(
            name: "dictionary",
            service: .translation,
            summary: "Words and expressions from the dictionaries on this machine: offline, at once",
            options: DictionaryOptionNames.descriptions,
            make: { context in
                DictionaryTranslation(
                    id: context.id,
                    places: try DictionaryOptionNames.places(context, places),
                    names: try DictionaryOptionNames.names(context),
                    lemmatizer: lemmatizer,
                    clock: context.clock
                )
            }
        )
    }
}

extension GlossTranslation {
    /// The kind `gloss`, for a registry.
    ///
    /// - Parameters:
    ///   - places: Where the dictionaries are, where a configuration names no other folder.
    ///   - lemmatizer: See ``init(id:places:names:lemmatizer:clock:)``.
    public static func kind(
        places: DictionaryPlaces,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)? = nil
    ) -> ProviderKind {
        ProviderKind(
            name: "gloss",
            service: .translation,
            summary: "Texts word by word, and words that are close in spelling: for the end of a chain",
            options: DictionaryOptionNames.descriptions,
            make: { context in
                GlossTranslation(
                    id: context.id,
                    places: try DictionaryOptionNames.places(context, places),
                    names: try DictionaryOptionNames.names(context),
                    lemmatizer: lemmatizer,
                    clock: context.clock
                )
            }
        )
    }
}

/// The options that the providers of dictionaries have.
private enum DictionaryOptionNames {
    static let descriptions = [
        OptionDescription(
            "dictionaries",
            .strings,
            "The dictionaries to look into, in this order; 'starter' are those of Parlance"
        ),
        OptionDescription(
            "folder",
            .absolutePath,
            "The folder of the imported dictionaries, instead of the user's own"
        ),
    ]

    static func names(_ context: ProviderContext) throws(ServiceError) -> [String]? {
        guard let names = try context.options.strings("dictionaries") else { return nil }
        guard !names.isEmpty, !names.contains("") else {
            throw ServiceError(
                .configuration,
                "'dictionaries' of provider '\(context.id)' names no dictionary",
                provider: context.id,
                remedy: "write [\"starter\", \"freedict-eng-deu\"], or leave it out to look into all"
            )
        }
        return names
    }

    static func places(_ context: ProviderContext, _ usual: DictionaryPlaces) throws(ServiceError) -> DictionaryPlaces {
        guard let folder = try context.options.absolutePath("folder") else { return usual }
        var places = usual
        places.library = folder
        return places
    }
}
