import LanguageServices

/// What the name of a voice says of it, by the habits of speech engines that servers run.
///
/// | engine | name | reads |
/// |---|---|---|
/// | Kokoro | `bf_emma` | the language by its first letter, the gender by the second |
/// | Piper | `en_GB-alba-medium` | language and quality |
/// | Edge | `en-GB-SoniaNeural` | language |
struct VoiceName: Sendable, Hashable {
    /// The language, where the name tells it.
    var language: LanguageTag?

    /// The gender, where the name tells it.
    var gender: Voice.Gender?

    /// The quality, where the name tells it.
    var quality: Voice.Quality?

    init(_ id: String) {
        let bytes = Array(id.utf8)
        if bytes.count > 3, bytes[2] == UInt8(ascii: "_"), let tag = Self.kokoro[bytes[0]],
            let gender = Self.genders[bytes[1]]
        {
            language = LanguageTag(tag)
            self.gender = gender
            quality = .enhanced
            return
        }
        let parts = id.split(separator: "-").map(String.init)
        guard parts.count >= 2 else { return }
        if parts[0].contains("_") {
            language = LanguageTag(parts[0])
            quality = parts.last.flatMap { Self.piper[$0] }
        } else if parts.count >= 3, parts[1].utf8.count == 2, parts[1] == parts[1].uppercased() {
            language = LanguageTag("\(parts[0])-\(parts[1])")
            if id.hasSuffix("Neural") { quality = .enhanced }
        }
    }

    private static let kokoro: [UInt8: String] = [
        UInt8(ascii: "a"): "en-US", UInt8(ascii: "b"): "en-GB", UInt8(ascii: "e"): "es", UInt8(ascii: "f"): "fr",
        UInt8(ascii: "h"): "hi", UInt8(ascii: "i"): "it", UInt8(ascii: "j"): "ja", UInt8(ascii: "p"): "pt-BR",
        UInt8(ascii: "z"): "zh",
    ]

    private static let genders: [UInt8: Voice.Gender] = [UInt8(ascii: "f"): .female, UInt8(ascii: "m"): .male]

    private static let piper: [String: Voice.Quality] = [
        "x_low": .standard, "low": .standard, "medium": .enhanced, "high": .premium,
    ]
}
