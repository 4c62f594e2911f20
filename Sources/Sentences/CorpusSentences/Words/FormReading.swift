import Language
import LanguageServices

/// The headwords to which a form may belong.
struct FormReading: Sendable {
    /// A headword and its certainty.
    struct Headword: Sendable {
        /// The headword's key.
        var key: String
        /// The headword.
        var text: String
        /// The parts of speech that the headword may have in this form.
        var kinds: Set<PartOfSpeech>
        /// The certainty of the reading.
        var certainty: Certainty
    }

    /// How certain it is that a form belongs to a headword, from most to least certain.
    enum Certainty: Int, Sendable, Comparable {
        /// The form is the headword itself.
        case itself
        /// A table lists it, or there is no alternative.
        case sure
        /// The form is also a headword itself: *left*, *building*.
        case shared

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }

    var headwords: [Headword]
    /// The headword under which the form is counted.
    var primary: String
    /// The verb form that the form may be.
    var verb = VerbForm.none

    /// The verb form that a word may be.
    enum VerbForm: Int, Sendable, Comparable {
        /// Not a verb.
        case none
        /// The dictionary form, or not a verb.
        case base
        /// Another form, or not a verb: *barks*.
        case inflected
        /// Certainly a verb, finite or a participle.
        case certain

        static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
    }
}

/// Finds the headwords of forms using the language's rules and known words.
///
/// The rules produce too many headwords. A headword that is known only as another part of speech is rejected (*news* is
/// not a plural of *new*). An unknown headword is accepted only if the form itself is unknown (*this* is not a form of
/// *thi*). If several headwords remain, the first one that is known or occurs in the corpus is used.
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
    ///   - form: The form as written inside sentences.
    ///   - lemma: The headword reported by an analyser.
    ///   - isName: Whether the form is capitalised although the language's rules do not require it, as a name is.
    ///   - occurs: Whether a word occurs in the corpus.
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
                // Plurals look like third-person verb forms, but a word that is only ever a verb has no plural.
                let isOnlyVerb = known[own].map { !$0.kinds.contains(.noun) } ?? (lemma.certainty == .known)
                let isPast = !form.hasSuffix("s")
                verb = max(verb, itself == nil && (isOnlyVerb || isPast) ? .certain : .inflected)
            }
            if let position = headwords.firstIndex(where: { $0.key == own }) {
                headwords[position].kinds.formUnion(kinds)
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
        // A word that occurs in only one form is ambiguous, but its likeliest reading is rarely wrong.
        if result.isEmpty, let first = open.values.min(by: { $0.text < $1.text }) { result.append(first) }
        return result
    }
}
