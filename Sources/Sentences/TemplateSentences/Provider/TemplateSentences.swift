public import LanguageServices

/// Example sentences from templates: available offline, fast, and grammatical by construction.
///
/// Templates and the lexicon are text files in `Dictionaries/<language>/sentences`.
/// `docs/reference/sentence-templates.md` describes their format.
public struct TemplateSentences: SentenceProvider {
    /// The licence of the templates and the sentences built from them.
    public static let licence = "Apache-2.0"

    /// Returns whether a word starts with a vowel sound in a language; `nil` if unknown.
    public typealias VowelSound = @Sendable (_ word: String, _ language: LanguageTag) async -> Bool?

    private let id: ProviderID
    private let folders: TemplateFolders
    private let vowelSound: VowelSound?
    private let clock: ServiceClock

    /// Creates a provider. Nothing is read before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which to register the provider.
    ///   - folder: The folder that contains the folders `<language>/sentences`; `nil` if there is none.
    ///   - vowelSound: Determines the initial sound of words that are not in the lexicon, for *a* and *an*. If `nil`,
    ///     spelling rules are used.
    ///   - clock: The clock used for reports.
    public init(
        id: ProviderID = "templates",
        folder: String?,
        vowelSound: VowelSound? = nil,
        clock: ServiceClock = .system
    ) {
        self.id = id
        folders = TemplateFolders(root: folder)
        self.vowelSound = vowelSound
        self.clock = clock
    }

    /// The provider's metadata.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: "templates",
            // Different templates produce different sentences, which must not be mixed in a resumed batch.
            version: "1 \(folders.fingerprint)",
            service: .sentences,
            locality: .inProcess,
            licence: Self.licence
        )
    }

    /// Ready if templates are installed.
    public func status() async -> ProviderStatus {
        do {
            _ = try folders.writer(for: nil)
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// The languages for which there are templates.
    public func languages() -> [LanguageTag] { folders.languages() }

    /// Writes sentences for a word.
    ///
    /// For a word in the lexicon, its own templates are used first, then those for its kinds. If no part of speech or
    /// sense is specified, the possible ones are used in turn. For any other word, the templates that fit every word
    /// with its part of speech are used.
    ///
    /// The level of a sentence is the level of everything in it except the word.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for a language without templates;
    ///   `ServiceError.Code.notFound` if the word cannot be used in a sentence in the language, or no sentence
    ///   satisfies the request; `ServiceError.Code.configuration` if the templates are invalid.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        let start = clock.now
        do throws(ServiceError) {
            try request.validate()
            try ServiceError.checkCancellation()
            let found = try await found(request)
            return SentenceResponse(sentences: found, report: .answered(by: id, in: clock.now - start))
        } catch {
            throw ServiceError(error, provider: id)
        }
    }

    private func found(_ request: SentenceRequest) async throws(ServiceError) -> [ExampleSentence] {
        let writer = try folders.writer(for: request.language)
        guard let word = WordText(request.word) else {
            throw ServiceError(
                .notFound,
                "the word cannot be written in '\(writer.data.language)': it contains letters or marks that the"
                    + " language does not use",
                remedy: "use a word of this language"
            )
        }
        var plain = request
        plain.word = word.text
        let selection = SentenceSelection(writer: writer, request: plain, provider: id)
        var rows = RowSearch(writer).rows(word.text, request.partOfSpeech)
        if let sense = request.sense, rows.count > 1 {
            rows = SenseChoice.best(sense, of: rows, data: writer.data).map { [$0] } ?? rows
        }
        let sentences =
            if rows.isEmpty {
                try await unknown(word.text, selection)
            } else {
                try selection.sentences(of: Self.ordered(rows))
            }
        guard !sentences.isEmpty else {
            throw ServiceError(
                .notFound,
                "no sentence for this word meets the request",
                remedy: "allow another level or more words"
            )
        }
        return sentences
    }

    /// The rows, easiest first, because learners encounter the easiest meaning first.
    private static func ordered(_ rows: [LexiconRow]) -> [LexiconRow] {
        rows.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element)
    }

    private func unknown(_ word: String, _ selection: SentenceSelection) async throws(ServiceError) -> [ExampleSentence]
    {
        let writer = selection.writer
        var part = selection.request.partOfSpeech
        // If a part of speech has no general templates, use those for any part of speech.
        if let known = part, !writer.hasGeneralTemplates(known) { part = nil }
        var isVowel: Bool?
        if writer.needsArticle(part ?? .anyPart) { isVowel = await vowelSound?(word, writer.data.language) }
        var found = try selection.sentences(ofUnknown: word, part, startsWithVowel: isVowel)
        // Report the requested part of speech.
        for position in found.indices { found[position].partOfSpeech = selection.request.partOfSpeech }
        return found
    }
}

extension PartOfSpeech {
    /// The part of speech assigned to templates that suit any part of speech.
    static let anyPart = PartOfSpeech(rawValue: "any")
}

extension TemplateSentences {
    /// The `templates` provider kind, to register with a `ServiceRegistry`.
    ///
    /// - Parameters:
    ///   - folder: The default folder that contains the folders `<language>/sentences`.
    ///   - vowelSound: See ``init(id:folder:vowelSound:clock:)``.
    public static func kind(folder: String?, vowelSound: VowelSound? = nil) -> ProviderKind {
        ProviderKind(
            name: "templates",
            service: .sentences,
            summary: "Sentences from templates: offline, fast, grammatical by construction",
            options: [
                OptionDescription(
                    "folder",
                    .absolutePath,
                    "The folder that contains <language>/sentences; default: the bundled one"
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
