import Language
import LanguageServices
import Synchronization

/// The dictionaries of a provider, opened on first use.
final class DictionaryCatalog: Sendable {
    private let locations: DictionaryLocations
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
        locations: DictionaryLocations,
        names: [String]?,
        lemmatizer: (@Sendable (LanguageTag) -> (any Lemmatizer)?)?
    ) {
        self.locations = locations
        self.names = names
        self.lemmatizer = lemmatizer
    }

    /// Whether any dictionary is available.
    func status() -> ProviderStatus {
        let (count, problem) = state.withLock { state in
            (all(&state).count, state.problems.first)
        }
        if count == 0 {
            return .unavailable(
                reason: problem?.message ?? "no dictionary is available",
                remedy: problem?.remedy ?? Self.importRemedy
            )
        }
        guard let problem else { return .ready }
        return .degraded(reason: problem.message, remedy: problem.remedy)
    }

    /// Closes all open dictionaries; the next request reopens them.
    func close() {
        state.withLock { $0 = State() }
    }

    /// The language pairs of the available dictionaries, without duplicates.
    func pairs() -> [LanguagePair] {
        var seen = Set<LanguagePair>()
        return state.withLock { all(&$0).map(\.pair) }.filter { seen.insert($0).inserted }
    }

    /// A session that uses the dictionaries for a request's languages.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if there is no target language, `ServiceError.Code.unsupported` if
    ///   there is no dictionary for the languages.
    func session(for request: TranslationRequest, provider: ProviderID) throws -> LookupSession {
        guard let target = request.target else {
            throw ServiceError(
                .invalidRequest,
                "no target language given",
                provider: provider,
                remedy: "specify one with '--to', or set \"to\" under \"translation\" in the configuration"
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

    /// The errors for omitted dictionaries, one line each.
    var notices: [String] { state.withLock { $0.problems.map(\.description) } }

    // MARK: Parts

    /// The dictionaries, in search order.
    private func all(_ state: inout State) -> [CatalogEntry] {
        if let dictionaries = state.dictionaries { return dictionaries }
        let (found, problems) = CatalogEntry.all(in: locations, names: names)
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

    private static let importRemedy = "run 'parlance dictionary available' to list what can be imported"

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
                "available from \(source?.text ?? "") to: \(targets.joined(separator: ", ")); \(importRemedy)"
            } else if !sources.isEmpty {
                "available to \(target) from: \(sources.joined(separator: ", ")); \(importRemedy)"
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

/// An available dictionary, open or not.
struct CatalogEntry: Sendable {
    /// The languages.
    let pair: LanguagePair

    /// Opens the dictionary. A starter dictionary is compiled first if necessary.
    let open: @Sendable () throws -> DictionaryIndex

    /// The name of all starter dictionaries in a configuration.
    static let starterName = "starter"

    /// All dictionaries in search order, and the errors for those that were omitted.
    ///
    /// - Parameter names: The dictionaries to use, in order; `nil` means all, starter dictionaries first.
    static func all(
        in locations: DictionaryLocations,
        names: [String]?
    ) -> (dictionaries: [CatalogEntry], problems: [ServiceError]) {
        var problems: [ServiceError] = []
        var damaged: Set<String> = []
        var imported: [(name: String, dictionary: CatalogEntry)] = []
        if let folder = locations.library {
            let library = DictionaryLibrary(folder: folder)
            do throws(ServiceError) {
                for item in try library.list() {
                    switch item.info {
                    case .success(let info):
                        let pair = LanguagePair(source: info.source, target: info.target)
                        imported.append((item.name, CatalogEntry(pair: pair) { try library.open(item.name) }))
                    case .failure(let error):
                        // A problem is reported only if the dictionary is in use.
                        if names?.contains(item.name) ?? true { problems.append(error) }
                        damaged.insert(item.name)
                    }
                }
            } catch {
                problems.append(error)
            }
        }
        let starter = locations.starterDictionaries.map {
            (name: $0.name, dictionary: CatalogEntry(pair: $0.pair, open: $0.open))
        }
        guard let names else { return ((starter + imported).map(\.dictionary), problems) }
        var found: [CatalogEntry] = []
        for name in names {
            // A dictionary imported under the name of a starter dictionary precedes it: the user installed it
            // deliberately.
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
                        remedy: "list the installed dictionaries with 'parlance dictionary list'"
                    )
                )
            }
            found += own
        }
        return (found, problems)
    }
}

/// Matches dictionaries with the languages of a request.
enum LanguageMatching {
    /// The matching pairs, best first.
    ///
    /// A dictionary for `pt` matches a request for `pt-BR` and vice versa; dictionaries that match more subtags come
    /// first. If no source language is specified, all languages are tried, starting with English, since most
    /// dictionaries have English headwords.
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
