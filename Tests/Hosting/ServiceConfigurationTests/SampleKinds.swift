import LanguageServices
import ServiceRegistry

/// Kinds with options of every type, for checking configurations. They create no providers.
enum SampleKinds {
    static let speaker = kind("speaker", .speech, [OptionDescription("folder", .string, "The folder of the voices")])

    static let translator = kind(
        "translator",
        .translation,
        [
            OptionDescription("url", .string, "The address", isRequired: true),
            OptionDescription("key", .secret, "The key"),
            OptionDescription("dialect", .choice(["libre", "deepl"]), "The dialect of the server"),
            OptionDescription("models", .strings, "The models to try"),
            OptionDescription("batch", .integer(1...50), "The number of texts per request"),
            OptionDescription("weight", .number(nil), "The weight"),
            OptionDescription("formal", .boolean, "Whether to use formal address"),
            OptionDescription("pivot", .languageTag, "The intermediate language"),
        ]
    )

    static let all = [speaker, translator]

    /// A registry with these kinds.
    static func registry() -> ServiceRegistry {
        let registry = ServiceRegistry()
        for kind in all { registry.register(kind) }
        return registry
    }

    private static func kind(_ name: String, _ service: Service, _ options: [OptionDescription]) -> ProviderKind {
        ProviderKind(name: name, service: service, summary: "A sample of \(service)", options: options) { _ in
            throw ServiceError(.unavailable, "sample kinds create no providers")
        }
    }
}
