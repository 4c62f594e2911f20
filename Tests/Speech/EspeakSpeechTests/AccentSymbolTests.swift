import Testing

@testable import EspeakSpeech

/// The IPA symbols that espeak-ng shows for the bundled accents.
@Suite(
    "IPA symbols of the bundled accents",
    .enabled(if: EspeakProgram.isInstalled, "the program espeak-ng is not installed")
)
struct AccentSymbolTests {
    private static func matches(_ pattern: String, _ ipa: String) throws -> Bool {
        try ipa.contains(Regex(pattern).matchingSemantics(.unicodeScalar))
    }

    private static let vowels = "aeiouɑɒæəɛɜɪɔʊʉʌɐɚ"

    /// The exact vowel; no length mark or glide may follow.
    private static func exactly(_ symbols: String) -> String {
        let last = symbols.unicodeScalars.last.map(Character.init)
        return last.map { vowels.contains($0) && $0 != "ɚ" } == true ? "(\(symbols))(?![ːɪʊəʉ])" : "(\(symbols))"
    }

    @Test("each accent has the symbols in the acceptance table", arguments: Fixture.accents)
    func table(_ accent: String) async throws {
        let rows = try Fixture.rows("accent-table.tsv")
        let column = try #require(Fixture.accents.firstIndex(of: accent)) + 2
        let spoken = EspeakProgram.ipa(
            of: rows.map { $0[1] },
            voice: "own/\(accent.lowercased())",
            path: try await OwnVoicePath.path()
        )
        #expect(rows.count == 35 && spoken.count == 35)
        for (row, ipa) in zip(rows, spoken) {
            let plain = ipa.filter { !"ˈˌ".contains($0) }
            let isRight = try row[column].split(separator: "|").contains { alternative in
                try Self.matches(
                    alternative.hasSuffix("$") ? String(alternative) : Self.exactly(String(alternative)),
                    plain
                )
            }
            #expect(isRight, "\(row[0]) \(row[1]): \(ipa) instead of \(row[column])")
        }
    }

    @Test("held-out words have the vowel of their lexical set", arguments: Fixture.accents)
    func heldOut(_ accent: String) async throws {
        let rows = try Fixture.rows("held-out.tsv")
        let column = try #require(Fixture.accents.firstIndex(of: accent)) + 2
        let path = try await OwnVoicePath.path()
        let words = rows.flatMap { row in row[6].split(separator: " ").map { (row, String($0)) } }
        let spoken = EspeakProgram.ipa(of: words.map(\.1), voice: "own/\(accent.lowercased())", path: path)
        #expect(words.count > 1000 && spoken.count == words.count)
        let patterns = try Dictionary(uniqueKeysWithValues: rows.map { ($0[0], try Self.pattern($0, $0[column])) })
        for ((row, word), ipa) in zip(words, spoken) {
            // A monosyllabic word may have no stress mark.
            let text = row[1] == "stressed" && !ipa.contains("ˈ") ? "ˈ\(ipa)" : ipa
            let plain = row[0] == "YOD" ? text.filter { !"ˈˌ".contains($0) } : text
            let found = plain.contains(try #require(patterns[row[0]]))
            // In a non-rhotic accent, r is pronounced only before a vowel.
            #expect(found != (row[column] == "-"), "\(row[0]) \(word): \(ipa) instead of \(row[column])")
        }
    }

    /// The symbols expected for a row of held-out words.
    private static func pattern(_ row: [String], _ symbols: String) throws -> Regex<AnyRegexOutput> {
        let alternatives = symbols.split(separator: "|").map { exactly(String($0)) }.joined(separator: "|")
        let pattern =
            switch (symbols, row[1]) {
            case ("-", _): "(ɹ|ɚ)(?![\(vowels)])"
            case (_, "stressed"): "[ˈˌ][^ˈˌ\(vowels)]*(\(alternatives))"
            case (_, "start"): "^[ˈˌ]*(\(alternatives))"
            case (_, "end"): "(\(alternatives))$"
            default: "(\(alternatives))"
            }
        return try Regex(pattern).matchingSemantics(.unicodeScalar)
    }

    @Test("an accent's female speaker pronounces words like its male speaker", arguments: Fixture.accents)
    func female(_ accent: String) async throws {
        let words = try Fixture.rows("accent-table.tsv").map { $0[1] }
        let path = try await OwnVoicePath.path()
        let male = EspeakProgram.ipa(of: words, voice: "own/\(accent.lowercased())", path: path)
        let female = EspeakProgram.ipa(of: words, voice: "own/\(accent.lowercased())-female", path: path)
        #expect(male.count == 35 && male == female)
    }

    @Test(
        "stock voices are unchanged",
        arguments: ["gmw/en-US", "gmw/en-GB-x-rp", "gmw/de", "roa/fr", "sit/cmn-Latn-pinyin"]
    )
    func stock(_ voice: String) async throws {
        let words = try Fixture.rows("accent-table.tsv").map { $0[1] }
        let linked = EspeakProgram.ipa(of: words, voice: voice, path: try await OwnVoicePath.path())
        #expect(linked.count == 35 && linked == EspeakProgram.ipa(of: words, voice: voice))
    }
}
