import LanguageServices

/// Contractions of English: *don't*, *we'll*, *gonna*.
enum EnglishContractions {
    /// A contraction written out: *do not*; `nil` for what is none.
    ///
    /// - Parameter text: A word in lower case, with a plain apostrophe or, in the negative ones, without it.
    static func expansion(of text: String) -> String? {
        if let whole = others[text] { return whole }
        if let base = negatives[text.hasSuffix("n't") ? String(text.dropLast(3)) + "nt" : text] { return base + " not" }
        for (ending, word) in verbs where text.hasSuffix(ending) {
            let subject = String(text.dropLast(ending.utf8.count))
            if subjects.contains(subject) { return subject + " " + word }
        }
        return nil
    }

    /// What a contraction may stand under in a dictionary: written out, as the one word *cannot*, or, when the verb only
    /// carries the negation, as *not*.
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
