/// Languages that are written without spaces between words.
enum UnspacedLanguages {
    private static let all: Set<String> = ["ja", "zh", "cmn", "yue", "th", "lo", "km", "my", "bo"]

    /// Whether a language is one of them, by its ISO 639 code.
    static func contains(_ language: String) -> Bool { all.contains(language) }
}
