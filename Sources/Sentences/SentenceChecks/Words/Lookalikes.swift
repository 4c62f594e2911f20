/// Words that look like forms of others and hardly ever are: *evening* is no form of *even*.
enum Lookalikes {
    /// Whether a word is such a one, so that only who asks for it finds it.
    static func contains(_ word: String, language: String) -> Bool {
        words[language]?.contains(word.lowercased()) ?? false
    }

    private static let words: [String: Set<String>] = [
        "en": Set(
            """
            evening morning during ceiling wedding building clothing housing earring herring willing string spring bring
            king thing ring wing sting sling fling cling swing pudding sibling darling sterling shilling lightning nothing
            something anything everything cunning
            seed feed weed heed deed reed need bleed breed greed steed creed indeed exceed succeed proceed hundred hatred
            kindred naked wicked rugged ragged beloved sacred embed shed speed
            his its hers ours theirs yours this thus news clothes does toes bees goods odds means shorts tights outdoors
            indoors towards backwards afterwards besides sometimes always perhaps upstairs downstairs overseas nowadays
            headquarters politics physics economics ethics mechanics electronics athletics graphics classics statistics
            mathematics series species lens princes wales james mars customs arms thanks four here there hire tire shore
            """.split { $0 == " " || $0 == "\n" }.map(String.init)
        )
    ]
}
