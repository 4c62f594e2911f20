import LanguageServices

/// Takes out of an entry what is in it twice.
enum EntryTidying {
    static func tidied(_ entry: TranslationEntry) -> TranslationEntry {
        guard needsTidying(entry) else { return entry }
        var entry = entry
        var senses: [TranslationSense] = []
        for var sense in entry.senses {
            var words: [TranslatedWord] = []
            for word in sense.translations where !words.contains(word) { words.append(word) }
            sense.translations = words
            if !senses.contains(sense) { senses.append(sense) }
        }
        entry.senses = senses
        return entry
    }

    private static func needsTidying(_ entry: TranslationEntry) -> Bool {
        entry.senses.count > 1 || entry.senses.contains { $0.translations.count > 1 }
    }
}
