/// A French verb with what belongs to it: *se lever*, *faire la vaisselle*, *s'occuper de*.
struct FrenchExpression {
    /// The infinitive without a pronoun.
    let verb: String
    /// Whether *me*, *te*, *se* … goes with it.
    let isReflexive: Bool
    /// What follows, with the space before it.
    let rest: String

    init?(_ text: String) {
        var plain = text[...]
        for pronoun in ["se ", "s'"] where text.hasPrefix(pronoun) { plain = text.dropFirst(pronoun.count) }
        isReflexive = plain.count < text.count
        let end = plain.firstIndex(of: " ") ?? plain.endIndex
        verb = String(plain[..<end])
        rest = String(plain[end...])
        guard ["er", "ir", "ïr", "re"].contains(where: verb.hasSuffix) else { return nil }
    }

    /// The expression with a form of the verb behind its pronoun: *me lève, s'est levé*.
    func before(_ form: String, _ agreement: Agreement) -> String {
        guard isReflexive else { return form + rest }
        let pronoun = FrenchPronouns.form("se", agreement) ?? "se"
        return (pronoun.hasSuffix("e") ? FrenchElision.joined(pronoun, form) : pronoun + " " + form) + rest
    }

    /// A command: *lève-toi, levez-vous*.
    func command(_ form: String, pronoun: String) -> String {
        form + (isReflexive ? "-" + pronoun : "") + rest
    }

    /// Whether the participle of a reflexive verb shows who does it: *elle s'est levée*, but *elle s'est brossé les dents*,
    /// *elle s'est rendu compte*.
    var participleAgrees: Bool {
        guard isReflexive else { return true }
        if Self.indirect.contains(verb) { return false }
        let next = rest.split(separator: " ").first.map(String.init) ?? ""
        return !["le", "la", "les", "un", "une", "des", "compte"].contains(next) && !next.hasPrefix("l'")
    }

    /// Verbs whose pronoun is not what they act on: *elles se sont parlé*, *elle s'est acheté un vélo*.
    private static let indirect: Set<String> = [
        "parler", "téléphoner", "plaire", "sourire", "succéder", "mentir", "acheter",
    ]
}
