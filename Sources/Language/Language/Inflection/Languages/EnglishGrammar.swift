import LanguageServices

/// The inflection of English.
struct EnglishGrammar: Grammar {
    static let shared = EnglishGrammar()

    let irregulars = IrregularForms(EnglishIrregulars.table)

    let usualForms: Set<String> = [
        "is", "are", "was", "were", "am", "has", "had", "did", "does", "been",
    ]

    private let nouns = SuffixRules(
        """
        noun ss sses
        noun e es
        noun - s es
        noun y ies
        noun f ves
        noun fe ves
        noun sis ses
        """
    )

    private let verbs = SuffixRules(
        """
        verb ss sses
        verb e es
        verb - s es
        verb y ies ied
        """
    )

    private let derived = SuffixRules(
        """
        adjective? - ly
        adjective? y ily
        adjective? le ly
        adjective? ic ically
        noun? - less
        """
    )

    // MARK: Contractions and possessives

    func special(_ word: InflectedWord, lemmas: (String) -> [Lemma]) -> [Lemma] {
        if let contraction = EnglishContractions.lemmas(of: word.text) { return contraction }
        for ending in ["'s", "s'"] where word.text.hasSuffix(ending) && word.letters.count > ending.utf8.count {
            let owner = word.stem(without: ending == "'s" ? 2 : 1)
            return [Lemma(owner, partOfSpeech: .noun, certainty: .known)] + lemmas(owner)
        }
        return EnglishSpellings.others(of: word.text).flatMap { other in
            [Lemma(other, certainty: .guess)]
                + lemmas(other).map { Lemma($0.text, partOfSpeech: $0.partOfSpeech, certainty: .guess) }
        }
    }

    // MARK: Endings

    func regular(_ word: InflectedWord) -> [Lemma] {
        var result: [Lemma] = []
        // The third person and the plural look the same; nouns are the more frequent.
        if word.bareEnding(2) != "ss", word.bareEnding(2) != "us" {
            result += nouns.lemmas(of: word) + verbs.lemmas(of: word)
        } else if word.text.hasSuffix("ied") {
            result += verbs.lemmas(of: word)
        }
        if !word.text.hasSuffix("s") { result += verbs.lemmas(of: word) }
        for (ending, kind) in [("ing", PartOfSpeech.verb), ("ed", .verb), ("er", .adjective), ("est", .adjective)]
        where word.text.hasSuffix(ending) {
            for lemma in stems(word.stem(without: ending.utf8.count)) {
                result.append(Lemma(lemma, partOfSpeech: kind))
            }
        }
        if word.text.hasSuffix("ying") {
            result.append(Lemma(word.stem(without: 4) + "ie", partOfSpeech: .verb))
        }
        for ending in ["ier", "iest"] where word.text.hasSuffix(ending) {
            result.append(Lemma(word.stem(without: ending.utf8.count) + "y", partOfSpeech: .adjective))
        }
        return result + derived.lemmas(of: word)
    }

    /// What stood before *-ing*, *-ed*, *-er* or *-est*, the likelier first.
    ///
    /// A single vowel before a single consonant would have made the consonant double, had there been no *e* (*hoping*,
    /// *hopping*); but only in a stressed syllable, so that of a longer word the plain stem is likelier (*visiting*).
    private func stems(_ stem: String) -> [String] {
        let letters = Array(stem)
        guard letters.count >= 2, let last = letters.last, letters.contains(where: Self.isVowel) else { return [] }
        var result = [stem, stem + "e"]
        let vowelGroups = letters.indices.filter { index in
            Self.isVowel(letters[index]) && (index == 0 || !Self.isVowel(letters[index - 1]))
        }
        let isSingleVowel =
            Self.isVowel(letters[letters.count - 2])
            && (letters.count == 2 || !Self.isVowel(letters[letters.count - 3]))
        if vowelGroups.count == 1, isSingleVowel, !Self.isVowel(last), !"wxy".contains(last) { result.swapAt(0, 1) }
        if letters.count >= 3, last == letters[letters.count - 2], !Self.isVowel(last) {
            let single = String(letters.dropLast())
            // *falling*, *passing*, *buzzing* are seldom doubled, nor are *adding*, *erring*; *running*, *planning* are.
            result.insert(single, at: "lsfz".contains(last) || letters.count == 3 ? 1 : 0)
        }
        if stem.hasSuffix("ck") { result.append(String(stem.dropLast())) }
        return result
    }

    private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }
}
