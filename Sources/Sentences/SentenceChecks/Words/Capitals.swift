/// What capitals say of words.
enum Capitals {
    /// Whether a word of a sentence can be the one that was asked for, as far as capitals tell.
    ///
    /// - Parameters:
    ///   - word: The word of the sentence.
    ///   - wanted: The word that was asked for.
    ///   - isStart: Whether it stands where every word has a capital.
    static func fit(_ word: String, _ wanted: String, isStart: Bool, language: String) -> Bool {
        guard let first = word.unicodeScalars.first, let other = wanted.unicodeScalars.first else { return true }
        let isUpper = first.properties.isUppercase
        let wantsUpper = other.properties.isUppercase
        if isUpper == wantsUpper { return !isShouted(wanted) || wanted.uppercased() == wanted && hasCapitals(word) }
        // *Polish* in the midst of a sentence is not *polish*, and *Essen* is not *essen*; *HELP* is *help*.
        if isUpper { return isStart || isShouted(word) }
        // A card may have any word with a capital, but no noun of German and no *UFO* goes without.
        return language != "de" && !isShouted(wanted) && !(language == "en" && english.contains(wanted))
    }

    private static func isShouted(_ word: String) -> Bool {
        var letters = 0
        for scalar in word.unicodeScalars where scalar.properties.isAlphabetic {
            guard scalar.properties.isUppercase else { return false }
            letters += 1
        }
        return letters > 1
    }

    /// Whether a word has two capitals at least, as all forms of an abbreviation do: *UFOs*.
    private static func hasCapitals(_ word: String) -> Bool {
        word.unicodeScalars.filter(\.properties.isUppercase).count > 1
    }

    /// English words that are others with a small letter.
    private static let english: Set<String> = [
        "I", "May", "March", "August", "Polish", "Turkey", "China", "Japan", "Nice", "Will", "Mark", "Bill", "Rose",
        "Jack", "Frank", "Grace", "Hope", "Faith", "Sunday", "Lent", "Mass", "Earth", "Sun",
    ]
}
