/// The pronouns of Spanish verbs that dictionaries have with *se*: *me levanto*, *levántate*.
enum SpanishReflexives {
    /// Of all persons.
    static let pronouns: Set<String> = ["me", "te", "se", "nos", "os"]

    /// Whether a word is the infinitive of such a verb.
    static func isVerb(_ word: String) -> Bool {
        ["arse", "erse", "irse", "írse"].contains { word.lowercased().hasSuffix($0) }
    }

    /// Commands of one syllable.
    private static let commands: Set<String> = ["ve", "pon", "di", "da", "haz", "ten", "ven", "sal", "id"]

    /// Whether a word may be a verb with the pronoun behind it: an infinitive, a gerund or a command.
    static func isJoined(_ word: String) -> Bool {
        let word = word.lowercased()
        for pronoun in pronouns where word.hasSuffix(pronoun) {
            let verb = word.dropLast(pronoun.count)
            // What has become longer bears an accent: *levántate*. What was one syllable does not: *vete*.
            if verb.hasSuffix("r") || verb.contains(where: { "áéíóú".contains($0) }) || commands.contains(String(verb))
            {
                return true
            }
        }
        return false
    }
}
