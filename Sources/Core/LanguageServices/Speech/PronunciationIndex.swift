/// The pronunciations of a list that hold for a language, to be found by word.
package struct PronunciationIndex: Sendable {
    private var sounds: [String: Pronunciation.Sound] = [:]

    /// Takes those that hold for a language or accent; of two for one word the later counts.
    package init(_ pronunciations: [Pronunciation], language: LanguageTag?) {
        for entry in pronunciations where entry.holds(for: language) { sounds[entry.word] = entry.sound }
    }

    /// Whether no pronunciation holds.
    package var isEmpty: Bool { sounds.isEmpty }

    /// The sound of a word, and the ending of a genitive that the list need not have.
    package func sound(of word: String) -> (sound: Pronunciation.Sound, ending: String)? {
        for candidate in [word, word.lowercased()] {
            if let sound = sounds[candidate] { return (sound, "") }
        }
        for ending in ["'s", "’s"] where word.hasSuffix(ending) {
            let base = String(word.dropLast(2))
            if let sound = sounds[base] ?? sounds[base.lowercased()] { return (sound, ending) }
        }
        return nil
    }
}
