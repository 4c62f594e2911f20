import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Years")
struct YearTextTests {
    private func said(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: YearText(PositionedScalar.all(of: text)).scalars.map(\.scalar))
        return String(view)
    }

    @Test(
        "a year is read as a year",
        arguments: [
            ("1999", "19 99"), (" 1999.\n", " 19 99.\n"), ("1905!", "19 oh 5!"), ("2013", "20 13"), ("1066", "10 66"),
            ("in 1999 we went", "in 19 99 we went"), ("since 1812.", "since 18 12."),
            ("March 3, 1987", "March 3, 19 87"),
            ("March 3rd, 1987, he", "March 3rd, 19 87, he"), ("3 March 1987 was", "3 March 19 87 was"),
            ("Mozart (1756)", "Mozart (17 56)"), ("the summer of 1969", "the summer of 19 69"),
            ("born in 1987 and died in 2013", "born in 19 87 and died in 20 13"),
        ]
    )
    func years(_ text: String, _ expected: String) {
        #expect(said(text) == expected)
    }

    @Test(
        "a possible quantity, price or part of another token is unchanged",
        arguments: [
            "1999 euros", "It cost 1999 euros.", "€1999", "$1999", "1999 $", "in 1999 cases", "one in 1250.", "1,999",
            "1999.5",
            "1999%", "a total of 1999.", "1999-2013", "1999/2000", "room 1205", "since 1999km", "in 199", "in 19999",
            "1900", "2000", "2005", "1000", "1009", "3000", "0199", "in １９９９", "1999 1998", "", " ", ".",
            "March 1999 tests",
            "in 1999 €", "in ١٩٩٩",
        ]
    )
    func counts(_ text: String) {
        #expect(said(text) == text)
    }

    @Test("inserted scalars have the offset of the following digit")
    func places() {
        let placed = YearText(PositionedScalar.all(of: "in 1905.")).scalars
        #expect(placed.map(\.offset) == [0, 1, 2, 3, 4, 5, 5, 5, 5, 6, 7])
    }

    @Test("in English only, a year has one mark that covers all its digits")
    func marks() async throws {
        func marks(_ text: String, _ language: String) async throws -> [String] {
            let request = SpeechRequest(text: text, language: LanguageTag(language), marks: [.word])
            let heard = try await EspeakSpeech(voices: Bundled.voices).synthesize(request).collect()
            return heard.marks.map { "\($0.offset)+\($0.length) \($0.ipa ?? "")" }
        }
        #expect(
            try await marks("In 1905 I", "en-GB") == ["0+2 ɪn", "3+4 ˌnaɪnˈtiːn ˈəʊ ˈfaɪv", "8+1 ˈaɪ"]
        )
        #expect(try await marks("1999", "en-US") == ["0+4 ˌnaɪnˈtiːn ˈnaɪnti ˈnaɪn"])
        #expect(try await marks("1999", "de").first?.contains("hʊndɜt") == true)
    }
}
