import LanguageServices

/// The inflection of German.
///
/// Umlauts need no rules: keys do not contain umlauts, so *Bäch* finds *Bach*.
struct GermanGrammar: Grammar {
    static let shared = GermanGrammar()

    let irregulars = IrregularForms(GermanIrregulars.table, paradigms: GermanIrregulars.paradigms)

    let preferredForms: Set<String> = [
        "bin", "bist", "ist", "sind", "seid", "war", "waren", "hat", "hast", "wird",
    ]

    private let words = SuffixRules(
        """
        verb ern ere
        verb eln le
        adjective - e en er es em ere eren erer eres erem st ste sten ster stes stem est este esten ester estes estem
        adjective e er ere eren erer eres erem ste sten ster stes stem
        adjective el le ler les len lem ler lere leren
        adjective er re rer res ren rem rere reren
        adjective en ne ner nes nen nem
        verb en e st est t et te test ten tet ete etest eten etet end ende ender endes enden endem
        verb n e st t te test ten tet nd nde nder ndes nden ndem
        verb ern re
        verb en -
        adverb? - ens weise
        """
    )

    private let participles = SuffixRules(
        """
        verb en t et en te ter tes ten tem ete eter etes eten etem ene ener enes enem
        verb n t n te ter tes ten tem
        """
    )

    private let nouns = SuffixRules(
        """
        noun e en n
        noun - e en n er ern s es ens ns
        noun+ - nen
        noun nis nisse nissen nisses
        noun um en a
        noun a en
        noun us en i
        noun? - chen lein
        noun+ - in innen
        """
    )

    func reflexive(_ verb: String) -> String? { "sich " + verb }

    func regular(_ word: InflectedWord) -> [Lemma] {
        let nouns = nouns.lemmas(of: word).map { lemma in
            Lemma(
                lemma.text.prefix(1).uppercased() + lemma.text.dropFirst(),
                partOfSpeech: lemma.partOfSpeech,
                certainty: lemma.certainty
            )
        }
        let others = words.lemmas(of: word)
        // Nouns are capitalised, but so is every word at the start of a sentence.
        return word.isCapitalized ? nouns + others : others + nouns
    }

    func regularOtherThanNouns(_ word: InflectedWord) -> [Lemma] { words.lemmas(of: word) }

    // MARK: Prefixes

    static let separable = [
        "ab", "an", "auf", "aus", "bei", "durch", "ein", "empor", "entgegen", "entlang", "fehl", "fern", "fest", "fort",
        "frei", "gegenüber", "gleich", "heim", "her", "herab", "heran", "herauf", "heraus", "herbei", "herein", "herum",
        "herunter", "hervor", "hin", "hinab", "hinauf", "hinaus", "hinein", "hinter", "hinunter", "hinweg", "hinzu",
        "hoch", "kaputt", "kennen", "klar", "leid", "los", "mit", "nach", "nieder", "raus", "rein", "rum", "runter",
        "spazieren", "statt",
        "stehen", "teil", "über", "um", "unter", "voll", "vor", "voran", "voraus", "vorbei", "vorher", "vorüber", "weg",
        "weh", "weiter",
        "wider", "wieder", "zu", "zurecht", "zurück", "zusammen",
    ]

    private static let inseparable = [
        "be", "emp", "ent", "er", "ge", "hinter", "miss", "über", "um", "unter", "ver", "wider", "zer",
    ]

    /// The lemmas of participles with *ge-*, infinitives with an infixed *zu*, and separable verbs written as two
    /// words.
    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        let text = word.text
        if let space = text.lastIndex(of: " ") {
            // *steht auf*
            let prefix = String(text[text.index(after: space)...])
            let verb = String(text[..<space])
            guard Self.separable.contains(prefix), !verb.contains(" ") else { return [] }
            return joined(prefix, [Lemma(verb, partOfSpeech: .verb)] + lemmas(verb))
        }
        var result = participle(text)
        for prefix in Self.separable where text.hasPrefix(prefix) {
            let remainder = String(text.dropFirst(prefix.count))
            guard remainder.count >= 3 else { continue }
            result += joined(prefix, participle(remainder))
            if remainder.hasPrefix("zu") {
                let verb = String(remainder.dropFirst(2))
                result.append(Lemma(prefix + verb, partOfSpeech: .verb, certainty: .composed))
                // *wiederzusehen*, but also *anzuvertrauen*.
                result += joined(prefix, lemmas(verb))
            }
            result += joined(prefix, irregulars.lemmas(of: "ge" + remainder))
        }
        for prefix in Self.inseparable where text.hasPrefix(prefix) {
            // *versprochen* like *gesprochen*
            result += joined(prefix, irregulars.lemmas(of: "ge" + text.dropFirst(prefix.count)))
        }
        return result
    }

    /// The verbs of which a word may be a participle with *ge-*: *gemacht*, *gespielte*.
    private func participle(_ text: String) -> [Lemma] {
        guard text.hasPrefix("ge"), let remainder = InflectedWord(String(text.dropFirst(2))),
            remainder.letters.count >= 3
        else {
            return []
        }
        return participles.lemmas(of: remainder)
    }

    private func joined(_ prefix: String, _ lemmas: [Lemma]) -> [Lemma] {
        lemmas.verbs.map { Lemma(prefix + $0.text, partOfSpeech: .verb, certainty: max($0.certainty, .composed)) }
    }
}
