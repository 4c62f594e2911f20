import Audio
import LanguageServices
import Platform
import ServiceRegistry

/// Names sound files after their content.
///
/// An example is `water-3f2a9c1b7e5d04c8.mp3`. The name consists of a readable part of the text, twelve hex digits of a
/// hash of the text and all settings that affect the sound, and four hex digits of a checksum of the preceding name.
/// The checksum identifies generated sounds whatever their settings, so sounds of an older text can be replaced and
/// other sounds are left alone. Of foreign names that end in sixteen hex digits, one in 65,536 is mistaken for a
/// generated one.
///
/// Anki keeps these names unchanged: letters and digits of any script in NFC, `_` and `-`, at most 90 bytes.
enum SoundName {
    /// The name of a sound file.
    ///
    /// - Parameters:
    ///   - text: The spoken text, in NFC.
    ///   - settings: Everything else that affects the sound.
    ///   - fileExtension: The extension of the format.
    static func of(_ text: String, settings: String, fileExtension: String) -> String {
        let stem = FileStem(text, signs: "-", limit: maximumStemLength).name
        let hash = StableHash.of(settings, text)
        // Folds the upper bits of the hash into the lower ones, as its authors recommend for fewer than 64 bits.
        let body = stem + (stem.isEmpty ? "" : "-") + digits(hash ^ hash >> 48, hashDigits)
        return "\(body)\(digits(checksum(body), checkDigits)).\(fileExtension)"
    }

    /// Whether a file name was made by ``of(_:settings:fileExtension:)``.
    static func isGenerated(_ name: String) -> Bool {
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

    private static let maximumStemLength = 60
    private static let hashDigits = 12
    private static let checkDigits = 4

    private static func checksum(_ text: String) -> UInt64 {
        let hash = StableHash.of("sound", text)
        return hash ^ hash >> 16 ^ hash >> 32 ^ hash >> 48
    }

    /// The last digits of a number, in hexadecimal.
    private static func digits(_ number: UInt64, _ count: Int) -> String {
        String(StableHash.hexadecimal(number).suffix(count))
    }
}

/// Names the sounds of a deck.
struct SoundNaming: Sendable {
    /// The settings that affect all sounds.
    let settings: String

    /// The language of texts without their own.
    private let language: LanguageTag?
    private let fileExtension: String
    private let revisions: [FieldVoice: String]

    init(style: SpeechStyle, provider: any SpeechProvider) {
        settings = style.settings(of: provider)
        language = provider.defaults.language
        revisions = style.revisions
        fileExtension = style.format.fileExtensions.first ?? style.format.rawValue
    }

    /// The name of the sound file of a text.
    ///
    /// - Parameters:
    ///   - voiced: The text.
    ///   - notices: Problems with the sound. They change the name, so that the sound is replaced once the cause is
    ///     fixed.
    func name(of voiced: VoicedText, notices: [String] = []) -> String {
        let language = voiced.voice.voice == nil ? voiced.voice.language ?? language : nil
        let parts = [settings, language?.text ?? "", voiced.voice.voice ?? "", revisions[voiced.voice] ?? ""] + notices
        return SoundName.of(voiced.text, settings: parts.joined(separator: "\n"), fileExtension: fileExtension)
    }
}

/// Distinguishes videos from sounds: Anki plays both through `[sound:NAME]`.
enum VideoFileName {
    private static let extensions: Set<String> = [
        "3gp", "avi", "flv", "m4v", "mkv", "mov", "mp4", "mpe", "mpeg", "mpg", "ogv", "swf", "webm",
    ]

    /// Whether a file is a video, judged by its extension.
    static func isVideo(_ name: String) -> Bool {
        name.lastIndex(of: ".").map { extensions.contains(name[name.index(after: $0)...].lowercased()) } ?? false
    }
}
