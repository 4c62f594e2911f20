/// The texts of the data before which an article may stand: for who checks the rules of English.
package enum ArticleTexts {
    /// The first word of every headword, and of every text of a set or of a word's company, each once.
    package static func all(in data: SentenceData) -> [String] {
        var texts = data.rows.map(\.headword)
        for set in data.sets.values { texts += set.texts.map(\.text) }
        for row in data.rows { texts += row.company.flatMap { $0.set.texts.map(\.text) } }
        let words = texts.compactMap { $0.split(separator: " ").first }.map(String.init)
        return Set(words).sorted()
    }

    /// *a* or *an* by the rules of spelling.
    package static func article(before text: String) -> String { EnglishArticle.startsWithVowel(text) ? "an" : "a" }
}
