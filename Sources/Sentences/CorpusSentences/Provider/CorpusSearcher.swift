import Database
import Dispatch
import Language
import LanguageServices
import Platform
import Synchronization

/// Searches the index of a corpus. It opens or builds the index on first use, and rebuilds it when the sources change.
///
/// All work runs on a dedicated serial queue, because SQLite may block on disk access and building an index may take
/// half a minute.
final class CorpusSearcher: Sendable {
    /// The sentences found for a request, and notices for the user.
    struct Findings: Sendable {
        var found: [ExampleSentence]
        var notices: [String]
    }

    let language: LanguageTag
    private let source: any SentenceSource
    private let dictionaries: String?
    private let folder: IndexFolder
    private let translationLanguage: LanguageTag?
    private let provider: ProviderID
    private let queue = DispatchQueue(label: "parlance.sentences")
    private let state = Locked(State())
    /// The number of waiting requests; indexing stops when it reaches zero.
    private let waiting = Atomic<Int>(0)

    private struct State {
        var opened: (index: CorpusIndex, state: String)?
        var notices: [String] = []
        var analysis: WordAnalysis?
    }

    /// - Parameters:
    ///   - name: A name that identifies the sources of the index.
    ///   - translationLanguage: The language of the translations in the source.
    init(
        source: any SentenceSource,
        name: String,
        language: LanguageTag,
        locations: CorpusLocations,
        translationLanguage: LanguageTag?,
        provider: ProviderID
    ) {
        self.source = source
        self.language = language
        dictionaries = locations.dictionaries
        folder = IndexFolder(cache: locations.cache, name: name)
        self.translationLanguage = translationLanguage
        self.provider = provider
    }

    /// The sentences for a request.
    ///
    /// - Throws: `ServiceError`; `ServiceError.Code.cancelled` as soon as the task is cancelled.
    func sentences(for request: SentenceRequest) async throws -> Findings {
        let answer = PendingAnswer<Findings>()
        let cancelled = ServiceError.cancelled()
        waiting.add(1, ordering: .sequentiallyConsistent)
        defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard answer.wait(continuation) else {
                    continuation.resume(throwing: cancelled)
                    return
                }
                queue.async { [self] in
                    // The request was cancelled while it was queued.
                    guard !answer.isSettled else { return }
                    answer.give(Result { try state.withLock { try look(for: request, &$0) } })
                }
            }
        } onCancel: {
            answer.give(.failure(cancelled))
        }
    }

    /// Closes the index; the next request reopens it.
    func close() async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                state.withLock { $0 = State() }
                continuation.resume()
            }
        }
    }

    // MARK: On the queue

    private func look(for request: SentenceRequest, _ state: inout State) throws -> Findings {
        do {
            return try lookOnce(for: request, &state)
        } catch {
            guard let opened = state.opened, opened.index.database.lastFailure?.kind == .damaged else { throw error }
            state.opened = nil
            folder.remove()
            return try lookOnce(for: request, &state)
        }
    }

    private func lookOnce(for request: SentenceRequest, _ state: inout State) throws -> Findings {
        let analysis = state.analysis ?? WordAnalysis(language: language)
        state.analysis = analysis
        let lookup = CorpusLookup(
            index: try index(&state, analysis),
            language: language,
            analysis: analysis,
            translationLanguage: translationLanguage,
            provider: provider
        )
        return Findings(found: try lookup.sentences(for: request), notices: state.notices)
    }

    private func index(_ state: inout State, _ analysis: WordAnalysis) throws -> CorpusIndex {
        let table = KnownWords.table(folder: dictionaries, language: language)
        let now = """
            \(IndexSchema.version) \(language) \(analysis.name)
            \(table.map { FileStamp.of($0) } ?? "no table")
            \(source.stamp)
            """
        if let opened = state.opened, opened.state == now { return opened.index }
        state.opened = nil
        if let index = folder.open(state: now) {
            state.opened = (index, now)
            state.notices = index.notices
            return index
        }
        let isWanted = { [self] in waiting.load(ordering: .sequentiallyConsistent) > 0 }
        let made = try folder.make(state: now, isWanted: isWanted) {
            var reading = CorpusReading(language: language, analysis: analysis)
            try reading.read(source, isWanted: isWanted)
            let known = KnownWords(folder: dictionaries, language: language)
            return PreparedCorpus(reading, language: language, known: known)
        }
        state.opened = (made.index, now)
        state.notices = made.index.notices + made.notices
        return made.index
    }
}

/// Builds a provider's response from the sentences found.
struct FoundSentences: Sendable {
    let descriptor: ProviderDescriptor
    let searcher: CorpusSearcher
    let clock: ServiceClock
    /// The licence of sentences whose source does not state one.
    let licence: String?
    /// The prefix added to a sentence's location.
    var collection: String?
    let romanizer = Romanizer()
    let mecab = MeCab()

    /// The response to a request.
    ///
    /// - Throws: `ServiceError`: `unsupported` for a different language, `notFound` if no sentence matches.
    func response(to request: SentenceRequest) async throws -> SentenceResponse {
        let start = clock.now
        do {
            try request.validate()
            try checkLanguage(request.language)
            let findings = try await searcher.sentences(for: request)
            guard !findings.found.isEmpty else { throw missing(request) }
            return SentenceResponse(
                sentences: findings.found.map { completed($0, for: request) },
                report: .answered(by: descriptor.id, in: clock.now - start, notices: findings.notices)
            )
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    private func missing(_ request: SentenceRequest) -> ServiceError {
        let isNarrow =
            request.level != nil || request.words != nil || request.partOfSpeech != nil || !request.avoiding.isEmpty
        return ServiceError(
            .notFound,
            "\(collection ?? "the corpus") has no sentence for the word\(isNarrow ? " that meets the request" : "")",
            remedy: isNarrow ? "try another level, length or part of speech" : nil
        )
    }

    /// Compares regions only if both tags have one: a request for American English does not return British sentences.
    private func checkLanguage(_ wanted: LanguageTag?) throws(ServiceError) {
        guard let wanted else { return }
        let own = searcher.language
        let isSame = TextLanguage.canonical(wanted.language) == TextLanguage.canonical(own.language)
        let fits = wanted.region == nil || own.region == nil || wanted.region == own.region
        guard !isSame || !fits else { return }
        throw ServiceError(
            .unsupported,
            "the sentences are in '\(own)', not '\(wanted)'",
            remedy: "configure a corpus in that language"
        )
    }

    private func completed(_ found: ExampleSentence, for request: SentenceRequest) -> ExampleSentence {
        var sentence = found
        if request.romanizes { sentence.romanization = romanization(of: found.text) }
        if let collection { sentence.source = "\(collection), \(found.source ?? "")" }
        sentence.licence = licence ?? found.licence
        return sentence
    }

    private func romanization(of text: String) -> String? {
        if searcher.language.language == "ja", let found = try? mecab.romanization(of: text) { return found }
        return romanizer.romanization(of: text, language: searcher.language.text)
    }
}

/// A request's result or cancellation, whichever comes first.
final class PendingAnswer<Value: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Value, any Error>?
        var isSettled = false
    }

    private let state = Locked(State())

    /// Whether the result is no longer awaited.
    var isSettled: Bool { state.withLock { $0.isSettled } }

    /// Stores the continuation; `false` if the request has already been cancelled.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        state.withLock { state in
            if state.isSettled { return false }
            state.continuation = continuation
            return true
        }
    }

    /// Resumes the continuation outside the lock; `false` if the result is no longer awaited.
    @discardableResult
    func give(_ result: Result<Value, any Error>) -> Bool {
        let continuation = state.withLock { state in
            state.isSettled = true
            let continuation = state.continuation
            state.continuation = nil
            return continuation
        }
        continuation?.resume(with: result)
        return continuation != nil
    }
}
