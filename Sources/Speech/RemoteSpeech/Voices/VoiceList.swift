import JSON
import Language
import LanguageServices

/// A service's voices, from which a voice can be selected.
struct VoiceList: Sendable {
    /// The voices, sorted by quality (best first), language and name.
    let voices: [Voice]

    /// Whether the list is complete.
    let isComplete: Bool

    /// - Parameters:
    ///   - descriptions: The known properties of the voices.
    ///   - languages: The languages to assume for voices whose description is incomplete.
    ///   - provider: The provider of the voices.
    ///   - isComplete: Whether the list is complete.
    init(_ descriptions: [VoiceDescription], languages: Languages, provider: ProviderID, isComplete: Bool) {
        var seen = Set<String>()
        let voices = descriptions.prefix(Self.maximumVoices).compactMap { description -> Voice? in
            guard seen.insert(description.id).inserted else { return nil }
            let name = VoiceName(description.id)
            return Voice(
                id: description.id,
                name: description.name ?? description.id,
                languages: languages.all(description.languages, name.language),
                gender: description.gender ?? name.gender,
                quality: description.quality ?? name.quality ?? .standard,
                provider: provider
            )
        }
        self.voices = voices.sorted { Self.order($0) < Self.order($1) }
        self.isComplete = isComplete
    }

    /// The languages to assume for voices whose description is incomplete.
    struct Languages: Sendable, Hashable {
        /// The languages to assume for voices that list none.
        var usual: [LanguageTag]

        /// Whether every voice speaks these languages in addition to its own.
        var areForAll = false

        /// The language to assume for a voice whose languages are completely unknown.
        private static let unknown = [LanguageTag("und")].compactMap { $0 }

        func all(_ said: [LanguageTag], _ named: LanguageTag?) -> [LanguageTag] {
            var result = said
            if result.isEmpty, let named { result = [named] }
            if result.isEmpty || areForAll {
                for tag in usual where !result.contains(where: { $0.language == tag.language }) { result.append(tag) }
            }
            return result.isEmpty ? Self.unknown : result
        }
    }

    /// The voice that a request names.
    ///
    /// If the list is incomplete, a name that it does not contain is not rejected.
    func voice(named name: String, remedy: String) throws(ServiceError) -> Voice? {
        if let voice = voices.first(where: { $0.id == name }) { return voice }
        guard isComplete || !ListedVoice.isID(name) else { return nil }
        throw ServiceError(
            .unsupported,
            "there is no voice '\(name)'\(ClosestMatch.hint(for: name, in: voices.map(\.id)))",
            remedy: remedy
        )
    }

    /// The best voice for a language: by quality, then by region, gender and name.
    ///
    /// - Parameters:
    ///   - wanted: The language or accent.
    ///   - preferred: The voice to prefer.
    ///   - gender: The gender to prefer.
    func voice(for wanted: LanguageTag, preferred: String?, gender: Voice.Gender?) -> Voice? {
        var best: (voice: Voice, rank: [Int])?
        // Cache the distances, because many voices speak the same languages.
        var distances: [LanguageTag: Int?] = [:]
        func distance(_ tag: LanguageTag) -> Int? {
            if let known = distances[tag] { return known }
            let distance = Self.distance(tag, from: wanted)
            distances[tag] = .some(distance)
            return distance
        }
        for voice in voices {
            guard let distance = voice.languages.compactMap(distance).min() else { continue }
            let rank = [
                voice.id == preferred ? 0 : 1, -Self.quality(voice), distance,
                gender == nil || voice.gender == gender ? 0 : 1,
            ]
            // The list is already sorted by name.
            if let known = best, !rank.lexicographicallyPrecedes(known.rank) { continue }
            best = (voice, rank)
        }
        return best?.voice
    }

    /// The supported varieties of a language that is not supported itself.
    func hint(for language: LanguageTag) -> String? {
        let near = Set(voices.flatMap(\.languages).filter { $0.language == language.language })
        return near.isEmpty ? nil : "use one of \(near.map(\.text).sorted().joined(separator: ", "))"
    }

    /// How far a language is from the requested one: 0 for the same language; `nil` for no match.
    ///
    /// Plain German matches German as spoken in Germany, but an accent never matches a different accent.
    static func distance(_ given: LanguageTag, from wanted: LanguageTag) -> Int? {
        let given = canonical(given)
        let wanted = canonical(wanted)
        if given == wanted { return 0 }
        guard given.language == wanted.language else { return nil }
        if TextLanguage.isDefault(given.text, for: wanted.text) || TextLanguage.isDefault(wanted.text, for: given.text)
        {
            return 1
        }
        return given.isMatch(for: wanted) ? 2 : nil
    }

    private static func canonical(_ tag: LanguageTag) -> LanguageTag {
        TextLanguage.canonical(tag.text).flatMap { LanguageTag($0) } ?? tag
    }

    private static func order(_ voice: Voice) -> (Int, String, String, String) {
        (-quality(voice), voice.languages.first?.text ?? "", voice.name, voice.id)
    }

    private static func quality(_ voice: Voice) -> Int { Voice.Quality.allCases.firstIndex(of: voice.quality) ?? 0 }

    /// The maximum number of voices, which is more than any service offers to one user.
    private static let maximumVoices = 20_000
}

/// Parses a voice from a service's list, in the formats of common servers.
enum ListedVoice {
    /// The description of a voice; `nil` if the entry has no name.
    static func description(_ node: JSONNode) -> VoiceDescription? {
        if let id = node.string { return isID(id) ? VoiceDescription(id: id) : nil }
        func text(_ names: [String]) -> String? { names.lazy.compactMap { node[$0]?.string }.first }
        guard let id = text(["voice_id", "id", "voice", "name"]), isID(id) else { return nil }
        var voice = VoiceDescription(id: id)
        voice.name = text(["display_name", "name", "title"]).map(shown).flatMap { BlankText.isBlank($0) ? nil : $0 }
        let list = node["languages"]?.elements?.prefix(maximumLanguages).compactMap(\.string) ?? []
        let own = text(["locale", "language_code", "language", "lang", "lang_code"]).map { [$0] } ?? []
        for language in own + list {
            if let tag = LanguageTag(language), !voice.languages.contains(tag) { voice.languages.append(tag) }
        }
        voice.gender = text(["gender"]).flatMap { Voice.Gender(rawValue: $0.lowercased()) }
        voice.quality = text(["quality"]).flatMap { Voice.Quality(rawValue: $0.lowercased()) }
        return voice
    }

    /// The maximum number of languages, which is more than any voice speaks.
    static let maximumLanguages = 100

    /// Whether a string is a valid voice ID. IDs are used in requests and in some URLs.
    static func isID(_ text: String) -> Bool {
        !BlankText.isBlank(text) && text.utf8.count <= 200 && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A one-line display name.
    private static func shown(_ name: String) -> String {
        String(name.filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }.prefix(80))
    }
}

/// The properties that a voice name implies, according to the naming conventions of common speech engines.
///
/// | engine | name | provides |
/// |---|---|---|
/// | Kokoro | `bf_emma` | the language by its first letter, the gender by the second |
/// | Piper | `en_GB-alba-medium` | language and quality |
/// | Edge | `en-GB-SoniaNeural` | language |
struct VoiceName: Sendable, Hashable {
    /// The language, if the name implies it.
    var language: LanguageTag?

    /// The gender, if the name implies it.
    var gender: Voice.Gender?

    /// The quality, if the name implies it.
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

/// The languages that large speech models support, according to their documentation.
enum SpokenLanguages {
    /// The languages of OpenAI's models, from OpenAI's text-to-speech guide; their English is American.
    static let openAI = tags(
        """
        en-US af ar hy az be bs bg ca zh hr cs da nl et fi fr gl de el he hi hu is id it ja kn kk ko lv lt mk ms mr mi ne \
        nb fa pl pt ro ru sr sk sl es sw sv fil ta th tr uk ur vi cy
        """
    )

    /// The languages of ElevenLabs' multilingual models, from ElevenLabs' model list. English is omitted because its
    /// accent depends on the voice.
    static let elevenLabs = tags("ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru")

    private static func tags(_ list: String) -> [LanguageTag] {
        list.split(separator: " ").compactMap { LanguageTag(String($0)) }
    }
}
