import Language
import LanguageServices

/// A word in a search expression, with the forms that match it.
struct WordForm: Sendable {
    let text: String
    let language: String
    private let partOfSpeech: PartOfSpeech?
    private let rules: LemmaRules?
    /// Known forms.
    private let others: Set<String>
    /// The lemmas of the word, if they are certain.
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

    /// How certain it is that a word in a sentence is this word, and its range; `nil` if it is a different word.
    func certainty(of token: WordToken) -> (certainty: WordMatch.Certainty, range: Range<Int>)? {
        var best: (certainty: WordMatch.Certainty, range: Range<Int>)?
        for reading in token.readings {
            guard let found = certainty(of: reading.text, isStart: token.isStart) else { continue }
            // If two readings are equally certain, the shorter one is the word: *donne* in *donne-moi*.
            if let known = best, known.certainty < found { continue }
            best = (found, reading.range)
        }
        return best
    }

    private func certainty(of word: String, isStart: Bool) -> WordMatch.Certainty? {
        guard Capitals.fit(word, text, isStart: isStart, language: language) else { return nil }
        if isSame(word, text) { return .exact }
        if others.contains(where: { isSame(word, $0) }) { return .form }
        if let rules { return isForm(word, rules) ? .form : nil }
        if AttachedWords.hold(text, in: word, language: language) { return .form }
        return Likeness.isLike(word, text) ? .likeness : nil
    }

    /// Whether two spellings represent the same word. Case is ignored. Accents distinguish words in most languages
    /// (*año*, *ano*; *schön*, *schon*).
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

    /// Whether a lemma is certain. Derived words (*quickly* from *quick*) are different words; a reflexive verb is
    /// treated as the plain verb.
    private func isSure(_ lemma: Lemma, of word: String) -> Bool {
        if language == "en", lemma.partOfSpeech == .adjective, lemma.certainty == .regular, Comparatives.isLike(word) {
            return partOfSpeech == .adjective || partOfSpeech == .adverb || Comparatives.mayBeForm(of: text)
        }
        guard lemma.certainty == .guess else { return true }
        // Allow for British and American spellings.
        if language == "en" { return lemma.partOfSpeech != .adjective && !word.hasSuffix("less") }
        return lemma.partOfSpeech == .verb && ["se", "si"].contains { text.hasSuffix($0) }
    }

    /// Whether a lemma is the given word. Lemmas derived by rules lack the accents that the rules cannot restore.
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
        // *faster* is also a form of the adverb.
        case .adverb: return found == .adverb || found == .adjective
        case .verb, .adjective: return found == wanted
        default: return true
        }
    }
}

/// Finds separate words within a string that contains no spaces.
enum WordReadings {
    /// The readings of a word: the word itself; the word without the English *’s*; the part after a French or Italian
    /// elision; the part before pronouns that French and Portuguese attach with hyphens.
    static func of(_ range: Range<Int>, in scalars: [Unicode.Scalar], language: String) -> [WordToken.Reading] {
        var result = [reading(range, scalars)]
        switch language {
        case "en":
            if let owner = owner(range, scalars) { result.append(reading(owner, scalars)) }
        case "fr", "it", "ca":
            let tail = elided(range, scalars)
            if let tail { result.append(reading(tail, scalars)) }
            if language == "fr", let head = head(tail ?? range, scalars, pronouns: french) {
                result.append(reading(head, scalars))
            }
        case "pt", "ro":
            if let head = head(range, scalars, pronouns: portuguese) { result.append(reading(head, scalars)) }
        default: break
        }
        return result
    }

    private static func reading(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> WordToken.Reading {
        WordToken.Reading(text: String(scalars: scalars[range]), range: range)
    }

    private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool { scalar == "'" || scalar == "\u{2019}" }

    /// *cat’s*, *cats’*
    private static func owner(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Range<Int>? {
        guard range.count > 2 else { return nil }
        if isApostrophe(scalars[range.upperBound - 1]) { return range.lowerBound..<(range.upperBound - 1) }
        guard scalars[range.upperBound - 1] == "s", isApostrophe(scalars[range.upperBound - 2]) else { return nil }
        return range.lowerBound..<(range.upperBound - 2)
    }

    /// *l’eau*, *qu’il*, *dell’acqua*
    private static func elided(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Range<Int>? {
        guard let mark = range.first(where: { isApostrophe(scalars[$0]) }), mark - range.lowerBound <= 7,
            mark + 1 < range.upperBound
        else { return nil }
        return (mark + 1)..<range.upperBound
    }

    /// *donne-moi*, *y a-t-il*, *dá-me*
    private static func head(
        _ range: Range<Int>,
        _ scalars: [Unicode.Scalar],
        pronouns: Set<String>
    ) -> Range<Int>? {
        guard let hyphen = range.first(where: { scalars[$0] == "-" || scalars[$0] == "\u{2010}" }),
            hyphen > range.lowerBound
        else { return nil }
        let tails = scalars[hyphen..<range.upperBound].split { $0 == "-" || $0 == "\u{2010}" }
        let areAllPronouns = tails.allSatisfy { pronouns.contains(String(scalars: $0).lowercased()) }
        return !tails.isEmpty && areAllPronouns ? range.lowerBound..<hyphen : nil
    }

    private static let french: Set<String> = [
        "je", "tu", "il", "elle", "on", "nous", "vous", "ils", "elles", "ce", "moi", "toi", "le", "la", "les", "lui",
        "leur", "y", "en", "t", "là", "ci",
    ]

    private static let portuguese: Set<String> = [
        "me", "te", "se", "o", "a", "os", "as", "lhe", "lhes", "nos", "vos", "lo", "la", "los", "las", "no", "na",
        "nas", "mi", "ți", "și", "l", "i", "le",
    ]
}

/// Words that look like forms of other words but hardly ever are: *evening* is not a form of *even*.
enum Lookalikes {
    /// Whether the list contains a word, which then matches only itself.
    static func contains(_ word: String, language: String) -> Bool {
        words[language]?.contains(word.lowercased()) ?? false
    }

    private static let words: [String: Set<String>] = [
        "en": .words(
            """
            evening morning during ceiling wedding building clothing housing earring herring willing string spring bring
            king thing ring wing sting sling fling cling swing pudding sibling darling sterling shilling lightning nothing
            something anything everything cunning
            seed feed weed heed deed reed need bleed breed greed steed creed indeed exceed succeed proceed hundred hatred
            kindred naked wicked rugged ragged beloved sacred embed shed speed
            his its hers ours theirs yours this thus news clothes does toes bees goods odds means shorts tights outdoors
            indoors towards backwards afterwards besides sometimes always perhaps upstairs downstairs overseas nowadays
            headquarters politics physics economics ethics mechanics electronics athletics graphics classics statistics
            mathematics series species lens princes wales james mars customs arms thanks four here there hire tire shore
            """
        )
    ]
}

/// Guesses whether a word is a form of another, in languages without inflection rules.
enum Likeness {
    /// Whether two words begin alike and differ only in a short ending, as *кошка* and *кошку* do but *lopen* and
    /// *loop* do not.
    static func isLike(_ word: String, _ other: String) -> Bool {
        let first = Array(word.lowercased().unicodeScalars)
        let second = Array(other.lowercased().unicodeScalars)
        var same = 0
        while same < first.count, same < second.count, first[same] == second[same] { same += 1 }
        let longest = max(first.count, second.count)
        return same >= 3 && longest - same <= 3 && same * 5 >= longest * 3
    }
}
