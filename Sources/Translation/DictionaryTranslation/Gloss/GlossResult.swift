package import LanguageServices

/// A text that was translated word by word.
package struct GlossResult: Sendable, Hashable {
    /// The pieces, whose texts together are the text.
    package var words: [GlossedWord]

    /// The translations in the order of the text, in one line for each of its lines; what is not known stays as it is.
    package var text: String

    /// The words that are not known, each once.
    package var unknown: [String]

    /// How the text is read in its own letters, from the pieces; `nil` where writing tells.
    package var reading: String? {
        guard words.contains(where: { $0.reading != nil }) else { return nil }
        return words.map { $0.reading ?? $0.text }.joined(separator: " ")
    }

    /// What the user should know: the words that are not known.
    package var notes: [String] {
        guard !unknown.isEmpty else { return [] }
        let shown = unknown.prefix(12).joined(separator: ", ")
        let rest = unknown.count > 12 ? " and \(unknown.count - 12) more" : ""
        return ["not in the dictionary: \(shown)\(rest)"]
    }
}
