import Language
package import LanguageServices

/// The distance between a requested language and an available one.
package enum LanguageDistance {
    /// The distance, 0 for equal tags; `nil` if the languages are not interchangeable.
    ///
    /// The script must match if the language is written in several scripts; the region need not match.
    package static func between(_ wanted: LanguageTag, _ given: LanguageTag) -> Int? {
        let wanted = canonical(wanted)
        let given = canonical(given)
        guard wanted.language == given.language else { return nil }
        var distance = 0
        if script(of: wanted) != script(of: given) {
            // For "zh" alone, the service chooses the script; "zh-Hant" and "zh-Hans" do not match.
            guard script(of: wanted) == nil || script(of: given) == nil else { return nil }
            distance += 2
        }
        if wanted.region != given.region { distance += distanceOfRegions(wanted.region, given.region) }
        if wanted.others != given.others { distance += 2 }
        return distance
    }

    /// Brazilian Portuguese and American English are spelt differently from the languages' other varieties.
    private static func distanceOfRegions(_ wanted: String?, _ given: String?) -> Int {
        guard let wanted, let given else { return 1 }
        let distinctRegions = ["BR", "US"]
        return distinctRegions.contains(wanted) != distinctRegions.contains(given) ? 4 : 3
    }

    /// The preferred BCP 47 tag: `de` for `deu`, `nb` for `no`, `he` for `iw`.
    package static func canonical(_ tag: LanguageTag) -> LanguageTag {
        guard let text = TextLanguage.canonical(tag.text), let found = LanguageTag(text) else { return tag }
        return found.language == "no" ? LanguageTag("nb" + found.text.dropFirst(2)) ?? found : found
    }

    /// The script of a Chinese language tag, which may be implied by the region.
    package static func script(of tag: LanguageTag) -> String? {
        if let script = tag.script { return script }
        guard tag.language == "zh", let region = tag.region else { return nil }
        return ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
}

/// The English names, for prompts, of languages that large language models support.
package enum LanguageNames {
    /// `Spanish (es)`, `Portuguese (pt-BR)`; for an unlisted language, only the tag.
    package static func name(of tag: LanguageTag) -> String {
        let canonical = LanguageDistance.canonical(tag)
        let script = LanguageDistance.script(of: canonical)
        let name =
            switch (canonical.language, script) {
            case ("zh", "Hans"?): "Simplified Chinese"
            case ("zh", "Hant"?): "Traditional Chinese"
            default: names[canonical.language]
            }
        return name.map { "\($0) (\(canonical))" } ?? canonical.text
    }

    /// Whether a language is listed.
    package static func isKnown(_ tag: LanguageTag) -> Bool { names[LanguageDistance.canonical(tag).language] != nil }

    /// The tags of all listed languages, in alphabetical order.
    package static var all: [LanguageTag] { names.keys.sorted().compactMap { LanguageTag($0) } }

    private static let names = [
        "af": "Afrikaans", "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech",
        "cy": "Welsh", "da": "Danish", "de": "German", "el": "Greek", "en": "English", "eo": "Esperanto",
        "es": "Spanish",
        "et": "Estonian", "eu": "Basque", "fa": "Persian", "fi": "Finnish", "fil": "Filipino", "fr": "French",
        "ga": "Irish", "gl": "Galician", "gu": "Gujarati", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian",
        "hu": "Hungarian", "hy": "Armenian", "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese",
        "ka": "Georgian", "kk": "Kazakh", "kn": "Kannada", "ko": "Korean", "la": "Latin", "lt": "Lithuanian",
        "lv": "Latvian", "mk": "Macedonian", "ml": "Malayalam", "mr": "Marathi", "ms": "Malay",
        "nb": "Norwegian Bokmål",
        "ne": "Nepali", "nl": "Dutch", "nn": "Norwegian Nynorsk", "pa": "Punjabi", "pl": "Polish", "pt": "Portuguese",
        "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sq": "Albanian", "sr": "Serbian",
        "sv": "Swedish", "sw": "Swahili", "ta": "Tamil", "te": "Telugu", "th": "Thai", "tr": "Turkish",
        "uk": "Ukrainian", "ur": "Urdu", "uz": "Uzbek", "vi": "Vietnamese", "yue": "Cantonese", "zh": "Chinese",
    ]
}
