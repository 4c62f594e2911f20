public import LanguageServices

/// Example sentences from templates: offline, at once, and grammatical by how they are made.
///
/// Templates, and what is known of words, are text files in `Dictionaries/<language>/sentences`; what stands in them is
/// described in `docs/reference/sentence-templates.md`.
public struct TemplateSentences: SentenceProvider {
    /// The licence of the sentences, which is that of the templates.
    public static let licence = "Apache-2.0"

    /// Says whether a word starts with the sound of a vowel in a language; `nil` when it does not know.
    public typealias VowelSound = @Sendable (_ word: String, _ language: LanguageTag) async -> Bool?

    private let id: ProviderID
    private let folders: TemplateFolders
    private let vowelSound: VowelSound?
    private let clock: ServiceClock

    /// Creates a provider. Nothing is read before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - folder: The folder that holds `<language>/sentences`; `nil` when there is none.
    ///   - vowelSound: Knows how words are spoken that are not in the lexicon, for *a* and *an*; without it, rules of
    ///     spelling decide.
    ///   - clock: The clock for reports.
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

    /// What the provider says of itself.
    public var descriptor: ProviderDescriptor {
        ProviderDescriptor(
            id: id,
            kind: "templates",
            // Other templates give other sentences, and a batch that was broken off must not go on with them unawares.
            version: "1 \(folders.fingerprint)",
            service: .sentences,
            locality: .inProcess,
            licence: Self.licence
        )
    }

    /// Ready when there are templates.
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
    /// A word that the lexicon has gets sentences of its own, then those of its kinds. When part of speech and sense are
    /// left open, those of all that it may be take turns. Any other word gets sentences that are true of every word of its
    /// part of speech.
    ///
    /// The level of a sentence is that of everything in it but the word.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.unsupported` for a language without templates;
    ///   `ServiceError.Code.notFound` when the word cannot be written in a sentence of the language, or when no sentence is
    ///   as it is wished; `ServiceError.Code.configuration` when the templates are wrong.
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
                "the word cannot stand in a sentence of '\(writer.data.language)': it has other letters, or marks that no"
                    + " word has",
                remedy: "ask for a word of the language"
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
                "no sentence for this word is as it is wished",
                remedy: "allow another level or more words"
            )
        }
        return sentences
    }

    /// The rows with the easiest first: it is the one that is met first.
    private static func ordered(_ rows: [LexiconRow]) -> [LexiconRow] {
        rows.enumerated().sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }.map(\.element)
    }

    private func unknown(_ word: String, _ selection: SentenceSelection) async throws(ServiceError) -> [ExampleSentence]
    {
        let writer = selection.writer
        var part = selection.request.partOfSpeech
        // A kind of word without sentences of its own gets those that say nothing of what it is.
        if let known = part, !writer.hasGeneralTemplates(known) { part = nil }
        var isVowel: Bool?
        if writer.needsArticle(part ?? .anyPart) { isVowel = await vowelSound?(word, writer.data.language) }
        var found = try selection.sentences(ofUnknown: word, part, startsWithVowel: isVowel)
        // What part of speech was asked for is still what the sentence shows.
        for place in found.indices { found[place].partOfSpeech = selection.request.partOfSpeech }
        return found
    }
}

extension PartOfSpeech {
    /// What templates are for that say nothing of what kind of word it is.
    static let anyPart = PartOfSpeech(rawValue: "any")
}

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
