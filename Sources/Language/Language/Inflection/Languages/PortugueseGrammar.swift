import LanguageServices

/// The inflection of Portuguese.
struct PortugueseGrammar: RomanceGrammar {
    static let shared = PortugueseGrammar()

    let irregulars = IrregularForms(PortugueseIrregulars.table, paradigms: PortugueseIrregulars.paradigms)

    let preferredForms: Set<String> = [
        "é", "sou", "és", "são", "somos", "tem", "têm", "vai", "vão",
    ]

    let rules = SuffixRules(
        """
        \(SuffixRules.iberian)
        noun m ns
        noun ao oes aes aos
        noun al ais
        noun el eis
        noun ol ois
        noun ul uis
        noun il is eis
        noun ao a as ona onas
        noun o a as os
        noun or ora oras
        noun or riz rizes
        noun tor triz trizes
        noun e essa essas
        adjective o a os as
        adjective - a as es s
        adjective m ns
        adjective al ais
        adjective el eis
        adjective il is eis
        adjective ao a as oes
        adjective eu eia eias
        verb* ar o as a amos ais am ei aste ou astes aram ara aras aramos ava avas avamos aveis avam e es emos eis em
        verb* ar asse asses assemos assem ares armos arem ando ado ada ados adas ai
        verb ar arei aras ara aremos areis arao aria arias ariamos arieis ariam
        verb* er o es e emos eis em i este eu estes eram era eras eramos ia ias iamos ieis iam a as amos ais am
        verb* er esse esses essemos essem eres ermos erem endo ido ida idos idas ei
        verb er erei eras era eremos ereis erao eria erias eriamos erieis eriam
        verb* ir o es e imos is em i iste iu istes iram ira iras iramos ia ias iamos ieis iam a as amos ais am
        verb* ir isse isses issemos issem ires irmos irem indo ido ida idos idas
        verb ir irei iras ira iremos ireis irao iria irias iriamos irieis iriam
        adjective? o amente
        adjective? - mente
        adjective? o issimo issima issimos issimas
        noun? a inha inhas
        noun? o inho inha inhos inhas
        noun? - zinho zinha zinhos zinhas
        """,
        changes: StemChanges(inner: "u>o i>e ei>e", final: "qu>c gu>g j>g g>gu c>ç ç>c")
    )

    func reflexive(_ verb: String) -> String? { verb.hasSuffix("r") ? verb + "-se" : nil }

    // MARK: Pronouns after verbs

    private static let pronouns: Set<String> = [
        "me", "te", "se", "o", "a", "os", "as", "lhe", "lhes", "nos", "vos", "lo", "la", "los", "las", "no", "na",
        "nas",
    ]

    /// Whether a pronoun is reflexive, judging by the ending of the verb: *levanta-se*, *levanto-me*.
    private static func isReflexive(_ pronoun: String, after verb: String) -> Bool {
        switch pronoun {
        case "se": true
        case "me": ["o", "ei", "i"].contains { verb.hasSuffix($0) }
        case "te": ["s", "a", "e"].contains { verb.hasSuffix($0) }
        case "nos": verb.hasSuffix("mo")
        default: false
        }
    }

    /// *fazê-lo*, *disse-me*, *chama-se*: before *lo*, the verb loses its final *r*, *s* or *z*.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        let text = word.text
        guard let hyphen = text.firstIndex(of: "-") else { return [] }
        let pronouns = text[text.index(after: hyphen)...].split(separator: "-").map(String.init)
        guard !pronouns.isEmpty, pronouns.count <= 2, pronouns.allSatisfy(Self.pronouns.contains) else { return [] }
        let verb = String(text[..<hyphen])
        var result: [Lemma] = []
        if let first = pronouns.first, first.hasPrefix("l") && !first.hasPrefix("lh") {
            result.append(Lemma(verb + "r", partOfSpeech: .verb))
            result += (lemmas(verb + "z") + lemmas(verb + "s")).verbs
        }
        if verb.hasSuffix("r") { result.append(Lemma(verb, partOfSpeech: .verb, certainty: .known)) }
        result += lemmas(verb).verbs
        guard let pronoun = pronouns.first, pronouns.count == 1, Self.isReflexive(pronoun, after: verb) else {
            return result
        }
        return reflexives(of: result) + result
    }
}
