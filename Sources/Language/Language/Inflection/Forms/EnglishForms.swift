package import LanguageServices

/// The forms of English words: plurals and possessives, the forms of verbs, and the degrees of comparison.
///
/// The irregular ones come from the same table from which ``LemmaRules`` has them.
package struct EnglishForms: FormRules {
    private let verbs: EnglishVerbForms
    private let nouns = EnglishNounForms()
    private let degrees = EnglishDegrees()

    /// Creates the rules.
    ///
    /// - Parameter language: A tag of English. American spellings (*traveled*, *gotten*) are for `en-US`; the British ones
    ///   (*travelled*, *got*), which the rest of the world writes, for any other.
    package init(language: LanguageTag) {
        verbs = EnglishVerbForms(isAmerican: language.region == "US")
    }

    package func names(of partOfSpeech: PartOfSpeech) -> [String] {
        switch partOfSpeech {
        case .noun, .properNoun: ["singular", "plural", "possessive"]
        case .verb: ["base", "present", "past", "ing", "participle"]
        case .adjective, .adverb: ["positive", "comparative", "superlative"]
        default: ["plain"]
        }
    }

    package func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String? {
        if word.partOfSpeech == .verb { return verb(name, word, agreement) }
        if let own = word.irregular[name] { return own }
        switch word.partOfSpeech {
        case .noun, .properNoun: return noun(name, word)
        case .adjective, .adverb:
            let isAdverb = word.partOfSpeech == .adverb
            switch name {
            case "positive": return word.lemma
            case "comparative": return degrees.comparative(word.lemma, isAdverb: isAdverb)
            case "superlative": return degrees.superlative(word.lemma, isAdverb: isAdverb)
            default: return nil
            }
        default: return name == "plain" ? word.lemma : nil
        }
    }

    // MARK: Nouns

    private func noun(_ name: String, _ word: InflectableWord) -> String? {
        switch (name, word.number) {
        case ("singular", _), ("plural", .pluralOnly): return word.lemma
        case ("plural", .both): return nouns.plural(word.lemma)
        case ("possessive", let number): return nouns.possessive(word.lemma, isPlural: number == .pluralOnly)
        default: return nil
        }
    }

    // MARK: Verbs

    private func verb(_ name: String, _ word: InflectableWord, _ agreement: Agreement?) -> String? {
        guard names(of: .verb).contains(name) else { return nil }
        let parts = EnglishExpression(word.lemma)
        guard let ending = verb(name, of: parts, word, agreement) else { return nil }
        return parts.whole(with: ending, agreement: agreement)
    }

    /// The inflected part of an expression.
    private func verb(
        _ name: String,
        of parts: EnglishExpression,
        _ word: InflectableWord,
        _ agreement: Agreement?
    ) -> String? {
        let isThird = agreement.map { $0.person == .third && !$0.isPlural }
        let head = parts.head
        if name == "present", isThird == nil { return nil }
        if let modal = EnglishModals.form(name, of: head, parts.rest) { return modal }
        if EnglishModals.isModal(head, parts.rest) { return nil }
        if head == "be", let known = EnglishModals.be(name, agreement) { return known }
        if head == "be", name == "present" || name == "past" { return nil }
        // Own forms stand for the whole word, which is its head unless more words follow.
        if name != "present" || isThird == true, let own = word.irregular[name] { return parts.head(of: own) }
        switch name {
        case "base": return head
        case "present": return isThird == true ? verbs.present(head) : head
        case "past": return verbs.past(head)
        case "ing": return verbs.ing(head)
        default: return verbs.participle(head)
        }
    }

    // MARK: Pronouns

    /// A pronoun that stands for somebody: the form of *his*, *him*, *he* or *himself* that agrees.
    ///
    /// - Returns: `nil` when `name` is none of these.
    package static func pronoun(_ name: String, agreement: Agreement) -> String? {
        EnglishPronouns.form(name, agreement)
    }
}
