public import LanguageServices
import Platform

/// The metadata of a sound file.
///
/// | | title | language |
/// |---|---|---|
/// | WAV | `INAM` of a RIFF `INFO` list after the samples | `ILNG` |
/// | FLAC, Ogg Vorbis, Ogg Opus | Vorbis comment `TITLE` | Vorbis comment `LANGUAGE` |
/// | MP3 | ID3v2.3 `TIT2` | `TLAN` with the ISO 639-2 code, without the region, and `TXXX:LANGUAGE` with the complete tag |
public struct SoundTags: Sendable, Hashable {
    /// The title that players display, usually the spoken text.
    ///
    /// Control characters become spaces, and the title is truncated to 500 bytes of UTF-8.
    public var title: String?

    /// The language or accent of the speech.
    public var language: LanguageTag?

    /// Creates tags. Without arguments, no metadata is written.
    public init(title: String? = nil, language: LanguageTag? = nil) {
        self.title = title
        self.language = language
    }

    /// The title as written to the file, on one line and truncated; `nil` if it is empty.
    var writtenTitle: String? {
        guard let title else { return nil }
        // Avoids scanning megabytes of text for a title of limited length.
        let head = title.utf8Prefix(Self.maximumTitleLength * 4)
        let words = head.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let line = words.map { String($0) }.joined(separator: " ")
        guard !line.isEmpty else { return nil }
        guard line.utf8.count > Self.maximumTitleLength || head.utf8.count < title.utf8.count else { return line }
        return line.utf8Prefix(Self.maximumTitleLength - 3) + "…"
    }

    /// The tags as Vorbis comments.
    var comments: [String] {
        var comments: [String] = []
        if let title = writtenTitle { comments.append("TITLE=\(title)") }
        if let language { comments.append("LANGUAGE=\(language.text)") }
        return comments
    }

    /// The maximum size of a title in UTF-8 bytes; an Ogg page can contain many times that.
    static let maximumTitleLength = 500
}

/// The comment list of FLAC, Vorbis and Opus files (Xiph.Org, Ogg Vorbis I format specification, section 5).
///
/// It consists of a vendor string, the number of comments, and the comments. All lengths are 32-bit little-endian
/// numbers and precede their text.
struct VorbisComments {
    private var vendor: ArraySlice<UInt8>
    private var comments: [ArraySlice<UInt8>]

    /// Reads the list at the start of `bytes`; `nil` if it is truncated.
    ///
    /// - Parameter length: Set to the size of the list in bytes.
    init?(_ bytes: ArraySlice<UInt8>, length: inout Int) {
        var remainder = bytes
        guard let vendor = Self.string(&remainder), let count = Self.number(&remainder), count <= remainder.count / 4
        else {
            return nil
        }
        var comments: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            guard let comment = Self.string(&remainder) else { return nil }
            comments.append(comment)
        }
        self.vendor = vendor
        self.comments = comments
        length = bytes.count - remainder.count
    }

    /// Adds a comment such as `TITLE=…`.
    mutating func append(_ comment: String) {
        comments.append(Array(comment.utf8)[...])
    }

    /// The list as bytes.
    var bytes: [UInt8] {
        var bytes = vendor.count.lengthBytes + vendor + comments.count.lengthBytes
        for comment in comments { bytes += comment.count.lengthBytes + comment }
        return bytes
    }

    private static func string(_ remainder: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let length = number(&remainder), length <= remainder.count else { return nil }
        defer { remainder = remainder.dropFirst(length) }
        return remainder.prefix(length)
    }

    private static func number(_ remainder: inout ArraySlice<UInt8>) -> Int? {
        guard remainder.count >= 4 else { return nil }
        defer { remainder = remainder.dropFirst(4) }
        return Int(remainder.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
}

/// The ID3v2.3 tag before the frames of an MP3 file (id3.org, id3v2.3.0).
///
/// It uses version 2.3 and UTF-16 because some players support neither version 2.4 nor UTF-8.
enum ID3Tag {
    /// The bytes of the tag; empty without metadata.
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
        // The tag size is synchsafe: seven bits per byte.
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: frames.count >> (7 * $0) & 0x7F) }
        return Array("ID3".utf8) + [3, 0, 0] + size + frames
    }

    private static func frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
        return Array(name.utf8) + size + [0, 0] + body
    }

    /// A text field in UTF-16, with the encoding byte and a byte order mark.
    private static func utf16(_ text: String) -> [UInt8] {
        [1, 0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }

    private static func threeLetters(_ code: String) -> String? {
        code.utf8.count == 3 ? code : nil
    }

    /// ISO 639-2/T codes for the languages with the most learners and speakers.
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

/// The `INFO` list of a RIFF file (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0).
///
/// The format does not define a text encoding; current players expect UTF-8.
enum RIFFInfo {
    /// The chunk, padded to an even length; empty without metadata.
    static func chunk(_ tags: SoundTags) -> [UInt8] {
        var list = Array("INFO".utf8)
        if let title = tags.writtenTitle { list += subchunk("INAM", title) }
        if let language = tags.language { list += subchunk("ILNG", language.text) }
        guard list.count > 4 else { return [] }
        return Array("LIST".utf8) + list.count.lengthBytes + list
    }

    private static func subchunk(_ name: String, _ text: String) -> [UInt8] {
        let body = Array(text.utf8) + [0]
        return Array(name.utf8) + body.count.lengthBytes + body + (body.count.isMultiple(of: 2) ? [] : [0])
    }
}

extension Int {
    /// The number as four bytes, least significant first.
    fileprivate var lengthBytes: [UInt8] { UInt32(truncatingIfNeeded: self).littleEndianBytes }
}
