/// Where a word was found in a sentence.
package struct WordMatch: Sendable, Hashable {
    /// The word's places in Unicode scalars, in their order; more than one where it is in parts.
    package var ranges: [Range<Int>]

    /// How sure it is that this is the word.
    package var certainty: Certainty

    /// How sure it is, the surest first.
    package enum Certainty: Int, Sendable, Hashable, Comparable {
        /// It is written as it was asked for, but for a capital where a sentence begins.
        case exact
        /// It is one of its forms by the language's tables and rules.
        case form
        /// It begins as the word does, in a language whose inflection is not known here. Who has no other reason to take it
        /// for the word should not.
        case likeness

        /// Whether one is surer than another.
        package static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
    }

    /// Creates a match.
    package init(ranges: [Range<Int>], certainty: Certainty) {
        self.ranges = ranges
        self.certainty = certainty
    }
}
