import LanguageServices

/// What a search says when it has no answer.
enum LookupFailure {
    /// A longer text, in bytes, is no headword.
    static let longestText = 1024

    static func empty() -> ServiceError {
        ServiceError(.invalidRequest, "the text is empty", remedy: "give a word or an expression")
    }

    /// - Parameter suggestions: Headwords that are close to the text.
    static func notFound(_ text: String, suggestions: [String]) -> ServiceError {
        let remedy =
            suggestions.isEmpty
            ? "check the spelling, or add a dictionary that has it"
            : "did you mean \(listed(suggestions.map { "'\($0)'" }))?"
        return ServiceError(.notFound, "'\(shown(text))' is in no dictionary", remedy: remedy)
    }

    private static func listed(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// A text for a message of one line: its beginning, without controls.
    private static func shown(_ text: String) -> String {
        var view = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            guard count < 60 else {
                view.append("…")
                break
            }
            switch scalar.properties.generalCategory {
            // Controls, and what turns the direction of the rest of the line.
            case .control, .format, .lineSeparator, .paragraphSeparator: view.append(" ")
            default: view.append(scalar)
            }
            count += 1
        }
        return String(view)
    }
}
