import LanguageServices
import RemoteService

extension ServiceIdentity {
    /// The codes of a pair: those of the list, where there is one, and otherwise those that are usual.
    ///
    /// - Throws: `ServiceError.Code.unsupported` when the list has no such pair.
    func codes(
        for pair: WantedPair,
        in list: LanguageList?,
        usual: (LanguageTag) -> String
    ) throws(ServiceError) -> (source: String?, target: String) {
        guard let list else { return (pair.source.map(usual), usual(pair.target)) }
        guard let source = pair.source else {
            guard let target = list.target(for: pair.target) else { throw missing(pair) }
            return (nil, target)
        }
        guard let found = list.direction(for: LanguagePair(source: source, target: pair.target)) else {
            throw missing(pair)
        }
        return (found.source, found.target)
    }

    private func missing(_ pair: WantedPair) -> ServiceError {
        unsupported(TranslationJob(pair: pair, target: ""))
    }
}
