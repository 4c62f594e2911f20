package import LanguageServices

extension SplitMix64 {
    /// A random number from 0 to below a limit, which is at least 1.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    /// A random element of a list that is not empty.
    package mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
