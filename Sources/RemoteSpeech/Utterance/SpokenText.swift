import LanguageServices
import RemoteService
import Text

/// A text as it is sent: without what nobody can speak, respelled where a list wants it, in parts that a service takes.
struct SpokenText: Sendable {
    /// The parts, in order.
    let parts: [String]

    /// Whether there are letters or digits in it.
    let hasWords: Bool

    /// - Parameters:
    ///   - request: What is to be spoken.
    ///   - language: The language it is spoken in, where it is known.
    ///   - limit: How many Unicode scalars a part may have.
    /// - Throws: `ServiceError.Code.unsupported` for a pronunciation in IPA of a word that stands in the text,
    ///   `ServiceError.Code.invalidRequest` when nothing is left of the text.
    init(_ request: SpeechRequest, language: LanguageTag?, limit: Int) throws(ServiceError) {
        let clean = SendableText.cleaned(request.text)
        let text = try Self.respelled(clean, request.pronunciations, language)
        let cutter = PieceCutter(
            limit: max(1, limit),
            size: { $0.unicodeScalars.count },
            cutsLines: false,
            language: language?.text
        )
        parts = cutter.pieces(of: text).compactMap { piece in
            if case .text(let part, _) = piece { part } else { nil }
        }
        guard !parts.isEmpty else {
            throw ServiceError(.invalidRequest, "there is nothing in the text that can be spoken")
        }
        hasWords = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    private static func respelled(
        _ text: String,
        _ pronunciations: [Pronunciation],
        _ language: LanguageTag?
    ) throws(ServiceError) -> String {
        let index = PronunciationIndex(pronunciations, language: language)
        guard !index.isEmpty else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = ""
        for segment in TextSegmenter(language: language?.text).words(in: scalars) {
            var word = ""
            word.unicodeScalars.append(contentsOf: scalars[segment.range])
            guard segment.kind == .word, let found = index.sound(of: word) else {
                result += word
                continue
            }
            switch found.sound {
            case .respelling(let respelling): result += respelling + found.ending
            case .ipa(let ipa):
                throw ServiceError(
                    .unsupported,
                    "'\(word)' cannot be spoken as /\(ipa)/: services are sent plain text",
                    remedy: "respell the word in the lexicon, or use the provider 'espeak'"
                )
            }
        }
        return result
    }
}
