/// What the dictionaries of the opposite direction say of a translation.
struct ReverseVotes {
    /// How much of what the opposite dictionary has under the translation is the headword, from 0 to 1.
    private(set) var share = 0.0
    /// Whether it translates back at all.
    private(set) var isThere = false
    /// How many entries and examples it has of the translation: how important a word it is.
    private(set) var popularity = 0.0

    /// Looks a translation up.
    ///
    /// The evidence in a record does not depend on votes, so it does not matter which of two dictionaries was there first.
    ///
    /// - Parameters:
    ///   - key: The key of the translation.
    ///   - headword: The hash of the key of the headword.
    mutating func add(_ opposite: DictionaryIndex, key: String, headword: UInt32) throws {
        guard let (entries, tail) = try opposite.tail(key: key) else { return }
        popularity = max(popularity, Double(entries + tail.examples))
        var most: Float = 0
        var own: Float = 0
        for place in 0..<tail.count {
            let evidence = tail.evidence(place)
            most = max(most, evidence)
            if tail.keyHash(place) == headword { own += evidence }
        }
        guard own > 0, most > 0 else { return }
        isThere = true
        share = max(share, Double(min(own / most, 1)))
    }
}
