import JSON
import LanguageServices

/// Reads a voice in the list of a service, in the shapes that servers use.
enum ListedVoice {
    /// What an entry says; `nil` when it names no voice.
    static func description(_ node: JSONNode) -> VoiceDescription? {
        if let id = node.string { return isID(id) ? VoiceDescription(id: id) : nil }
        func text(_ names: [String]) -> String? { names.lazy.compactMap { node[$0]?.string }.first }
        guard let id = text(["voice_id", "id", "voice", "name"]), isID(id) else { return nil }
        var voice = VoiceDescription(id: id)
        voice.name = text(["display_name", "name", "title"]).map(shown).flatMap { BlankText.isBlank($0) ? nil : $0 }
        let list = node["languages"]?.elements?.prefix(mostLanguages).compactMap(\.string) ?? []
        let own = text(["locale", "language_code", "language", "lang", "lang_code"]).map { [$0] } ?? []
        for language in own + list {
            if let tag = LanguageTag(language), !voice.languages.contains(tag) { voice.languages.append(tag) }
        }
        voice.gender = text(["gender"]).flatMap { Voice.Gender(rawValue: $0.lowercased()) }
        voice.quality = text(["quality"]).flatMap { Voice.Quality(rawValue: $0.lowercased()) }
        return voice
    }

    /// More than any voice speaks.
    static let mostLanguages = 100

    /// Whether a text can be the name of a voice: it stands in requests, some of it in their addresses.
    static func isID(_ text: String) -> Bool {
        !BlankText.isBlank(text) && text.utf8.count <= 200 && text != "." && text != ".."
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// A name for people, in one line.
    private static func shown(_ name: String) -> String {
        String(name.filter { $0.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }.prefix(80))
    }
}
