/// The endings of German adjectives, by what stands before them.
enum GermanDeclension {
    /// What stands before an adjective.
    enum Kind: Int, Sendable {
        /// *der, dieser, jeder*
        case weak
        /// *ein, kein, mein*
        case mixed
        /// Nothing that shows the case.
        case strong
    }

    /// The cases, in the order of the tables.
    enum Case: Int, Sendable {
        case nominative, accusative, dative, genitive
    }

    /// What an ending depends on besides the noun.
    struct Place: Sendable {
        var kind: Kind
        var grammaticalCase: Case
    }

    /// The place that the name of a form stands for: the article that would be before it.
    static func place(ofForm name: String) -> Place? { places[name] }

    private static let places: [String: Place] = [
        "der": Place(kind: .weak, grammaticalCase: .nominative),
        "den": Place(kind: .weak, grammaticalCase: .accusative),
        "dem": Place(kind: .weak, grammaticalCase: .dative),
        "des": Place(kind: .weak, grammaticalCase: .genitive),
        "ein": Place(kind: .mixed, grammaticalCase: .nominative),
        "einen": Place(kind: .mixed, grammaticalCase: .accusative),
        "einem": Place(kind: .mixed, grammaticalCase: .dative),
        "eines": Place(kind: .mixed, grammaticalCase: .genitive),
        "strong": Place(kind: .strong, grammaticalCase: .nominative),
        "strong-accusative": Place(kind: .strong, grammaticalCase: .accusative),
        "strong-dative": Place(kind: .strong, grammaticalCase: .dative),
    ]

    /// The ending of an adjective.
    static func ending(_ place: Place, _ agreement: Agreement) -> String {
        let kinds = endings[place.kind.rawValue]
        return kinds[place.grammaticalCase.rawValue][column(agreement)]
    }

    /// The place of a gender, or of the plural, in tables: masculine, feminine, neuter, plural.
    static func column(_ agreement: Agreement) -> Int {
        if agreement.isPlural { return 3 }
        return switch agreement.gender {
        case .feminine: 1
        case .neuter: 2
        case .masculine, nil: 0
        }
    }

    private static let endings: [[[String]]] = [
        [["e", "e", "e", "en"], ["en", "e", "e", "en"], ["en", "en", "en", "en"], ["en", "en", "en", "en"]],
        [["er", "e", "es", "en"], ["en", "e", "es", "en"], ["en", "en", "en", "en"], ["en", "en", "en", "en"]],
        [["er", "e", "es", "e"], ["en", "e", "es", "e"], ["em", "er", "em", "en"], ["en", "er", "en", "er"]],
    ]
}
