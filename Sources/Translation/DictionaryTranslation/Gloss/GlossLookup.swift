package import LanguageServices

/// What a gloss looks the pieces of a text up in.
package protocol GlossLookup: Sendable {
    /// Whether a headword may be written so, whatever its case and accents; quick, for a first look.
    ///
    /// - Throws: `ServiceError` when the dictionary is damaged.
    func mayContain(_ text: String) throws -> Bool

    /// Looks a piece up.
    ///
    /// - Parameters:
    ///   - text: A word, or several.
    ///   - loosestMatch: How far the search may go from the text as it is given; not beyond `lemma`.
    /// - Returns: `nil` when there is nothing.
    /// - Throws: `ServiceError` when the dictionary is damaged.
    func finding(for text: String, loosestMatch: TranslationMatch.Step) throws -> GlossFinding?

    /// The parts of a compound that is no headword; none for a word that cannot be cut.
    ///
    /// - Throws: `ServiceError` when the dictionary is damaged.
    func compound(_ word: String) throws -> [CompoundPart]
}

extension GlossLookup {
    /// No word can be cut.
    package func compound(_ word: String) throws -> [CompoundPart] { [] }
}

/// What was found for a piece of a text.
package struct GlossFinding: Sendable, Hashable {
    /// How it was found.
    package var match: TranslationMatch

    /// The translations, the better ones first; not empty.
    package var translations: [String]

    /// How the headword is read, where writing does not tell.
    package var reading: String?
}

/// A text that was translated word by word.
package struct GlossResult: Sendable, Hashable {
    /// The pieces, whose texts together are the text.
    package var words: [GlossedWord]

    /// The translations in the order of the text, in one line for each of its lines; what is not known stays as it is.
    package var text: String

    /// The words that are not known, each once.
    package var unknown: [String]

    /// What the user should know: the words that are not known.
    package var notes: [String] {
        guard !unknown.isEmpty else { return [] }
        let shown = unknown.prefix(12).joined(separator: ", ")
        let rest = unknown.count > 12 ? " and \(unknown.count - 12) more" : ""
        return ["not in the dictionary: \(shown)\(rest)"]
    }
}
