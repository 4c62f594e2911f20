/// How French words change before the sound of a vowel.
package enum FrenchElision {
    /// Whether a text starts with the sound of a vowel, or with an *h* that counts for nothing: *l'eau, l'homme*, but
    /// *la haine*, *le onze*, *le yaourt*.
    package static func startsWithVowel(_ text: some StringProtocol) -> Bool {
        let word = text.lowercased().prefix { $0.isLetter || $0 == "-" || $0 == "'" }
        guard let first = word.first else { return false }
        if first == "h" {
            return !aspirated.contains(where: word.hasPrefix) || silent.contains(where: word.hasPrefix)
        }
        if first == "y" { return word == "y" || word.hasPrefix("yeux") || word.hasPrefix("yv") }
        guard "aàâäeéèêëiîïoôöuùûüœæ".contains(first) else { return false }
        return !unelided.contains(where: word.hasPrefix)
    }

    /// A short word before a text, without its vowel where the text starts with one: *je mange, j'aime*.
    ///
    /// - Returns: Both, with a space or an apostrophe between them.
    package static func joined(_ word: String, _ text: String) -> String {
        startsWithVowel(text) ? word.dropLast() + "'" + text : word + " " + text
    }

    /// What begins with an *h* that is not spoken either, but keeps other words whole.
    private static let aspirated = [
        "hach", "haie", "hain", "haï", "hall", "halt", "hamac", "hamburger", "hameau", "hamster", "hanche", "hand",
        "hang",
        "hant", "happ", "harass", "harc", "hard", "harem", "hareng", "haricot", "harnais", "harp", "hasard", "hât",
        "hauss",
        "haut", "havre", "hérisson", "hernie", "héron", "héros", "heurt", "hibou", "hic", "hideux", "hiérarch",
        "hindi",
        "hip-hop", "hippie", "hiss", "hobby", "hoch", "hockey", "holland", "homard", "hongr", "hont", "hoquet", "hors",
        "hot", "houbl", "houl", "housse", "hublot", "huche", "huée", "huit", "hurl", "hutte",
    ]

    /// What begins like one of them, and elides: *l'haltère*.
    private static let silent = ["haltère", "hallucin"]

    private static let unelided = ["onz", "oui", "ouistiti", "uhlan", "ululer"]
}
