import LanguageServices

/// What may stand between a verb and the rest of its expression: *fermer la porte à clé*, *j'ai très faim*, *ten esto en cuenta*.
struct VerbalExpression: Sendable {
    /// How many words may stand before each word of the expression, the verb first.
    let rooms: [Int]

    /// - Parameters:
    ///   - words: The words of the expression, without articles.
    ///   - isInfinitive: Whether the expression has the mark of an infinitive, as *to* is.
    /// - Returns: `nil` when the expression is none that a verb begins, as far as that can be told.
    init?(_ words: [String], language: String, partOfSpeech: PartOfSpeech?, isInfinitive: Bool) {
        guard let verb = words.first?.lowercased(), words.count > 1, partOfSpeech ?? .verb == .verb else { return nil }
        if Self.negations[language] == verb {
            // The pronouns of *no me gusta*.
            rooms = [0, 2] + [Int](repeating: 0, count: words.count - 2)
            return
        }
        let isVerb = partOfSpeech == .verb || isInfinitive
        let looksLikeOne = (Self.endings[language] ?? []).contains { verb.hasSuffix($0) && verb.count > $0.count + 1 }
        guard isVerb || looksLikeOne else { return nil }
        var rooms = [Int](repeating: 0, count: words.count)
        let next = words[1].lowercased()
        if let prepositions = Self.prepositions[language], prepositions.contains(next) {
            // The object: of a noun such as *fer à repasser* nobody must think that. At the end it governs what follows.
            if isVerb, words.count > 2 { rooms[1] = 5 }
        } else if let small = FunctionWords.of(language), !small.contains(next) {
            // Adverbs, negations and quantities: *n'ai pas du tout faim*.
            rooms[1] = 3
        }
        self.rooms = rooms
    }

    private static let endings: [String: [String]] = [
        "fr": ["er", "ir", "re"],
        "es": ["ar", "er", "ir", "arse", "erse", "irse"],
        "it": ["are", "ere", "ire", "arsi", "ersi", "irsi"],
        "pt": ["ar", "er", "ir"],
    ]

    private static let negations = ["es": "no", "it": "non", "pt": "não"]

    private static let prepositions: [String: Set<String>] = [
        "fr": ["à", "au", "aux", "en", "par", "sur", "hors", "sous"],
        "es": ["a", "al", "en", "por", "de", "con"],
        "it": ["a", "al", "in", "per", "da", "su"],
        "pt": ["a", "à", "ao", "em", "por"],
    ]
}
