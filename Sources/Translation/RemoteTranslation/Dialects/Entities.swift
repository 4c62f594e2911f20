/// Entities of HTML, as services write and read them.
enum Entities {
    /// A text in which no character means markup.
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Whether something in a text reads as an entity.
    static func arePresent(in text: String) -> Bool { text.contains("&") && unescaped(text) != text }

    /// A text with the characters that its entities stand for. What is no entity that is known here stays.
    static func unescaped(_ text: String) -> String {
        guard text.contains("&") else { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var place = 0
        while place < scalars.count {
            if scalars[place] == "&",
                let end = scalars[place...].prefix(12).firstIndex(of: ";"),
                let meant = scalar(named: String(String.UnicodeScalarView(scalars[(place + 1)..<end])))
            {
                result.append(meant)
                place = end + 1
            } else {
                result.append(scalars[place])
                place += 1
            }
        }
        return String(result)
    }

    private static let names: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    ]

    private static func scalar(named name: String) -> Unicode.Scalar? {
        if let known = names[name] { return known }
        guard name.hasPrefix("#") else { return nil }
        let digits = name.dropFirst()
        let isHex = digits.hasPrefix("x") || digits.hasPrefix("X")
        guard digits.allSatisfy({ $0.isHexDigit || $0 == "x" || $0 == "X" }) else { return nil }
        guard let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), number >= 32 else {
            return nil
        }
        return Unicode.Scalar(number)
    }
}
