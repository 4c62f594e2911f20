package import LanguageServices

/// The English names of languages that large models know, by which a prompt calls them.
package enum LanguageNames {
    /// `Spanish (es)`, `Portuguese (pt-BR)`; of a language that is not listed, its tag alone.
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

    /// The tags of all that are listed, in alphabetical order.
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
