/// What letters of German words stand for.
enum GermanSound {
    static let vowels: Set<Character> = ["a", "e", "i", "o", "u", "ä", "ö", "ü", "y"]

    /// A word whose last stem vowel has an umlaut: *alt* as *ält*, *Haus* as *Häus*.
    static func umlaut(_ word: String) -> String {
        var letters = Array(word)
        let changed: [Character: Character] = ["a": "ä", "o": "ö", "u": "ü"]
        guard var place = letters.lastIndex(where: { changed[$0] != nil }) else { return word }
        // *au* and *aa* are one sound.
        if place > 0, letters[place - 1] == "a" {
            if letters[place] == "a" { letters.remove(at: place) }
            place -= 1
        }
        if let new = changed[letters[place]] { letters[place] = new }
        return String(letters)
    }

    /// Whether a verb's stem needs an *e* before *t* and *st*: *arbeitet, öffnet, atmet*, but *lernt, filmt*.
    static func needsE(_ stem: String) -> Bool {
        let letters = Array(stem)
        guard let last = letters.last, letters.count > 1 else { return false }
        if last == "t" || last == "d" { return true }
        guard last == "n" || last == "m" else { return false }
        let before = letters[letters.count - 2]
        return !vowels.contains(before) && !"lrhmn".contains(before)
            // *zeichnen*, *rechnen*: the *h* belongs to *ch*.
            || before == "h" && letters.dropLast(2).last == "c"
    }

    /// Whether a stem ends in the sound of *s*, with which that of an ending *st* falls together.
    static func isSibilant(_ stem: String) -> Bool { stem.last.map { "sßzx".contains($0) } ?? false }
}
