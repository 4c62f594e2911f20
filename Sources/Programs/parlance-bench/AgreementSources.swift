import ApertiumTranslation
import DictionaryImport
import DictionaryTranslation
import LanguageServices

/// The installed sources that have something to say of a starter dictionary.
struct AgreementSources {
    private typealias Directed = (dictionary: SystemDictionary, isReversed: Bool)

    private let target: LanguageTag
    private let direct: [Directed]
    /// Third languages, with the dictionaries from English and those to the target.
    private let indirect: [(language: String, first: [Directed], second: [Directed])]

    init(dictionaries: [SystemDictionary], target: LanguageTag) {
        self.target = target
        func between(_ source: String, _ target: String) -> [Directed] {
            dictionaries.compactMap { dictionary in
                switch (dictionary.source?.language, dictionary.target?.language) {
                case (source, target): (dictionary, false)
                case (target, source): (dictionary, true)
                default: nil
                }
            }
        }
        direct = between("en", target.language)
        indirect = Set(dictionaries.compactMap(\.source?.language) + dictionaries.compactMap(\.target?.language))
            .subtracting(["en", target.language]).sorted().compactMap { language in
                let first = between("en", language)
                let second = between(language, target.language)
                return first.isEmpty || second.isEmpty ? nil : (language, first, second)
            }
    }

    /// What the sources give for the headwords of a table.
    ///
    /// - Throws: `ServiceError` when a dictionary cannot be read.
    func translations(of table: StarterTable, apertium: ApertiumTranslation) async throws -> OtherTranslations {
        guard let english = LanguageTag("en") else { throw BenchmarkFailure(description: "'en' is no language") }
        let headwords = table.items.map(\.headword)
        var result = OtherTranslations(headwords: headwords, source: english, target: target)
        for (dictionary, isReversed) in direct {
            try result.add(dictionary, isReversed: isReversed)
            result.sources.append(dictionary.name)
        }
        for (name, first, second) in indirect {
            if let language = LanguageTag(name) { try result.add(through: language, first, second) }
        }
        if !indirect.isEmpty { result.sources.append("through \(indirect.map(\.language).joined(separator: ", "))") }
        let request = TranslationRequest(texts: headwords, source: english, target: target, furthestStep: .lemma)
        // It has few pairs, and need not be installed.
        guard let response = try? await apertium.translate(request) else { return result }
        result.sources.append("Apertium")
        for (number, answer) in response.results.enumerated() {
            guard case .success(let translation) = answer, translation.match?.step == .exact else { continue }
            for text in [translation.text] + translation.alternatives { result.add(text, to: number) }
        }
        return result
    }
}
