extension BidirectionalCollection {
    /// The elements without those at the end that satisfy a predicate.
    package func trimmingSuffix(while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        var end = endIndex
        while end != startIndex {
            let last = index(before: end)
            guard try predicate(self[last]) else { break }
            end = last
        }
        return self[..<end]
    }

    /// The elements without those at both ends that satisfy a predicate.
    package func trimming(while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        try trimmingSuffix(while: predicate).drop(while: predicate)
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    package func trimmingWhitespace() -> String { String(trimming(while: \.isWhitespace)) }
}
