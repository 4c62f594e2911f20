import LanguageServices

/// A dictionary that is there, whether it is open or not.
struct ShelvedDictionary: Sendable {
    /// Its languages.
    let pair: LanguagePair

    /// Opens it; a starter dictionary is compiled when it has not been yet.
    let open: @Sendable () throws -> DictionaryIndex

    /// The name by which a configuration calls all starter dictionaries.
    static let starterName = "starter"

    private init(pair: LanguagePair, open: @escaping @Sendable () throws -> DictionaryIndex) {
        self.pair = pair
        self.open = open
    }

    private init(_ starter: StarterDictionary) {
        self.init(pair: starter.pair) { try starter.open() }
    }

    /// All dictionaries in the order in which they are looked into, and what is wrong with those that are left out.
    ///
    /// - Parameters:
    ///   - places: Where they are.
    ///   - names: Those that are wanted, in order; `nil` means all, the starter dictionaries first.
    static func all(
        in places: DictionaryPlaces,
        names: [String]?
    ) -> (dictionaries: [ShelvedDictionary], problems: [ServiceError]) {
        var problems: [ServiceError] = []
        var damaged: Set<String> = []
        var imported: [(name: String, dictionary: ShelvedDictionary)] = []
        if let folder = places.library {
            let library = DictionaryLibrary(folder: folder)
            do throws(ServiceError) {
                for item in try library.list() {
                    switch item.info {
                    case .success(let info):
                        let pair = LanguagePair(source: info.source, target: info.target)
                        imported.append((item.name, ShelvedDictionary(pair: pair) { try library.open(item.name) }))
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
        let starter = places.starterDictionaries
        guard let names else { return (starter.map { Self($0) } + imported.map(\.dictionary), problems) }
        var found: [ShelvedDictionary] = []
        for name in names {
            // One that was imported under the name of a starter dictionary goes before it: it was put there on purpose.
            var own = imported.filter { $0.name == name }.map(\.dictionary)
            if own.isEmpty { own = starter.filter { name == starterName || $0.name == name }.map { Self($0) } }
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
