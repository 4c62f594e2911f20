import Language
import LanguageServices
import Synchronization

/// The dictionaries that a provider looks into, opened when they are first needed.
final class DictionaryCatalog: Sendable {
    private let places: DictionaryLocations
    private let names: [String]?
    private let lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)?
    private let romanizer = Romanizer()
    private let mecab = MeCab()
    private let state = Mutex(State())

    private struct State {
        var dictionaries: [CatalogEntry]?
        var problems: [ServiceError] = []
        var lookups: [LanguagePair: DictionaryLookup] = [:]
    }

    init(
        places: DictionaryLocations,
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
    func pairs() -> [LanguagePair] {
        var seen = Set<LanguagePair>()
        return state.withLock { all(&$0).map(\.pair) }.filter { seen.insert($0).inserted }
    }

    /// The dictionaries of the languages of a request, ready to be searched.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when no target language is named, `ServiceError.Code.unsupported`
    ///   when there is no dictionary for the languages.
    func desk(for request: TranslationRequest, provider: ProviderID) throws -> LookupSession {
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
        return LookupSession(
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
    private func all(_ state: inout State) -> [CatalogEntry] {
        if let dictionaries = state.dictionaries { return dictionaries }
        let (found, problems) = CatalogEntry.all(in: places, names: names)
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

/// A dictionary that is there, whether it is open or not.
struct CatalogEntry: Sendable {
    /// Its languages.
    let pair: LanguagePair

    /// Opens it; a starter dictionary is compiled when it has not been yet.
    let open: @Sendable () throws -> DictionaryIndex

    /// The name by which a configuration calls all starter dictionaries.
    static let starterName = "starter"

    /// All dictionaries in the order in which they are looked into, and what is wrong with those that are left out.
    ///
    /// - Parameter names: Those that are wanted, in order; `nil` means all, the starter dictionaries first.
    static func all(
        in places: DictionaryLocations,
        names: [String]?
    ) -> (dictionaries: [CatalogEntry], problems: [ServiceError]) {
        var problems: [ServiceError] = []
        var damaged: Set<String> = []
        var imported: [(name: String, dictionary: CatalogEntry)] = []
        if let folder = places.library {
            let library = DictionaryLibrary(folder: folder)
            do throws(ServiceError) {
                for item in try library.list() {
                    switch item.info {
                    case .success(let info):
                        let pair = LanguagePair(source: info.source, target: info.target)
                        imported.append((item.name, CatalogEntry(pair: pair) { try library.open(item.name) }))
                    case .failure(let error):
                        // One that nobody asks for is nobody's trouble.
                        if names?.contains(item.name) ?? true { problems.append(error) }
                        damaged.insert(item.name)
                    }
                }
            } catch {
                problems.append(error)
            }
        }
        let starter = places.starterDictionaries.map {
            (name: $0.name, dictionary: CatalogEntry(pair: $0.pair, open: $0.open))
        }
        guard let names else { return ((starter + imported).map(\.dictionary), problems) }
        var found: [CatalogEntry] = []
        for name in names {
            // One that was imported under the name of a starter dictionary goes before it: it was put there on purpose.
            var own = imported.filter { $0.name == name }.map(\.dictionary)
            if own.isEmpty { own = starter.filter { name == starterName || $0.name == name }.map(\.dictionary) }
            if own.isEmpty, !damaged.contains(name) {
                problems.append(
                    ServiceError(
                        .configuration,
                        "there is no dictionary '\(name)'"
                            + ClosestMatch.hint(
                                for: name,
                                in: imported.map(\.name) + [starterName] + starter.map(\.name)
                            ),
                        remedy: "'parlance dictionary list' shows those that are there"
                    )
                )
            }
            found += own
        }
        return (found, problems)
    }
}

/// Which dictionaries fit the languages of a request.
enum LanguageMatching {
    /// The pairs that fit, the best first.
    ///
    /// A dictionary of `pt` serves who asks for `pt-BR`, and one of `pt-BR` serves who asks for `pt`; between two the one
    /// that fits in more parts of the tag goes first. Without a source, all languages are tried, English first, since
    /// most dictionaries are made from it.
    static func pairs(from source: LanguageTag?, to target: LanguageTag, among pairs: [LanguagePair]) -> [LanguagePair]
    {
        var seen = Set<LanguagePair>()
        let fitting = pairs.filter { pair in
            guard DictionaryLibrary.isSame(pair.target, target), seen.insert(pair).inserted else { return false }
            return source.map { DictionaryLibrary.isSame(pair.source, $0) } ?? true
        }
        guard let source else {
            return fitting.filter { $0.source.language == "en" } + fitting.filter { $0.source.language != "en" }
        }
        func closeness(_ pair: LanguagePair) -> Int {
            (pair.source == source ? 2 : 0) + (pair.target == target ? 1 : 0)
        }
        return fitting.sorted { closeness($0) > closeness($1) }
    }
}
