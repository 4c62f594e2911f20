import Language
import LanguageServices

/// Of which headwords a form is taken to be one.
struct FormReading: Sendable {
    /// A headword, and how sure it is.
    struct Headword: Sendable {
        /// The headword's key.
        var key: String
        /// The headword.
        var text: String
        /// What kind of word it is in this form; several where it may be either.
        var kinds: Set<PartOfSpeech>
        /// How sure it is.
        var certainty: Certainty
    }

    /// How sure it is that the form is one of the headword, the surest first.
    enum Certainty: Int, Sendable, Comparable {
        /// It is the headword itself.
        case itself
        /// A table has it, or it can be nothing else.
        case sure
        /// The form is a headword of its own as well: *left*, *building*.
        case shared

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    var headwords: [Headword]
    /// The one that the form counts for.
    var primary: String
    /// What the form can be of a verb.
    var verb = VerbForm.none

    /// What a form can be of a verb.
    enum VerbForm: Int, Sendable, Comparable {
        /// It is none.
        case none
        /// It is the form that dictionaries have, or something else.
        case base
        /// It is another form, or something else: *barks*.
        case inflected
        /// It is one, and finite or a participle.
        case certain

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }
}

/// Finds out of which headwords forms are, by the rules of the language, and what is known of its words.
///
/// The rules make more headwords than there are. One that is known with another kind of word is none (*news* is no plural of
/// *new*), one that is not known counts only when the form is not known itself (*this* is no form of *thi*), and of several
/// the first that is known or occurs in the corpus.
struct FormReader {
    private let rules: LemmaRules?
    private let folding: HeadwordFolding
    private let known: KnownWords
    private let isGerman: Bool
    private let finite: Set<String>

    init(language: LanguageTag, known: KnownWords) {
        rules = LemmaRules(language: language)
        folding = HeadwordFolding(language: language.text)
        self.known = known
        isGerman = language.language == "de"
        finite = ClauseWords.of(language.language).finite
    }

    /// - Parameters:
    ///   - form: The form as it stands inside a sentence.
    ///   - lemma: The headword that an analyser has given.
    ///   - isName: Whether it has a capital that is none of the language's rules.
    ///   - occurs: Whether a word is met in the corpus.
    func reading(of form: String, lemma: String?, isName: Bool, occurs: (String) -> Bool) -> FormReading {
        let key = folding.key(form)
        var headwords = [
            FormReading.Headword(key: key, text: form, kinds: known[key]?.kinds ?? [], certainty: .itself)
        ]
        if let lemma {
            let own = folding.key(lemma)
            if own != key {
                headwords.append(.init(key: own, text: lemma, kinds: known[own]?.kinds ?? [], certainty: .sure))
            }
            return FormReading(headwords: headwords, primary: own)
        }
        var verb = FormReading.VerbForm.none
        let itself = known[key]
        if finite.contains(form) {
            verb = .certain
        } else if itself?.kinds.contains(.verb) ?? false {
            verb = .base
        }
        for lemma in lemmas(of: form, isName: isName, occurs: occurs) {
            let own = folding.key(lemma.text)
            guard own != key else { continue }
            let isShared = itself != nil && lemma.certainty != .known || itself.map { !$0.kinds.isEmpty } ?? false
            let kinds: Set<PartOfSpeech> = lemma.partOfSpeech.map { [$0] } ?? known[own]?.kinds ?? []
            if kinds.contains(.verb), !form.hasSuffix("ing") {
                // A plural looks like a third person; of a word that is only a verb there is none.
                let isOnlyVerb = known[own].map { !$0.kinds.contains(.noun) } ?? (lemma.certainty == .known)
                let isPast = !form.hasSuffix("s")
                verb = max(verb, itself == nil && (isOnlyVerb || isPast) ? .certain : .inflected)
            }
            if let place = headwords.firstIndex(where: { $0.key == own }) {
                headwords[place].kinds.formUnion(kinds)
            } else {
                headwords.append(
                    .init(key: own, text: lemma.text, kinds: kinds, certainty: isShared ? .shared : .sure)
                )
            }
        }
        let primary = itself != nil ? key : headwords.dropFirst().first?.key ?? key
        return FormReading(headwords: headwords, primary: primary, verb: verb)
    }

    private func lemmas(of form: String, isName: Bool, occurs: (String) -> Bool) -> [Lemma] {
        guard let rules else { return [] }
        guard !isName else {
            // *Tom's* is a form of *Tom*.
            let owner = rules.lemmas(of: form).first { $0.certainty == .known }
            return owner.map { [$0] } ?? []
        }
        let key = folding.key(form)
        var result: [Lemma] = []
        var settled: Set<PartOfSpeech?> = []
        var open: [PartOfSpeech?: Lemma] = [:]
        for lemma in rules.lemmas(of: form) where lemma.certainty != .guess && lemma.text != form {
            if lemma.certainty == .known || lemma.certainty == .composed {
                result.append(lemma)
                settled.insert(lemma.partOfSpeech)
                continue
            }
            guard !settled.contains(lemma.partOfSpeech) else { continue }
            let own = folding.key(lemma.text)
            if let word = known[own] {
                guard lemma.partOfSpeech.map(word.kinds.contains) ?? true else { continue }
            } else {
                guard known[key] == nil else { continue }
                guard occurs(lemma.text) else {
                    if open[lemma.partOfSpeech] == nil { open[lemma.partOfSpeech] = lemma }
                    continue
                }
            }
            result.append(lemma)
            settled.insert(lemma.partOfSpeech)
        }
        // Of a word that is met in one form only nobody can tell; the likeliest is not wrong often.
        if result.isEmpty, let first = open.values.min(by: { $0.text < $1.text }) { result.append(first) }
        return result
    }
}
