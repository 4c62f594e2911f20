/// What ends a sentence, by script.
enum EndMarks {
    /// Full stops, question and exclamation marks of all scripts, and the ellipsis.
    static let all: Set<Unicode.Scalar> = Set(
        ".!?…‽。！？｡．؟۔।॥።፧։՞՜;\u{37E}។៕။᠃᠉྾།\u{1362}\u{1367}\u{61F}".unicodeScalars
    )

    /// Scripts in which a sentence may end without a mark.
    static let absent: Set<String> = ["th", "lo", "km", "my", "bo"]

    /// What may close behind an end mark.
    static let closing: Set<Unicode.Scalar> = Set("\"'”’»«“‘›)]」』）】》".unicodeScalars)

    /// What may open before the first letter.
    static let opening: Set<Unicode.Scalar> = Set("\"'“‘„‚«»‹(¿¡「『（—–-…".unicodeScalars)
}
