/// Languages that are written without spaces between words.
package enum UnspacedLanguages {
    private static let all: Set<String> = [
        "ja", "zh", "cmn", "yue", "wuu", "nan", "hak", "lzh", "th", "lo", "km", "my", "bo",
    ]

    /// Whether a language is one of them, by its ISO 639 code.
    package static func contains(_ language: String) -> Bool { all.contains(language) }
}
