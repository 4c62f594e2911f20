import Testing

@testable import EspeakSpeech

/// Phenomena between words, and those that do not concern vowels, in the bundled accents. `Voices/README.md` lists the
/// literature.
@Suite("Connected speech", .enabled(if: EspeakProgram.isInstalled, "the program espeak-ng is not installed"))
struct ConnectedSpeechTests {
    private func say(_ text: String, _ accent: String) async throws -> String {
        let voice = "own/\(accent.lowercased())"
        let spoken = EspeakProgram.ipa(of: [text], voice: voice, path: try await OwnVoicePath.path())
        return try #require(spoken.first).filter { !"ˈˌ".contains($0) }
    }

    @Test(
        "each accent has its own pronunciation",
        arguments: [
            // Ireland: a vowel breaks up lm, NORTH differs from FORCE, wh is voiceless, th is a dental stop, and there
            // is no tap.
            ("film", "en-IE", "fɪləm"), ("films", "en-IE", "fɪləmz"), ("helm", "en-IE", "hɛləm"),
            ("helmet", "en-IE", "hɛlmɪt"), ("film", "en-GB", "fɪlm"), ("horse", "en-IE", "hɒːɹs"),
            ("hoarse", "en-IE", "hoːɹs"), ("horse", "en-US", "hɔːɹs"), ("hoarse", "en-US", "hɔːɹs"),
            ("which witch", "en-IE", "ʍɪtʃ wɪtʃ"), ("get up", "en-IE", "ɡɛt ʌp"),
            // A tap occurs within and between words, but not before n.
            ("get up", "en-AU", "ɡeɾ ɐp"), ("get up", "en-US", "ɡɛɾ ʌp"), ("get up", "en-GB", "ɡet ʌp"),
            ("what is it", "en-AU", "wɔɾ ɪz ɪt"), ("about it", "en-US", "əbaʊɾ ɪt"), ("cotton", "en-AU", "kɔtən"),
            ("get down", "en-AU", "ɡet dæɔn"),
            // A linking r occurs only where an r is written.
            ("far away", "en-GB", "fɑːɹ əweɪ"), ("four eggs", "en-AU", "foːɹ eɡz"), ("far", "en-GB", "fɑː"),
            ("here and there", "en-GB", "hɪəɹ ənd ðeə"), ("better idea", "en-GB", "betəɹ aɪdɪə"),
            ("the idea of it", "en-GB", "ðɪ aɪdɪə əv ɪt"), ("law and order", "en-GB", "lɔː ənd ɔːdə"),
            ("law and order", "en-AU", "loː ənd oːɾə"),
            // Words are weak before another word, but strong in isolation and at the end.
            ("a cup of tea", "en-GB", "ə kʌp əv tiː"), ("of", "en-GB", "ɒv"), ("of", "en-US", "ʌv"),
            ("I can swim", "en-AU", "ɑe kən swɪm"), ("yes I can", "en-GB", "jes aɪ kæn"),
            ("she was at home", "en-IE", "ʃi wəz ət hoːm"), ("she was at home", "en-US", "ʃi wəz ət hoʊm"),
            ("what are you looking at?", "en-GB", "wɒt ə juː lʊkɪŋ æt"),
            // More weak forms: conjunctions, pronouns, auxiliaries, and pairs that are pronounced together.
            ("bigger than me", "en-US", "bɪɡɚ ðən miː"), ("than", "en-US", "ðæn"), ("than", "en-IE", "d̪æn"),
            ("and", "en-GB", "ænd"), ("bread and butter", "en-GB", "bɹed ənd bʌtə"), ("but why", "en-GB", "bət waɪ"),
            ("tell them so", "en-AU", "tel ðəm səʉ"), ("them", "en-AU", "ðem"), ("tell us", "en-US", "tɛl əs"),
            ("us", "en-US", "ʌs"), ("the US army", "en-US", "ðə juːɛs ɑːɹmi"), ("US", "en-GB", "juːes"),
            ("her own", "en-GB", "həɹ əʊn"), ("her", "en-GB", "hɜː"), ("wait for me", "en-GB", "weɪt fə miː"),
            ("wait for us", "en-GB", "weɪt fəɹ əs"), ("what is it for", "en-IE", "ʍɑt ɪz ɪt fɒːɹ"),
            ("some people", "en-AU", "səm piːpəl"), ("some of us", "en-GB", "sʌməv əs"),
            ("I want some", "en-US", "aɪ wɑːnt sʌm"),
            ("they were late", "en-GB", "ðeɪ wə leɪt"), ("we were", "en-GB", "wi wɜː"),
            ("here they are", "en-GB", "hɪə ðeɪ ɑː"),
            ("I know that he left", "en-US", "aɪ noʊ ðəthi lɛft"), ("I know that", "en-US", "aɪ noʊ ðæt"),
            ("the man from the shop", "en-GB", "ðə mæn fɹəmðə ʃɒp"), ("end of the day", "en-US", "ɛnd əvðə deɪ"),
            ("there was a man", "en-GB", "ðeəwəz ə mæn"), ("there are two", "en-US", "ðɛɹɚ tuː"),
            // Like /t/, /d/ is tapped, except before stress or an n, or in accents without a tap.
            ("medal", "en-US", "mɛɾəl"), ("medal", "en-AU", "meɾəl"), ("medal", "en-GB", "medəl"),
            ("medal", "en-IE", "mɛdəl"),
            ("rider", "en-US", "ɹaɪɾɚ"), ("writer", "en-US", "ɹaɪɾɚ"), ("had a dog", "en-AU", "həɾ ə dɔɡ"),
            ("reduce", "en-US", "ɹɪduːs"), ("adore", "en-AU", "ədoː"), ("sudden", "en-US", "sʌdən"),
            ("window", "en-US", "wɪndoʊ"),
            // In America, a glottal stop precedes a syllabic n.
            ("button", "en-US", "bʌʔn̩"), ("Latin", "en-US", "læʔn̩"), ("mountain", "en-US", "maʊnʔn̩"),
            ("Brighton", "en-US", "bɹaɪʔən"), ("button", "en-AU", "bɐtən"), ("competent", "en-US", "kɑːmpɪtənt"),
            ("Boston", "en-US", "bɔːstən"),
            // NEAR before r, and the u in "situation".
            ("hero", "en-US", "hɪɹoʊ"), ("hero", "en-IE", "hiːɹoː"), ("idea", "en-IE", "aɪdiə"),
            ("situation", "en-GB", "sɪtʃueɪʃən"), ("statue", "en-GB", "stætʃuː"),
            // Verbs and nouns with the same spelling; -teen.
            ("the progress", "en-GB", "ðə pɹəʊɡɹes"), ("to progress", "en-GB", "tə pɹəɡɹes"),
            // The yod is kept except in America.
            ("tune", "en-GB", "tjuːn"), ("tune", "en-US", "tuːn"), ("duke", "en-AU", "djʉːk"), ("new", "en-US", "nuː"),
            // A word that has another vowel in espeak-ng's dictionary.
            ("one", "en-GB", "wʌn"), ("one", "en-AU", "wɐn"), ("one", "en-IE", "wʌn"), ("plastic", "en-GB", "plæstɪk"),
            ("advance", "en-AU", "ədvɐːns"), ("quality", "en-US", "kwɑːlɪɾi"), ("wrong", "en-US", "ɹɔːŋ"),
        ]
    )
    func features(_ text: String, _ accent: String, _ ipa: String) async throws {
        #expect(try await say(text, accent) == ipa)
    }

    @Test(
        "before a noun, the stress of -teen numbers moves to the first syllable, as always in -ty numbers",
        arguments: [
            ("thirteen", "θˌɜːtˈiːn"), ("I was thirteen.", "aɪ wəz θˌɜːtˈiːn"), ("thirteen men", "θˈɜːtiːn mˈen"),
            ("13", "θˌɜːtˈiːn"), ("nineteen", "nˌaɪntˈiːn"), ("thirty", "θˈɜːti"), ("thirty men", "θˈɜːti mˈen"),
            ("princess", "pɹɪnsˈes"), ("Princess Anne", "pɹˈɪnses ˈæn"),
        ]
    )
    func stress(_ text: String, _ ipa: String) async throws {
        let spoken = EspeakProgram.ipa(of: [text], voice: "own/en-gb", path: try await OwnVoicePath.path())
        #expect(spoken == [ipa])
    }
}
