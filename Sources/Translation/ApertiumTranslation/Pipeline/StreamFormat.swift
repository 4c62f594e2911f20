/// Texts as Apertium's programs hand them to each other.
///
/// Some characters have a meaning there and need a backslash; what stands in brackets is passed through as it is. See
/// https://wiki.apertium.org/wiki/Apertium_stream_format.
enum StreamFormat {
    /// A text with a backslash before each character that has a meaning.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { result.append("\\") }
            result.append(scalar)
        }
        return String(result)
    }

    private static let special: Set<Unicode.Scalar> = ["^", "$", "/", "[", "]", "{", "}", "\\", "@", "<", ">"]

    /// A piece of a text that came back.
    enum Piece: Hashable {
        /// Words.
        case text(String)
        /// What stood in brackets.
        case blank(String)
    }

    /// What came back, without the marks of words that could not be translated.
    struct Answer {
        /// The pieces, in order.
        var pieces: [Piece] = []
        /// Words that are not known: those with a star, and those that have no translation.
        var unknown: [String] = []
        /// Words of which the right form could not be made.
        var unformed: [String] = []
        /// How many words there are in all.
        var words = 0
    }

    /// Reads what came back; `nil` when it is not of the form.
    ///
    /// - Precondition: Stars, hashes and at signs of the text itself were put into brackets; those that are here are marks.
    static func answer(_ text: String) -> Answer? {
        var answer = Answer()
        var words = String.UnicodeScalarView()
        var blank: String.UnicodeScalarView?
        var marked: (mark: Unicode.Scalar, word: String.UnicodeScalarView)?
        var isInWord = false
        var isEscaped = false
        func finishMarked() {
            guard let (mark, word) = marked, !word.isEmpty else { return }
            if mark == "#" { answer.unformed.append(String(word)) } else { answer.unknown.append(String(word)) }
        }
        for scalar in text.unicodeScalars {
            if !isEscaped, scalar == "\\" {
                isEscaped = true
                continue
            }
            defer { isEscaped = false }
            if blank != nil {
                if scalar == "]", !isEscaped {
                    answer.pieces.append(.blank(blank.map { String($0) } ?? ""))
                    blank = nil
                } else {
                    blank?.append(scalar)
                }
                continue
            }
            if !isEscaped {
                switch scalar {
                case "[":
                    if !words.isEmpty { answer.pieces.append(.text(String(words))) }
                    words = .init()
                    finishMarked()
                    marked = nil
                    isInWord = false
                    blank = .init()
                    continue
                case "]", "^", "$", "{", "}": return nil
                case "*", "#", "@":
                    finishMarked()
                    marked = (scalar, .init())
                    continue
                default: break
                }
            }
            words.append(scalar)
            let isWord = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            let isJoint =
                scalar == "'" || scalar == "’" || scalar == "-"
                || scalar.properties.canonicalCombiningClass != .notReordered
            if isWord, !isInWord { answer.words += 1 }
            isInWord = isWord || isInWord && isJoint
            if marked != nil {
                if isInWord {
                    marked?.word.append(scalar)
                } else {
                    finishMarked()
                    marked = nil
                }
            }
        }
        guard blank == nil, !isEscaped else { return nil }
        finishMarked()
        if !words.isEmpty { answer.pieces.append(.text(String(words))) }
        return answer
    }
}
