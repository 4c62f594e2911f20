/// An English text in which years are written the way they are spoken: *19 99*, *19 oh 5*, *20 13*.
///
/// The library reads every number as a quantity: *nineteen hundred and ninety-nine*. A four-digit number is treated as
/// a year only where it is unlikely to be a quantity: on its own, in parentheses, after a month, or after a word such
/// as *since* if no countable noun follows. Prices and quantities are unchanged.
struct YearText: Sendable {
    /// The text; an inserted scalar has the offset of the following digit.
    private(set) var scalars: [PositionedScalar] = []

    init(_ text: [PositionedScalar]) {
        let tokens = Token.all(in: text)
        var start = 0
        for (index, token) in tokens.enumerated() {
            guard let split = Self.split(token), Self.isYear(index, tokens) else { continue }
            let middle = token.range.lowerBound + 2
            scalars += text[start..<middle]
            let position = text[middle].offset
            scalars += split.unicodeScalars.map { PositionedScalar($0, position) }
            // The zero in "1905" is part of the inserted text.
            start = split == " " ? middle : middle + 1
        }
        scalars += text[start...]
    }

    /// The text between the two halves of a year; `nil` if a number is not a year, or is a year that is read as a
    /// quantity (1900, 2005).
    private static func split(_ token: Token) -> String? {
        guard token.isNumber, token.text.utf8.count == 4, let value = Int(token.text) else { return nil }
        switch value {
        case 1010...1999 where value % 100 >= 10, 2010...2099: return " "
        case 1101...1999 where value % 100 > 0: return " oh "
        default: return nil
        }
    }

    // MARK: Context of a year

    private static func isYear(_ index: Int, _ tokens: [Token]) -> Bool {
        let before = index > 0 ? tokens[index - 1] : nil
        let following = index + 1 < tokens.count ? tokens[index + 1] : nil
        if tokens.allSatisfy({ $0.range == tokens[index].range || $0.endsSentence }) { return true }
        if before?.text == "(", following?.text == ")" { return true }
        guard mayEnd(before: following), let before else { return false }
        let words = tokens[..<index].reversed().prefix(4)
        if months.contains(before.text) { return true }
        if isDay(before.text == "," ? words.dropFirst() : words) { return true }
        // "One in 1250" is a ratio.
        if before.text == "in" { return !(words.dropFirst().first?.isCount ?? false) }
        if before.text == "of" { return words.dropFirst().first.map { epochs.contains($0.text) } ?? false }
        return yearPredecessors.contains(before.text.lowercased())
    }

    /// Whether the tokens, in reverse order, end with a date without a year: *March 3*, *March 3rd*.
    private static func isDay(_ words: some Sequence<Token>) -> Bool {
        var words = words.makeIterator()
        guard let day = words.next(), let month = words.next(), months.contains(month.text) else { return false }
        let digits = day.text.prefix { $0.isASCII && $0.isNumber }
        return (1...2).contains(digits.count)
            && ["", "st", "nd", "rd", "th"].contains(day.text.dropFirst(digits.count))
    }

    /// Whether a number before this token cannot be a quantity, because no countable noun follows the number.
    private static func mayEnd(before token: Token?) -> Bool {
        guard let token else { return true }
        return token.endsClause || followers.contains(token.text)
    }

    private static let months: Set<String> = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December", "Jan", "Feb", "Mar", "Apr", "Jun", "Jul", "Aug", "Sep", "Sept", "Oct", "Nov", "Dec",
    ]

    /// Words that often precede a year but rarely a quantity.
    private static let yearPredecessors: Set<String> = ["in", "since", "until", "till", "circa", "year"]

    /// Words that, with a year, name a period: *the summer of 1969*.
    private static let epochs: Set<String> = [
        "spring", "summer", "autumn", "fall", "winter", "year", "class", "revolution", "crisis", "crash", "election",
    ]

    /// Words that are not countable nouns.
    private static let followers: Set<String> = [
        "and", "or", "but", "when", "where", "while", "because", "as", "that", "which", "who", "to", "until", "at",
        "on",
        "with", "by", "for", "after", "before", "I", "you", "he", "she", "it", "we", "they", "there", "the", "a", "an",
        "his",
        "her", "its", "my", "our", "their", "your", "this", "was", "were", "is", "are", "had", "has", "have", "did",
        "would",
    ]
}

extension YearText {
    /// A word, a number or a punctuation mark; whitespace is omitted.
    private struct Token: Hashable {
        var range: Range<Int>
        var text: String

        /// Whether it consists only of ASCII digits.
        var isNumber: Bool { text.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        /// Whether it is a number or a number word.
        var isCount: Bool { isNumber || ["one", "One", "two", "Two"].contains(text) }
        var endsSentence: Bool { [".", "!", "?"].contains(text) }
        var endsClause: Bool { endsSentence || [",", ";", ":", ")", "\"", "”", "–", "—"].contains(text) }

        /// The tokens in a text: strings between spaces, with leading and trailing punctuation split off.
        static func all(in text: [PositionedScalar]) -> [Token] {
            var result: [Token] = []
            for part in text.indices.split(whereSeparator: { text[$0].scalar.properties.isWhitespace }) {
                var core = part.startIndex..<part.endIndex
                while let first = core.first, isMark(text[first].scalar) {
                    result.append(Token(text, first..<first + 1))
                    core = first + 1..<core.upperBound
                }
                var following: [Token] = []
                while let last = core.last, isMark(text[last].scalar) {
                    following.append(Token(text, last..<last + 1))
                    core = core.lowerBound..<last
                }
                if !core.isEmpty { result.append(Token(text, core)) }
                result += following.reversed()
            }
            return result
        }

        private init(_ text: [PositionedScalar], _ range: Range<Int>) {
            self.range = range
            self.text = String(String.UnicodeScalarView(text[range].lazy.map(\.scalar)))
        }

        private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
            ".,;:!?()\"“”–—".unicodeScalars.contains(scalar)
        }
    }
}
