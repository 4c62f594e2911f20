import DictionaryTranslation

/// What the dictionaries of the opposite direction say of a translation.
struct ReverseVotes {
    /// The evidence of the headword there, as a part of that of the best translation, from 0 to 1.
    private(set) var share = 0.0
    /// One divided by the rank of the headword there, by evidence; 0 when it is not there.
    private(set) var rank = 0.0
    /// How many entries and examples there are of the translation: how important a word it is.
    private(set) var popularity = 0.0
    /// How many translations there are of it: a word of many meanings is a frequent one (Zipf 1945).
    private(set) var breadth = 0.0

    /// Looks a translation up.
    ///
    /// - Parameters:
    ///   - opposite: The index to ask.
    ///   - key: The key of the translation.
    ///   - headword: The hash of the key of the headword.
    mutating func add(_ opposite: DictionaryIndex, key: String, headword: UInt32) throws {
        guard let (entries, tail) = try opposite.tail(key: key) else { return }
        popularity = max(popularity, Double(entries + tail.examples))
        breadth = max(breadth, Double(tail.count))
        var own: Float = 0
        for place in 0..<tail.count where tail.keyHash(place) == headword { own += tail.evidence(place) }
        guard own > 0 else { return }
        var most = own
        var better = 0
        for place in 0..<tail.count where tail.keyHash(place) != headword {
            let evidence = tail.evidence(place)
            most = max(most, evidence)
            if evidence > own { better += 1 }
        }
        share = max(share, Double(own / most))
        rank = max(rank, 1 / Double(1 + better))
    }
}
