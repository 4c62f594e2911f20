import Testing

@testable import EspeakSpeech

/// What our accents do between words and beyond the vowels; `Voices/README.md` names the literature.
@Suite("Connected speech", .enabled(if: EspeakProgram.isInstalled, "the program espeak-ng is not installed"))
struct ConnectedSpeechTests {
    private func say(_ text: String, _ accent: String) async throws -> String {
        let spoken = EspeakProgram.ipa(of: [text], voice: "own/\(accent)", path: try await OwnVoicePath.path())
        return try #require(spoken.first).filter { !"ˈˌ".contains($0) }
    }

    @Test(
        "each accent says it its own way",
        arguments: [
            // Irish: a vowel breaks up lm, NORTH is not FORCE, wh is voiceless, th is a dental stop, no tap.
            ("film", "en-IE", "fɪləm"), ("films", "en-IE", "fɪləmz"), ("helm", "en-IE", "hɛləm"),
            ("helmet", "en-IE", "hɛlmɪt"), ("film", "en-GB", "fɪlm"), ("horse", "en-IE", "hɒːɹs"),
            ("hoarse", "en-IE", "hoːɹs"), ("horse", "en-US", "hɔːɹs"), ("hoarse", "en-US", "hɔːɹs"),
            ("which witch", "en-IE", "ʍɪtʃ wɪtʃ"), ("get up", "en-IE", "ɡɛt ʌp"),
            // The tap, in words and between them; none before n.
            ("get up", "en-AU", "ɡeɾ ɐp"), ("get up", "en-US", "ɡɛɾ ʌp"), ("get up", "en-GB", "ɡet ʌp"),
            ("what is it", "en-AU", "wɔɾ ɪz ɪt"), ("about it", "en-US", "əbaʊɾ ɪt"), ("cotton", "en-AU", "kɔtən"),
            ("get down", "en-AU", "ɡet dæɔn"),
            // An r links where one is written, and nowhere else.
            ("far away", "en-GB", "fɑːɹ əweɪ"), ("four eggs", "en-AU", "foːɹ eɡz"), ("far", "en-GB", "fɑː"),
            ("here and there", "en-GB", "hɪəɹ ənd ðeə"), ("better idea", "en-GB", "betəɹ aɪdɪə"),
            ("the idea of it", "en-GB", "ðɪ aɪdɪə əv ɪt"), ("law and order", "en-GB", "lɔː ænd ɔːdə"),
            ("law and order", "en-AU", "loː ænd oːdə"),
            // Weak before another word, strong alone and at the end.
            ("a cup of tea", "en-GB", "ə kʌp əv tiː"), ("of", "en-GB", "ɒv"), ("of", "en-US", "ʌv"),
            ("I can swim", "en-AU", "ɑe kən swɪm"), ("yes I can", "en-GB", "jes aɪ kæn"),
            ("she was at home", "en-IE", "ʃi wəz ət hoːm"), ("she was at home", "en-US", "ʃi wəz ət hoʊm"),
            ("what are you looking at?", "en-GB", "wɒt ɑː juː lʊkɪŋ æt"),
            // The yod is kept but in America.
            ("tune", "en-GB", "tjuːn"), ("tune", "en-US", "tuːn"), ("duke", "en-AU", "djʉːk"), ("new", "en-US", "nuː"),
            // One word in all accents that espeak-ng's dictionary has another vowel for.
            ("one", "en-GB", "wʌn"), ("one", "en-AU", "wɐn"), ("one", "en-IE", "wʌn"), ("plastic", "en-GB", "plæstɪk"),
            ("advance", "en-AU", "ədvɐːns"), ("quality", "en-US", "kwɑːlɪɾi"), ("wrong", "en-US", "ɹɔːŋ"),
        ]
    )
    func features(_ text: String, _ accent: String, _ ipa: String) async throws {
        #expect(try await say(text, accent) == ipa)
    }
}
