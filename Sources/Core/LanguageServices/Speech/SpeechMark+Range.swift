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
