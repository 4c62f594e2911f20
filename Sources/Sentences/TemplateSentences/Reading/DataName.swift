/// The names of kinds and sets: lower case, digits, hyphens.
enum DataName {
    static let allowed = "a name is of small letters, digits and hyphens, and begins with a letter"

    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64 else { return false }
        return text.utf8.allSatisfy { isLetter($0) || ($0 >= 48 && $0 <= 57) || $0 == UInt8(ascii: "-") }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
}

extension Substring {
    /// The text without spaces at its ends.
    var trimmed: String {
        let space = UInt8(ascii: " ")
        var bytes = utf8
        while bytes.first == space { bytes.removeFirst() }
        while bytes.last == space { bytes.removeLast() }
        return String(Substring(bytes))
    }

    /// The parts between marks of ASCII: by bytes, since there are many lines, and to look for whole characters takes longer.
    func parts(at mark: Unicode.Scalar) -> [Substring] {
        let separator = UInt8(truncatingIfNeeded: mark.value)
        let places = utf8.withContiguousStorageIfAvailable { bytes in
            bytes.indices.filter { bytes[$0] == separator }
        }
        guard let places else { return split(separator: Character(mark), omittingEmptySubsequences: false) }
        var result: [Substring] = []
        result.reserveCapacity(places.count + 1)
        var start = startIndex
        for place in places {
            let end = utf8.index(startIndex, offsetBy: place)
            result.append(self[start..<end])
            start = utf8.index(after: end)
        }
        result.append(self[start...])
        return result
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmed: String { self[...].trimmed }
}
