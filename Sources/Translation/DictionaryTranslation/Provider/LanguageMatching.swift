import LanguageServices

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
