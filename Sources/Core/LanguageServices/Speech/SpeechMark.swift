/// Ties a place in the text to a moment in the audio.
public struct SpeechMark: Sendable, Hashable, Codable {
    /// What the mark stands for.
    public var kind: Kind

    /// Where it begins in ``SpeechRequest/text``, in Unicode scalars.
    public var offset: Int

    /// How long it is in the text, in Unicode scalars; 0 where nothing in the text corresponds.
    public var length: Int

    /// The frame of the stream at which it begins, counted from the start of the stream.
    public var frame: Int

    /// What is heard, in IPA: the phoneme of a phoneme mark, or the whole word of a word mark with its stress; `nil` where
    /// the provider cannot tell.
    public var ipa: String?

    /// Creates a mark.
    public init(kind: Kind, offset: Int, length: Int, frame: Int, ipa: String? = nil) {
        self.kind = kind
        self.offset = offset
        self.length = length
        self.frame = frame
        self.ipa = ipa
    }

    /// What a mark stands for.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A sentence begins.
        case sentence
        /// A word begins.
        case word
        /// A phoneme begins.
        case phoneme
    }
}

extension SpeechMark {
    /// The part of a text that the mark stands for, to be shown or highlighted.
    ///
    /// - Parameter text: The text of the request.
    /// - Returns: `nil` when the mark does not lie in the text. Empty where nothing in the text corresponds. A mark may begin
    ///   or end within a character that is made of several Unicode scalars.
    public func range(in text: String) -> Range<String.Index>? {
        let scalars = text.unicodeScalars
        guard offset >= 0, length >= 0,
            let start = scalars.index(scalars.startIndex, offsetBy: offset, limitedBy: scalars.endIndex),
            let end = scalars.index(start, offsetBy: length, limitedBy: scalars.endIndex)
        else { return nil }
        return start..<end
    }
}
