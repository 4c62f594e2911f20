import LanguageServices
import Testing

struct VoiceTests {
    private func voice(_ tags: [String], _ gender: Voice.Gender? = nil) -> Voice {
        Voice(id: "v", name: "V", languages: tags.compactMap { LanguageTag($0) }, gender: gender, provider: "p")
    }

    @Test func anEmptyQueryMatchesEverything() {
        #expect(VoiceQuery().matches(voice([])))
        #expect(VoiceQuery().matches(voice(["en"], .male)))
    }

    @Test func aLanguageTakesNarrowerOnes() {
        let query = VoiceQuery(language: LanguageTag("en"))
        #expect(query.matches(voice(["en-AU"])))
        #expect(query.matches(voice(["de", "en"])))
        #expect(!query.matches(voice(["de"])))
        #expect(!query.matches(voice([])))
        #expect(!VoiceQuery(language: LanguageTag("en-AU")).matches(voice(["en"])))
    }

    @Test func anUnknownGenderDoesNotMatch() {
        let query = VoiceQuery(gender: .female)
        #expect(query.matches(voice(["en"], .female)))
        #expect(!query.matches(voice(["en"], .male)))
        #expect(!query.matches(voice(["en"])))
    }

    @Test func qualitiesAreOrderedFromWorstToBest() {
        #expect(Voice.Quality.allCases == Voice.Quality.allCases.sorted())
        #expect(Voice.Quality.degraded < .standard)
        #expect(Voice.Quality.enhanced < .premium)
    }
}
