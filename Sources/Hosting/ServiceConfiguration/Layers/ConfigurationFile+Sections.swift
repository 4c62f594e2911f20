import JSON
import LanguageServices
import ServiceRegistry

extension ConfigurationFile {
    /// Reads the voices of a service: IDs, or objects with more details.
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
                "\(owner): a voice must be a string or an object, not \(node.kindName)",
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
                "\(owner): the ID of a voice is missing or not a string",
                remedy: "write \"id\": \"ID\""
            )
            return nil
        }
        var voice = VoiceDescription(id: id)
        if let name = node["name"] {
            voice.name = name.string
            if name.string == nil {
                complain(name.position, "\(owner): the name of a voice must be a string, not \(name.kindName)")
                isRight = false
            }
        }
        if let languages = node["languages"] {
            let texts = languages.string.map { [$0] } ?? languages.elements?.map { $0.string ?? "" }
            voice.languages = (texts ?? []).compactMap { LanguageTag($0) }
            if voice.languages.isEmpty || voice.languages.count != texts?.count {
                complain(
                    languages.position,
                    "\(owner): the languages of a voice must be language tags",
                    remedy: "write \"languages\": [\"en-US\", \"es\"]"
                )
                isRight = false
            }
        }
        voice.gender = choice("gender", of: node, owner, &isRight)
        voice.quality = choice("quality", of: node, owner, &isRight)
        return isRight ? voice : nil
    }

    private mutating func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        of voice: JSONNode,
        _ owner: String,
        _ isRight: inout Bool
    ) -> Value? {
        guard let node = voice[name] else { return nil }
        if let value = node.string.flatMap({ Value(rawValue: $0) }) { return value }
        let list = Value.allCases.map(\.rawValue).joined(separator: ", ")
        complain(node.position, "\(owner): the \(name) of a voice is unknown", remedy: "write one of \(list)")
        isRight = false
        return nil
    }

    private static let voiceKeys = ["id", "name", "languages", "gender", "quality"]
}

extension ConfigurationFile {
    /// Reads a provider's price.
    mutating func price(_ node: JSONNode, of owner: String) -> ServicePrice? {
        let known = ["perMillionCharacters", "currency"]
        var isRight = true
        for member in node.members ?? [] where !known.contains(member.key) {
            complainOfKey(member, in: "\(owner): the price", known: known)
            isRight = false
        }
        let amount = node["perMillionCharacters"]
        if amount?.number?.double.map({ $0 >= 0 }) != true {
            complain(
                amount?.position ?? node.position,
                "\(owner): the price per million characters is missing, negative or not a number",
                remedy: "write \"perMillionCharacters\": 20"
            )
            isRight = false
        }
        let currency = node["currency"]
        if currency?.string.map(Self.isCurrency) != true {
            complain(
                currency?.position ?? node.position,
                "\(owner): the currency of the price is missing or not a code of three capital letters",
                remedy: "write \"currency\": \"EUR\""
            )
            isRight = false
        }
        guard isRight, let number = amount?.number?.double, let code = currency?.string else { return nil }
        return ServicePrice(perMillionCharacters: number, currency: code)
    }

    private static func isCurrency(_ code: String) -> Bool {
        code.utf8.count == 3 && code.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }
}

extension ConfigurationFile {
    /// Reads the cache settings.
    ///
    /// With a problem, nothing is cached on the disk, because that may be what the user wanted to prevent.
    mutating func readCache(_ node: JSONNode) {
        let before = problems.count
        defer {
            if problems.count > before {
                contents.cache.values["private"] = OptionValue(.boolean(true), origin: place(node.position))
            }
        }
        guard let members = node.members else {
            complain(node.position, "'cache' must be an object: { \"enabled\": true }, not \(node.kindName)")
            return
        }
        let known = CacheOptions.descriptions.map(\.name)
        for member in members {
            guard known.contains(member.key) else {
                complainOfKey(member, in: CacheOptions.name, known: known)
                continue
            }
            guard let value = value(member, of: CacheOptions.name) else { continue }
            guard mayHoldSecrets || CacheOptions.isAllowedInProject(member.key, value.content) else {
                complain(
                    member.value.position,
                    "cache: a file in the current folder must not change how answers are cached, because "
                        + "anybody could have put it there",
                    remedy: "set it in your user configuration file, or pass this file with --config"
                )
                continue
            }
            contents.cache.values[member.key] = value
        }
    }
}
