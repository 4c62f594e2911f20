extension BidirectionalCollection {
    /// The collection without trailing elements that satisfy a predicate.
    package func trimmingSuffix(while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        var end = endIndex
        while end != startIndex {
            let last = index(before: end)
            guard try predicate(self[last]) else { break }
            end = last
        }
        return self[..<end]
    }

    /// The collection without leading and trailing elements that satisfy a predicate.
    package func trimming(while predicate: (Element) throws -> Bool) rethrows -> SubSequence {
        try trimmingSuffix(while: predicate).drop(while: predicate)
    }
}

extension StringProtocol {
    /// The text without leading and trailing white space.
    package func trimmingWhitespace() -> String { String(trimming(while: \.isWhitespace)) }
}
