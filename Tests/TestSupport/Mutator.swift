import Platform

/// Damages bytes, always the same way for the same seed.
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

    /// A text with words put in, taken out, doubled and changed.
    ///
    /// - Parameters:
    ///   - others: Texts to take parts of.
    ///   - words: What means something in such texts.
    package mutating func mutated(_ text: [UInt8], with others: [ArraySlice<UInt8>], words: [String]) -> [UInt8] {
        var result = text
        for _ in 0...below(6) {
            let place = below(result.count + 1)
            let end = min(result.count, place + below(40))
            switch below(6) {
            case 0: result.replaceSubrange(place..<end, with: words[below(words.count)].utf8)
            case 1: result.removeSubrange(place..<end)
            case 2: result.insert(contentsOf: result[place..<end], at: below(result.count + 1))
            case 3: if place < result.count { result[place] = UInt8(below(256)) }
            case 4: result.removeSubrange(place...)
            default:
                let other = others[below(others.count)]
                let start = other.startIndex + below(other.count)
                result.insert(contentsOf: other[start..<min(other.endIndex, start + below(200))], at: place)
            }
        }
        return result
    }

    /// A file with bytes changed, cut off, doubled or put in.
    package mutating func damaged(_ file: [UInt8]) -> [UInt8] {
        var result = file
        switch below(5) {
        case 0: result.removeLast(below(result.count + 1))
        case 1: result.insert(contentsOf: (0...below(64)).map { _ in UInt8(below(256)) }, at: below(result.count))
        case 2: result.removeSubrange(0..<below(min(result.count, 64)))
        default:
            guard !result.isEmpty else { break }
            // Headers and lengths stand at the beginning more often than not.
            let span = below(2) == 0 ? result.count : min(result.count, 4096)
            for _ in 0...below(12) { result[below(span)] = below(3) == 0 ? 255 : UInt8(below(256)) }
        }
        return result
    }
}

/// Goes on with one seed after the other.
///
/// `PARLANCE_FUZZ_SECONDS` says for how long (ten rounds otherwise), `PARLANCE_FUZZ_SEED` where the seeds begin.
package enum FuzzRounds {
    /// - Parameters:
    ///   - known: Seeds that have once found something, which are tried first.
    ///   - least: How many rounds there are at least.
    /// - Returns: How many rounds there were besides those of the known seeds.
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
