import CICUText

/// Language tags, with data from CLDR.
package enum TextLanguage {
    /// Whether a tag is equivalent to a shorter one: `ja-JP` to `ja`, `zh-Hans-CN` to `zh`, but not `de-AT` to `de`.
    package static func isDefault(_ tag: String, for plain: String) -> Bool {
        guard let whole = likely(plain) else { return false }
        return likely(tag) == whole
    }

    /// The tag with its likely script and region; `nil` for an invalid tag.
    static func likely(_ tag: String) -> String? {
        converted(tag, icutext_likely_tag)
    }

    /// The result of an ICU function for a tag; `nil` for an invalid tag.
    private static func converted(
        _ tag: String,
        _ convert: (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
        guard tag.utf8.count <= 100, !tag.utf8.contains(0) else { return nil }
        var result = [CChar](repeating: 0, count: 160)
        guard convert(tag, &result, Int32(result.count)) == 0 else { return nil }
        let text = String(decoding: result.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    /// The canonical BCP 47 tag of a language: `de` for `deu` and `ger`, `sw` for `swh`; `nil` for an invalid tag.
    ///
    /// ICU maps ISO 639-2/T codes to ISO 639-1 codes. ISO 639-2/B codes, and codes of languages that CLDR treats as the
    /// standard form of a macrolanguage, are mapped here.
    package static func canonical(_ tag: String) -> String? {
        guard !tag.isEmpty, tag.utf8.count <= 100, !tag.utf8.contains(0) else { return nil }
        let parts = tag.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        var known = tag
        if let first = parts.first, let preferred = preferredCodes[first.lowercased()] {
            known = ([preferred] + parts.dropFirst().map(String.init)).joined(separator: "-")
        }
        let text = converted(known, icutext_canonical_tag)
        return text == "und" ? nil : text
    }

    private static let preferredCodes: [String: String] = [
        // ISO 639-2/B
        "alb": "sq", "arm": "hy", "baq": "eu", "bur": "my", "chi": "zh", "cze": "cs", "dut": "nl", "fre": "fr",
        "geo": "ka", "ger": "de", "gre": "el", "ice": "is", "mac": "mk", "mao": "mi", "may": "ms", "per": "fa",
        "rum": "ro", "slo": "sk", "tib": "bo", "wel": "cy", "scr": "hr", "scc": "sr",
        // The standard form of a macrolanguage
        "swh": "sw", "kmr": "ku", "cmn": "zh", "arb": "ar", "ekk": "et", "lvs": "lv", "zsm": "ms", "pes": "fa",
        "khk": "mn", "ydd": "yi", "azj": "az", "uzn": "uz", "npi": "ne", "ory": "or", "als": "sq",
    ]
}

/// Languages that are written without spaces between words.
package enum UnspacedLanguages {
    private static let all: Set<String> = [
        "ja", "zh", "cmn", "yue", "wuu", "nan", "hak", "lzh", "th", "lo", "km", "my", "bo",
    ]

    /// Whether the language with an ISO 639 code is written without spaces.
    package static func contains(_ language: String) -> Bool { all.contains(language) }
}
