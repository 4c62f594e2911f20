public import LanguageServices

extension CorpusSentences {
    /// The kind `corpus`, for a registry.
    ///
    /// - Parameter places: Where indexes are kept.
    public static func kind(places: CorpusPlaces) -> ProviderKind {
        ProviderKind(
            name: "corpus",
            service: .sentences,
            summary: "Real sentences from your own texts, or from tables of sentences such as Tatoeba's",
            options: [
                OptionDescription("path", .strings, "The file, or several: each by its whole path", isRequired: true),
                OptionDescription("language", .languageTag, "The language of the sentences", isRequired: true),
                OptionDescription(
                    "format",
                    .choice(["auto"] + CorpusFormat.allCases.map(\.rawValue)),
                    "How sentences are written in the file; 'auto' looks at its first lines"
                ),
                OptionDescription(
                    "column",
                    .integer(1...2),
                    "Which of the two texts of a line is the sentence, when one is its translation"
                ),
                OptionDescription("translationLanguage", .languageTag, "The language of the translations"),
                OptionDescription("licence", .string, "The licence of the sentences, to be shown with them"),
                OptionDescription("name", .string, "What the sentences say they are from; else the file's name"),
            ],
            make: { context in
                CorpusSentences(
                    id: context.id,
                    settings: try settings(context),
                    places: places,
                    clock: context.clock
                )
            }
        )
    }

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> Settings {
        let options = context.options
        let paths = try options.strings("path") ?? []
        guard !paths.isEmpty, paths.allSatisfy({ $0.hasPrefix("/") && !$0.utf8.contains(0) }) else {
            throw ServiceError(
                .configuration,
                "'path' of provider '\(context.id)' names no file by its whole path",
                provider: context.id,
                remedy: "write the path from the root, such as \"/home/me/sentences.tsv\""
            )
        }
        guard let language = try options.languageTag("language") else {
            throw ServiceError(
                .configuration,
                "provider '\(context.id)' does not say in which language its sentences are",
                provider: context.id,
                remedy: "set \"language\" to a tag such as \"en\""
            )
        }
        var settings = Settings(paths: paths, language: language)
        settings.format = try options.string("format").flatMap { CorpusFormat(rawValue: $0) }
        settings.column = try options.integer("column") ?? 1
        settings.translationLanguage = try options.languageTag("translationLanguage")
        settings.licence = try options.string("licence")
        settings.name = try options.string("name")
        return settings
    }
}

extension WordNetSentences {
    /// The kind `wordnet`, for a registry.
    ///
    /// - Parameter places: Where indexes are kept.
    public static func kind(places: CorpusPlaces) -> ProviderKind {
        ProviderKind(
            name: "wordnet",
            service: .sentences,
            summary: "Examples of English words from WordNet, by meaning: needs the package wordnet-base",
            options: [
                OptionDescription(
                    "folder",
                    .absolutePath,
                    "The folder with WordNet's files data.noun, index.noun and so on, instead of /usr/share/wordnet"
                )
            ],
            make: { context in
                try WordNetSentences(
                    id: context.id,
                    folder: try context.options.absolutePath("folder"),
                    places: places,
                    clock: context.clock
                )
            }
        )
    }
}
