import CICUText

/// What CLDR knows of languages.
package enum TextLanguage {
    /// Whether a tag names what is meant by a shorter one anyway: `ja-JP` for `ja`, `zh-Hans-CN` for `zh`, but not `de-AT`
    /// for `de`.
    package static func isUsual(_ tag: String, for plain: String) -> Bool {
        guard let whole = likely(plain) else { return false }
        return likely(tag) == whole
    }

    /// A tag with the script and region that are meant when it names none, or `nil` for what is no tag.
    static func likely(_ tag: String) -> String? {
        guard tag.utf8.count <= 100, !tag.utf8.contains(0) else { return nil }
        var result = [CChar](repeating: 0, count: 160)
        guard icutext_likely_tag(tag, &result, Int32(result.count)) == 0 else { return nil }
        let text = String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
