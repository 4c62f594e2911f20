import LanguageServices

/// A sentence as it was found in a source, before anybody has judged it.
struct FoundSentence: Sendable, Hashable {
    /// The sentence, on one line.
    var text: String

    /// The sentence in the other language, when the source has it.
    var translation: String?

    /// Where in the source it stands: `line 120`, `#1276 (CK)`.
    var place: String

    /// What it is an example of, when the source says so.
    var sense: ShownSense?

    /// Whether it was cut out of running text, where much is no sentence; in a list of sentences everything is meant as one.
    var isCutOut = false
}

/// What a sentence is an example of.
struct ShownSense: Sendable, Hashable {
    /// What kind of word it shows.
    var partOfSpeech: PartOfSpeech

    /// What the word means here.
    var gloss: String

    /// The words that have this meaning, as they are written, and which of their meanings it is, counted from 1 in the order
    /// in which they are used.
    var members: [(word: String, number: Int)]

    static func == (first: Self, second: Self) -> Bool {
        first.partOfSpeech == second.partOfSpeech && first.gloss == second.gloss
            && first.members.elementsEqual(second.members, by: ==)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(gloss)
        for member in members { hasher.combine(member.word) }
    }
}
