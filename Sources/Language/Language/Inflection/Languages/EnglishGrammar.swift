import LanguageServices

/// The inflection of English.
struct EnglishGrammar: Grammar {
    static let shared = EnglishGrammar()

    let irregulars = IrregularForms(EnglishIrregulars.table)

    let preferredForms: Set<String> = [
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
        // A third-person verb and a plural noun look the same. Nouns come first because they are more frequent.
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

    /// The possible stems before *-ing*, *-ed*, *-er* or *-est*, most likely first.
    ///
    /// A single vowel before a single consonant indicates that an *e* was dropped, because the consonant would
    /// otherwise be doubled (*hoping*, *hopping*). This applies only to stressed syllables, so for a longer word the
    /// unchanged stem is more likely (*visiting*).
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
            // A double *l*, *s*, *f* or *z* is rarely the result of inflection (*falling*, *passing*, *buzzing*). This
            // is also true of *adding* and *erring*, but not of *running* and *planning*.
            result.insert(single, at: "lsfz".contains(last) || letters.count == 3 ? 1 : 0)
        }
        if stem.hasSuffix("ck") { result.append(String(stem.dropLast())) }
        return result
    }

    private static func isVowel(_ letter: Character) -> Bool { "aeiouy".contains(letter) }
}

/// English contractions: *don't*, *we'll*, *gonna*.
enum EnglishContractions {
    /// The expanded form of a contraction, such as *do not*; `nil` for any other word.
    ///
    /// - Parameter text: A lower-case word with an ASCII apostrophe. In negative forms, the apostrophe may be omitted.
    static func expansion(of text: String) -> String? {
        if let whole = others[text] { return whole }
        if let base = negatives[text.hasSuffix("n't") ? String(text.dropLast(3)) + "nt" : text] { return base + " not" }
        for (ending, word) in verbs where text.hasSuffix(ending) {
            let subject = String(text.dropLast(ending.utf8.count))
            if subjects.contains(subject) { return subject + " " + word }
        }
        return nil
    }

    /// The headwords for a contraction: its expanded form, the word *cannot*, or *not* if the verb is only an auxiliary
    /// for the negation.
    static func lemmas(of text: String) -> [Lemma]? {
        guard let expansion = expansion(of: text) else { return nil }
        var result = [Lemma(expansion, certainty: .known)]
        let words = expansion.split(separator: " ")
        if words.count == 2, words[1] == "not" {
            if words[0] == "can" { result.append(Lemma("cannot", certainty: .known)) }
            if ["do", "does", "did"].contains(words[0]) {
                result.append(Lemma("do not", certainty: .known))
                result.append(Lemma("not", certainty: .guess))
            }
        }
        return result
    }

    private static let negatives: [String: String] = {
        var result = ["cant": "can", "wont": "will", "shant": "shall", "aint": "is"]
        for verb in [
            "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "could", "would", "should", "might",
            "must", "need", "ought", "dare",
        ] {
            result[verb + "nt"] = verb
        }
        return result
    }()

    private static let verbs = [
        ("'ll", "will"), ("'re", "are"), ("'ve", "have"), ("'m", "am"), ("'d", "would"), ("'s", "is"),
    ]

    private static let subjects: Set<String> = [
        "i", "you", "he", "she", "it", "we", "they", "that", "there", "who", "what", "where", "how", "here",
    ]

    private static let others = [
        "let's": "let us", "gonna": "going to", "wanna": "want to", "gotta": "got to", "o'clock": "of the clock",
        "y'all": "you all", "ma'am": "madam", "'em": "them", "'cause": "because", "lemme": "let me", "gimme": "give me",
        "dunno": "do not know",
    ]
}

/// The British and American spellings of a word: *colour* and *color*, *centre* and *center*.
enum EnglishSpellings {
    /// Possible spellings of a word in the other variety of English.
    ///
    /// Only endings are examined, including inflected ones; a result is not necessarily an existing word.
    ///
    /// - Parameter word: A lower-case word.
    static func others(of word: String) -> [String] {
        var result: [String] = []
        for inflection in ["", "s", "d", "r", "ed", "ing", "ation", "ations"] where word.hasSuffix(inflection) {
            let stem = word.dropLast(inflection.utf8.count)
            // After an *e*, only the *-d* of *-ed* or the *-r* of *-er* remains.
            let isShort = inflection == "d" || inflection == "r"
            guard stem.utf8.count >= 4, !isShort || stem.hasSuffix("e") else { continue }
            for pair in endings {
                for (own, other) in [pair, (pair.1, pair.0)] where stem.hasSuffix(own) {
                    result.append(inflected(stem.dropLast(own.utf8.count) + other, inflection))
                }
            }
        }
        if word == "gray" || word == "grey" { result.append(word == "gray" ? "grey" : "gray") }
        return result
    }

    /// A stem with an inflection: *centre* with the *-ed* of *centered* becomes *centred*.
    private static func inflected(_ stem: Substring, _ inflection: String) -> String {
        switch (inflection, stem.hasSuffix("e")) {
        case ("ed", true): stem + "d"
        case ("d", false), ("r", false): stem + "e" + inflection
        default: stem + inflection
        }
    }

    private static let endings: [(String, String)] = [
        ("our", "or"), ("re", "er"), ("ise", "ize"), ("is", "iz"), ("yse", "yze"), ("ys", "yz"), ("ogue", "og"),
        ("ence", "ense"), ("ll", "l"), ("gramme", "gram"),
    ]
}
