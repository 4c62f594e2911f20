import Language
import Testing

/// Determiners and pronouns for German nouns.
struct GermanArticlesTests {
    @Test func articlesAgree() {
        let rows: [(String, String)] = [
            ("der", "der die das die"), ("den", "den die das die"), ("dem", "dem der dem den"),
            ("ein", "ein eine ein -"),
            ("einen", "einen eine ein -"), ("einem", "einem einer einem -"), ("kein", "kein keine kein keine"),
            ("meinen", "meinen meine mein meine"), ("dieser", "dieser diese dieses diese"),
            ("jeden", "jeden jede jedes -"), ("im", "im in der im in den"), ("zum", "zum zur zum zu den"),
            ("ins", "in den in die ins in die"), ("ein neuer", "ein neuer eine neue ein neues -"),
            ("einen teuren", "einen teuren eine teure ein teures -"),
            ("der neue", "der neue die neue das neue die neuen"),
            ("dem alten", "dem alten der alten dem alten den alten"), ("euren", "euren eure euer eure"),
            ("unserem", "unserem unserer unserem unseren"),
        ]
        for (phrase, line) in rows {
            let made = [Agreement.Gender.masculine, .feminine, .neuter].map { gender in
                GermanForms().determiner(phrase, agreement: Agreement(gender: gender), next: nil) ?? "-"
            }
            let plural = GermanForms().determiner(phrase, agreement: Agreement(isPlural: true), next: nil) ?? "-"
            #expect((made + [plural]).joined(separator: " ") == line, "\(phrase)")
        }
        for wrong in ["", "ein neue", "sein", "haben", "eins zwei", "der neuer"] {
            #expect(GermanForms().determiner(wrong, agreement: Agreement(), next: nil) == nil, "\(wrong)")
        }
    }

    @Test func pronounsAndPossessives() {
        let she = Agreement(gender: .feminine)
        #expect(GermanForms().pronoun("er", agreement: she) == "sie")
        #expect(GermanForms().pronoun("ihm", agreement: she) == "ihr")
        #expect(GermanForms().pronoun("seinen", agreement: she) == "ihren")
        #expect(GermanForms().pronoun("sein-n", agreement: Agreement(person: .second, isPlural: true)) == "euer")
        #expect(GermanForms().pronoun("seine", agreement: Agreement(person: .second, isPlural: true)) == "eure")
        #expect(GermanForms().pronoun("sich", agreement: Agreement(person: .first, isPlural: true)) == "uns")
        #expect(GermanForms().pronoun("nobody", agreement: she) == nil)
    }
}
