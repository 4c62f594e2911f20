/// The marks that sentences are made with.
enum SentenceMarks {
    /// What ends a sentence.
    static let ends: Set<Unicode.Scalar> = [".", "!", "?", "…", "。", "！", "？", "।", "॥", "۔", "؟", "։", "።", "‽", "｡"]

    /// What quotes.
    static let quotes: Set<Unicode.Scalar> = [
        "\"", "“", "”", "„", "‟", "«", "»", "‹", "›", "「", "」", "『", "』", "〈", "〉", "《", "》",
    ]

    /// What may stand behind the end of a sentence.
    static let closing: Set<Unicode.Scalar> = quotes.union([")", "]", "’", "'"])

    /// What may stand before the first word of a sentence.
    static let opening: Set<Unicode.Scalar> = quotes.union(["¿", "¡", "‘", "'", "(", "["])
}
