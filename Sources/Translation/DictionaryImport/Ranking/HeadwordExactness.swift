import LanguageServices

/// How far an entry is from being one of the word that is looked up.
enum HeadwordExactness {
    /// For each entry of a key a number from 0, which is the word itself.
    ///
    /// - A form of the headword counts less than the headword.
    /// - An entry whose pronunciation begins with that of another entry of the same headword and goes on is one of an
    ///   expression that lost its other words when the dictionary was made: *go* /goubæk/ beside *go* /gou/.
    static func inexactness(of entries: [KeyedEntry]) -> [Double] {
        entries.map { keyed in
            if keyed.isForm { return 2 }
            guard entries.count > 1, let own = keyed.entry.pronunciations.first else { return 0 }
            let isLonger = entries.contains { other in
                guard other.entry.headword == keyed.entry.headword, let first = other.entry.pronunciations.first else {
                    return false
                }
                return !first.isEmpty && own.utf8.count > first.utf8.count + 1 && own.utf8.starts(with: first.utf8)
            }
            return isLonger ? 1 : 0
        }
    }
}
