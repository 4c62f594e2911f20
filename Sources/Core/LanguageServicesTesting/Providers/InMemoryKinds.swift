public import LanguageServices

extension InMemorySpeech {
    /// A kind that a registry can make providers of, with the options `languages`, `failures` and `delaySeconds`.
    ///
    /// - Parameters:
    ///   - name: The name by which a configuration asks for it.
    ///   - onMake: Gets every provider that is made, so that a test can look at it.
    public static func kind(
        named name: String = "in-memory-speech",
        onMake: @escaping @Sendable (InMemorySpeech) -> Void = { _ in }
    ) -> ProviderKind {
        ProviderKind(
            name: name,
            service: .speech,
            summary: "Speaks in tones, for tests",
            options: [OptionDescription("languages", .strings, "The languages it speaks")] + ScriptOptions.descriptions
        ) { context in
            let options = try ScriptOptions(context.options)
            let provider = InMemorySpeech(
                id: context.id,
                languages: try context.options.strings("languages") ?? ["en-US", "en-GB"],
                failures: options.failures,
                delay: options.delay,
                clock: context.clock
            )
            onMake(provider)
            return provider
        }
    }
}

extension InMemoryTranslation {
    /// A kind that a registry can make providers of, with the options `source`, `target`, `entries` (`water=agua`),
    /// `failures` and `delaySeconds`.
    ///
    /// - Parameters:
    ///   - name: The name by which a configuration asks for it.
    ///   - onMake: Gets every provider that is made, so that a test can look at it.
    public static func kind(
        named name: String = "in-memory-translation",
        onMake: @escaping @Sendable (InMemoryTranslation) -> Void = { _ in }
    ) -> ProviderKind {
        ProviderKind(
            name: name,
            service: .translation,
            summary: "Looks texts up in its configuration, for tests",
            options: [
                OptionDescription("source", .languageTag, "The language of the texts", isRequired: true),
                OptionDescription("target", .languageTag, "The language of the translations", isRequired: true),
                OptionDescription("entries", .strings, "The translations, each as text=translation"),
            ] + ScriptOptions.descriptions
        ) { context in
            let options = try ScriptOptions(context.options)
            var table: [String: String] = [:]
            for entry in try context.options.strings("entries") ?? [] {
                let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
                guard let text = parts.first, let translation = parts.last, parts.count == 2 else {
                    throw ServiceError(.configuration, "'\(entry)' is no entry", remedy: "write text=translation")
                }
                table[text] = translation
            }
            guard let source = try context.options.languageTag("source"),
                let target = try context.options.languageTag("target")
            else { throw ServiceError(.configuration, "the languages are missing", remedy: "set source and target") }
            let provider = InMemoryTranslation(
                id: context.id,
                entries: [LanguagePair(source: source, target: target): table],
                failures: options.failures,
                delay: options.delay,
                clock: context.clock
            )
            onMake(provider)
            return provider
        }
    }
}

extension InMemorySentences {
    /// A kind that a registry can make providers of, with the options `language`, `templates`, `unknown`, `failures` and
    /// `delaySeconds`.
    ///
    /// - Parameters:
    ///   - name: The name by which a configuration asks for it.
    ///   - onMake: Gets every provider that is made, so that a test can look at it.
    public static func kind(
        named name: String = "in-memory-sentences",
        onMake: @escaping @Sendable (InMemorySentences) -> Void = { _ in }
    ) -> ProviderKind {
        ProviderKind(
            name: name,
            service: .sentences,
            summary: "Puts words into the templates of its configuration, for tests",
            options: [
                OptionDescription("language", .languageTag, "The language of the templates"),
                OptionDescription("templates", .strings, "The templates, each with \(placeholder)"),
                OptionDescription("unknown", .strings, "The words for which there is no sentence"),
            ] + ScriptOptions.descriptions
        ) { context in
            let options = try ScriptOptions(context.options)
            let language = try context.options.languageTag("language")?.text ?? "en"
            let provider = InMemorySentences(
                id: context.id,
                templates: [language: try context.options.strings("templates") ?? english],
                unknown: Set(try context.options.strings("unknown") ?? []),
                failures: options.failures,
                delay: options.delay,
                clock: context.clock
            )
            onMake(provider)
            return provider
        }
    }
}

extension InMemoryFeedback {
    /// A kind that a registry can make providers of, with the options `events`, `failures` and `delaySeconds`.
    ///
    /// - Parameters:
    ///   - name: The name by which a configuration asks for it.
    ///   - onMake: Gets every provider that is made, so that a test can look at it.
    public static func kind(
        named name: String = "in-memory-feedback",
        onMake: @escaping @Sendable (InMemoryFeedback) -> Void = { _ in }
    ) -> ProviderKind {
        ProviderKind(
            name: name,
            service: .feedback,
            summary: "Takes down what it is asked to play, for tests",
            options: [OptionDescription("events", .strings, "The events that it knows")] + ScriptOptions.descriptions
        ) { context in
            let options = try ScriptOptions(context.options)
            let provider = InMemoryFeedback(
                id: context.id,
                events: try context.options.strings("events").map { Set($0) } ?? ["success", "warning", "error"],
                failures: options.failures,
                delay: options.delay,
                clock: context.clock
            )
            onMake(provider)
            return provider
        }
    }
}

/// The options that the kinds of all in-memory providers have.
struct ScriptOptions {
    static let descriptions = [
        OptionDescription("failures", .strings, "The error codes with which the first requests fail, one each"),
        OptionDescription("delaySeconds", .number(0...3600), "How long each request takes"),
    ]

    let failures: [ServiceError]
    let delay: Duration

    init(_ options: OptionValues) throws(ServiceError) {
        failures = (try options.strings("failures") ?? []).map { code in
            ServiceError(ServiceError.Code(rawValue: code), "it was told to fail")
        }
        delay = .seconds(try options.number("delaySeconds") ?? 0)
    }
}
