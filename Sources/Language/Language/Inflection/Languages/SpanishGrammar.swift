import LanguageServices

/// The inflection of Spanish.
struct SpanishGrammar: RomanceGrammar {
    static let shared = SpanishGrammar()

    let irregulars = IrregularForms(SpanishIrregulars.table, paradigms: SpanishIrregulars.paradigms)

    let preferredForms: Set<String> = [
        "soy", "eres", "es", "somos", "son", "he", "has", "ha", "hemos", "han", "está", "están", "va", "van",
    ]

    let rules = SuffixRules(
        """
        \(SuffixRules.iberian)
        noun z ces
        adjective o a as os
        adjective - a as es os
        adjective e es
        adjective z ces
        adjective a as
        verb* ar o as a amos ais an e aste asteis aron aba abas abamos abais aban es emos eis en
        verb* ar ara aras aramos arais aran ase ases asemos aseis asen ad ando ado ada ados adas
        verb ar are aras ara aremos areis aran aria arias ariamos ariais arian
        verb* er o es e emos eis en i iste io imos isteis ieron ia ias iamos iais ian a as amos ais an
        verb* er iera ieras ieramos ierais ieran iese ieses iesemos ieseis iesen ed iendo ido ida idos idas
        verb* er yo yeron yera yeras yeramos yerais yeran yese yeses yesemos yeseis yesen yendo
        verb er ere eras era eremos ereis eran eria erias eriamos eriais erian
        verb* ir o es e imos is en i iste io isteis ieron ia ias iamos iais ian a as amos ais an
        verb* ir iera ieras ieramos ierais ieran iese ieses iesemos ieseis iesen id iendo ido ida idos idas
        verb* ir yo yeron yera yeras yeramos yerais yeran yese yeses yesemos yeseis yesen yendo
        verb ir ire iras ira iremos ireis iran iria irias iriamos iriais irian
        adjective? o amente
        adjective? - mente
        noun? a ita itas
        noun? o ito ita itos itas
        noun? - cito cita citos citas ito ita
        adjective? o isimo isima isimos isimas
        adjective? - isimo isima isimos isimas
        """,
        changes: StemChanges(
            inner: "ie>e ie>i ue>o ue>u i>e u>o",
            final: "qu>c gu>g c>z j>g g>gu gü>gu zc>c y> c>qu"
        )
    )

    func reflexive(_ verb: String) -> String? { verb.hasSuffix("r") ? verb + "se" : nil }

    // MARK: Pronouns after verbs

    private static let pronouns = ["me", "te", "se", "lo", "la", "los", "las", "le", "les", "nos", "os"]

    /// *dímelo*, *levantarse*, *haciéndolo*: one or two pronouns attached to an infinitive, a gerund or an imperative.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        var result: [Lemma] = []
        for first in Self.pronouns where word.bareEnding(first.utf8.count) == first {
            let verb = word.stem(without: first.utf8.count)
            let verbs = self.verb(verb, lemmas)
            if Self.isReflexive(first, after: verb) { result += reflexives(of: verbs) }
            result += verbs
            guard let remainder = InflectedWord(verb) else { continue }
            for second in ["me", "te", "se", "nos", "os"] where remainder.bareEnding(second.utf8.count) == second {
                result += self.verb(remainder.stem(without: second.utf8.count), lemmas)
            }
        }
        return result
    }

    /// Whether *te* or *se* is reflexive: *levántate*, *levantándose*. After an infinitive, *te* may also be an object.
    private static func isReflexive(_ pronoun: String, after verb: String) -> Bool {
        pronoun == "se" || pronoun == "te" && verb.last != "r" && !verb.hasSuffix("ndo")
    }

    private func verb(_ form: String, _ lemmas: (String) -> [Lemma]) -> [Lemma] {
        guard let word = InflectedWord(form), word.letters.count >= 2 else { return [] }
        // The accent is due only to the attached pronouns.
        let plain = word.bareEnding(word.letters.count)
        switch word.bareEnding(2) {
        case "ar", "er", "ir": return [Lemma(form, partOfSpeech: .verb)]
        case "do" where word.bareEnding(3) == "ndo": return lemmas(plain).verbs
        // The verb is an imperative.
        default: return lemmas(plain).uncertainVerbs
        }
    }
}
