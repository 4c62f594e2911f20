import LanguageServices

/// The inflection of French.
struct FrenchGrammar: RomanceGrammar {
    static let shared = FrenchGrammar()

    let irregulars = IrregularForms(FrenchIrregulars.table, paradigms: FrenchIrregulars.paradigms)

    let preferredForms: Set<String> = [
        "es", "est", "sommes", "sont", "suis", "ai", "as", "a", "avons", "avez", "ont", "vais", "vas", "va", "vont",
    ]

    let rules = SuffixRules(
        """
        noun - s x
        noun al aux
        noun ail aux
        adjective al aux ale ales
        adjective - s e es
        adjective f ve ves
        adjective eux euse euses
        adjective eur euse euses
        adjective er ere eres
        adjective et ete etes ette ettes
        verb eler elle elles ellent
        verb eter ette ettes ettent
        verb ayer aie aies aient
        verb oyer oie oies oient oiera oierai
        verb uyer uie uies uient
        adjective n nne nnes
        adjective l lle lles
        adjective t tte ttes
        adjective s sse sses
        adjective c que ques che ches
        adjective ieur ieure ieures
        noun teur trice trices
        noun eur euse euses eresse eresses
        noun en enne ennes
        noun on onne onnes
        noun ant ante antes
        noun at ate ates
        noun eur eure eures
        noun ain aine aines
        noun er ere eres
        noun e esse esses
        verb* er e es ons ez ent ais ait ions iez aient ai as a ames ates erent
        verb* er ant e ee ees asse asses at assions assiez assent
        verb* er erai eras era erons erez eront erais erait erions eriez eraient
        verb ir is it issons issez issent issais issait issions issiez issaient issant isse isses
        verb ir imes ites irent i ie ies irai iras ira irons irez iront irais irait irions iriez iraient
        verb re s - ons ez ent ais ait ions iez aient ant e es is it imes ites irent u ue us ues
        verb re rai ras ra rons rez ront rais rait rions riez raient isse
        adjective? - ment ement
        adjective? ant amment
        adjective? ent emment
        """,
        changes: StemChanges(inner: "è>e è>é", final: "ç>c ge>g ll>l tt>t oi>oy ai>ay ui>uy")
    )

    func reflexive(_ verb: String) -> String? {
        guard let first = verb.first else { return nil }
        return ("aeéèêiouyh".contains(first) ? "s'" : "se ") + verb
    }

    // MARK: Elisions and pronouns

    private static let elided: Set<String> = [
        "l", "d", "j", "m", "t", "s", "c", "n", "jusqu", "presqu",
    ]

    /// *l'eau*, *s'appelle*, *parle-t-il*.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        let text = word.text
        if let (word, remainder) = elision(text, of: Self.elided) {
            var result = lemmas(remainder)
            if word == "s" {
                result += result.verbs.map { Lemma("s'" + $0.text, partOfSpeech: .verb, certainty: $0.certainty) }
            }
            // The word after an article or preposition is usually a lemma; the word after a pronoun usually is not.
            let whole = Lemma(remainder, certainty: .known)
            return ["l", "d"].contains(word) ? [whole] + result : result + [Lemma(remainder, certainty: .composed)]
        }
        return text.firstIndex(of: "-").map { lemmas(String(text[..<$0])).verbs } ?? []
    }
}
