import Language
import LanguageServices
import Synchronization

/// The dictionaries that a provider looks into, opened when they are first needed.
final class DictionaryShelf: Sendable {
    private let places: DictionaryPlaces
    private let names: [String]?
    private let lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)?
    private let romanizer = Romanizer()
    private let mecab = MeCab()
    private let state = Mutex(State())

    private struct State {
        var dictionaries: [ShelvedDictionary]?
        var problems: [ServiceError] = []
        var lookups: [LanguagePair: DictionaryLookup] = [:]
    }

    init(
        places: DictionaryPlaces,
        names: [String]?,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)?
    ) {
        self.places = places
        self.names = names
        self.lemmatizer = lemmatizer
    }

    /// Whether there is something to look into.
    func status() -> ProviderStatus {
        let (count, problem) = state.withLock { state in
            (all(&state).count, state.problems.first)
        }
        if count == 0 {
            return .unavailable(
                reason: problem?.message ?? "there is no dictionary",
                remedy: problem?.remedy ?? Self.importRemedy
            )
        }
        guard let problem else { return .ready }
        return .degraded(reason: problem.message, remedy: problem.remedy)
    }

    /// Closes what is open; the next request opens it again.
    func close() {
        state.withLock { $0 = State() }
    }

    /// The directions for which there is a dictionary, each once.
    func pairs() throws -> [LanguagePair] {
        var seen = Set<LanguagePair>()
        return state.withLock { all(&$0).map(\.pair) }.filter { seen.insert($0).inserted }
    }

    /// The dictionaries of the languages of a request, ready to be searched.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when no target language is named, `ServiceError.Code.unsupported`
    ///   when there is no dictionary for the languages.
    func desk(for request: TranslationRequest, provider: ProviderID) throws -> DictionaryDesk {
        guard let target = request.target else {
            throw ServiceError(
                .invalidRequest,
                "it is not said which language to translate to",
                provider: provider,
                remedy: "name one with '--to', or set \"to\" under \"translation\" in the configuration"
            )
        }
        let (lookups, pairs, problem) = state.withLock { state in
            let all = all(&state)
            let pairs = LanguageMatching.pairs(from: request.source, to: target, among: all.map(\.pair))
            return (pairs.map { (pair: $0, lookup: lookup($0, &state)) }, all.map(\.pair), state.problems.first)
        }
        guard !lookups.isEmpty else {
            if pairs.isEmpty, let problem { throw problem }
            throw Self.missing(from: request.source, to: target, there: pairs, provider: provider)
        }
        return DictionaryDesk(
            lookups: lookups,
            request: request,
            provider: provider,
            romanizer: romanizer,
            mecab: mecab
        )
    }

    /// What is wrong with dictionaries that are left out, one line each.
    var notices: [String] { state.withLock { $0.problems.map(\.description) } }

    // MARK: Parts

    /// The dictionaries, in the order in which they are looked into.
    private func all(_ state: inout State) -> [ShelvedDictionary] {
        if let dictionaries = state.dictionaries { return dictionaries }
        let (found, problems) = ShelvedDictionary.all(in: places, names: names)
        state.dictionaries = found
        state.problems = problems
        return found
    }

    private func lookup(_ pair: LanguagePair, _ state: inout State) -> DictionaryLookup {
        if let lookup = state.lookups[pair] { return lookup }
        var indexes: [DictionaryIndex] = []
        for dictionary in all(&state) where dictionary.pair == pair {
            do {
                indexes.append(try dictionary.open())
            } catch {
                state.problems.append(ServiceError(error))
            }
        }
        let lookup = DictionaryLookup(
            indexes: indexes,
            language: pair.source,
            lemmatizers: [lemmatizer?(pair.source)].compactMap { $0 }
        )
        state.lookups[pair] = lookup
        return lookup
    }

    private static let importRemedy = "'parlance dictionary available' lists what can be imported"

    private static func missing(
        from source: LanguageTag?,
        to target: LanguageTag,
        there pairs: [LanguagePair],
        provider: ProviderID
    ) -> ServiceError {
        let from = source.map { "from \($0) " } ?? ""
        let sources = Set(pairs.filter { $0.target.language == target.language }.map(\.source.text)).sorted()
        let targets = Set(pairs.filter { $0.source.language == source?.language }.map(\.target.text)).sorted()
        let remedy =
            if !targets.isEmpty, source != nil {
                "from \(source?.text ?? "") there is \(targets.joined(separator: ", ")); \(importRemedy)"
            } else if !sources.isEmpty {
                "to \(target) there is \(sources.joined(separator: ", ")); \(importRemedy)"
            } else {
                importRemedy
            }
        return ServiceError(
            .unsupported,
            "there is no dictionary \(from)to \(target)",
            provider: provider,
            remedy: remedy
        )
    }
}
