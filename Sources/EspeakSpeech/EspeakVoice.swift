import CEspeak
import LanguageServices

/// A voice that is installed with espeak-ng.
struct EspeakVoice: Sendable, Hashable {
    /// What selects it: `gmw/en-US`.
    var identifier: String

    /// The name for people.
    var name: String

    /// The languages it says it speaks, in its own order.
    var languages: [Language]

    /// A language, and how well the voice fits it.
    struct Language: Sendable, Hashable {
        /// The language.
        var tag: LanguageTag
        /// espeak-ng's own number; of two voices for one language the one with the lower number is meant.
        var priority: Int
    }

    /// The voices of the running library; variants (which change another voice) and MBROLA voices (whose data is not
    /// free) are left out.
    static func installed() -> [EspeakVoice] {
        guard let list = espeak_ListVoices(nil) else { return [] }
        var voices: [EspeakVoice] = []
        var index = 0
        while let entry = list[index] {
            index += 1
            guard let identifier = entry.pointee.identifier.map({ String(cString: $0) }) else { continue }
            if identifier.hasPrefix("!v/") || identifier.hasPrefix("mb/") { continue }
            voices.append(
                EspeakVoice(
                    identifier: identifier,
                    name: entry.pointee.name.map { trimmed(String(cString: $0)) } ?? identifier,
                    languages: languages(entry.pointee.languages)
                )
            )
        }
        return voices
    }

    /// Reads the library's list: a priority byte, a tag and a NUL for each, and a zero at the end.
    private static func languages(_ list: UnsafePointer<CChar>?) -> [Language] {
        guard var entry = list else { return [] }
        var languages: [Language] = []
        while entry.pointee != 0 {
            let text = String(cString: entry + 1)
            if let tag = LanguageTag(text) { languages.append(Language(tag: tag, priority: Int(entry.pointee))) }
            entry += text.utf8.count + 2
        }
        return languages
    }

    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop(while: \.isWhitespace).reversed())
    }
}
