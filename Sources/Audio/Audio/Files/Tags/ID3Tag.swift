import LanguageServices

/// The ID3v2.3 tag that stands before the frames of an MP3 file (id3.org, id3v2.3.0).
///
/// Version 2.3 and UTF-16, because there are players that read neither version 2.4 nor UTF-8.
enum ID3Tag {
    /// The bytes of the tag; empty when there are no tags.
    static func bytes(_ tags: SoundTags) -> [UInt8] {
        var frames: [UInt8] = []
        if let title = tags.writtenTitle { frames += frame("TIT2", utf16(title)) }
        if let language = tags.language {
            if let code = languageCodes[language.language] ?? threeLetters(language.language) {
                frames += frame("TLAN", utf16(code))
            }
            frames += frame("TXXX", utf16("LANGUAGE") + [0, 0] + utf16(language.text).dropFirst())
        }
        guard !frames.isEmpty else { return [] }
        // The size of the tag has seven bits in each byte.
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: frames.count >> (7 * $0) & 0x7F) }
        return Array("ID3".utf8) + [3, 0, 0] + size + frames
    }

    private static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        return Array(name.utf8) + size + [0, 0] + body
    }

    /// A text with the mark of its encoding, which is UTF-16 with a byte order mark.
    private static func utf16(_ text: String) -> [UInt8] {
        [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private static func threeLetters(_ code: String) -> String? {
        code.utf8.count == 3 ? code : nil
    }

    /// ISO 639-2 codes (the terminological ones) of the languages that are most learned and spoken.
    private static let languageCodes = [
        "af": "afr", "ar": "ara", "bg": "bul", "bn": "ben", "ca": "cat", "cs": "ces", "cy": "cym", "da": "dan",
        "de": "deu", "el": "ell", "en": "eng", "eo": "epo", "es": "spa", "et": "est", "eu": "eus", "fa": "fas",
        "fi": "fin", "fr": "fra", "ga": "gle", "gl": "glg", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun",
        "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "ko": "kor", "la": "lat", "lt": "lit", "lv": "lav",
        "ms": "msa", "nb": "nob", "nl": "nld", "nn": "nno", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron",
        "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "sw": "swa", "th": "tha", "tr": "tur",
        "uk": "ukr", "ur": "urd", "vi": "vie", "zh": "zho",
    ]
}
