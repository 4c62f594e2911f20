import JSON
import LanguageServices

extension ConfigurationFile {
    /// Reads what is said of the voices of a service: ids, and objects that tell more.
    mutating func voices(_ elements: [JSONNode], of owner: String) -> [VoiceDescription]? {
        var voices: [VoiceDescription] = []
        for element in elements {
            if let id = element.string {
                voices.append(VoiceDescription(id: id))
            } else if let voice = voice(element, of: owner) {
                voices.append(voice)
            }
        }
        return voices.count == elements.count ? voices : nil
    }

    private mutating func voice(_ node: JSONNode, of owner: String) -> VoiceDescription? {
        guard let members = node.members else {
            complain(
                node.position,
                "\(owner): a voice is a text or an object, not \(node.kindName)",
                remedy: "write \"ID\" or { \"id\": \"ID\", \"languages\": \"en-US\" }"
            )
            return nil
        }
        var isRight = true
        for member in members where !Self.voiceKeys.contains(member.key) {
            complainOfKey(member, in: "\(owner): a voice", known: Self.voiceKeys)
            isRight = false
        }
        guard let id = node["id"]?.string else {
            complain(
                node["id"]?.position ?? node.position,
                "\(owner): the id of a voice is missing, or no text",
                remedy: "write \"id\": \"ID\""
            )
            return nil
        }
        var voice = VoiceDescription(id: id)
        if let name = node["name"] {
            voice.name = name.string
            if name.string == nil {
                complain(name.position, "\(owner): the name of a voice is a text, not \(name.kindName)")
                isRight = false
            }
        }
        if let languages = node["languages"] {
            let texts = languages.string.map { [$0] } ?? languages.elements?.map { $0.string ?? "" }
            voice.languages = (texts ?? []).compactMap { LanguageTag($0) }
            if voice.languages.isEmpty || voice.languages.count != texts?.count {
                complain(
                    languages.position,
                    "\(owner): the languages of a voice are no language tags",
                    remedy: "write \"languages\": [\"en-US\", \"es\"]"
                )
                isRight = false
            }
        }
        if let gender = node["gender"] {
            voice.gender = gender.string.flatMap { Voice.Gender(rawValue: $0) }
            if voice.gender == nil {
                complainOfChoice(gender, "gender", Voice.Gender.allCases.map(\.rawValue), of: owner)
                isRight = false
            }
        }
        if let quality = node["quality"] {
            voice.quality = quality.string.flatMap { Voice.Quality(rawValue: $0) }
            if voice.quality == nil {
                complainOfChoice(quality, "quality", Voice.Quality.allCases.map(\.rawValue), of: owner)
                isRight = false
            }
        }
        return isRight ? voice : nil
    }

    private mutating func complainOfChoice(_ node: JSONNode, _ what: String, _ choices: [String], of owner: String) {
        let list = choices.joined(separator: ", ")
        complain(node.position, "\(owner): the \(what) of a voice is unknown", remedy: "write one of \(list)")
    }

    private static let voiceKeys = ["id", "name", "languages", "gender", "quality"]
}
