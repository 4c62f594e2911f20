import Database
import Dispatch
import LanguageServices
import Platform
import Synchronization

/// Looks into the index of a corpus, which is opened or made when it is first needed, and made anew when the sources change.
///
/// All work is done on a queue of its own, one request after the other: SQLite may wait for the disk, and an index may take
/// half a minute to be made.
final class CorpusDesk: Sendable {
    /// What is found for a request, and what the user should know.
    struct Findings: Sendable {
        var found: [CorpusLookup.Found]
        var notices: [String]
    }

    let language: LanguageTag
    private let source: any SentenceSource
    private let dictionaries: String?
    private let folder: IndexFolder
    private let translationLanguage: LanguageTag?
    private let queue = DispatchQueue(label: "parlance.sentences")
    private let state = Locked(State())
    /// How many requests wait; an index that nobody waits for any more is not made to its end.
    private let waiting = Atomic<Int>(0)

    private struct State {
        var opened: (index: CorpusIndex, state: String)?
        var notices: [String] = []
        var analysis: WordAnalysis?
    }

    /// - Parameters:
    ///   - name: What tells the index from those of other sources.
    ///   - translationLanguage: The language of the translations in the source.
    init(
        source: any SentenceSource,
        name: String,
        language: LanguageTag,
        places: CorpusPlaces,
        translationLanguage: LanguageTag?
    ) {
        self.source = source
        self.language = language
        dictionaries = places.dictionaries
        folder = IndexFolder(cache: places.cache, name: name)
        self.translationLanguage = translationLanguage
    }

    /// The sentences for a request.
    ///
    /// - Throws: `ServiceError`; `ServiceError.Code.cancelled` as soon as the task is cancelled.
    func sentences(for request: SentenceRequest) async throws -> Findings {
        let answer = PendingAnswer<Findings>()
        let cancelled = ServiceError(.cancelled, "the request was cancelled")
        waiting.add(1, ordering: .sequentiallyConsistent)
        defer { waiting.subtract(1, ordering: .sequentiallyConsistent) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard answer.wait(continuation) else {
                    continuation.resume(throwing: cancelled)
                    return
                }
                queue.async { [self] in
                    // Nobody waits for what was cancelled while it stood in the queue.
                    guard !answer.isSettled else { return }
                    answer.give(Result { try state.withLock { try look(for: request, &$0) } })
                }
            }
        } onCancel: {
            answer.give(.failure(cancelled))
        }
    }

    /// Closes the index; the next request opens it again.
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
            translationLanguage: translationLanguage
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
