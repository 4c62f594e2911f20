import LanguageServices

/// The words with which JMdict's descriptions of entries begin.
enum JMdictRemarks {
    /// Where a remark ends at the start of a text, a bracket behind it included; a gloss may follow without a space.
    ///
    /// A remark that is not known is taken for the whole text.
    static func end(_ text: ByteText) -> Int {
        for remark in remarks where text.hasPrefix(remark) {
            let end = text.start + remark.utf8CodeUnitCount
            if text[end] == UInt8(ascii: " "), text[end + 1] == UInt8(ascii: "("),
                let close = WordList.partner(of: end + 1, in: text)
            {
                return close + 1
            }
            return end
        }
        return text.end
    }

    /// The part of speech that a line in brackets names, or the label; `nil` for a line that is something else.
    static func partOfSpeech(_ text: ByteText) -> (part: PartOfSpeech?, label: String?)? {
        for (word, part) in parts where text.hasPrefix(word) { return (part, nil) }
        if text.hasPrefix("transitive verb") { return (.verb, "transitive") }
        if text.hasPrefix("intransitive verb") { return (.verb, "intransitive") }
        return nil
    }

    /// Longer ones before those that begin them.
    private static let remarks: [StaticString] = [
        "word usually written using kana alone", "word usually written using kanji alone", "yojijukugo", "abbreviation",
        "obscure term", "onomatopoeic or mimetic word", "colloquialism", "honorific or respectful (sonkeigo) language",
        "humble (kenjougo) language", "polite (teineigo) language", "idiomatic expression", "derogatory",
        "obsolete term",
        "archaism", "manga slang", "male slang", "slang", "vulgar expression or word", "familiar language", "sensitive",
        "children's language", "jocular, humorous term", "male term or language", "female term or language", "proverb",
        "poetical term", "rare", "rude or X-rated term (not displayed in educational software)", "quotation",
        "exclusively kanji", "exclusively kana",
    ]

    private static let parts: [(StaticString, PartOfSpeech)] = [
        ("noun or participle which takes the aux. verb suru", .noun), ("noun or verb acting prenominally", .adjective),
        ("nouns which may take the genitive case", .adjective), ("noun, used as a suffix", .suffix),
        ("noun, used as a prefix", .prefix), ("noun", .noun), ("adverbial noun", .noun), ("proper noun", .properNoun),
        ("expressions", .phrase), ("adjectival nouns", .adjective), ("adjective", .adjective),
        ("`taru' adjective", .adjective),
        ("`ku' adjective", .adjective), ("`shiku' adjective", .adjective),
        ("archaic/formal form of na-adjective", .adjective),
        ("pre-noun adjectival", .determiner), ("auxiliary adjective", .adjective), ("adverb", .adverb),
        ("Ichidan verb", .verb), ("Godan verb", .verb), ("Yodan verb", .verb), ("Nidan verb", .verb),
        ("Kuru verb", .verb),
        ("suru verb", .verb), ("su verb", .verb), ("irregular", .verb), ("auxiliary", .verb), ("verb", .verb),
        ("pronoun", .pronoun), ("suffix", .suffix), ("prefix", .prefix), ("interjection", .interjection),
        ("conjunction", .conjunction), ("counter", .suffix), ("numeric", .numeral), ("particle", .particle),
        ("copula", .verb),
    ]
}
