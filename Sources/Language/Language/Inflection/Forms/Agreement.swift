/// What a form agrees with: who or what a sentence speaks of.
package struct Agreement: Sendable, Hashable {
    /// Whether somebody speaks, is spoken to, or is spoken of.
    package var person: Person
    /// Whether there is more than one.
    package var isPlural: Bool
    /// The gender, where it is known.
    package var gender: Gender?

    /// Creates an agreement; without anything said, the third person singular.
    package init(person: Person = .third, isPlural: Bool = false, gender: Gender? = nil) {
        self.person = person
        self.isPlural = isPlural
        self.gender = gender
    }

    /// The grammatical person.
    package enum Person: Sendable, Hashable {
        case first, second, third
    }

    /// The gender that pronouns and, in some languages, other words show.
    package enum Gender: Sendable, Hashable {
        case masculine, feminine, neuter
    }
}
