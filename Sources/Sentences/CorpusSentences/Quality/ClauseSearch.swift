/// Looks whether the words of a sentence make a clause that can stand alone: with a verb that is finite, and neither behind
/// *who* or *that* nor led by *if* alone.
///
/// It is told by the words and their neighbours, so it is a guess; what it is for is to keep away the many phrases that are
/// quoted in dictionaries.
struct ClauseSearch {
    /// What kind of verb was found at most.
    private(set) var verb = FormReading.VerbForm.none

    private var place = 0
    private var opener: CorpusVocabulary.FormFacts?
    private var hasSubject = false
    private var wasNoun = false
    private var wasPlural = false
    /// Whether the next verb belongs to a clause that is led by another word.
    private var isRelative = false
    /// Whether the word before is a verb of such a clause.
    private var wasLed = false

    /// Whether the sentence is a question, which begins with *when* and *how* as well.
    private let asks: Bool

    init(asks: Bool) { self.asks = asks }

    /// Takes the next word.
    ///
    /// - Parameter isSmall: Whether it says nothing of what the sentence is about.
    mutating func add(_ facts: CorpusVocabulary.FormFacts, isSmall: Bool) {
        defer {
            place += 1
            wasNoun = facts.isNoun || facts.isName
            wasPlural = facts.isPlural
        }
        if place == 0 { opener = facts }
        // *as* leads a clause at the start; elsewhere it compares.
        let leadsClause = facts.isSubordinator && (place == 0 || !facts.isComparison)
        if facts.isRelative && wasNoun || leadsClause && !(place == 0 && asks) {
            isRelative = true
            hasSubject = false
            return
        }
        var found = facts.verb
        switch facts.verb {
        // *They bark*, *Dogs bark*, *Please bark*.
        case .base where hasSubject || wasPlural || place == 1 && (opener?.leadsCommand ?? false): found = .certain
        case .inflected where hasSubject || wasNoun: found = .certain
        // *Put it down*, *Take a seat*.
        case .none where place == 1 && isSmall && opener?.verb == .base: found = .certain
        default: break
        }
        if place == 0, facts.isPast { found = .none }
        // What belongs to such a clause is a verb with all its parts: *had died*.
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

    /// Whether the words can be a sentence. With a past form none begins: *Spent many happy days there* wants somebody who did.
    var isWhole: Bool { verb == .certain && !(opener?.isPast ?? true) }
}
