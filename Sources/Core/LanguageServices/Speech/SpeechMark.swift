/// Links a position in the text to a position in the audio.
public struct SpeechMark: Sendable, Hashable, Codable {
    /// What starts at the mark.
    public var kind: Kind

    /// Its offset in ``SpeechRequest/text``, in Unicode scalars.
    public var offset: Int

    /// Its length in the text, in Unicode scalars; 0 if nothing in the text corresponds to it.
    public var length: Int

    /// The frame at which it starts, counted from the start of the stream.
    public var frame: Int

    /// What is spoken, in IPA: a phoneme, or a whole word with its stress; `nil` if the provider does not report it.
    public var ipa: String?

    /// Creates a mark.
    public init(kind: Kind, offset: Int, length: Int, frame: Int, ipa: String? = nil) {
        self.kind = kind
        self.offset = offset
        self.length = length
        self.frame = frame
        self.ipa = ipa
    }

    /// What starts at a mark.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A sentence.
        case sentence
        /// A word.
        case word
        /// A phoneme.
        case phoneme
    }
}

extension SpeechMark {
    /// The range of the mark in a text, for display or highlighting.
    ///
    /// - Parameter text: The text of the request.
    /// - Returns: `nil` if the mark is outside the text. The range is empty if nothing in the text corresponds to the
    ///   mark. It may start or end within a character that consists of several Unicode scalars.
    public func range(in text: String) -> Range<String.Index>? {
        let scalars = text.unicodeScalars
        guard offset >= 0, length >= 0,
            let start = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex),
            let end = scalars.index(start, offsetBy: length, limitedBy: scalars.endIndex)
        else { return nil }
        return start..<end
    }
}
