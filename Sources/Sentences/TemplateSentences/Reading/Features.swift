import Language

/// The features that stand behind a text: `3 pl f`.
enum Features {
    static let allowed = "features are 1, 2 or 3, sg or pl, and m, f or n"

    /// Reads features; `nil` when one is none.
    static func agreement(_ text: some StringProtocol) -> Agreement? {
        var result = Agreement()
        for word in text.split(separator: " ") {
            switch word {
            case "1": result.person = .first
            case "2": result.person = .second
            case "3": result.person = .third
            case "sg": result.isPlural = false
            case "pl": result.isPlural = true
            case "m": result.gender = .masculine
            case "f": result.gender = .feminine
            case "n": result.gender = .neuter
            default: return nil
            }
        }
        return result
    }
}
