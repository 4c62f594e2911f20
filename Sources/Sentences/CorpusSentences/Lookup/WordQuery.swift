import Language
import LanguageServices
import SentenceChecks

/// A word or an expression to look up in an index: the possible forms of each of its words.
struct WordQuery {
    /// The forms of each word, most certain first.
    var parts: [[Choice]]

    /// The headwords under which the forms of each word are counted.
    private var terms: [Set<Int32>] = []

    /// The maximum distance between each word and the previous one, in words.
    private var steps: [Int] = []

    /// The keys of the complete word or expression, under which a source may list examples.
    var keys: [String]

    /// The dictionary entry for the word.
    var known: KnownWords.Word?

    /// A form, and how well it matches.
    struct Choice: Sendable, Hashable {
        var form: CorpusIndex.Form
        /// The amount subtracted from the quality of its sentences.
        var penalty: Double
        /// The headword of the form.
        var headword: String
    }

    /// The maximum number of forms per word.
    private static let maximumForms = 24

    /// - Parameters:
    ///   - words: The words to search for.
    ///   - gaps: The maximum number of other words between each word and the previous one; a default replaces missing
    ///     values.
    ///   - partOfSpeech: The required part of speech; `nil` for any.
    init(
        _ words: [String],
        gaps: [Int] = [],
        partOfSpeech: PartOfSpeech?,
        language: LanguageTag,
        index: CorpusIndex
    ) throws {
        let folding = HeadwordFolding(language: language.text)
        parts = []
        keys = []
        for word in words {
            let found = try Self.choices(
                word,
                partOfSpeech: words.count == 1 ? partOfSpeech : nil,
                folding: folding,
                index: index
            )
            parts.append(found.choices)
            if words.count == 1 { keys = found.keys }
        }
        terms = parts.map { Set($0.map(\.form.term)) }
        // Allow one more word: the index may count two words where the final check counts one.
        steps = words.indices.map { 2 + (gaps.indices.contains($0) ? gaps[$0] : Self.defaultGap) }
        let whole = folding.key(words.joined(separator: " "))
        if !keys.contains(whole) { keys.insert(whole, at: 0) }
        known = try index.known(whole)
    }

    /// Whether one of its words is missing from the corpus.
    var isMissing: Bool { parts.isEmpty || parts.contains(where: \.isEmpty) }

    /// Whether a sentence contains the words of the expression in order, within the allowed distances.
    ///
    /// - Parameter words: The headword numbers of the words in the sentence.
    func mayOccur(in words: [Int32]) -> Bool {
        guard parts.count > 1 else { return true }
        return words.indices.contains { start in
            guard terms[0].contains(words[start]) else { return false }
            var position = start
            for (part, step) in zip(terms, steps).dropFirst() {
                let end = min(position + step, words.count - 1)
                guard position < end, let next = words[(position + 1)...end].firstIndex(where: part.contains) else {
                    return false
                }
                position = next
            }
            return true
        }
    }

    /// The default maximum number of words between two words of an expression.
    private static let defaultGap = 5

    // MARK: Forms

    private static func choices(
        _ word: String,
        partOfSpeech: PartOfSpeech?,
        folding: HeadwordFolding,
        index: CorpusIndex
    ) throws -> (choices: [Choice], keys: [String]) {
        let key = folding.key(word)
        guard !key.isEmpty else { return ([], []) }
        let own = try index.forms(of: key)
        var keys = [key]
        var choices = choices(own, for: word, penalty: 0, headword: nil, partOfSpeech, folding)
        // The word may be requested in an inflected form, such as *went*; that form has the highest priority.
        for form in own where form.certainty == .itself {
            for headword in try index.headwords(ofForm: form.id)
            where headword.key != key && !keys.contains(headword.key) && isSame(form.text, word, folding) {
                let penalty = headword.certainty == .sure ? 0.06 : 0.4
                guard headword.certainty == .sure || partOfSpeech.map(headword.kinds.contains) ?? false else {
                    continue
                }
                keys.append(headword.key)
                choices += self.choices(
                    try index.forms(of: headword.key),
                    for: headword.text,
                    penalty: penalty,
                    headword: headword.text,
                    partOfSpeech,
                    folding
                )
            }
        }
        var seen: Set<Int64> = []
        choices.sort { $0.penalty < $1.penalty }
        choices = choices.filter { seen.insert($0.form.id).inserted }
        return (Array(choices.prefix(maximumForms)), keys)
    }

    private static func choices(
        _ forms: [CorpusIndex.Form],
        for word: String,
        penalty: Double,
        headword: String?,
        _ partOfSpeech: PartOfSpeech?,
        _ folding: HeadwordFolding
    ) -> [Choice] {
        let wantsCapital = startsUpper(word)
        let isAllCapitals = Capitals.isAllCapitals(word)
        // The lower-case spelling of a name is used only if no other form exists.
        let hasPlain = forms.contains { startsUpper($0.text) == wantsCapital }
        var result: [Choice] = []
        var comparison = HeadwordComparison(word, folding: folding)
        var agreements: [HeadwordComparison.Agreement] = []
        var found: [(Choice, HeadwordComparison.Agreement)] = []
        for form in forms {
            if hasPlain, startsUpper(form.text) != wantsCapital { continue }
            if isAllCapitals, !Capitals.isAllCapitals(form.text) { continue }
            if let partOfSpeech, form.certainty != .itself, !form.kinds.isEmpty, !form.kinds.contains(partOfSpeech) {
                continue
            }
            // The rules cannot restore accents in the headwords that they derive; the final check decides.
            let agreement = form.certainty == .itself ? comparison.agreement(with: form.text) ?? .exact : .exact
            var own = penalty
            switch form.certainty {
            case .itself: break
            case .sure: own += 0.02
            case .shared: own += 0.12
            }
            agreements.append(agreement)
            found.append((Choice(form: form, penalty: own, headword: headword ?? word), agreement))
        }
        // *ano* is a different word from *año*; match it only if no other form exists.
        let best = agreements.min() ?? .exact
        for (choice, agreement) in found where agreement < .accents || best >= .accents || agreement <= best {
            result.append(choice)
        }
        return result
    }

    private static func isSame(_ form: String, _ word: String, _ folding: HeadwordFolding) -> Bool {
        var comparison = HeadwordComparison(word, folding: folding)
        return (comparison.agreement(with: form) ?? .punctuation) <= .letterCase
    }

    private static func startsUpper(_ text: String) -> Bool {
        text.unicodeScalars.first?.properties.isUppercase ?? false
    }
}

/// Guesses the part of speech of an ambiguous English word from its neighbours.
enum WordClass {
    /// - Parameters:
    ///   - position: The index of the word.
    ///   - words: The words of the sentence, in lower case.
    ///   - kinds: The parts of speech that the word may have.
    /// - Returns: `nil` if the neighbours are inconclusive.
    static func guess(at position: Int, in words: [String], kinds: Set<PartOfSpeech>) -> PartOfSpeech? {
        guard words.indices.contains(position) else { return nil }
        let before = position > 0 ? words[position - 1] : nil
        let beforeThat = position > 1 ? words[position - 2] : nil
        let behind = position + 1 < words.count ? words[position + 1] : nil
        let found = guess(words[position], before, beforeThat, behind, kinds)
        guard let found, kinds.isEmpty || kinds.contains(found) else { return nil }
        return found
    }

    private static func guess(
        _ word: String,
        _ before: String?,
        _ beforeThat: String?,
        _ behind: String?,
        _ kinds: Set<PartOfSpeech>
    ) -> PartOfSpeech? {
        let mayBeAdjective = kinds.contains(.adjective)
        let leadsOn = behind.map { !closers.contains($0) && !finite.contains($0) } ?? false
        guard let before else {
            // At the start of a sentence, a word before an article is an imperative.
            return behind.map(determiners.contains) ?? false && kinds.contains(.verb) ? .verb : nil
        }
        if determiners.contains(before) {
            // *the cold water*, but *the cold*
            if mayBeAdjective, leadsOn { return .adjective }
            return kinds.contains(.noun) || !mayBeAdjective ? .noun : .adjective
        }
        if before == "to" {
            // After *want to*, the word is a verb; after *go to*, it may also be a noun.
            if motions.contains(beforeThat ?? "") { return nil }
            return kinds.contains(.verb) ? .verb : nil
        }
        if modals.contains(before) { return .verb }
        if subjects.contains(before), kinds.contains(.verb) { return .verb }
        if before == "not" || before == "never" || before == "always" || before == "often" {
            return kinds.contains(.verb) && !copulas.contains(beforeThat ?? "") ? .verb : nil
        }
        if copulas.contains(before) {
            if word.hasSuffix("ing"), kinds.contains(.verb) { return .verb }
            if mayBeAdjective { return .adjective }
            return nil
        }
        if intensifiers.contains(before) {
            if mayBeAdjective { return .adjective }
            return kinds.contains(.adverb) ? .adverb : nil
        }
        if prepositions.contains(before) {
            if mayBeAdjective, leadsOn { return nil }
            return kinds.contains(.noun) ? .noun : nil
        }
        if behind.map(determiners.contains) ?? false || behind.map(objects.contains) ?? false, kinds.contains(.verb) {
            return .verb
        }
        return nil
    }

    private static let determiners: Set<String> = .words(
        "a an the my your his its our their this these those every each some any no another whose"
    )
    private static let modals: Set<String> = .words(
        "will would can could may might must shall should don't doesn't didn't won't wouldn't can't couldn't cannot let's"
    )
    private static let subjects: Set<String> = .words("i you he she we they who")
    private static let objects: Set<String> = .words("me him us them it himself herself themselves myself yourself")
    private static let copulas: Set<String> = .words(
        "is are was were am be been being feel feels felt seem seems seemed look looks looked"
    )
    private static let finite: Set<String> = .words(
        "is are was were has have had will would can could may might must should do does did"
    )
    private static let intensifiers: Set<String> = .words("very too so quite extremely really more most rather")
    private static let prepositions: Set<String> = .words(
        "of in on at with by from for into about under over between without"
    )
    private static let motions: Set<String> = .words(
        "go goes went gone going come came coming get got drive drove walk walked"
    )
    private static let closers: Set<String> = .words(
        "of in on at with by from for into and or but to than as when while if because"
    )
}
