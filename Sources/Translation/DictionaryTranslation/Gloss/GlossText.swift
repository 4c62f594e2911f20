import LanguageServices

/// Puts the translations of pieces together to a line.
enum GlossText {
    /// The line. What stands between words stays, with the punctuation and the spaces that the target's writing has.
    static func text(_ words: [GlossedWord], source: LanguageTag, target: LanguageTag) -> String {
        let sourceHasSpaces = !withoutSpaces.contains(source.language)
        let targetHasSpaces = !withoutSpaces.contains(target.language)
        var result = String.UnicodeScalarView()
        var isElided = false
        for word in words {
            defer { isElided = word.translation != nil && isElision(word.text) }
            var text = String.UnicodeScalarView((word.translation ?? word.text).unicodeScalars)
            if word.translation == nil, targetHasSpaces {
                text = String.UnicodeScalarView(text.map { marks[$0] ?? $0 })
            }
            guard let first = text.first else {
                // The other part of a verb is said with the verb, and leaves no gap.
                if result.last == " " { result.removeLast() }
                continue
            }
            if let last = result.last {
                if targetHasSpaces, !sourceHasSpaces || isElided, needsSpace(last, first) { result.append(" ") }
                if !targetHasSpaces, word.translation == nil, text.allSatisfy({ $0 == " " }), !isLatin(last) {
                    continue
                }
                if !targetHasSpaces, last == " ", result.count > 1, !isLatin(first), word.translation != nil {
                    result.removeLast()
                }
            }
            result.append(contentsOf: text)
        }
        return String(result)
    }

    /// Whether a word ends with the apostrophe of an elision, behind which there is no space: *lorsqu'*.
    private static func isElision(_ text: String) -> Bool {
        text.unicodeScalars.last.map { $0 == "'" || $0 == "\u{2019}" } ?? false
    }

    private static func needsSpace(_ last: Unicode.Scalar, _ first: Unicode.Scalar) -> Bool {
        guard !last.properties.isWhitespace, !first.properties.isWhitespace else { return false }
        if "([{“‘«¿¡".unicodeScalars.contains(last) { return false }
        return !".,!?;:)]}”’»…%".unicodeScalars.contains(first)
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }

    private static let withoutSpaces: Set<String> = ["zh", "cmn", "ja", "yue", "wuu", "lzh"]

    private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
        "。": ".", "，": ",", "、": ",", "！": "!", "？": "?", "；": ";", "：": ":", "（": "(", "）": ")", "「": "“", "」": "”",
        "『": "‘", "』": "’", "　": " ", "・": " ",
    ]
}
