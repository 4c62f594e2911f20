/// Makes one line of a sentence as it was found.
enum TidySentence {
    /// The longest sentence that is looked at, in Unicode scalars; a longer one is no example.
    static let longest = 400

    /// The sentence with single spaces, and without marks that nobody sees; `nil` when it is too long, empty, or holds what no
    /// text has: control characters, characters that could not be read, marks that turn the direction.
    static func of(_ text: String) -> String? {
        var result = String.UnicodeScalarView()
        var count = 0
        var isSpaced = false
        for scalar in text.unicodeScalars {
            if scalar.isASCII ? scalar == " " || (0x09...0x0D).contains(scalar.value) : scalar.properties.isWhitespace {
                isSpaced = count > 0
                continue
            }
            if scalar.value >= 0x80 {
                switch scalar.value {
                case 0xAD, 0x200B, 0x2060, 0xFEFF: continue
                case 0x80...0x9F, 0xFFF0...0xFFFF, 0x202A...0x202E, 0x2066...0x2069, 0xE000...0xF8FF, 0xF0000...:
                    return nil
                default: break
                }
            } else if scalar.value < 0x20 || scalar.value == 0x7F {
                return nil
            }
            if isSpaced {
                result.append(" ")
                isSpaced = false
                count += 1
            }
            result.append(scalar)
            count += 1
            if count > longest { return nil }
        }
        return count == 0 ? nil : String(result)
    }

    /// A sentence that somebody says, without the quotation marks around it; with them when there are others in it.
    static func withoutQuotes(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, scalars.count > 3 else { return text }
        guard SentenceMarks.quotes.contains(first), SentenceMarks.quotes.contains(last) else {
            // The quotation goes on, or has begun before.
            let inner = scalars.count { SentenceMarks.quotes.contains($0) }
            if inner == 1, SentenceMarks.quotes.contains(first) { return String(scalars.dropFirst()) }
            if inner == 1, SentenceMarks.quotes.contains(last) { return String(scalars.dropLast()) }
            return text
        }
        let inside = scalars.dropFirst().dropLast()
        return inside.contains { SentenceMarks.quotes.contains($0) } ? text : String(inside)
    }
}
