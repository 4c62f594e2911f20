/// The pronouns of English by what they stand for.
enum EnglishPronouns {
    /// The form of a pronoun, which is named by its masculine.
    static func form(_ name: String, _ agreement: Agreement) -> String? {
        let column: Int
        switch name {
        case "he": column = 0
        case "him": column = 1
        case "his": column = 2
        case "himself": column = 3
        default: return nil
        }
        let row =
            switch (agreement.person, agreement.isPlural, agreement.gender) {
            case (.first, false, _): ["I", "me", "my", "myself"]
            case (.first, true, _): ["we", "us", "our", "ourselves"]
            case (.second, false, _): ["you", "you", "your", "yourself"]
            case (.second, true, _): ["you", "you", "your", "yourselves"]
            case (.third, true, _): ["they", "them", "their", "themselves"]
            case (.third, false, .masculine): ["he", "him", "his", "himself"]
            case (.third, false, .feminine): ["she", "her", "her", "herself"]
            case (.third, false, _): ["it", "it", "its", "itself"]
            }
        return row[column]
    }

    /// Whether a word within an expression stands for who does it: *brush your teeth*, *enjoy yourself*; and the name under
    /// which ``form(_:_:)`` has it.
    static func placeholder(_ word: String) -> String? {
        switch word {
        case "your", "one's", "one’s": "his"
        case "yourself", "oneself", "yourselves": "himself"
        default: nil
        }
    }
}
