/// A Spanish verb with what belongs to it: *levantarse*, *hacer la compra*, *darse cuenta*.
struct SpanishExpression {
    /// The infinitive without a pronoun.
    let verb: String
    /// Whether *me*, *te*, *se* … goes with it.
    let isReflexive: Bool
    /// What follows, with the space before it.
    let rest: String
    private let hasVosotros: Bool

    init?(_ text: String, hasVosotros: Bool = false) {
        let end = text.firstIndex(of: " ") ?? text.endIndex
        let word = String(text[..<end])
        rest = String(text[end...])
        let isReflexive = word.hasSuffix("rse") && word.count >= 4
        let plain = isReflexive ? String(word.dropLast(2)) : word
        guard ["ar", "er", "ir", "ír"].contains(where: plain.hasSuffix) else { return nil }
        verb = plain
        self.isReflexive = isReflexive
        self.hasVosotros = hasVosotros
    }

    /// The expression with a form of the verb behind its pronoun: *me levanto*.
    func before(_ form: String, _ agreement: Agreement) -> String {
        (isReflexive ? pronoun(agreement) + " " : "") + form + rest
    }

    /// The expression with a form of the verb before its pronoun: *levantarme*, *levantándote*, *levántate*.
    func behind(_ form: String, _ agreement: Agreement?) -> String {
        guard isReflexive else { return form + rest }
        // The stress stays where it is, and the word has become longer.
        let sound = SpanishSound(form)
        let needsAccent = !form.hasSuffix("r") && sound.syllables > 1
        let stressed = needsAccent ? sound.stressed.map(sound.accented(at:)) ?? form : form
        return stressed + pronoun(agreement ?? Agreement()) + rest
    }

    private func pronoun(_ agreement: Agreement) -> String {
        SpanishPronouns.form("se", agreement, hasVosotros: hasVosotros) ?? "se"
    }
}
