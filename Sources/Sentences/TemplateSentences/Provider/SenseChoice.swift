import LanguageServices

/// Which of several rows of a word has the sense that is asked for.
enum SenseChoice {
    /// The row whose sense, kinds and company share the most words with the sense; of equals, and when none shares any, the
    /// first.
    static func best(_ sense: String, of rows: [LexiconRow], data: SentenceData) -> LexiconRow? {
        let wanted = Set(words(sense))
        guard let first = rows.first, !wanted.isEmpty else { return rows.first }
        var best = (row: first, score: 0)
        for row in rows {
            var score = 0
            if let own = row.sense {
                score += own.lowercased() == sense.lowercased() ? 100 : 0
                score += 4 * words(own).count { wanted.contains($0) }
            }
            for kind in row.namedKinds where wanted.contains(data.kindNames.names[kind]) { score += 2 }
            for company in row.company {
                score += company.set.texts.count { text in words(text.text).contains { wanted.contains($0) } }
            }
            if score > best.score { best = (row, score) }
        }
        return best.row
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter }.map(String.init).filter { !small.contains($0) }
    }

    private static let small: Set<String> = ["a", "an", "the", "of", "to", "in", "on", "or", "and", "something", "for"]
}
