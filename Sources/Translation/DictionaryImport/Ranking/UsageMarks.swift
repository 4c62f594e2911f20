/// What the labels of dictionaries say for and against a translation as the usual one.
enum UsageMarks {
    /// How much labels say against it: 0 for nothing, the greatest of them otherwise.
    ///
    /// Labels on grammar say nothing. One in brackets of its own that is not known here and ends with a point is taken
    /// for a field of knowledge.
    static func against(_ labels: [String]) -> Double {
        var most = 0.0
        for label in labels where !grammar.contains(label) {
            if let weight = weights[label] {
                most = max(most, weight)
            } else if isField(label) {
                most = max(most, 0.5)
            }
        }
        return most
    }

    /// Whether labels say that an entry is of a common word: 1, or 0.5 for one that is less so.
    ///
    /// These are the marks of JMdict and EDICT: the first or second half of the most frequent words of newspapers, of a
    /// collection of vocabulary, of loan words, and of the editors.
    static func common(_ labels: [String]) -> Double {
        var most = 0.0
        for label in labels { most = max(most, commonMarks[label] ?? 0) }
        return most
    }

    private static func isField(_ label: String) -> Bool {
        label.utf8.last == UInt8(ascii: ".") && label.utf8.count <= 12 && !label.utf8.contains(UInt8(ascii: " "))
            || label.hasSuffix(" term") || label.hasSuffix(" terminology")
    }

    /// The most frequent labels, which say nothing.
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
