import LanguageServices

/// The case of the first letter, which Apertium's server always makes a capital for a single word.
enum FirstLetter {
    /// A translation whose first letter has the case of its source's first letter.
    ///
    /// A small letter of the source makes no small letter of a word that is written with a capital always: German nouns
    /// cannot be told from other words here, so German keeps what it is given; so does a word of several capitals, and English
    /// *I*, days, months and languages.
    static func restored(_ translation: String, like source: String, target: LanguageTag) -> String {
        guard let place = translation.firstIndex(where: \.isLetter), let given = source.first(where: \.isLetter) else {
            return translation
        }
        let letter = translation[place]
        let word = translation[place...].prefix { $0.isLetter }
        let changed: String
        if given.isLowercase, letter.isUppercase {
            let isAbbreviation = word.dropFirst().contains(where: \.isUppercase)
            let keeps =
                isAbbreviation || target.language == "de" || target.language == "en" && english.contains(String(word))
            if keeps || source.contains(word) { return translation }
            changed = letter.lowercased()
        } else if given.isUppercase, letter.isLowercase {
            changed = letter.uppercased()
        } else {
            return translation
        }
        return translation[..<place] + changed + translation[translation.index(after: place)...]
    }

    /// English words that have a capital where other languages write a small letter.
    private static let english: Set<String> = [
        "I", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "January", "February",
        "March",
        "April", "May", "June", "July", "August", "September", "October", "November", "December", "English", "Spanish",
        "French", "German", "Italian", "Portuguese", "Catalan", "Basque", "Galician", "Russian", "Polish", "Dutch",
        "Danish",
        "Swedish", "Norwegian", "Finnish", "Greek", "Latin", "Turkish", "Arabic", "Hebrew", "Chinese", "Japanese",
        "Korean",
        "American", "British", "European", "African", "Asian", "Christian", "Jewish", "Muslim",
    ]
}
