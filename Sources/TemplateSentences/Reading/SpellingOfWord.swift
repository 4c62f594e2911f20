import Inflection
import LanguageServices

/// Whether a text is a form of a word, as far as rules can tell.
struct SpellingOfWord {
    private let lemmas: LemmaRules?

    init(language: LanguageTag) { lemmas = LemmaRules(language: language) }

    /// Whether every word of a headword stands in a text, in whatever form.
    ///
    /// - Parameters:
    ///   - text: The word as it is spelled somewhere; words of the sentence may stand between its own.
    ///   - headword: The word as a dictionary has it.
    func isForm(_ text: String, of headword: String) -> Bool {
        if text.lowercased() == headword.lowercased() { return true }
        let spelled = words(text).map(meanings)
        return words(headword).allSatisfy { word in
            Self.standIns.contains(word) || spelled.contains { $0.contains(word) }
        }
    }

    /// Words in headwords that stand for others.
    private static let standIns: Set<String> = ["your", "yourself", "someone", "someone's", "one's", "oneself"]

    private func words(_ text: String) -> [String] {
        text.lowercased().split { " -–,…?!".contains($0) }.map(String.init)
    }

    /// All that a word may be a form of: *wasn't* of *be* and *not*.
    private func meanings(_ word: String) -> Set<String> {
        guard let lemmas else { return [word] }
        let first = lemmas.lemmas(of: word).flatMap { words($0.text) }
        return Set([word] + first + first.flatMap { lemmas.lemmas(of: $0).map(\.text) })
    }
}
