import LanguageServices
import RemoteService

/// The languages of a service, by its own codes and by the tags that mean them.
struct LanguageList: Sendable {
    /// A direction, by the codes of the service.
    struct Direction: Sendable, Hashable {
        var source: String
        var target: String
    }

    /// The directions, as the service lists them.
    let directions: [Direction]

    private let tags: [String: LanguageTag]

    /// Creates a list.
    ///
    /// - Parameters:
    ///   - directions: The directions.
    ///   - tag: What a code of the service means.
    init(_ directions: [Direction], tag: (String) -> LanguageTag?) {
        self.directions = directions
        var tags: [String: LanguageTag] = [:]
        for code in Set(directions.flatMap { [$0.source, $0.target] }) { tags[code] = tag(code) }
        self.tags = tags
    }

    /// Every language of one list into every other one.
    init(sources: [String], targets: [String], tag: (String) -> LanguageTag?) {
        let to = targets.map { ($0, tag($0)) }
        let directions = sources.flatMap { source in
            let from = tag(source)
            return to.compactMap { target, tag -> Direction? in
                // Between English and American English nothing is translated.
                guard source != target, from?.language != tag?.language || from?.script != tag?.script else {
                    return nil
                }
                return Direction(source: source, target: target)
            }
        }
        self.init(directions, tag: tag)
    }

    /// The pairs, each once, in the order of the service.
    var pairs: [LanguagePair] {
        var seen: Set<LanguagePair> = []
        return directions.compactMap(pair).filter { seen.insert($0).inserted }
    }

    /// What a direction means.
    private func pair(_ direction: Direction) -> LanguagePair? {
        guard let source = tags[direction.source], let target = tags[direction.target] else { return nil }
        return LanguagePair(source: source, target: target)
    }

    /// The code that comes closest to a language to translate to, whatever from; `nil` when there is none.
    func target(for wanted: LanguageTag) -> String? {
        var best: (code: String, distance: Int)?
        for code in Set(directions.map(\.target)).sorted() {
            guard let given = tags[code], let distance = LanguageDistance.between(wanted, given) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (code, distance) }
        }
        return best?.code
    }

    /// The direction that comes closest to a pair; `nil` when there is none.
    func direction(for pair: LanguagePair) -> Direction? {
        var best: (direction: Direction, distance: Int)?
        for direction in directions {
            guard let given = self.pair(direction),
                let near = LanguageDistance.between(pair.source, given.source),
                let far = LanguageDistance.between(pair.target, given.target)
            else { continue }
            if best.map({ near + far < $0.distance }) ?? true { best = (direction, near + far) }
        }
        return best?.direction
    }
}

/// The codes of a service that are not the language of a tag, with the tags that they mean.
///
/// What is not listed is called by its language alone: `en` for `en-AU`.
struct LanguageCodes: Sendable {
    /// Codes and tags. Of several codes that suit, the closest tag decides, and of equals the first.
    let special: [(code: String, tag: String)]

    /// What a service calls a language.
    func code(for tag: LanguageTag) -> String {
        let wanted = LanguageDistance.canonical(tag)
        var best: (code: String, distance: Int)?
        for entry in special {
            guard let given = LanguageTag(entry.tag), let distance = LanguageDistance.between(wanted, given) else {
                continue
            }
            if best.map({ distance < $0.distance }) ?? true { best = (entry.code, distance) }
        }
        return best?.code ?? wanted.language
    }

    /// What a code of the service means.
    func tag(of code: String) -> LanguageTag? {
        let folded = code.lowercased()
        let known = special.first { $0.code.lowercased() == folded }?.tag ?? code
        return LanguageTag(known).map(LanguageDistance.canonical)
    }
}

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
