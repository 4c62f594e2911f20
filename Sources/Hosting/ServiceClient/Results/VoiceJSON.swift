package import JSON
package import LanguageServices

/// How voices stand in `--json` output.
package enum VoiceJSON {
    /// A voice.
    package static func value(_ voice: Voice) -> JSONValue {
        var object = JSONMembers()
        object.add("id", voice.id)
        object.add("name", voice.name)
        object.add("languages", .array(voice.languages.map { .string($0.text) }))
        object.add("quality", voice.quality.rawValue)
        object.add("provider", voice.provider.rawValue)
        object.add("gender", voice.gender?.rawValue)
        return object.object
    }
}
