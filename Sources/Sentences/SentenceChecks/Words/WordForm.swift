import Language
import LanguageServices

/// A word of the expression that is looked for, and in which forms it is taken for found.
struct WordForm: Sendable {
    let text: String
    let language: String
    private let partOfSpeech: PartOfSpeech?
    private let rules: LemmaRules?
    /// Forms that are known to be such.
    private let others: Set<String>
    /// What the word itself is a form of, where that is certain.
    private let lemmas: Set<String>
    private let folding: HeadwordFolding
    private let isPlainASCII: Bool

    init(_ text: String, language: String, partOfSpeech: PartOfSpeech?, forms: [String] = []) {
        self.text = text
        self.language = language
        self.partOfSpeech = partOfSpeech
        rules = LanguageTag(language).flatMap { LemmaRules(language: $0) }
        others = Set(forms)
        folding = HeadwordFolding(language: language)
        isPlainASCII = text.utf8.allSatisfy { $0 < 0x80 }
        let isInflected = partOfSpeech != nil && !Lookalikes.contains(text, language: language)
        lemmas = Set(
            (rules?.lemmas(of: text) ?? []).filter { lemma in
                let isSure = lemma.certainty == .known || isInflected && lemma.certainty == .regular
                return isSure && Self.fits(lemma, partOfSpeech) && lemma.text != text
            }
            .map(\.text)
        )
    }

    /// How sure it is that a word of a sentence is this one; `nil` when it is another.
    func certainty(of token: WordToken) -> (certainty: WordMatch.Certainty, range: Range<Int>)? {
        var best: (certainty: WordMatch.Certainty, range: Range<Int>)?
        for reading in token.readings {
            guard let found = certainty(of: reading.text, isStart: token.isStart) else { continue }
            // Of two that are as sure the shorter one is the word: *donne* in *donne-moi*.
            if let known = best, known.certainty < found { continue }
            best = (found, reading.range)
        }
        return best
    }

    private func certainty(of word: String, isStart: Bool) -> WordMatch.Certainty? {
        if isSame(word, text) { return Capitals.fit(word, text, isStart: isStart, language: language) ? .exact : nil }
        if others.contains(where: { isSame(word, $0) }) {
            return Capitals.fit(word, text, isStart: isStart, language: language) ? .form : nil
        }
        guard Capitals.fit(word, text, isStart: isStart, language: language) else { return nil }
        if let rules { return isForm(word, rules) ? .form : nil }
        if AttachedWords.hold(text, in: word, language: language) { return .form }
        return Likeness.isLike(word, text) ? .likeness : nil
    }

    /// Whether two spellings are those of one word: what differs in case is the same; in most languages what differs in
    /// accents is another word (*año*, *ano*; *schön*, *schon*).
    private func isSame(_ word: String, _ other: String) -> Bool {
        var comparison = HeadwordComparison(other, folding: folding)
        switch comparison.agreement(with: word) {
        case .exact, .letterCase: return true
        case .accents: return !Self.tellsAccents(language, other)
        default: return false
        }
    }

    private static func tellsAccents(_ language: String, _ word: String) -> Bool {
        guard language != "en", let first = word.unicodeScalars.first else { return false }
        let script = TextScript(of: first)
        return script == .latin || script == .greek || script == .none
    }

    // MARK: Rules

    private func isForm(_ word: String, _ rules: LemmaRules) -> Bool {
        guard !Lookalikes.contains(word, language: language) else { return false }
        for lemma in rules.lemmas(of: word) where Self.fits(lemma, partOfSpeech) && isSure(lemma, of: word) {
            if isLemma(lemma, text) || lemmas.contains(lemma.text) { return true }
        }
        return false
    }

    /// Derived words (*quickly* of *quick*) are other words; a reflexive verb is what it was asked for.
    private func isSure(_ lemma: Lemma, of word: String) -> Bool {
        if language == "en", lemma.partOfSpeech == .adjective, lemma.certainty == .regular, Comparatives.isLike(word) {
            return partOfSpeech == .adjective || partOfSpeech == .adverb || Comparatives.mayBeForm(of: text)
        }
        guard lemma.certainty == .guess else { return true }
        // Spellings of Britain and America.
        if language == "en" { return lemma.partOfSpeech != .adjective && !word.hasSuffix("less") }
        return lemma.partOfSpeech == .verb && ["se", "si"].contains { text.hasSuffix($0) }
    }

    /// Whether a lemma is the word. Rules give lemmas without the accents that they cannot know.
    private func isLemma(_ lemma: Lemma, _ word: String) -> Bool {
        if isSame(lemma.text, word) { return true }
        let mayLackAccents =
            lemma.certainty >= .regular && (language != "de" || lemma.partOfSpeech != .verb && isPlainASCII)
        guard mayLackAccents, folding.key(lemma.text) == folding.key(word) else { return false }
        func tildes(_ text: String) -> Int { text.unicodeScalars.filter { $0 == "ñ" }.count }
        return tildes(lemma.text) == tildes(word)
    }

    private static func fits(_ lemma: Lemma, _ wanted: PartOfSpeech?) -> Bool {
        guard let wanted, let found = lemma.partOfSpeech else { return true }
        switch wanted {
        case .noun, .properNoun: return found == .noun || found == .properNoun
        // *faster* is a form of the adverb as well.
        case .adverb: return found == .adverb || found == .adjective
        case .verb, .adjective: return found == wanted
        default: return true
        }
    }
}
