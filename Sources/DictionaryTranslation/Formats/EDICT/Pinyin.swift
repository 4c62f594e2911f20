/// Pinyin, which dictionaries write with numbers for the tones: `xue2 xi2`, `nu:3`.
enum Pinyin {
    /// The same with tone marks: `xué xí`, `nǚ`.
    ///
    /// The mark stands on *a* or *e*, on the *o* of *ou*, and else on the last vowel (GB/T 16159). What is no syllable with
    /// a tone stays as it is.
    static func marked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { syllable(String($0)) }.joined(separator: " ")
    }

    private static func syllable(_ text: String) -> String {
        var letters: [Character] = []
        for character in text {
            // "u:" and "v" are ways to type ü.
            if character == ":", let last = letters.last, last == "u" || last == "U" {
                letters[letters.count - 1] = last == "u" ? "ü" : "Ü"
            } else {
                letters.append(character == "v" ? "ü" : character)
            }
        }
        guard letters.count > 1, let digit = letters.last, let tone = digit.wholeNumberValue, (1...5).contains(tone),
            digit.isASCII
        else { return String(letters) }
        letters.removeLast()
        guard tone < 5, let place = marked(letters) else { return String(letters) }
        letters[place] = Character(String(letters[place]) + String(marks[tone - 1]))
        // One letter with its mark, and not two scalars, is what texts are made of.
        return composed[String(letters[place])].map { letter in
            letters[place] = letter
            return String(letters)
        } ?? String(letters)
    }

    /// The vowel that takes the mark.
    private static func marked(_ letters: [Character]) -> Int? {
        let lower = letters.map { Character($0.lowercased()) }
        if let place = lower.firstIndex(where: { $0 == "a" || $0 == "e" }) { return place }
        if let place = lower.firstIndex(of: "o"), place + 1 < lower.count, lower[place + 1] == "u" { return place }
        if let place = lower.lastIndex(where: { "aeiouü".contains($0) }) { return place }
        // m2, n4: a consonant may be a syllable.
        return lower.firstIndex { $0 == "n" || $0 == "m" }
    }

    private static let marks: [Unicode.Scalar] = ["\u{304}", "\u{301}", "\u{30C}", "\u{300}"]

    /// Letters with a mark, composed, by their canonical equivalents: equal strings have equal keys.
    private static let composed: [String: Character] = {
        var result: [String: Character] = [:]
        for letter in "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜĀÁǍÀĒÉĚÈĪÍǏÌŌÓǑÒŪÚǓÙǕǗǙǛńňǹḿ" { result[String(letter)] = letter }
        return result
    }()
}
