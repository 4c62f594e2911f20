/// Guesses whether a word is a form of another in a language whose inflection is not known here.
enum Likeness {
    /// Whether two words begin alike and differ in a short ending: *кошка* and *кошку*, *lopen* and *loop* do not.
    static func isLike(_ word: String, _ other: String) -> Bool {
        let first = Array(word.lowercased().unicodeScalars)
        let second = Array(other.lowercased().unicodeScalars)
        var same = 0
        while same < first.count, same < second.count, first[same] == second[same] { same += 1 }
        let longest = max(first.count, second.count)
        return same >= 3 && longest - same <= 3 && same * 5 >= longest * 3
    }
}
