package import LanguageServices

/// Looks up the pieces of a text for a gloss.
package protocol GlossLookup: Sendable {
    /// Whether there may be a headword with this spelling, ignoring case and accents. This is a fast preliminary check.
    ///
    /// - Throws: `ServiceError` if the dictionary is damaged.
    func mayContain(_ text: String) throws -> Bool

    /// Looks up a piece of text.
    ///
    /// - Parameters:
    ///   - text: One or more words.
    ///   - loosestMatch: The last match step to try; at most `lemma`.
    /// - Returns: `nil` if nothing is found.
    /// - Throws: `ServiceError` if the dictionary is damaged.
    func finding(for text: String, loosestMatch: TranslationMatch.Step) throws -> GlossFinding?

    /// The parts of a compound that is not a headword; empty if the word cannot be split.
    ///
    /// - Throws: `ServiceError` if the dictionary is damaged.
    func compound(_ word: String) throws -> [CompoundPart]
}

extension GlossLookup {
    /// The default: words are not split.
    package func compound(_ word: String) throws -> [CompoundPart] { [] }
}

/// The finding for a piece of text.
package struct GlossFinding: Sendable, Hashable {
    /// How it was found.
    package var match: TranslationMatch

    /// The translations, best first; not empty.
    package var translations: [String]

    /// The reading of the headword, for scripts that do not show the pronunciation.
    package var reading: String?
}

/// A text translated word by word.
package struct GlossResult: Sendable, Hashable {
    /// The pieces. Their texts concatenate to the original text.
    package var words: [GlossedWord]

    /// The translations in text order, line by line; unknown words are left unchanged.
    package var text: String

    /// The unknown words, without duplicates.
    package var unknown: [String]

    /// Notes for the user: the unknown words.
    package var notes: [String] {
        guard !unknown.isEmpty else { return [] }
        let shown = unknown.prefix(12).joined(separator: ", ")
        let rest = unknown.count > 12 ? " and \(unknown.count - 12) more" : ""
        return ["not in the dictionary: \(shown)\(rest)"]
    }
}
