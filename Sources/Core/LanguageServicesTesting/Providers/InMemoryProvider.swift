public import LanguageServices
import Synchronization

/// A test provider that counts its calls and has configurable delays and failures.
public protocol InMemoryProvider: ServiceProvider {
    /// Controls and counts the provider's calls.
    var script: CallScript { get }
}

extension InMemoryProvider {
    /// The provider's metadata; the kind is `in-memory-` followed by the name of the service.
    public var descriptor: ProviderDescriptor { script.descriptor }

    /// The number of requests to the provider.
    public var callCount: Int { script.state.withLock { $0.calls } }

    /// The number of shutdowns.
    public var shutdownCount: Int { script.state.withLock { $0.shutdowns } }

    /// Counts the shutdown; every later request fails with `ServiceError.Code.unavailable`.
    public func shutdown() async { script.state.withLock { $0.shutdowns += 1 } }
}

/// The shared behaviour of the in-memory providers.
public final class CallScript: Sendable {
    fileprivate struct State {
        var calls = 0
        var shutdowns = 0
        var failures: ArraySlice<ServiceError>
    }

    let descriptor: ProviderDescriptor
    let clock: ServiceClock

    private let delay: Duration
    fileprivate let state: Mutex<State>

    init(_ service: Service, id: ProviderID, failures: [ServiceError], delay: Duration, clock: ServiceClock) {
        descriptor = ProviderDescriptor(
            id: id,
            kind: "in-memory-\(service)",
            version: "1",
            service: service,
            locality: .inProcess
        )
        self.delay = delay
        self.clock = clock
        state = Mutex(State(failures: failures[...]))
    }

    /// Starts a call: counts it, waits for the delay, and throws the next configured failure.
    func begin() async throws(ServiceError) {
        let (failure, isShutDown) = state.withLock { state in
            state.calls += 1
            return (state.failures.popFirst(), state.shutdowns > 0)
        }
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
        if isShutDown { throw ServiceError(.unavailable, "the provider has been shut down", provider: descriptor.id) }
        if let failure { throw ServiceError(failure, provider: descriptor.id) }
    }
}

extension InMemorySpeech {
    /// Creates a provider kind with the options `languages`, `failures` and `delaySeconds`.
    ///
    /// - Parameters:
    ///   - name: The name of the kind in a configuration.
    ///   - onMake: Receives every created provider, so a test can inspect it.
    public static func kind(
        named name: String = "in-memory-speech",
        onMake: @escaping @Sendable (InMemorySpeech) -> Void = { _ in }
    ) -> ProviderKind {
        let options = [OptionDescription("languages", .strings, "The supported languages")]
        return kind(name, .speech, "Speaks in tones, for tests", options, onMake) { context, failures, delay in
            InMemorySpeech(
                id: context.id,
                languages: try context.options.strings("languages") ?? ["en-US", "en-GB"],
                failures: failures,
                delay: delay,
                clock: context.clock
            )
        }
    }
}

extension InMemoryTranslation {
    /// Creates a provider kind with the options `source`, `target`, `entries` (`water=agua`), `failures` and
    /// `delaySeconds`. The parameters are those of ``InMemorySpeech/kind(named:onMake:)``.
    public static func kind(
        named name: String = "in-memory-translation",
        onMake: @escaping @Sendable (InMemoryTranslation) -> Void = { _ in }
    ) -> ProviderKind {
        let options = [
            OptionDescription("source", .languageTag, "The language of the texts", isRequired: true),
            OptionDescription("target", .languageTag, "The language of the translations", isRequired: true),
            OptionDescription("entries", .strings, "The translations, each as text=translation"),
        ]
        let summary = "Looks up texts in its configuration, for tests"
        return kind(name, .translation, summary, options, onMake) { context, failures, delay in
            var table: [String: String] = [:]
            for entry in try context.options.strings("entries") ?? [] {
                let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
                guard let text = parts.first, let translation = parts.last, parts.count == 2 else {
                    let message = "'\(entry)' is not a valid entry"
                    throw ServiceError(.configuration, message, remedy: "write text=translation")
                }
                table[text] = translation
            }
            guard let source = try context.options.languageTag("source"),
                let target = try context.options.languageTag("target")
            else { throw ServiceError(.configuration, "the languages are missing", remedy: "set source and target") }
            return InMemoryTranslation(
                id: context.id,
                entries: [LanguagePair(source: source, target: target): table],
                failures: failures,
                delay: delay,
                clock: context.clock
            )
        }
    }
}

extension InMemorySentences {
    /// Creates a provider kind with the options `language`, `templates`, `unknown`, `failures` and `delaySeconds`. The
    /// parameters are those of ``InMemorySpeech/kind(named:onMake:)``.
    public static func kind(
        named name: String = "in-memory-sentences",
        onMake: @escaping @Sendable (InMemorySentences) -> Void = { _ in }
    ) -> ProviderKind {
        let options = [
            OptionDescription("language", .languageTag, "The language of the templates"),
            OptionDescription("templates", .strings, "The templates, each with \(placeholder)"),
            OptionDescription("unknown", .strings, "The words for which there is no sentence"),
        ]
        let summary = "Inserts words into the templates in its configuration, for tests"
        return kind(name, .sentences, summary, options, onMake) { context, failures, delay in
            let language = try context.options.languageTag("language")?.text ?? "en"
            return InMemorySentences(
                id: context.id,
                templates: [language: try context.options.strings("templates") ?? english],
                unknown: Set(try context.options.strings("unknown") ?? []),
                failures: failures,
                delay: delay,
                clock: context.clock
            )
        }
    }
}

extension InMemoryFeedback {
    /// Creates a provider kind with the options `events`, `failures` and `delaySeconds`. The parameters are those of
    /// ``InMemorySpeech/kind(named:onMake:)``.
    public static func kind(
        named name: String = "in-memory-feedback",
        onMake: @escaping @Sendable (InMemoryFeedback) -> Void = { _ in }
    ) -> ProviderKind {
        let options = [OptionDescription("events", .strings, "The supported events")]
        let summary = "Records the requested events, for tests"
        return kind(name, .feedback, summary, options, onMake) { context, failures, delay in
            InMemoryFeedback(
                id: context.id,
                events: try context.options.strings("events").map { Set($0) } ?? ["success", "warning", "error"],
                failures: failures,
                delay: delay,
                clock: context.clock
            )
        }
    }
}

extension InMemoryProvider {
    /// A kind with the options of ``CallScript`` and further options; `make` receives the failures and the delay.
    fileprivate static func kind(
        _ name: String,
        _ service: Service,
        _ summary: String,
        _ options: [OptionDescription],
        _ onMake: @escaping @Sendable (Self) -> Void,
        _ make: @escaping @Sendable (ProviderContext, [ServiceError], Duration) throws -> Self
    ) -> ProviderKind {
        let own = [
            OptionDescription("failures", .strings, "The error codes of the first requests, one per request"),
            OptionDescription("delaySeconds", .number(0...3600), "How long each request takes"),
        ]
        return ProviderKind(name: name, service: service, summary: summary, options: options + own) { context in
            let failures = try context.options.strings("failures") ?? []
            let provider = try make(
                context,
                failures.map { ServiceError(ServiceError.Code(rawValue: $0), "it was configured to fail") },
                .seconds(try context.options.number("delaySeconds") ?? 0)
            )
            onMake(provider)
            return provider
        }
    }
}
