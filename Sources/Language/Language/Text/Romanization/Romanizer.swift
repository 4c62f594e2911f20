/// Romanises texts.
///
/// | script | system |
/// |---|---|
/// | Chinese characters, in Chinese | pinyin with tone marks, in words: a dictionary's reading, otherwise ICU's Han-Latin |
/// | kana, and kanji with a known reading | revised Hepburn, long vowels with a macron |
/// | Hangul | Revised Romanization of 2000 |
/// | Cyrillic | BGN/PCGN for Russian, Ukrainian, Belarusian, Bulgarian, Serbian, Macedonian, Kazakh, Kyrgyz, Mongolian, Turkmen, Uzbek; ISO 9 for others |
/// | Greek | UNGEGN |
/// | Arabic, Hebrew | ICU's transliteration, with common English digraphs; unwritten vowels are not added |
/// | others | ICU's Any-Latin: ISO 15919 for Indic scripts, ISO 11940 for Thai |
///
/// It is thread-safe: ICU's transliterators, which are not thread-safe, are opened on demand and protected by a lock.
package final class Romanizer: Sendable {
    private let transliterators = Transliterators()

    /// Creates a romaniser; nothing is loaded until it is used.
    package init() {}

    /// Romanises a text.
    ///
    /// - Parameters:
    ///   - text: The text. Latin script is left unchanged.
    ///   - language: A BCP 47 tag.
    ///   - reading: The reading in a dictionary: pinyin with tone marks or digits, or kana.
    ///   - isVerb: Whether the text is a Japanese verb in its plain form, in which the last *う* is not part of a long
    ///     vowel.
    /// - Returns: `nil` if the text contains only Latin script, or if it contains kanji whose reading is unknown.
    package func romanization(
        of text: String,
        language: String,
        reading: String? = nil,
        isVerb: Bool = false
    ) -> String? {
        let scalars = Array(text.unicodeScalars)
        let runs = TextScript.runs(of: scalars)
        guard runs.contains(where: { $0.script != .latin && $0.script != .none }) else { return nil }
        let primary = String(language.prefix { $0 != "-" && $0 != "_" }).lowercased()
        let hasKana = runs.contains { $0.script == .kana }
        let hasHan = runs.contains { $0.script == .han }
        let isJapanese = primary == "ja" || hasKana && !Self.chinese.contains(primary)
        var result: String?
        if isJapanese {
            result = japanese(text, reading: reading, hasHan: hasHan, isVerb: isVerb)
        } else if hasHan, let reading, let syllables = Pinyin.syllables(reading) {
            // Digits are kept in other Chinese languages, for which tone marks are not used.
            let isMandarin = Self.chinese.contains(primary) || primary == "und" || primary.isEmpty
            result = isMandarin ? PinyinText.text(scalars, syllables: syllables) : reading
        } else if hasHan, !Self.chinese.contains(primary), primary != "und", !primary.isEmpty {
            // In other languages, the characters have different readings.
            return nil
        } else {
            result = hasHan ? chinese(scalars) : alphabetic(scalars, runs, primary)
        }
        guard let trimmed = result?.trimmedSpaces, !trimmed.isEmpty, trimmed != text else { return nil }
        return trimmed
    }

    /// The languages in which Chinese characters have Mandarin readings.
    private static let chinese: Set<String> = ["zh", "cmn"]

    private func japanese(_ text: String, reading: String?, hasHan: Bool, isVerb: Bool) -> String? {
        let source = reading ?? text
        let isReadable = source.unicodeScalars.allSatisfy { TextScript(of: $0) != .han }
        guard isReadable else { return nil }
        return Hepburn.text(source, longVowels: isVerb ? .speltVerb : .spelt)
    }

    /// Romanises kana as pronounced, with long vowels marked, as in MeCab's output: *トーキョー*.
    package static func spokenKana(_ kana: String) -> String { Hepburn.text(kana, longVowels: .marked) }

    // MARK: By ICU

    private func chinese(_ scalars: [Unicode.Scalar]) -> String {
        let words = TextSegmenter(language: "zh").words(in: scalars)
        return PinyinText.joined(
            words.map { word in
                let piece = String(scalars: scalars[word.range])
                guard scalars[word.range].contains(where: { TextScript(of: $0) == .han }) else { return piece }
                let spaced = transliterators.text(piece, by: ["Han-Latin"]) ?? piece
                return Pinyin.word(spaced.split(separator: " ").map(String.init))
            }
        )
    }

    private func alphabetic(
        _ scalars: [Unicode.Scalar],
        _ runs: [(script: TextScript, range: Range<Int>)],
        _ language: String
    ) -> String {
        var result = ""
        for run in runs {
            let piece = String(scalars: scalars[run.range])
            switch run.script {
            case .none, .latin, .han, .kana: result += piece
            case .hangul: result += RevisedRomanization.text(piece)
            case .cyrillic:
                let names = Self.cyrillic[language].map { ["\($0)-Latin/BGN"] } ?? []
                result += transliterators.text(piece, by: names + ["Cyrillic-Latin"]) ?? piece
            case .greek:
                result += EnglishDigraphs.greek(
                    transliterators.text(piece, by: ["Greek-Latin/UNGEGN", "Greek-Latin"]) ?? piece
                )
            case .arabic: result += EnglishDigraphs.arabic(transliterators.text(piece, by: ["Arabic-Latin"]) ?? piece)
            case .hebrew: result += EnglishDigraphs.hebrew(transliterators.text(piece, by: ["Hebrew-Latin"]) ?? piece)
            case .other: result += transliterators.text(piece, by: ["Any-Latin"]) ?? piece
            }
        }
        return result
    }

    private static let cyrillic = [
        "ru": "Russian", "uk": "Ukrainian", "be": "Belarusian", "bg": "Bulgarian", "sr": "Serbian", "mk": "Macedonian",
        "kk": "Kazakh", "ky": "Kirghiz", "mn": "Mongolian", "tk": "Turkmen", "uz": "Uzbek",
    ]
}

extension String {
    /// The text without leading and trailing whitespace.
    var trimmedSpaces: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
