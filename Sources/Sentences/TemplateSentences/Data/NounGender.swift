import Language

/// The gender of a noun, as the lexicon has it.
enum NounGender: String, Sendable, CaseIterable {
    case masculine = "m"
    case feminine = "f"
    case neuter = "n"
    /// Masculine for men and feminine for women.
    case both = "mf"

    /// The gender in which the word stands where nothing decides.
    var gender: Agreement.Gender {
        switch self {
        case .masculine, .both: .masculine
        case .feminine: .feminine
        case .neuter: .neuter
        }
    }
}
