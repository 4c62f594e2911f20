import Testing

@testable import Language

@Suite("HeadwordComparison")
struct HeadwordComparisonTests {
    @Test(
        "agreements",
        arguments: [
            ("en", "fest", "fest", .exact), ("en", "fest", "Fest", .letterCase), ("en", "naive", "naïve", .accents),
            ("en", "NAIVE", "naïve", .accents), ("en", "nai\u{308}ve", "naïve", .exact),
            ("en", "don’t", "don't", .exact),
            ("en", "dont", "don't", .punctuation), ("en", "we’ll", "well", .punctuation),
            ("en", "well", "well?", .punctuation),
            ("en", " ice  cream\n", "ice cream", .exact), ("en", "icecream", "ice cream", .punctuation),
            ("en", "ice-cream", "ice cream", .punctuation), ("en", "co\u{2011}op", "co-op", .exact),
            ("en", "co\u{AD}op", "coop", .exact),
            ("de", "strasse", "Straße", .accents), ("de", "STRAẞE", "straße", .letterCase),
            ("fr", "coeur", "cœur", .accents), ("en", "ＣＤ", "CD", .letterCase), ("en", "ﬁn", "fin", .letterCase),
            ("tr", "ISPARTA", "ısparta", .letterCase), ("tr", "ISPARTA", "isparta", .accents),
            ("az", "İki", "iki", .letterCase), ("en", "I", "i", .letterCase), ("ru", "елка", "ёлка", .accents),
            ("el", "ΛΟΓΟΣ", "λογος", .letterCase), ("el", "ΛΟΓΟΣ", "λόγος", .accents), ("es", "ano", "año", .accents),
            ("ja", "ｶﾞﾗｽ", "ガラス", .letterCase), ("ar", "كتاب", "كِتَاب", .accents), ("en", "?", "?", .exact),
            ("en", "house", "mouse", nil), ("en", "", "x", nil), ("ja", "ガラス", "がらす", nil), ("ru", "йод", "иод", nil),
        ] as [(String, String, String, HeadwordComparison.Agreement?)]
    )
    func agreements(
        _ language: String,
        _ text: String,
        _ headword: String,
        _ expected: HeadwordComparison.Agreement?
    ) {
        var comparison = HeadwordComparison(text, folding: HeadwordFolding(language: language))
        let agreement = comparison.agreement(with: headword)
        #expect(agreement == expected)
    }

    @Test("any text agrees with itself", arguments: HostileTexts.all)
    func itself(_ text: String) {
        let folding = HeadwordFolding(language: "en")
        var comparison = HeadwordComparison(text, folding: folding)
        let same = comparison.agreement(with: text)
        #expect(same == .exact)
        var longer = HeadwordComparison(text + "x", folding: folding)
        let other = longer.agreement(with: text)
        #expect(other != .exact)
    }

    @Test(
        "variants",
        arguments: [
            ("de", "schoen", ["schön"]), ("de", "Haeuser", ["Häuser"]), ("de", "AERGER", ["ÄRGER"]),
            ("de", "neue Quelle", []),
            ("de", "Ueberraeume", ["Überräume", "Überraeume", "Ueberräume"]), ("de-AT", "Gruesse", ["Grüsse"]),
            ("en", "does", []), ("da", "Aarhus", ["Århus"]), ("ja", "がらす", ["ガラス"]), ("ja", "ガラス", ["がらす"]),
            ("ja", "食べる", ["食ベル"]), ("ja", "お茶ガ", []), ("", "x", []), ("de", "", []), ("de", "e", []),
        ] as [(String, String, [String])]
    )
    func variants(_ language: String, _ text: String, _ expected: [String]) {
        #expect(HeadwordVariants.of(text, language: language) == expected)
    }

    @Test("no variants of a long text")
    func long() {
        #expect(HeadwordVariants.of(String(repeating: "ae", count: 500_000), language: "de").isEmpty)
    }
}
