import Language
import LanguageServices

/// Which espeak-ng voice speaks a language.
///
/// A tag is looked up exactly, and nothing is put in its place: who asks for `en-AU` does not hear another English.
/// Our accents come first, then the voices that name the tag themselves.
struct VoiceTable: Sendable {
    let accents: [AccentSummary]
    let stock: [EspeakVoice]

    /// Whether the accents' own voices are there; otherwise each is spoken by the installed voice that it names, if any.
    let isBuilt: Bool

    /// Makes a table.
    ///
    /// - Parameters:
    ///   - accents: Our accents.
    ///   - voices: What espeak-ng says it has.
    ///   - isBuilt: Whether our own voices are among them.
    init(accents: [AccentSummary], stock voices: [EspeakVoice], isBuilt: Bool) {
        self.accents = accents
        stock = voices.filter { !$0.identifier.hasPrefix("own/") }
        self.isBuilt = isBuilt
    }

    /// The identifier of the voice for a language, or `nil` when there is none.
    func identifier(for language: LanguageTag) -> String? {
        if let accent = accents.first(where: { $0.language == language })
            ?? accents.first(where: { $0.additionalLanguages.contains(language) })
        {
            return isBuilt ? accent.voices.first?.identifier : accent.base
        }
        if let exact = stockIdentifier(for: language) { return exact }
        // Japanese of Japan is what a voice for Japanese speaks; German of Austria is not what one for German speaks.
        guard language.region != nil, let plain = LanguageTag(language.language),
            TextLanguage.isUsual(language.text, for: language.language)
        else { return nil }
        return stockIdentifier(for: plain)
    }

    private func stockIdentifier(for language: LanguageTag) -> String? {
        let candidates = stock.compactMap { voice in
            languages(voice).first { $0.tag == language }.map { (voice.identifier, $0.priority) }
        }
        return candidates.min { $0.1 < $1.1 }?.0
    }

    /// The identifier of a voice that a request names: one of ours by its tag, any other by its identifier.
    func identifier(named name: String) -> String? {
        if let tag = LanguageTag(name) {
            // Tags differ in case only, and so may the names of our voices.
            let own = accents.lazy.flatMap(\.voices).first { LanguageTag($0.id) == tag }
            if let own, isBuilt { return own.identifier }
            if let accent = accents.first(where: { $0.language == tag }) { return accent.base }
        }
        return stock.first { $0.identifier == name }?.identifier
    }

    /// All voices as the service shows them, our accents first.
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

    /// What there is instead, for an error: every accent and dialect of the same language.
    func hint(for language: LanguageTag) -> String? {
        let near = Set(voices(provider: "").flatMap(\.languages).filter { $0.language == language.language })
        guard !near.isEmpty else { return nil }
        return "use one of \(near.map(\.text).sorted().joined(separator: ", "))"
    }

    /// The tags for which a stock voice is right.
    private func languages(_ voice: EspeakVoice) -> [EspeakVoice.Language] {
        switch voice.identifier {
        case "gmw/en":
            // It calls itself en-GB, but says "bath" as an American does; the accent en-GB is defined under Voices/.
            []
        case "sit/cmn":
            // It reads Chinese characters by way of English letters; the pinyin voice reads them as Chinese.
            []
        case "sit/cmn-Latn-pinyin":
            voice.languages
                + ["cmn", "cmn-CN", "zh-CN", "zh-Hans", "zh-Hans-CN"].compactMap(LanguageTag.init).map {
                    EspeakVoice.Language(tag: $0, priority: 5)
                }
        case let identifier where identifier.hasPrefix("gmw/en"):
            // A dialect calls itself plain English too, which it is not.
            Array(voice.languages.prefix(1))
        default:
            voice.languages
        }
    }
}

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
            let name = String(fields[1].trimmingSuffix(while: \.isWhitespace))
            return EspeakVoice(identifier: String(fields[0]), name: name, languages: languages)
        }
    }
}

/// A voice, and the data in which it is found.
struct SelectedVoice: Sendable, Hashable {
    /// Its identifier, exact to the letter: `own/en-au`.
    var identifier: String

    /// The folder that holds the library's `espeak-ng-data`, or `nil` for the installed one.
    var dataPath: String?
}
