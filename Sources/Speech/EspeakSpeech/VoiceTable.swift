import Language
import LanguageServices

/// Maps languages to espeak-ng voices.
///
/// A tag must match exactly, without a fallback: a request for `en-AU` never selects another variety of English. The
/// bundled accents take precedence over espeak-ng's own voices that list the tag.
struct VoiceTable: Sendable {
    let accents: [AccentSummary]
    let stock: [EspeakVoice]

    /// Whether the accents' voices are built. If not, each accent uses the installed voice that its definition names,
    /// if any.
    let isBuilt: Bool

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - accents: The bundled accents.
    ///   - voices: The voices that espeak-ng lists.
    ///   - isBuilt: Whether the bundled voices are available.
    init(accents: [AccentSummary], stock voices: [EspeakVoice], isBuilt: Bool) {
        self.accents = accents
        stock = voices.filter { !$0.identifier.hasPrefix("own/") }
        self.isBuilt = isBuilt
    }

    /// The identifier of the voice for a language; `nil` if the language is unsupported.
    func identifier(for language: LanguageTag) -> String? {
        if let accent = accents.first(where: { $0.language == language })
            ?? accents.first(where: { $0.additionalLanguages.contains(language) })
        {
            return isBuilt ? accent.voices.first?.identifier : accent.base
        }
        if let exact = stockIdentifier(for: language) { return exact }
        // A voice for plain Japanese is suitable for Japanese as spoken in Japan, but a voice for plain German is not
        // suitable for Austrian German.
        guard language.region != nil, let plain = LanguageTag(language.language),
            TextLanguage.isDefault(language.text, for: language.language)
        else { return nil }
        return stockIdentifier(for: plain)
    }

    private func stockIdentifier(for language: LanguageTag) -> String? {
        let candidates = stock.compactMap { voice in
            languages(voice).first { $0.tag == language }.map { (voice.identifier, $0.priority) }
        }
        return candidates.min { $0.1 < $1.1 }?.0
    }

    /// The identifier of the voice that a request names. A bundled voice is named by its tag, and any other voice by
    /// its identifier.
    func identifier(named name: String) -> String? {
        if let tag = LanguageTag(name) {
            // Tags are case-insensitive, so the names of the bundled voices are too.
            let own = accents.lazy.flatMap(\.voices).first { LanguageTag($0.id) == tag }
            if let own, isBuilt { return own.identifier }
            if let accent = accents.first(where: { $0.language == tag }) { return accent.base }
        }
        return stock.first { $0.identifier == name }?.identifier
    }

    /// All voices in the order in which the provider lists them: the bundled accents first.
    func voices(provider: ProviderID) -> [Voice] {
        let own = accents.flatMap { accent in
            let languages = [accent.language] + accent.additionalLanguages
            if isBuilt {
                return accent.voices.map { voice in
                    Voice(
                        id: voice.id,
                        name: voice.name,
                        languages: languages,
                        gender: voice.gender,
                        provider: provider
                    )
                }
            }
            guard accent.base != nil else { return [] }
            return [Voice(id: accent.language.text, name: accent.name, languages: languages, provider: provider)]
        }
        let taken = Set(own.map(\.id))
        let others = stock.filter { !taken.contains($0.identifier) && !languages($0).isEmpty }.map { voice in
            Voice(
                id: voice.identifier,
                name: voice.name,
                languages: languages(voice).map(\.tag),
                provider: provider
            )
        }
        return own + others.sorted { ($0.languages.first?.text ?? "", $0.id) < ($1.languages.first?.text ?? "", $1.id) }
    }

    /// The alternatives to list in an error message: all varieties of the same language.
    func hint(for language: LanguageTag) -> String? {
        let near = Set(voices(provider: "").flatMap(\.languages).filter { $0.language == language.language })
        guard !near.isEmpty else { return nil }
        return "use one of \(near.map(\.text).sorted().joined(separator: ", "))"
    }

    /// The languages for which a stock voice is suitable.
    private func languages(_ voice: EspeakVoice) -> [EspeakVoice.Language] {
        switch voice.identifier {
        case "gmw/en":
            // It claims en-GB but pronounces "bath" the American way; the accent en-GB is defined in Voices/.
            []
        case "sit/cmn":
            // It spells Chinese characters out in English; the pinyin voice reads them as Chinese.
            []
        case "sit/cmn-Latn-pinyin":
            voice.languages
                + ["cmn", "cmn-CN", "zh-CN", "zh-Hans", "zh-Hans-CN"].compactMap(LanguageTag.init).map {
                    EspeakVoice.Language(tag: $0, priority: 5)
                }
        case let identifier where identifier.hasPrefix("gmw/en"):
            // A dialect's voice also lists plain English, which is wrong.
            Array(voice.languages.prefix(1))
        default:
            voice.languages
        }
    }
}

/// A voice that is installed with espeak-ng.
struct EspeakVoice: Sendable, Hashable {
    /// The identifier: `gmw/en-US`.
    var identifier: String

    /// The display name.
    var name: String

    /// The languages, in the order in which the voice lists them.
    var languages: [Language]

    /// A language, and the voice's priority for it.
    struct Language: Sendable, Hashable {
        /// The language.
        var tag: LanguageTag
        /// espeak-ng's priority; of two voices for a language, the one with the lower number takes precedence.
        var priority: Int
    }

    /// Parses a worker's list of voices; see `CEspeakWorker.h`.
    ///
    /// Variants (which modify another voice) and MBROLA voices (whose data is not free) are omitted.
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
            let name = String(fields[1].trimmingSuffix(while: \.isWhitespace))
            return EspeakVoice(identifier: String(fields[0]), name: name, languages: languages)
        }
    }
}

/// A voice and its data folder.
struct SelectedVoice: Sendable, Hashable {
    /// The case-sensitive identifier: `own/en-au`.
    var identifier: String

    /// The folder that contains the library's `espeak-ng-data`, or `nil` for the installed data.
    var dataPath: String?
}
