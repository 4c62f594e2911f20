public import LanguageServices

/// A sentence provider that inserts the word into templates.
///
/// The seed determines the order of the templates.
public final class InMemorySentences: InMemoryProvider, SentenceProvider {
    /// The placeholder for the word in a template.
    public static let placeholder = "{word}"

    private struct Template: Hashable {
        var before: String
        var after: String
    }

    private let templates: [LanguageTag: [Template]]
    private let unknown: Set<String>
    /// Controls and counts the calls.
    public let script: CallScript

    /// English templates for tests that do not depend on the wording.
    public static let english = [
        "I see the {word}.", "Where is the {word}?", "The {word} is here.", "We spoke about the {word} yesterday.",
        "Nobody knows this {word}!",
    ]

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - id: The provider's id.
    ///   - templates: The templates for each language tag; each contains one ``placeholder``. Malformed tags and
    ///     templates without a placeholder are ignored.
    ///   - unknown: The words that have no sentences.
    ///   - failures: The errors thrown by the first calls to ``sentences(for:)``, one per call.
    ///   - delay: The duration of ``sentences(for:)`` on `clock`.
    ///   - clock: The clock for delays and reports.
    public init(
        id: ProviderID = "memory",
        templates: [String: [String]] = ["en": InMemorySentences.english],
        unknown: Set<String> = [],
        failures: [ServiceError] = [],
        delay: Duration = .zero,
        clock: ServiceClock = .system
    ) {
        var parsed: [LanguageTag: [Template]] = [:]
        for (tag, texts) in templates {
            guard let language = LanguageTag(tag) else { continue }
            for template in texts.compactMap(Self.template) where !(parsed[language]?.contains(template) ?? false) {
                parsed[language, default: []].append(template)
            }
        }
        self.templates = parsed
        self.unknown = unknown
        script = CallScript(.sentences, id: id, failures: failures, delay: delay, clock: clock)
    }

    /// Inserts the word into the requested number of templates, or into all of them if there are fewer.
    ///
    /// If the request has no language, the first language in tag order is used.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let start = script.clock.now
        try await script.begin()
        try request.validate()
        var generator = SplitMix64(seed: request.seed ^ StableHash.of(request.word))
        let chosen = try templates(of: request.language).shuffled(using: &generator).filter { template in
            let text = template.before + request.word + template.after
            let length = text.split(separator: " ").count
            return request.words?.contains(length) ?? true && !request.avoiding.contains(text)
        }.prefix(request.count)
        if unknown.contains(request.word) || chosen.isEmpty {
            throw ServiceError(.notFound, "there is no sentence for this word", provider: descriptor.id)
        }
        let sentences = chosen.map { template in
            let start = template.before.unicodeScalars.count
            return ExampleSentence(
                text: template.before + request.word + template.after,
                wordRanges: [start..<(start + request.word.unicodeScalars.count)],
                provider: descriptor.id
            )
        }
        return SentenceResponse(
            sentences: sentences,
            report: .answered(by: descriptor.id, in: script.clock.now - start)
        )
    }

    private func templates(of language: LanguageTag?) throws(ServiceError) -> [Template] {
        let tags = templates.keys.sorted { $0.text < $1.text }
        let tag = tags.first { tag in language.map { $0.isMatch(for: tag) } ?? true }
        guard let tag, let found = templates[tag] else {
            let wanted = language.map { "'\($0)'" } ?? "any language"
            throw ServiceError(.unsupported, "there are no templates for \(wanted)", provider: descriptor.id)
        }
        return found
    }

    private static func template(_ text: String) -> Template? {
        let mark = Array(placeholder.unicodeScalars)
        let scalars = Array(text.unicodeScalars)
        guard let start = scalars.indices.first(where: { scalars[$0...].starts(with: mark) }) else { return nil }
        func string(_ part: ArraySlice<Unicode.Scalar>) -> String {
            var result = String.UnicodeScalarView()
            result.append(contentsOf: part)
            return String(result)
        }
        return Template(before: string(scalars[..<start]), after: string(scalars[(start + mark.count)...]))
    }
}
