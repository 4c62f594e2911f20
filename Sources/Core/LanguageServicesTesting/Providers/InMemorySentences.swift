public import LanguageServices

/// A sentence provider that puts the word into templates it was given.
///
/// The seed decides the order of the templates, and the same seed always gives the same one.
public final class InMemorySentences: InMemoryProvider, SentenceProvider {
    /// What stands in a template where the word is to be put.
    public static let placeholder = "{word}"

    private struct Template: Hashable {
        var before: String
        var after: String
    }

    private let templates: [LanguageTag: [Template]]
    private let unknown: Set<String>
    /// What its calls go through.
    public let script: CallScript

    /// Some templates in English, for tests that do not care for the words.
    public static let english = [
        "I see the {word}.", "Where is the {word}?", "The {word} is here.", "We spoke about the {word} yesterday.",
        "Nobody knows this {word}!",
    ]

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - id: The name under which it stands.
    ///   - templates: The templates of each language, by its tag, each with one ``placeholder``. What is no tag or has no
    ///     placeholder is left out.
    ///   - unknown: The words for which there is no sentence.
    ///   - failures: What the first calls of ``sentences(for:)`` fail with, one each.
    ///   - delay: How long ``sentences(for:)`` takes, by `clock`.
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

    /// Puts the word into as many templates as were asked for, or as many as there are.
    ///
    /// Without a language the one whose tag comes first is taken.
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
