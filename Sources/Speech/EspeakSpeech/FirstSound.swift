public import LanguageServices

extension EspeakSpeech {
    /// Whether a text starts with the sound of a vowel, as espeak-ng speaks it: *hour* and *UFO* do not start as they
    /// are spelled.
    ///
    /// - Parameters:
    ///   - text: A word, or some.
    ///   - language: The language. Only English is asked for, where *a* and *an* depend on it.
    /// - Returns: `nil` when espeak-ng is not there, or cannot tell.
    public static func startsWithVowel(_ text: String, language: LanguageTag) async -> Bool? {
        guard language.language == "en", let piece = SpeakableText(text).pieces.first else { return nil }
        let voice = SelectedVoice(identifier: language.region == "GB" ? "gmw/en" : "gmw/en-US")
        guard let ipa = try? await EspeakEngine.shared.transcribe(piece.text, voice: voice) else { return nil }
        return FirstSound.isVowel(ipa)
    }
}

/// The first sound of a transcription.
enum FirstSound {
    /// Whether it is a vowel; `nil` when there is no sound.
    ///
    /// - Parameter ipa: Phonemes as in ``EspeakUtterance/ipa``.
    static func isVowel(_ ipa: String) -> Bool? {
        guard let name = Transcript.words(ofIPA: ipa).first?.first else { return nil }
        guard let first = name.unicodeScalars.first(where: { !"ˈˌ'".unicodeScalars.contains($0) }) else { return nil }
        return vowels.contains(first)
    }

    private static let vowels = Set("aeiouyæɑɒɔəɛɜɚɝɪʊʌᵻɐøœɨʉɯɤɵɞɘ".unicodeScalars)
}
