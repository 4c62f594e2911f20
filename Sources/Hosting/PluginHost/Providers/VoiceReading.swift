import JSON
import LanguageServices
import Platform

/// Reads the voices of a plug-in.
enum VoiceReading {
    static func voice(_ node: JSONNode, _ context: PluginContext) throws(ServiceError) -> Voice {
        guard let id = node["id"]?.string, !id.isEmpty, let name = node["name"]?.string else {
            throw context.violation("has a voice without 'id' or 'name'")
        }
        var languages: [LanguageTag] = []
        for element in node["languages"]?.elements ?? [] {
            guard let tag = element.string.flatMap({ LanguageTag($0) }) else {
                throw context.violation("has a voice '\(OneLine.text(id))' whose languages are no language tags")
            }
            languages.append(tag)
        }
        return Voice(
            id: id,
            name: OneLine.text(name),
            languages: languages,
            gender: node["gender"]?.string.flatMap(Voice.Gender.init),
            quality: node["quality"]?.string.flatMap(Voice.Quality.init) ?? .standard,
            provider: context.id
        )
    }

    /// The order of voices: best quality first, then by language, then by name.
    static func precedes(_ first: Voice, _ second: Voice) -> Bool {
        if first.quality != second.quality { return first.quality > second.quality }
        let languages = (first.languages.first?.text ?? "", second.languages.first?.text ?? "")
        if languages.0 != languages.1 { return languages.0 < languages.1 }
        return (first.name, first.id) < (second.name, second.id)
    }
}
