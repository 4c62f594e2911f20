/// The weight of dictionary labels as evidence for or against a translation being the most common one.
enum UsageMarks {
    /// The weight of labels against a translation: the highest weight among them, or 0.
    ///
    /// Grammatical labels have no weight. An unknown label is treated as a subject field if it is in separate brackets
    /// and ends with a full stop.
    static func against(_ labels: [String]) -> Double {
        var maximum = 0.0
        for label in labels where !grammar.contains(label) {
            if let weight = weights[label] {
                maximum = max(maximum, weight)
            } else if isField(label) {
                maximum = max(maximum, 0.5)
            }
        }
        return maximum
    }

    /// The degree to which labels mark an entry as a common word: 1, 0.5 for a less common word, or 0.
    ///
    /// JMdict and EDICT mark the first and second half of the most frequent words in newspapers or in a vocabulary
    /// collection, common loan words, and words that the editors consider common.
    static func common(_ labels: [String]) -> Double {
        var maximum = 0.0
        for label in labels { maximum = max(maximum, commonMarks[label] ?? 0) }
        return maximum
    }

    private static func isField(_ label: String) -> Bool {
        label.utf8.last == UInt8(ascii: ".") && label.utf8.count <= 12 && !label.utf8.contains(UInt8(ascii: " "))
            || label.hasSuffix(" term") || label.hasSuffix(" terminology")
    }

    /// The most frequent labels; none of them has a weight.
    private static let grammar = ["plural", "transitive", "intransitive", "reflexive"]

    private static let commonMarks: [String: Double] = [
        "P": 1, "common": 1, "news1": 1, "ichi1": 1, "spec1": 1, "gai1": 1, "news2": 0.5, "ichi2": 0.5, "spec2": 0.5,
        "gai2": 0.5,
    ]

    private static let weights: [String: Double] = {
        var weights: [String: Double] = [:]
        let groups: [(Double, [String])] = [
            (
                1,
                [
                    "rare", "archaic", "obs.", "obsolete", "dated", "becoming dated", "old-fashioned", "historical",
                    "hist.", "poet.", "poetic", "former name", "dialect", "dialectal", "dial.", "vulg.", "vulgar",
                    "slang", "sl.", "offensive", "derogatory", "pej.", "veraltet", "veraltend", "alt", "altertümlich",
                    "selten", "frühere Bezeichnung", "vieux", "vieilli", "rare.", "desusado", "anticuado", "obsoleto",
                    "antiquato", "raro", "obsolete term", "archaism", "rarely used", "obscure term",
                    "word containing out-dated kana", "rare term",
                ]
            ),
            (
                0.6,
                [
                    "coll.", "colloquial", "informal", "familiar", "fam.", "humor.", "humorous", "children's speech",
                    "formal", "literary", "lit.", "geh.", "ugs.", "fig.", "figurative", "übtr.", "prov.", "Sprw.",
                    "euphemistic", "euph.", "populaire", "familier",
                ]
            ),
            (
                0.3,
                [
                    "Am.", "Br.", "US", "UK", "British", "American", "Austr.", "Australian", "NZ", "Sc.", "Scottish",
                    "Ir.",
                    "Irish", "Can.", "Canadian", "eAm.", "Northern English", "Dt.", "Ös.", "Schw.", "Bayr.", "Süddt.",
                    "Norddt.", "Mitteldt.", "Ostdt.", "Westdt.", "Mittelwestdt.", "Nordostdt.", "Austria",
                    "Switzerland",
                    "Latin America", "Brazil", "Portugal", "Spain", "Mexico",
                ]
            ),
        ]
        for (weight, labels) in groups { for label in labels { weights[label] = weight } }
        return weights
    }()
}
