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

    /// Reads a worker's list of voices; see `CEspeakWorker.h`.
    ///
    /// Variants (which change another voice) and MBROLA voices (whose data is not free) are left out.
    static func list(_ text: String) -> [EspeakVoice] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard fields.count == 3, !fields[0].hasPrefix("!v/"), !fields[0].hasPrefix("mb/") else { return nil }
            let languages = fields[2].split(separator: " ").compactMap { entry -> Language? in
                let parts = entry.split(separator: ":", maxSplits: 1)
                guard parts.count == 2, let priority = Int(parts[0]), let tag = LanguageTag(String(parts[1])) else {
                    return nil
                }
                return Language(tag: tag, priority: priority)
            }
            let name = String(fields[1].reversed().drop(while: \.isWhitespace).reversed())
            return EspeakVoice(identifier: String(fields[0]), name: name, languages: languages)
        }
    }
}
