import Testing

@testable import EspeakSpeech

/// Words and sentences as transcribed in dictionaries of the accents: Wells 2008 for en-US, en-GB and en-IE, and the
/// Macquarie Dictionary for en-AU.
@Suite(
    "Words in the bundled accents",
    .enabled(if: EspeakProgram.isInstalled, "the program espeak-ng is not installed")
)
struct DictionaryTests {
    @Test(
        "each accent has its own pronunciation of words and sentences",
        arguments: [("words.tsv", 367), ("sentences.tsv", 35)],
        Fixture.accents
    )
    func spoken(_ file: (name: String, count: Int), _ accent: String) async throws {
        let rows = try Fixture.rows(file.name)
        let column = try #require(Fixture.accents.firstIndex(of: accent)) + 1
        let path = try await OwnVoicePath.path()
        let spoken = EspeakProgram.ipa(of: rows.map { $0[0] }, voice: "own/\(accent.lowercased())", path: path)
        try #require(rows.count == file.count && spoken.count == file.count)
        for (row, ipa) in zip(rows, spoken) {
            #expect(ipa == row[column], "\(row[0]) in \(accent)")
        }
    }

    @Test("two spellings of a word have the same pronunciation", arguments: Fixture.accents)
    func spellings(_ accent: String) async throws {
        let pairs = [
            ("yogurt", "yoghurt"), ("cafe", "café"), ("cliche", "cliché"), ("fiance", "fiancée"),
            ("moustache", "mustache"),
            ("kilometre", "kilometer"), ("puree", "purée"),
        ]
        let path = try await OwnVoicePath.path()
        let words = pairs.flatMap { [$0.0, $0.1] }
        let spoken = EspeakProgram.ipa(of: words, voice: "own/\(accent.lowercased())", path: path)
        try #require(spoken.count == 2 * pairs.count)
        for index in stride(from: 0, to: spoken.count, by: 2) { #expect(spoken[index] == spoken[index + 1]) }
    }
}
