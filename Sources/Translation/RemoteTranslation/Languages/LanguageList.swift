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
