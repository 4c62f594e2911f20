import Language
import LanguageServices
import RemoteService

/// A text in the form in which it is sent: without unpronounceable characters, respelled according to the lexicon, and
/// split at the service's limit.
struct SpokenText: Sendable {
    /// A part of a text, with each Unicode scalar's range in the original text.
    struct Part: Sendable, Hashable {
        var text: String
        var sourceRanges: [Range<Int>]
    }

    /// The parts, in order.
    let parts: [Part]

    /// Whether the text contains letters or digits.
    let hasWords: Bool

    /// - Parameters:
    ///   - request: The request.
    ///   - language: The language, if known.
    ///   - limit: The maximum number of Unicode scalars per part.
    /// - Throws: `ServiceError.Code.unsupported` for an IPA pronunciation of a word in the text,
    ///   `ServiceError.Code.invalidRequest` if no text is left.
    init(_ request: SpeechRequest, language: LanguageTag?, limit: Int) throws(ServiceError) {
        let clean = request.text.unicodeScalars.enumerated().filter { !SendableText.isControl($0.element) }
            .map { ($0.element, $0.offset..<($0.offset + 1)) }
        let placed = try Self.respelled(clean, request.pronunciations, language)
        let text = String(String.UnicodeScalarView(placed.map(\.0)))
        let cutter = TextChunker(
            limit: max(1, limit),
            size: { $0.unicodeScalars.count },
            cutsLines: false,
            language: language?.text
        )
        var parts: [Part] = []
        var start = 0
        // The concatenated pieces equal the text, scalar by scalar.
        for piece in cutter.pieces(of: text) {
            switch piece {
            case .space(let space): start += space.unicodeScalars.count
            case .text(let part, _):
                let end = start + part.unicodeScalars.count
                parts.append(Part(text: part, sourceRanges: placed[start..<min(end, placed.count)].map(\.1)))
                start = end
            }
        }
        guard !parts.isEmpty else {
            throw ServiceError(.invalidRequest, "the text contains nothing that can be spoken")
        }
        self.parts = parts
        hasWords = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    private typealias Placed = (Unicode.Scalar, Range<Int>)

    private static func respelled(
        _ text: [Placed],
        _ pronunciations: [Pronunciation],
        _ language: LanguageTag?
    ) throws(ServiceError) -> [Placed] {
        let index = PronunciationIndex(pronunciations, language: language)
        guard !index.isEmpty else { return text }
        var result: [Placed] = []
        for segment in TextSegmenter(language: language?.text).words(in: text.map(\.0)) {
            let part = text[segment.range]
            let word = String(String.UnicodeScalarView(part.map(\.0)))
            guard segment.kind == .word, let found = index.sound(of: word), let first = part.first, let last = part.last
            else {
                result += part
                continue
            }
            switch found.sound {
            case .respelling(let respelling):
                let range = first.1.lowerBound..<last.1.upperBound
                result += (respelling + found.ending).unicodeScalars.map { ($0, range) }
            case .ipa(let ipa):
                throw ServiceError(
                    .unsupported,
                    "'\(word)' cannot be spoken as /\(ipa)/: the service accepts only plain text",
                    remedy: "respell the word in the lexicon, or use the provider 'espeak'"
                )
            }
        }
        return result
    }
}
