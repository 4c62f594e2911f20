/// What the stem of a form may be in the lemma: *pienso* and *pensar*, *busqué* and *buscar*.
struct StemChanges: Sendable {
    private let inner: [(String, String)]
    private let final: [(String, String)]

    /// Reads changes.
    ///
    /// - Parameters:
    ///   - inner: Changes of the last vowels of a stem, as `ie>e ue>o`.
    ///   - final: Changes of its end, as `qu>c`; `x>` drops it.
    init(inner: String = "", final: String = "") {
        self.inner = Self.pairs(inner)
        self.final = Self.pairs(final)
    }

    private static func pairs(_ text: String) -> [(String, String)] {
        text.split(separator: " ").compactMap { pair in
            let sides = pair.split(separator: ">", omittingEmptySubsequences: false).map(String.init)
            return sides.count == 2 ? (sides[0], sides[1]) : nil
        }
    }

    /// The changed stems; not the stem itself.
    func stems(from stem: String) -> [String] {
        var ends: [String] = []
        for (from, to) in final where stem.hasSuffix(from) {
            ends.append(String(stem.dropLast(from.count)) + to)
        }
        var result = ends
        for start in [stem] + ends {
            let letters = Array(start)
            for (from, to) in inner {
                if let changed = Self.replacingLast(Array(from), to, in: letters) { result.append(changed) }
            }
        }
        return result
    }

    /// Replaces the last vowels of a word if they are, or end with, what is given, and stand before a consonant.
    private static func replacingLast(_ from: [Character], _ to: String, in letters: [Character]) -> String? {
        guard let end = letters.lastIndex(where: vowels.contains), end + 1 >= from.count else { return nil }
        let start = end + 1 - from.count
        guard Array(letters[start...end]) == from else { return nil }
        return String(letters[..<start]) + to + String(letters[(end + 1)...])
    }

    private static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "á", "é", "í", "ó", "ú", "ü", "è"]
}
