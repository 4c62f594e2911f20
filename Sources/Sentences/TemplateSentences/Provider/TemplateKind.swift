public import LanguageServices

extension TemplateSentences {
    /// The kind `templates`, for a registry.
    ///
    /// - Parameters:
    ///   - folder: The folder that holds `<language>/sentences`, where a configuration names no other.
    ///   - vowelSound: See ``init(id:folder:vowelSound:clock:)``.
    public static func kind(folder: String?, vowelSound: VowelSound? = nil) -> ProviderKind {
        ProviderKind(
            name: "templates",
            service: .sentences,
            summary: "Sentences from templates: offline, at once, grammatical by how they are made",
            options: [
                OptionDescription(
                    "folder",
                    .absolutePath,
                    "The folder that holds <language>/sentences, instead of Parlance's own"
                )
            ],
            make: { context in
                TemplateSentences(
                    id: context.id,
                    folder: try context.options.absolutePath("folder") ?? folder,
                    vowelSound: vowelSound,
                    clock: context.clock
                )
            }
        )
    }
}
