import Audio
import LanguageServices
import Platform
import ServiceRegistry

/// Names sounds by what is heard in them.
///
/// `water-3f2a9c1b7e5d04c8.mp3`: what a file name can hold of the text, so that a person knows it; twelve digits of a hash of
/// the text and of everything else that changes the sound; and four digits that are a checksum of what stands before
/// them. By the checksum a name is known for one of ours whatever it was made of, so that a sound of an older text can be
/// replaced, and a sound of somebody else's is left alone: of their names that end in sixteen digits, one in 65,536 would
/// be taken for ours.
///
/// The names are such that Anki leaves them as they are: letters and digits of every script in NFC, `_` and `-`, of at
/// most 90 bytes.
enum SoundName {
    /// The name of a sound.
    ///
    /// - Parameters:
    ///   - text: What is spoken, in NFC.
    ///   - settings: Everything else that changes the sound.
    ///   - fileExtension: That of the format.
    static func of(_ text: String, settings: String, fileExtension: String) -> String {
        let stem = FileStem(text, signs: "-", limit: longestStem).name
        let hash = StableHash.of(settings, text)
        // The upper bits of this hash are mixed into the lower ones, as its authors advise for fewer than 64.
        let body = stem + (stem.isEmpty ? "" : "-") + digits(hash ^ hash >> 48, hashDigits)
        return "\(body)\(digits(checksum(body), checkDigits)).\(fileExtension)"
    }

    /// Whether a file has a name that ``of(_:settings:fileExtension:)`` gives.
    static func isOurs(_ name: String) -> Bool {
        guard name.utf8.count <= 200, !name.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 < 0x20 }),
            name.utf8.first != UInt8(ascii: "."), let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        else { return false }
        let base = Array(name.utf8[..<dot])
        let count = hashDigits + checkDigits
        guard base.count >= count, base.count == count || base[base.count - count - 1] == UInt8(ascii: "-"),
            base.suffix(count).allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return false }
        let body = String(decoding: base.dropLast(checkDigits), as: UTF8.self)
        return base.suffix(checkDigits).elementsEqual(digits(checksum(body), checkDigits).utf8)
    }

    private static let longestStem = 60
    private static let hashDigits = 12
    private static let checkDigits = 4

    private static func checksum(_ text: String) -> UInt64 {
        let hash = StableHash.of("sound", text)
        return hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48
    }

    /// The last digits of a number, in base 16.
    private static func digits(_ number: UInt64, _ count: Int) -> String {
        String(StableHash.hexadecimal(number).suffix(count))
    }
}

/// The names of the sounds of a deck.
struct SoundNaming: Sendable {
    /// Everything that changes all sounds.
    let settings: String

    /// The language of texts that name none.
    private let language: LanguageTag?
    private let fileExtension: String
    private let revisions: [FieldVoice: String]

    init(style: SpeechStyle, provider: any SpeechProvider) {
        settings = style.settings(of: provider)
        language = provider.defaults.language
        revisions = style.revisions
        fileExtension = style.format.fileExtensions.first ?? style.format.rawValue
    }

    /// The name of the sound of a text.
    ///
    /// - Parameters:
    ///   - voiced: The text.
    ///   - notices: Why it is not spoken as it should be. Such a sound has another name, so that it is replaced when the
    ///     cause has been mended.
    func name(of voiced: VoicedText, notices: [String] = []) -> String {
        let language = voiced.voice.voice == nil ? voiced.voice.language ?? language : nil
        let parts = [settings, language?.text ?? "", voiced.voice.voice ?? "", revisions[voiced.voice] ?? ""] + notices
        return SoundName.of(voiced.text, settings: parts.joined(separator: "\n"), fileExtension: fileExtension)
    }
}

/// Tells films from sounds: Anki plays both by `[sound:NAME]`.
enum VideoFileName {
    private static let extensions: Set<String> = [
        "3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpe", "mpeg", "mpg", "ogv", "swf", "webm",
    ]

    /// Whether a file is a film, by the end of its name.
    static func isFilm(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { extensions.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }
}
