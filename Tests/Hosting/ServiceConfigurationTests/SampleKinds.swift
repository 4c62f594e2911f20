import LanguageServices
import ServiceRegistry

/// Kinds with options of every type, to check configurations against. Nothing is ever made of them.
enum SampleKinds {
    static let speaker = kind("speaker", .speech, [OptionDescription("folder", .string, "Where the voices are")])

    static let translator = kind(
        "translator",
        .translation,
        [
            OptionDescription("url", .string, "Where to ask", isRequired: true),
            OptionDescription("key", .secret, "The key"),
            OptionDescription("dialect", .choice(["libre", "deepl"]), "How to ask"),
            OptionDescription("models", .strings, "Which to try"),
            OptionDescription("batch", .integer(1...50), "How many at once"),
            OptionDescription("weight", .number(nil), "How much it counts"),
            OptionDescription("formal", .boolean, "Whether to be polite"),
            OptionDescription("pivot", .languageTag, "The language between two others"),
        ]
    )

    static let all = [speaker, translator]

    /// A registry that knows them.
    static func registry() -> ServiceRegistry {
        let registry = ServiceRegistry()
        for kind in all { registry.register(kind) }
        return registry
    }

    private static func kind(_ name: String, _ service: Service, _ options: [OptionDescription]) -> ProviderKind {
        ProviderKind(name: name, service: service, summary: "A sample of \(service)", options: options) { _ in
            throw ServiceError(.unavailable, "samples are not made")
        }
    }
}
