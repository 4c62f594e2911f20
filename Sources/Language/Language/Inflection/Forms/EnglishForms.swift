package import LanguageServices

/// The forms of English words: plurals and possessives, verb forms, and degrees of comparison.
///
/// Irregular forms are taken from the same table as in ``LemmaRules``.
package struct EnglishForms: FormRules {
    private let verbs: EnglishVerbForms
    private let nouns = EnglishNounForms()
    private let degrees = EnglishDegrees()

    /// Creates the rules.
    ///
    /// - Parameter language: An English language tag. `en-US` selects American forms (*traveled*, *gotten*), any other
    ///   tag selects British forms (*travelled*, *got*).
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
            if name == "positive" { return word.lemma }
            guard name == "comparative" || name == "superlative" else { return nil }
            let isAdverb = word.partOfSpeech == .adverb
            return degrees.degree(word.lemma, isSuperlative: name == "superlative", isAdverb: isAdverb)
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
        return parts.whole(with: ending, self, agreement)
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
        if let modal = EnglishModals.form(name, of: head, parts.remainder) { return modal }
        if EnglishModals.isModal(head, parts.remainder) { return nil }
        if head == "be", let known = EnglishModals.be(name, agreement) { return known }
        if head == "be", name == "present" || name == "past" { return nil }
        // An explicitly specified form covers the whole expression; only the part for the head is used.
        if name != "present" || isThird == true, let own = word.irregular[name] { return parts.head(of: own) }
        switch name {
        case "base": return head
        case "present": return isThird == true ? verbs.present(head) : head
        case "past": return verbs.past(head)
        case "ing": return verbs.ing(head)
        default: return verbs.participle(head)
        }
    }
}

/// A verb that consists of one or more words, one of which is inflected: *brush your teeth*, *double-check*, *look
/// forward to*.
struct EnglishExpression {
    /// The inflected word.
    let head: String
    /// The part before the inflected word, with the hyphen: *double-*.
    private let before: String
    /// The part after the inflected word, with the preceding space.
    let remainder: String

    init(_ text: String) {
        let end = text.firstIndex(of: " ") ?? text.endIndex
        var word = text[..<end]
        remainder = String(text[end...])
        var start = ""
        if let hyphen = word.lastIndex(of: "-"), word.index(after: hyphen) < word.endIndex, hyphen > word.startIndex {
            start = String(word[...hyphen])
            word = word[word.index(after: hyphen)...]
        }
        before = start
        head = String(word)
    }

    /// The part of a form that belongs to the head. The form is specified for the whole expression.
    func head(of form: String) -> String {
        var form = form[...]
        if !remainder.isEmpty, form.hasSuffix(remainder) { form = form.dropLast(remainder.count) }
        if !before.isEmpty, form.hasPrefix(before) { form = form.dropFirst(before.count) }
        return String(form)
    }

    /// The expression with a form of its head, and with possessives and reflexive pronouns that agree with the subject.
    func whole(with head: String, _ forms: EnglishForms, _ agreement: Agreement?) -> String {
        guard let agreement, !remainder.isEmpty else { return before + head + remainder }
        let words = remainder.split(separator: " ").map { word in
            EnglishForms.placeholder(String(word)).flatMap { forms.pronoun($0, agreement: agreement) } ?? String(word)
        }
        return ([before + head] + words).joined(separator: " ")
    }
}

// MARK: Pronouns

extension EnglishForms {
    package func pronoun(_ name: String, agreement: Agreement) -> String? {
        let gender =
            switch agreement.gender {
            case .masculine: 0
            case .feminine: 1
            case .neuter, nil: 2
            }
        return Self.pronouns[name]?[agreement.pronounIndex(singular: gender, of: 3)]
    }

    /// First and second person singular; third person singular masculine, feminine and neuter; then the three persons
    /// of the plural.
    private static let pronouns: [String: [String]] = [
        "he": ["I", "you", "he", "she", "it", "we", "you", "they"],
        "him": ["me", "you", "him", "her", "it", "us", "you", "them"],
        "his": ["my", "your", "his", "her", "its", "our", "your", "their"],
        "himself": ["myself", "yourself", "himself", "herself", "itself", "ourselves", "yourselves", "themselves"],
    ]

    /// The name, as used by ``pronoun(_:agreement:)``, of a word in an expression that refers to the subject (*brush
    /// your teeth*, *enjoy yourself*); `nil` for any other word.
    static func placeholder(_ word: String) -> String? {
        switch word {
        case "your", "one's", "one’s": "his"
        case "yourself", "oneself", "yourselves": "himself"
        default: nil
        }
    }
}

/// The properties of a word's pronunciation that determine its endings, derived from its spelling.
struct EnglishSound {
    private let letters: [Character]

    /// - Parameter word: A single word.
    init(_ word: String) { letters = Array(word.lowercased()) }

    static func isVowel(_ letter: Character) -> Bool { "aeiou".contains(letter) }

    /// Whether the word ends in a consonant and *y*: *city*, *soliloquy*, but not *day*.
    var endsInConsonantAndY: Bool {
        guard letters.last == "y", letters.count >= 2 else { return false }
        return !Self.isVowel(letters[letters.count - 2]) || hasQuBefore(letters.count - 1)
    }

    /// Whether *qu* precedes an index; the *u* is then not a vowel.
    private func hasQuBefore(_ position: Int) -> Bool {
        position >= 2 && letters[position - 1] == "u" && letters[position - 2] == "q"
    }

    /// Whether the word ends in a single vowel and a single consonant that can be doubled: *stop*, *equip*, *travel*.
    var endsInShortSyllable: Bool {
        guard letters.count >= 2, let last = letters.last, !Self.isVowel(last), !"wxyh".contains(last) else {
            return false
        }
        let vowel = letters.count - 2
        guard Self.isVowel(letters[vowel]) || letters[vowel] == "y" && vowel > 0 else { return false }
        guard vowel > 0 else { return true }
        return !Self.isVowel(letters[vowel - 1]) || hasQuBefore(vowel)
    }

    /// The number of syllables, counted as groups of vowels.
    var syllables: Int {
        var count = 0
        var wasVowel = false
        for (index, letter) in letters.enumerated() {
            let isVowel =
                Self.isVowel(letter) && !(letter == "u" && index > 0 && letters[index - 1] == "q")
                || letter == "y" && index > 0
            if isVowel, !wasVowel { count += 1 }
            wasVowel = isVowel
        }
        // A final *e* is silent, except in *-le* after a consonant.
        if letters.count >= 3, letters.last == "e", !Self.isVowel(letters[letters.count - 2]), count > 1 {
            let isSyllable = letters[letters.count - 2] == "l" && !Self.isVowel(letters[letters.count - 3])
            if !isSyllable { count -= 1 }
        }
        return max(count, 1)
    }
}
