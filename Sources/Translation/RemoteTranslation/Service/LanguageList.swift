import LanguageServices
import RemoteService

/// A service's languages, in its own codes and as the corresponding tags.
struct LanguageList: Sendable {
    /// A translation direction in the service's codes.
    struct Direction: Sendable, Hashable {
        var source: String
        var target: String
    }

    /// The directions as the service lists them.
    let directions: [Direction]

    private let tags: [String: LanguageTag]

    /// - Parameter tag: Returns the tag for a service code.
    init(_ directions: [Direction], tag: (String) -> LanguageTag?) {
        self.directions = directions
        var tags: [String: LanguageTag] = [:]
        for code in Set(directions.flatMap { [$0.source, $0.target] }) { tags[code] = tag(code) }
        self.tags = tags
    }

    /// All combinations of the source and target languages.
    init(sources: [String], targets: [String], tag: (String) -> LanguageTag?) {
        let to = targets.map { ($0, tag($0)) }
        let directions = sources.flatMap { source in
            let from = tag(source)
            return to.compactMap { target, tag -> Direction? in
                // British and American English are not translated into each other.
                guard source != target, from?.language != tag?.language || from?.script != tag?.script else {
                    return nil
                }
                return Direction(source: source, target: target)
            }
        }
        self.init(directions, tag: tag)
    }

    /// The pairs without duplicates, in the service's order.
    var pairs: [LanguagePair] {
        var seen: Set<LanguagePair> = []
        return directions.compactMap(pair).filter { seen.insert($0).inserted }
    }

    /// The pair of tags for a direction.
    private func pair(_ direction: Direction) -> LanguagePair? {
        guard let source = tags[direction.source], let target = tags[direction.target] else { return nil }
        return LanguagePair(source: source, target: target)
    }

    /// The target code closest to a language, with any source language; `nil` if there is none.
    func target(for wanted: LanguageTag) -> String? {
        closest(Set(directions.map(\.target)).sorted()) { code in
            tags[code].flatMap { LanguageDistance.between(wanted, $0) }
        }
    }

    /// The direction closest to a pair; `nil` if there is none.
    func direction(for pair: LanguagePair) -> Direction? {
        closest(directions) { direction in
            guard let given = self.pair(direction),
                let near = LanguageDistance.between(pair.source, given.source),
                let far = LanguageDistance.between(pair.target, given.target)
            else { return nil }
            return near + far
        }
    }
}

/// The item with the smallest distance, the first one in a tie; `nil` if none is comparable.
private func closest<Item>(_ items: [Item], distance: (Item) -> Int?) -> Item? {
    items.compactMap { item in distance(item).map { (item: item, distance: $0) } }
        .min { $0.distance < $1.distance }?.item
}

/// The codes of a service that differ from the language subtag.
///
/// Other languages use the language subtag alone: `en` for `en-AU`.
struct LanguageCodes: Sendable {
    /// The codes with their tags. The closest tag is used, or the first one in a tie.
    let special: [(code: String, tag: String)]

    /// The service's code for a language.
    func code(for tag: LanguageTag) -> String {
        let wanted = LanguageDistance.canonical(tag)
        let best = closest(special) { entry in LanguageTag(entry.tag).flatMap { LanguageDistance.between(wanted, $0) } }
        return best?.code ?? wanted.language
    }

    /// The tag for a service code.
    func tag(of code: String) -> LanguageTag? {
        let folded = code.lowercased()
        let known = special.first { $0.code.lowercased() == folded }?.tag ?? code
        return LanguageTag(known).map(LanguageDistance.canonical)
    }
}

extension ServiceIdentity {
    /// The codes for a pair: from the list if there is one, otherwise the default codes.
    ///
    /// - Throws: `ServiceError.Code.unsupported` if the list does not contain the pair.
    func codes(
        for pair: RequestedPair,
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

    private func missing(_ pair: RequestedPair) -> ServiceError {
        unsupported(TranslationJob(pair: pair, target: ""))
    }
}
