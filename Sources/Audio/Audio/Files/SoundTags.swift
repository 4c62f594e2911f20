public import LanguageServices
import Platform

/// What a sound file says about itself.
///
/// Where it stands in the file:
///
/// | | title | language |
/// |---|---|---|
/// | WAV | `INAM` of a RIFF `INFO` list behind the samples | `ILNG` |
/// | FLAC, Ogg Vorbis, Ogg Opus | Vorbis comment `TITLE` | Vorbis comment `LANGUAGE` |
/// | MP3 | ID3v2.3 `TIT2` | `TLAN` with the ISO 639-2 code, which knows no accents, and `TXXX:LANGUAGE` with the whole tag |
public struct SoundTags: Sendable, Hashable {
    /// What the file is called in a player; usually the text that is spoken.
    ///
    /// Control characters become spaces, and what is longer than 500 bytes of UTF-8 is cut.
    public var title: String?

    /// The language or accent that is spoken.
    public var language: LanguageTag?

    /// Creates tags; without arguments the file says nothing.
    public init(title: String? = nil, language: LanguageTag? = nil) {
        self.title = title
        self.language = language
    }

    /// The title as it is written: one line, bounded; `nil` when nothing is left of it.
    var writtenTitle: String? {
        guard let title else { return nil }
        // Of a text of megabytes no more is looked at than can be kept.
        let head = title.utf8Prefix(Self.longestTitle * 4)
        let words = head.unicodeScalars.split {
            $0.properties.isWhitespace || $0.properties.generalCategory == .control
        }
        let line = words.map { String($0) }.joined(separator: " ")
        guard !line.isEmpty else { return nil }
        guard line.utf8.count > Self.longestTitle || head.utf8.count < title.utf8.count else { return line }
        return line.utf8Prefix(Self.longestTitle - 3) + "…"
    }

    /// The tags as Vorbis comments.
    var comments: [String] {
        var comments: [String] = []
        if let title = writtenTitle { comments.append("TITLE=\(title)") }
        if let language { comments.append("LANGUAGE=\(language.text)") }
        return comments
    }

    /// How many bytes of UTF-8 a title may have; a page of Ogg holds many times that.
    static let longestTitle = 500
}
