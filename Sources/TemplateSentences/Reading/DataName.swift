/// The names of kinds and sets: lower case, digits, hyphens.
enum DataName {
    static let allowed = "a name is of small letters, digits and hyphens, and begins with a letter"

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
}

extension StringProtocol {
    /// The text without spaces at its ends.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
