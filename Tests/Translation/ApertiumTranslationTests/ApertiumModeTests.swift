import ApertiumTranslation
import LanguageServices
import Testing

@Suite struct ApertiumModeTests {
    @Test func aModeHasANameAndAPair() throws {
        let pair = LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("es")))
        #expect(ApertiumMode(name: "eng-spa", pair: pair).pair.target.language == "es")
    }
}
