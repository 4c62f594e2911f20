/// What stands around a word and is no part of it: quotes, question marks, full stops, spaces.
enum OuterPunctuation {
    /// A text without it; the text itself when nothing would be left.
    ///
    /// An apostrophe at the end stays (*boys'*, *l'*), unless there is one at the beginning as well.
    static func removed(from text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, isOuter(first) || isOuter(last) || last == "'" else {
            return text
        }
        guard let start = scalars.firstIndex(where: { !isOuter($0) && $0 != "'" && $0 != "\u{2019}" }) else {
            return text
        }
        let isQuoted = scalars[..<start].contains { $0 == "'" || $0 == "\u{2018}" || $0 == "\u{2019}" }
        var rest = scalars[start...]
        while let last = rest.last, isOuter(last) || isQuoted && (last == "'" || last == "\u{2019}") {
            rest.removeLast()
        }
        return rest.isEmpty ? text : String(rest)
    }

    private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "'" || scalar == "\u{2019}" { return false }
        switch scalar.properties.generalCategory {
        case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation,
            .dashPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format:
            return true
        default: return false
        }
    }
}
