import LanguageServices
import Synchronization

/// Creates the marks for a request, piece by piece.
final class SessionMarks: Sendable {
    private let kinds: Set<SpeechMark.Kind>
    private let voice: SelectedVoice
    private let map: Mutex<WordMap>

    /// Prepares the marks for a text.
    ///
    /// - Parameters:
    ///   - kinds: The requested kinds of marks.
    ///   - text: The complete text.
    ///   - language: The language whose rules split the text into words.
    ///   - words: Word ranges that are more accurate than those derived from the rules; empty if there are none.
    ///   - voice: The voice.
    init(_ kinds: Set<SpeechMark.Kind>, text: String, language: String?, words: [Range<Int>], voice: SelectedVoice) {
        self.kinds = kinds
        self.voice = voice
        map = Mutex(WordMap(text, language: language, words: words))
    }

    /// The marks for the next piece, in audio order, and the samples at which its words start. Frames are counted from
    /// the start of the piece.
    func marks(
        in utterance: EspeakUtterance,
        of piece: SpeakableText.Piece
    ) async throws(ServiceError) -> (marks: [SpeechMark], words: [Int]) {
        // Only one task reads a stream, so the map does not change while this copy is used.
        var map = map.withLock { $0 }
        let groups = Transcript(utterance).groups
        let words = try await map.words(groups, offsets: piece.offsets) { (word) async throws(ServiceError) in
            let text = SpeakableText(word).pieces.map(\.text).joined(separator: " ")
            let ipa = try await EspeakEngine.shared.transcribe(text, voice: self.voice)
            return Transcript.words(ofIPA: ipa).flatMap { $0 }
        }
        let sentences = map.sentences(beginningWith: words)
        self.map.withLock { $0 = map }
        var marks: [SpeechMark] = []
        if kinds.contains(.sentence) {
            marks += sentences.map { Self.mark(.sentence, $0.range, $0.word.sample, nil) }
        }
        if kinds.contains(.word) {
            marks += words.map { word in
                let ipa = word.parts.filter { !$0.isEmpty }
                    .map { StressPlacement.moved($0.map(\.ipa)).joined() }
                    .joined(separator: " ")
                return Self.mark(.word, word.range, word.sample, ipa.isEmpty ? nil : ipa)
            }
        }
        if kinds.contains(.phoneme) {
            for word in words {
                for phoneme in word.parts.joined() {
                    let ipa = String(String.UnicodeScalarView(phoneme.ipa.unicodeScalars.filter { !Self.isStress($0) }))
                    marks.append(Self.mark(.phoneme, word.range, phoneme.sample, ipa))
                }
            }
        }
        return (marks.sorted { $0.frame < $1.frame }, words.map(\.sample))
    }

    private static func mark(_ kind: SpeechMark.Kind, _ range: Range<Int>, _ sample: Int, _ ipa: String?) -> SpeechMark
    {
        SpeechMark(kind: kind, offset: range.lowerBound, length: range.count, frame: sample, ipa: ipa)
    }

    private static func isStress(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "ˈ" || scalar == "ˌ"
    }
}
