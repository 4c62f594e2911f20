import LanguageServices

/// What sentences are to be about: some words, and the kinds of word that they are.
struct SentenceTopic {
    private let words: Set<String>
    private let kinds: Set<Int>

    /// - Returns: `nil` when there is no word in the topic.
    init?(_ topic: String?, data: SentenceData) {
        guard let topic else { return nil }
        var words: Set<String> = []
        var kinds: Set<Int> = []
        for word in topic.lowercased().split(whereSeparator: { !$0.isLetter }).prefix(20) where word.utf8.count > 2 {
            let word = String(word)
            words.insert(word)
            // The topic *food*, or *foods*, is the kind *food* as well.
            for name in [word, String(word.dropLast())] {
                if let kind = data.kindNames.known(name) { kinds.insert(kind) }
            }
            for row in data.rowsByHeadword[word] ?? [] { kinds.formUnion(data.rows[row].namedKinds) }
        }
        if words.isEmpty { return nil }
        self.words = words
        self.kinds = kinds
    }

    /// Whether a template is about the topic.
    func fits(_ template: Template, _ group: TemplateGroup) -> Bool {
        if group.required.contains(where: kinds.contains) { return true }
        return template.pieces.contains { piece in
            guard case .text(let text) = piece else { return false }
            return text.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }
}
