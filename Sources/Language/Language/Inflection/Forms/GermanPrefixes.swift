/// What German verbs begin with: parts that stand apart, and parts that do not.
enum GermanPrefixes {
    /// The separable prefix of a verb: *auf* of *aufstehen*; empty when it has none.
    static func separable(of verb: String) -> String {
        if whole.contains(verb) { return "" }
        for prefix in sorted where verb.hasPrefix(prefix) {
            let rest = String(verb.dropFirst(prefix.count))
            guard rest.count >= 4 || rest == "tun" else { continue }
            if mostlyBound.contains(prefix), !boundExceptions.contains(verb) { return "" }
            return prefix
        }
        return ""
    }

    private static let sorted = GermanGrammar.separable.sorted { ($1.count, $0) < ($0.count, $1) }

    private static let mostlyBound: Set<String> = ["über", "unter", "hinter", "wider"]

    private static let boundExceptions: Set<String> = ["untergehen", "unterbringen", "überlaufen"]

    /// Verbs that only look as if they had a separable prefix, and those whose prefix is one of both kinds and stays.
    private static let whole: Set<String> = [
        "antworten", "angeln", "ankern", "abonnieren", "analysieren", "animieren", "einigen", "hindern", "herrschen",
        "beichten", "reinigen", "umarmen", "umgeben", "umfassen", "durchsuchen", "durchqueren", "wiederholen",
        "vollenden", "vollziehen", "festigen",
    ]

    /// The prefix that is never separated: *ver* of *verstehen*; empty when there is none.
    static func bound(of verb: String) -> String {
        if simple.contains(verb) { return "" }
        for prefix in bounds where verb.hasPrefix(prefix) && verb.count >= prefix.count + 4 { return prefix }
        return ""
    }

    private static let bounds = [
        "emp", "ent", "hinter", "miss", "unter", "über", "ver", "wider", "wieder", "zer", "be", "er", "ge", "um",
        "durch",
        "voll",
    ]

    /// Verbs that only look as if they had such a prefix.
    private static let simple: Set<String> = [
        "bellen", "beten", "betteln", "bessern", "beugen", "beben", "ernten", "entern", "geizen", "zerren", "missen",
        "betten", "beichten", "beißen", "gehen", "geben", "gelten", "erben", "erden",
    ]

    /// Regular verbs that end as irregular ones do: *bereiten* has nothing to do with *reiten*.
    static let regular: Set<String> = ["bereiten", "begleiten", "verwenden", "bewenden"]

    /// Whether a verb ends in *-ieren*, and so has no *ge-*.
    static func isForeign(_ verb: String) -> Bool {
        verb.hasSuffix("ieren") && verb.count > 7 && !["schmieren", "verzieren", "frieren"].contains(verb)
    }
}
