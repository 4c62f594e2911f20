import LanguageServices

/// Finds content that does not belong in a sentence: markup, addresses, invisible characters.
enum PlainText {
    static func fault(of text: String, language: String) -> SentenceFault? {
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let what = hidden(scalar, language) { return SentenceFault(.markup, "holds \(what)") }
            if marks.contains(scalar) { return SentenceFault(.markup, "contains markup (\(scalar))") }
            if scalar == "_", previous == "_" { return SentenceFault(.markup, "holds a blank") }
            previous = scalar
        }
        let low = text.lowercased()
        if low.contains("://") || low.contains("www.") || low.contains("@") || containsHost(low) {
            return SentenceFault(.markup, "contains a web address")
        }
        if containsEntity(low) { return SentenceFault(.markup, "contains an HTML character reference") }
        if isListItem(text) { return SentenceFault(.markup, "begins like a list item") }
        return nil
    }

    /// Characters used by HTML, Markdown, TeX, templates and control tokens, which sentences for learners do not need.
    private static let marks: Set<Unicode.Scalar> = Set("<>{}[]|\\`^*#~＜＞｜".unicodeScalars)

    private static func hidden(_ scalar: Unicode.Scalar, _ language: String) -> String? {
        switch scalar.properties.generalCategory {
        case .control: return "a control character"
        case .format:
            // Persian and Indic scripts use joiners between letters.
            let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
            return isJoiner && joining.contains(language) ? nil : "an invisible character"
        case .privateUse, .unassigned, .surrogate: return "a private or unassigned character"
        case .lineSeparator, .paragraphSeparator: return "a line break"
        default: break
        }
        if scalar == "\u{FFFD}" || scalar == "\u{FFFC}" { return "a replacement character" }
        // Variation selectors and fillers.
        if scalar.properties.isDefaultIgnorableCodePoint { return "an invisible character" }
        return nil
    }

    private static let joining: Set<String> = [
        "fa", "ur", "ar", "ps", "ckb", "hi", "mr", "ne", "sa", "bn", "as", "gu", "pa", "or", "ta", "te", "kn", "ml",
        "si",
        "my", "km",
    ]

    /// Whether the text contains a host name: *example.com*.
    private static func containsHost(_ text: String) -> Bool {
        for word in text.split(whereSeparator: { $0.isWhitespace }) {
            let parts = word.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 1 else { continue }
            for (name, domain) in zip(parts, parts.dropFirst()) where !name.isEmpty {
                let plain = domain.prefix { $0.isASCII && $0.isLetter }
                if domains.contains(String(plain)) { return true }
            }
        }
        return false
    }

    private static let domains: Set<String> = ["com", "org", "net", "edu", "gov", "html", "htm", "php", "io", "info"]

    private static func containsEntity(_ text: String) -> Bool {
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
            let name = part.prefix(12).prefix { $0 != ";" }
            guard name.count < part.count, !name.isEmpty, name.count < 10 else { continue }
            if name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }) { return true }
        }
        return false
    }

    /// *- The cat*, *• The cat*, *1. The cat*, *2) The cat*
    private static func isListItem(_ text: String) -> Bool {
        guard let first = text.first else { return false }
        if "-•·●▪–—".contains(first) { return true }
        let rest = text.drop { $0.isASCII && $0.isNumber }
        guard rest.count < text.count, let mark = rest.first, mark == "." || mark == ")" || mark == ":" else {
            return false
        }
        return rest.dropFirst().first.map(\.isWhitespace) ?? true
    }
}
