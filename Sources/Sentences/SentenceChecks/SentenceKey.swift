import Language

/// What sentences share that a reader takes for the same.
package enum SentenceKey {
    /// A key that is equal for sentences which differ in case, accents, spaces and punctuation alone.
    package static func of(_ sentence: String) -> String { HeadwordFolding(language: "").key(sentence) }
}
