/// The quality of a sentence as an example; it depends little on which of its words it illustrates.
///
/// The criteria are from Kilgarriff, Husák, McAdam, Rundell and Rychlý, *GDEX: Automatically finding good dictionary
/// examples in a corpus* (Euralex 2008). The formula and its weights are specific to this package and documented in the
/// guide on corpora.
struct SentenceJudgement: Sendable, Hashable {
    /// The weighted sum of the criteria, 0…1.
    var quality: Double

    /// The number of words.
    var words: Int

    /// The level of the hardest headword, 1…6; 0 if the levels of all headwords are unknown.
    var hardest: UInt8

    /// The level of the second hardest headword, used if the hardest one is the requested word.
    var second: UInt8

    /// The number of content headwords that no word list contains.
    var unknown: Int

    /// Whether the words form an independent clause.
    var isClause: Bool

    /// The weights of the criteria, which add up to 1.
    enum Weight {
        static let length = 0.2
        static let wholeness = 0.2
        static let familiarity = 0.24
        static let independence = 0.16
        static let plainness = 0.14
        static let statement = 0.06
    }

    /// - Parameters:
    ///   - tokens: The forms of the sentence, in order.
    ///   - hasVerbs: Whether verbs can be recognised in the language; if not, no verb is required.
    init(
        tokens: ArraySlice<Int32>,
        surface: SentenceSurface,
        vocabulary: CorpusVocabulary,
        hasVerbs: Bool
    ) {
        var names = 0
        var pronouns = 0
        var clause = ClauseSearch(asks: surface.asks)
        var isOpened = false
        var named = false
        var sum = 0.0
        var rare = (first: 1.0, second: 1.0)
        var counted = 0
        words = tokens.count
        hardest = 0
        second = 0
        unknown = 0
        for (index, form) in tokens.enumerated() {
            let facts = vocabulary.facts[Int(form)]
            let term = vocabulary.terms[Int(facts.term)]
            if index == 0, facts.isOpening { isOpened = true }
            if facts.isPronoun {
                if !named { pronouns += 1 }
            } else if facts.isNoun || facts.isName {
                named = true
            }
            clause.add(facts, isSmall: term.isSmall)
            if facts.isName { names += 1 }
            if facts.isName || facts.isNumber { continue }
            if term.level > hardest {
                second = hardest
                hardest = term.level
            } else if term.level > second {
                second = term.level
            }
            if term.isSmall { continue }
            if term.level == 0 { unknown += 1 }
            counted += 1
            sum += term.commonness
            if term.commonness < rare.first {
                rare = (term.commonness, rare.first)
            } else {
                rare.second = min(rare.second, term.commonness)
            }
        }
        // The rarest word may be the requested one, so use the second rarest.
        let familiarity = counted == 0 ? 0.6 : 0.5 * sum / Double(counted) + 0.5 * rare.second
        isClause = !hasVerbs || clause.isWhole
        let verbShare = isClause ? 1 : clause.verb == .none ? 0 : 0.6
        let wholeness = (surface.beginsWhole ? 0.25 : 0) + (surface.endsWhole ? 0.25 : 0) + 0.5 * verbShare
        let independence = max(0, 1 - (isOpened ? 0.6 : 0) - 0.25 * Double(min(pronouns, 3)))
        let clutter = surface.clutter + 0.35 * Double(max(0, names - 1)) + (names > 0 ? 0.1 : 0)
        let total =
            Weight.length * Self.length(words) + Weight.wholeness * wholeness + Weight.familiarity * familiarity
            + Weight.independence * independence + Weight.plainness * max(0, 1 - clutter)
            + Weight.statement * (surface.isStatement ? 1 : 0.6)
        // High scores for other criteria must not compensate for an incomplete sentence.
        quality = wholeness < 0.6 ? total * 0.6 : total
    }

    /// The score for a sentence length. It is highest for 6 to 12 words and lowest for at most 2 or at least 30.
    static func length(_ words: Int) -> Double {
        switch words {
        case ..<3: 0
        case 3: 0.35
        case 4: 0.7
        case 5: 0.9
        case 6...12: 1
        default: max(0, 1 - Double(words - 12) / 18)
        }
    }
}

/// Checks whether the words of a sentence form an independent clause: one with a finite verb that neither follows *who*
/// or *that* nor is part of an *if* clause.
///
/// The check is heuristic: it looks only at the words and their neighbours. Its purpose is to exclude the many phrases
/// quoted in dictionaries.
struct ClauseSearch {
    /// The most certain verb found so far.
    private(set) var verb = FormReading.VerbForm.none

    private var position = 0
    private var opener: CorpusVocabulary.FormFacts?
    private var hasSubject = false
    private var wasNoun = false
    private var wasPlural = false
    /// Whether the next verb is in a subordinate clause.
    private var isRelative = false
    /// Whether the previous word is a verb in a subordinate clause.
    private var wasLed = false

    /// Whether the sentence is a question, in which *when* or *how* may begin the main clause.
    private let asks: Bool

    init(asks: Bool) { self.asks = asks }

    /// Adds the next word.
    ///
    /// - Parameter isSmall: Whether it is a function word.
    mutating func add(_ facts: CorpusVocabulary.FormFacts, isSmall: Bool) {
        defer {
            position += 1
            wasNoun = facts.isNoun || facts.isName
            wasPlural = facts.isPlural
        }
        if position == 0 { opener = facts }
        // *as* introduces a clause at the start of a sentence; elsewhere it introduces a comparison.
        let leadsClause = facts.isSubordinator && (position == 0 || !facts.isComparison)
        if facts.isRelative && wasNoun || leadsClause && !(position == 0 && asks) {
            isRelative = true
            hasSubject = false
            return
        }
        var found = facts.verb
        switch facts.verb {
        // *They bark*, *Dogs bark*, *Please bark*.
        case .base where hasSubject || wasPlural || position == 1 && (opener?.leadsCommand ?? false): found = .certain
        case .inflected where hasSubject || wasNoun: found = .certain
        // *Put it down*, *Take a seat*.
        case .none where position == 1 && isSmall && opener?.verb == .base: found = .certain
        default: break
        }
        if position == 0, facts.isPast { found = .none }
        // All parts of the verb belong to the subordinate clause: *had died*.
        if found == .certain, isRelative || wasLed {
            isRelative = false
            wasLed = true
            hasSubject = false
            return
        }
        wasLed = false
        verb = max(verb, found)
        hasSubject = facts.isSubject || hasSubject && isSmall
    }

    /// Whether the words can form a sentence. A sentence cannot begin with a past form: *Spent many happy days there*
    /// lacks a subject.
    var isWhole: Bool { verb == .certain && !(opener?.isPast ?? true) }
}

/// Logarithms computed without the system's math library, so that the ranking is the same on every machine.
enum Logarithm {
    /// The decimal logarithm of a positive number; 0 for all others.
    static func ten(_ number: Double) -> Double { natural(number) / 2.302585092994046 }

    /// The natural logarithm of a positive number; 0 for all others.
    static func natural(_ number: Double) -> Double {
        guard number > 0, number.isFinite else { return 0 }
        // ln(m · 2^e) = ln m + e · ln 2. The artanh series, which converges quickly between 1 and 2, yields ln m.
        let ratio = (number.significand - 1) / (number.significand + 1)
        var power = ratio
        var sum = 0.0
        for position in stride(from: 1.0, through: 31, by: 2) {
            sum += power / position
            power *= ratio * ratio
        }
        return 2 * sum + Double(number.exponent) * 0.6931471805599453
    }
}
