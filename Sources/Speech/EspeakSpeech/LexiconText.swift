import Language
import LanguageServices

/// A text in which words have been replaced with their pronunciations from a lexicon.
struct LexiconText: Sendable {
    /// The text, in which words are respelled or written as phonemes between `[[` and `]]`.
    private(set) var scalars: [PositionedScalar]

    /// Whether the text contains phonemes.
    private(set) var hasPhonemes = false

    /// Replaces words with their pronunciations.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - pronunciations: The entries of the lexicon; the last entry for a word takes precedence.
    ///   - language: The language or accent of the speech.
    ///   - accent: The bundled accent, which IPA requires; `nil` for the library's own voices.
    /// - Throws: `ServiceError.Code.unsupported` for IPA without a bundled accent, `ServiceError.Code.invalidRequest`
    ///   for IPA that is not English.
    init(
        _ text: [PositionedScalar],
        _ pronunciations: [Pronunciation],
        language: LanguageTag?,
        accent: AccentSummary?
    ) throws(ServiceError) {
        scalars = text
        let index = PronunciationIndex(pronunciations, language: language)
        guard !index.isEmpty else { return }
        let source = text.map(\.scalar)
        var result: [PositionedScalar] = []
        for segment in TextSegmenter(language: language?.text).words(in: source) {
            let part = text[segment.range]
            let word = String(String.UnicodeScalarView(part.map(\.scalar)))
            guard segment.kind == .word, let (sound, ending) = index.sound(of: word), let first = part.first
            else {
                result += part
                continue
            }
            let spoken = try spoken(sound, ending, of: word, accent)
            result += spoken.unicodeScalars.map { PositionedScalar($0, first.offset) }
        }
        scalars = hasPhonemes ? Self.withoutBrackets(result, of: text) : result
    }

    private mutating func spoken(
        _ sound: Pronunciation.Sound,
        _ ending: String,
        of word: String,
        _ accent: AccentSummary?
    ) throws(ServiceError) -> String {
        switch sound {
        case .respelling(let respelling):
            return respelling + ending
        case .ipa(let ipa):
            guard let accent else {
                throw ServiceError(
                    .unsupported,
                    "'\(word)' cannot be spoken as /\(ipa)/: IPA works only with the bundled English accents",
                    remedy: "respell the word in the lexicon, or use a bundled accent"
                )
            }
            var phonemes = try PhonemeSpelling(accent).mnemonics(ofIPA: ipa)
            if !ending.isEmpty { phonemes += "|" + Self.genitive(after: phonemes) }
            let words = phonemes.split(separator: " ").map { "[[\($0)]]" }
            guard words.allSatisfy({ $0.utf8.count <= SpeakableText.maximumScalars }) else {
                throw ServiceError(.limitExceeded, "/\(ipa)/ is too long for one word", remedy: "insert a space")
            }
            hasPhonemes = true
            return words.joined(separator: " ")
        }
    }

    /// The pronunciation of the genitive ending after a sound, as in *Ross's*, *Pat's*, *Bob's*.
    private static func genitive(after phonemes: String) -> String {
        let last = phonemes.split(separator: "|").last.map(String.init) ?? ""
        if ["s", "z", "S", "Z", "tS", "dZ"].contains(last) { return "I|z" }
        return ["p", "t", "k", "f", "T"].contains(last) ? "s" : "z"
    }

    /// Removes opening brackets from the user's text, so that none of it is read as phonemes.
    private static func withoutBrackets(_ scalars: [PositionedScalar], of text: [PositionedScalar])
        -> [PositionedScalar]
    {
        let brackets = Set(text.filter { $0.scalar == "[" }.map(\.offset))
        return scalars.filter { $0.scalar != "[" || !brackets.contains($0.offset) }
    }
}
