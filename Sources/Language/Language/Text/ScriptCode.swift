import CICUText

/// A script by its four letters in ISO 15924: `Latn`, `Deva`.
package enum ScriptCode {
    /// The script of a scalar; `nil` for what is of no script of its own: punctuation, digits, marks.
    package static func of(_ scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII { return scalar.properties.isAlphabetic ? "Latn" : nil }
        var code = [CChar](repeating: 0, count: 5)
        guard icutext_script_code(scalar.value, &code) == 0 else { return nil }
        let text = String(decoding: code.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return ["Zyyy", "Zinh", "Zzzz"].contains(text) ? nil : text
    }

    /// The script in which a language is written when its tag names none; `nil` where that is not known.
    ///
    /// - Parameter language: A BCP 47 tag.
    package static func usual(for language: String) -> String? {
        guard let whole = TextLanguage.likely(language) else { return nil }
        let subtags = whole.split(separator: "-")
        guard subtags.count > 1, subtags[1].utf8.count == 4, subtags[1].first?.isUppercase == true else { return nil }
        return String(subtags[1])
    }
}
