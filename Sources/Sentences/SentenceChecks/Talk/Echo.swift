import Language
import LanguageServices

/// Texts that a sentence may not be a copy of: what a model was told, and the word by itself.
struct Echo: Sendable {
    private let told: [String]
    private let word: String

    /// How many letters a line must have before it is taken for a copy wherever it stands: what is shorter comes up by chance.
    private static let shortest = 20

    init(of texts: [String], word: String) {
        told = texts.map(SentenceKey.of).filter { !$0.isEmpty }
        self.word = SentenceKey.of(word)
    }

    func fault(of text: String) -> SentenceFault? {
        let key = SentenceKey.of(text)
        // The word stands in every right sentence, however long it is.
        let isCopy =
            key == word
            || told.contains { told in
                told == key || key.utf8.count >= Self.shortest && told.contains(key)
                    || told.utf8.count >= Self.shortest && key.contains(told)
            }
        return isCopy ? SentenceFault(.echo, "is a copy of what was asked") : nil
    }
}
