import LanguageServices

/// The inflection of Italian.
struct ItalianGrammar: RomanceGrammar {
    static let shared = ItalianGrammar()

    let irregulars = IrregularForms(ItalianIrregulars.table, paradigms: ItalianIrregulars.paradigms)

    let preferredForms: Set<String> = [
        "è", "sono", "siamo", "ho", "hai", "ha", "hanno", "va", "vai",
    ]

    let rules = SuffixRules(
        """
        noun o i
        noun a e i
        noun e i
        noun co chi ci
        noun ca che
        noun go ghi gi
        noun ga ghe
        noun io i
        noun cia ce
        noun gia ge
        noun tore trice trici
        noun e essa esse
        adjective o a i e
        adjective co chi che ci
        adjective go ghi ghe
        adjective e i
        verb* are o i a iamo ate ano avo avi ava avamo avate avano ai asti o ammo aste arono
        verb* are ero erai era eremo erete eranno erei eresti erebbe eremmo ereste erebbero
        verb* are assi asse assimo assero ando ato ata ati ante anti iate ino
        verb ere o i e iamo ete ono evo evi eva evamo evate evano ei esti e emmo este erono etti ette ettero
        verb ere ero erai era eremo erete eranno erei eresti erebbe eremmo ereste erebbero
        verb ere a ano essi esse essimo essero endo uto uta uti ute ente enti iate
        verb ire o i e iamo ite ono ivo ivi iva ivamo ivate ivano ii isti i immo iste irono
        verb ire isco isci isce iscono isca iscano
        verb ire iro irai ira iremo irete iranno irei iresti irebbe iremmo ireste irebbero
        verb ire a ano issi isse issimo issero endo ito ita iti ite ente enti iate
        adjective? o amente issimo issima issimi issime
        adjective? e emente issimo issima issimi issime
        adjective? le lmente
        adjective? re rmente
        noun? a ina ine etta ette
        noun? o ino ina ini ine etto etti
        """,
        changes: StemChanges(final: "ch>c gh>g c>ci g>gi sc>sci gli>gl")
    )

    func reflexive(_ verb: String) -> String? { verb.hasSuffix("re") ? verb.dropLast() + "si" : nil }

    // MARK: Elisions and pronouns

    private static let elided: Set<String> = [
        "l", "un", "d", "c", "dell", "nell", "all", "dall", "sull", "quell", "quest", "bell", "sant", "dov", "com", "s",
        "m", "t", "v", "coll", "tutt", "mezz", "buon", "cos", "quand", "nient", "anch",
    ]

    private static let pronouns = ["mi", "ti", "si", "ci", "vi", "lo", "la", "li", "le", "gli", "ne"]

    /// *dell'acqua*, *mangiarlo*, *dirmelo*, *lavandosi*.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        let text = word.text
        if let (_, remainder) = elision(text, of: Self.elided) {
            return [Lemma(remainder, certainty: .known)] + lemmas(remainder)
        }
        var result = shortImperatives(text)
        for first in Self.pronouns where text.hasSuffix(first) {
            let verb = word.stem(without: first.utf8.count)
            let verbs = self.verb(verb, lemmas)
            if Self.isReflexive(first, after: verb) { result += reflexives(of: verbs) }
            result += verbs
            for second in ["me", "te", "se", "ce", "ve", "glie"] where verb.hasSuffix(second) {
                result += self.verb(String(verb.dropLast(second.utf8.count)), lemmas)
            }
        }
        return result
    }

    /// *dammi*, *dimmelo*, *vattene*: the first letter of a pronoun is doubled after a one-syllable imperative.
    private func shortImperatives(_ text: String) -> [Lemma] {
        for (imperative, infinitive) in Self.imperatives where text.hasPrefix(imperative) {
            var remainder = text.dropFirst(imperative.count)
            guard let first = remainder.popFirst(), remainder.first == first else { continue }
            let isOne = Self.pronouns.contains(String(remainder))
            let isTwo = ["me", "te", "ce", "ve"].contains { second in
                remainder.hasPrefix(second) && Self.objects.contains(String(remainder.dropFirst(second.count)))
            }
            if isOne || isTwo { return [Lemma(infinitive, partOfSpeech: .verb, certainty: .composed)] }
        }
        return []
    }

    private static let imperatives = [
        ("da", "dare"), ("di", "dire"), ("fa", "fare"), ("sta", "stare"), ("va", "andare"),
    ]

    private static let objects: Set<String> = ["lo", "la", "li", "le", "ne"]

    /// Whether a pronoun is reflexive: *alzati*, *alzandosi*, *alzatevi*. After an infinitive, only *si* is always
    /// reflexive.
    private static func isReflexive(_ pronoun: String, after verb: String) -> Bool {
        switch pronoun {
        case "si": true
        case "ti": verb.last.map("aei".contains) ?? false
        case "vi": verb.hasSuffix("te")
        case "ci": verb.hasSuffix("mo")
        default: false
        }
    }

    /// The verb before an attached pronoun: a gerund, an imperative, or an infinitive without its *e* (and its second
    /// *r*).
    private func verb(_ form: String, _ lemmas: (String) -> [Lemma]) -> [Lemma] {
        guard form.count >= 3 else { return [] }
        if form.hasSuffix("r") {
            return [
                Lemma(form + "e", partOfSpeech: .verb), Lemma(form + "re", partOfSpeech: .verb),
                Lemma(form + "si", partOfSpeech: .verb, certainty: .guess),
            ]
        }
        return form.hasSuffix("ndo") ? lemmas(form).verbs : lemmas(form).uncertainVerbs
    }
}
