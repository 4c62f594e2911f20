import Language
import LanguageServices

/// The voices of a service, and how one of them is chosen.
struct VoiceList: Sendable {
    /// The voices, best first, then by language and name.
    let voices: [Voice]

    /// Whether these are all that there are.
    let isComplete: Bool

    /// - Parameters:
    ///   - descriptions: What is said of the voices.
    ///   - languages: What voices speak beside, or where nothing is said of them.
    ///   - provider: Whose voices they are.
    ///   - isComplete: Whether these are all that there are.
    init(_ descriptions: [VoiceDescription], languages: Languages, provider: ProviderID, isComplete: Bool) {
        var seen = Set<String>()
        let voices = descriptions.prefix(Self.mostVoices).compactMap { description -> Voice? in
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

    /// The languages of voices that do not say everything themselves.
    struct Languages: Sendable, Hashable {
        /// What voices speak of which nothing is said.
        var usual: [LanguageTag]

        /// Whether every voice speaks these, beside those of which something is said.
        var areForAll = false

        /// Who says nothing speaks nobody knows what.
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
    /// A list that is not complete is no reason to refuse a name.
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
    ///   - preferred: The voice that goes before all others.
    ///   - gender: The gender that goes before the others.
    func voice(for wanted: LanguageTag, preferred: String?, gender: Voice.Gender?) -> Voice? {
        var best: (voice: Voice, rank: [Int])?
        // Many voices speak the same languages.
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
            // The list is in the order of names already.
            if let known = best, !rank.lexicographicallyPrecedes(known.rank) { continue }
            best = (voice, rank)
        }
        return best?.voice
    }

    /// What there is instead of a language that nobody speaks.
    func hint(for language: LanguageTag) -> String? {
        let near = Set(voices.flatMap(\.languages).filter { $0.language == language.language })
        return near.isEmpty ? nil : "use one of \(near.map(\.text).sorted().joined(separator: ", "))"
    }

    /// How well a language does for the one that is wanted, 0 for the same; `nil` when it does not.
    ///
    /// Plain German is that of Germany; no accent stands in for another.
    static func distance(_ given: LanguageTag, from wanted: LanguageTag) -> Int? {
        let given = canonical(given)
        let wanted = canonical(wanted)
        if given == wanted { return 0 }
        guard given.language == wanted.language else { return nil }
        if TextLanguage.isUsual(given.text, for: wanted.text) || TextLanguage.isUsual(wanted.text, for: given.text) {
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

    /// More than any service has for one user.
    private static let mostVoices = 20_000
}
