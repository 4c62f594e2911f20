/// What may be seen as a word of its own in what is written without a space.
enum WordReadings {
    /// The readings of a word: itself; without the *’s* of English; behind the elision of French and Italian; before the
    /// pronouns that French and Portuguese join with hyphens.
    static func of(_ range: Range<Int>, in scalars: [Unicode.Scalar], language: String) -> [WordToken.Reading] {
        var result = [reading(range, scalars)]
        switch language {
        case "en":
            if let owner = owner(range, scalars) { result.append(reading(owner, scalars)) }
        case "fr", "it", "ca":
            let tail = elided(range, scalars)
            if let tail { result.append(reading(tail, scalars)) }
            if language == "fr", let head = head(tail ?? range, scalars, pronouns: french) {
                result.append(reading(head, scalars))
            }
        case "pt", "ro":
            if let head = head(range, scalars, pronouns: portuguese) { result.append(reading(head, scalars)) }
        default: break
        }
        return result
    }

    private static func reading(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> WordToken.Reading {
        WordToken.Reading(text: WordSearch.text(scalars[range]), range: range)
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\u{2019}" }

    /// *cat’s*, *cats’*
    private static func owner(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Range<Int>? {
        guard range.count > 2 else { return nil }
        if isApostrophe(scalars[range.upperBound - 1]) { return range.lowerBound..<(range.upperBound - 1) }
        guard scalars[range.upperBound - 1] == "s", isApostrophe(scalars[range.upperBound - 2]) else { return nil }
        return range.lowerBound..<(range.upperBound - 2)
    }

    /// *l’eau*, *qu’il*, *dell’acqua*
    private static func elided(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Range<Int>? {
        guard let mark = range.first(where: { isApostrophe(scalars[$0]) }), mark - range.lowerBound <= 7,
            mark + 1 < range.upperBound
        else { return nil }
        return (mark + 1)..<range.upperBound
    }

    /// *donne-moi*, *y a-t-il*, *dá-me*
    private static func head(
        _ range: Range<Int>,
        _ scalars: [Unicode.Scalar],
        pronouns: Set<String>
    ) -> Range<Int>? {
        guard let hyphen = range.first(where: { scalars[$0] == "-" || scalars[$0] == "\u{2010}" }),
            hyphen > range.lowerBound
        else { return nil }
        let tails = scalars[hyphen..<range.upperBound].split { $0 == "-" || $0 == "\u{2010}" }
        let areAllPronouns = tails.allSatisfy { pronouns.contains(WordSearch.text($0).lowercased()) }
        return !tails.isEmpty && areAllPronouns ? range.lowerBound..<hyphen : nil
    }

    private static let french: Set<String> = [
        "je", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "ce", "moi", "toi", "le", "la", "les", "lui",
        "leur", "y", "en", "t", "là", "ci",
    ]

    private static let portuguese: Set<String> = [
        "me", "te", "se", "o", "a", "os", "as", "lhe", "lhes", "nos", "vos", "lo", "la", "los", "las", "no", "na",
        "nas", "mi", "ți", "și", "l", "i", "le",
    ]
}
