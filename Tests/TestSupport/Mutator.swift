import Platform

/// Damages bytes, reproducibly for each seed.
package struct Mutator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number below a limit, which is at least 1.
    package mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, limit)))
    }

    package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    /// A text with words inserted, removed, duplicated and changed.
    ///
    /// - Parameters:
    ///   - others: Texts to take parts from.
    ///   - words: Tokens that are meaningful in such texts.
    package mutating func mutated(_ text: [UInt8], with others: [ArraySlice<UInt8>], words: [String]) -> [UInt8] {
        var result = text
        for _ in 0...below(6) {
            let index = below(result.count + 1)
            let end = min(result.count, index + below(40))
            switch below(6) {
            case 0: result.replaceSubrange(index..<end, with: words[below(words.count)].utf8)
            case 1: result.removeSubrange(index..<end)
            case 2: result.insert(contentsOf: result[index..<end], at: below(result.count + 1))
            case 3: if index < result.count { result[index] = UInt8(below(256)) }
            case 4: result.removeSubrange(index...)
            default:
                let other = others[below(others.count)]
                let start = other.startIndex + below(other.count)
                result.insert(contentsOf: other[start..<min(other.endIndex, start + below(200))], at: index)
            }
        }
        return result
    }

    /// A file with bytes changed, truncated, duplicated or inserted.
    package mutating func damaged(_ file: [UInt8]) -> [UInt8] {
        var result = file
        switch below(5) {
        case 0: result.removeLast(below(result.count + 1))
        case 1: result.insert(contentsOf: (0...below(64)).map { _ in UInt8(below(256)) }, at: below(result.count))
        case 2: result.removeSubrange(0..<below(min(result.count, 64)))
        default:
            guard !result.isEmpty else { break }
            // Headers and lengths are usually at the start.
            let span = below(2) == 0 ? result.count : min(result.count, 4096)
            for _ in 0...below(12) { result[below(span)] = below(3) == 0 ? 255 : UInt8(below(256)) }
        }
        return result
    }
}

/// Runs one seed after the other.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration (ten rounds by default), `PARLANCE_FUZZ_SEED` the first seed.
package enum FuzzRounds {
    /// - Parameters:
    ///   - known: Seeds that have found errors before, which are tried first.
    ///   - least: The minimum number of rounds.
    /// - Returns: The number of rounds besides those of the known seeds.
    @discardableResult
    package static func run(
        known: [UInt64] = [],
        least: Int = 10,
        _ body: (inout Mutator) throws -> Void
    ) rethrows -> Int {
        let limit = setting("PARLANCE_FUZZ_SECONDS").map { Duration.seconds(Int64($0 % 86_400)) }
        let start = ContinuousClock.now
        var seed = setting("PARLANCE_FUZZ_SEED") ?? 1
        var count = 0
        for seed in known {
            var mutator = Mutator(seed: seed)
            try body(&mutator)
        }
        while count < least || limit.map({ ContinuousClock.now - start < $0 }) ?? false {
            var mutator = Mutator(seed: seed)
            try body(&mutator)
            seed &+= 1
            count += 1
        }
        return count
    }

    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }
}
