import JSON
import LanguageServices
import Platform
import ServiceRegistry

/// Reads a configuration file into a layer.
///
/// If the file has a syntax error or an unknown version, it contributes no settings, and the error is its only problem.
/// Otherwise, each error is a separate problem with file, line and column. It is stored with the provider or service that
/// it affects, and the other parts of the file apply.
struct ConfigurationFile {
    private let path: String
    private let environment: [String: String]
    let mayHoldSecrets: Bool
    var contents = RegistryConfiguration()
    private(set) var problems: [ServiceError] = []
    private var failure: ServiceError?
    private var notes: [String] = []

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The path of the file, for messages and for secret files with relative paths.
    ///   - environment: The variables from which secrets can be read.
    ///   - mayHoldSecrets: Whether the file may refer to secrets. A file found in the current folder may not, because
    ///     it could send the user's secrets to any server.
    static func read(
        _ bytes: [UInt8],
        path: String,
        environment: [String: String],
        mayHoldSecrets: Bool,
        as source: ConfigurationLayer.Source
    ) -> ConfigurationLayer {
        var reader = ConfigurationFile(path: path, environment: environment, mayHoldSecrets: mayHoldSecrets)
        do throws(JSONSyntaxError) {
            reader.read(try JSONDocument.parse(bytes, source: path))
        } catch {
            reader.failure = error.serviceError
        }
        if let failure = reader.failure { return ConfigurationLayer(source: source, failure: failure) }
        return ConfigurationLayer(
            source: source,
            contents: reader.contents,
            problems: reader.problems,
            notes: reader.notes
        )
    }

    // MARK: Sections

    private mutating func read(_ root: JSONNode) {
        guard let members = root.members else {
            failure = problem(root.position, "a configuration must be an object: { ... }, not \(root.kindName)")
            return
        }
        readVersion(root)
        contents.problems = problems
        for member in members {
            let before = problems.count
            // Problems of a provider or a service are stored with it.
            defer { if isGeneral(member) { contents.problems += problems[before...] } }
            switch member.key {
            case "version": break
            case "$schema":
                if member.value.string == nil {
                    complain(member.value.position, "'$schema' must be a string, not \(member.value.kindName)")
                }
            case "offline": readOffline(member.value)
            case CacheOptions.name: readCache(member.value)
            case "providers": readProviders(member.value)
            default:
                if let service = Service(rawValue: member.key) {
                    readService(service, member.value)
                } else {
                    complainOfKey(member, in: "a configuration", known: Self.topLevelKeys)
                }
            }
        }
    }

    private mutating func readVersion(_ root: JSONNode) {
        guard let version = root["version"] else {
            complain(root.position, "the key 'version' is missing", remedy: "add \"version\": 1")
            return
        }
        if version.number?.int != 1 {
            failure = problem(
                version.position,
                "unsupported configuration version; this program reads version 1",
                remedy: "write \"version\": 1"
            )
        }
    }

    private mutating func readOffline(_ node: JSONNode) {
        guard case .bool(let isOffline) = node.content else {
            complain(
                node.position,
                "'offline' must be true or false, not \(node.kindName)",
                remedy: "until it is corrected, nothing is sent over the network"
            )
            contents.isOffline = true
            contents.offlineOrigin = place(node.position)
            return
        }
        guard isOffline || mayHoldSecrets else {
            complain(
                node.position,
                "a file in the current folder must not allow the network, because anybody could have put it there",
                remedy: "remove 'offline', or pass the file with --config"
            )
            return
        }
        contents.isOffline = isOffline
        contents.offlineOrigin = place(node.position)
    }

    private mutating func readProviders(_ node: JSONNode) {
        guard let members = node.members else {
            complain(
                node.position,
                "'providers' must be an object: { \"name\": { \"kind\": ... } }, not \(node.kindName)"
            )
            return
        }
        for member in members {
            let owner = "provider \(JSONExcerpt.singleQuoted(member.key))"
            let before = problems.count
            var definition = ProviderDefinition(
                id: ProviderID(rawValue: member.key),
                kind: member.value["kind"]?.string ?? "",
                origin: place(member.value["kind"]?.position ?? member.keyPosition)
            )
            // In an untrusted definition, the registry refuses kinds that use the network or start programs.
            definition.isTrusted = mayHoldSecrets
            defer {
                for index in before..<problems.count { problems[index].provider = definition.id }
                definition.problems = Array(problems[before...])
                contents.providers.append(definition)
            }
            guard let options = member.value.members else {
                complain(
                    member.value.position,
                    "\(owner) must be an object: { \"kind\": ... }, not \(member.value.kindName)"
                )
                continue
            }
            guard member.value["kind"]?.string != nil else {
                complain(
                    member.value["kind"]?.position ?? member.keyPosition,
                    "\(owner) has no 'kind'",
                    remedy: "add \"kind\": \"...\"; list kinds with 'parlance providers --kinds'"
                )
                continue
            }
            for option in options where option.key != "kind" {
                guard let value = value(option, of: owner) else { continue }
                if let key = RenamedKeys.options[option.key] {
                    deprecate(option, in: owner, newKey: key)
                    // A value under the new name takes precedence.
                    if member.value[key] == nil { definition.options.values[key] = value }
                } else {
                    definition.options.values[option.key] = value
                }
            }
        }
    }

    private mutating func readService(_ service: Service, _ node: JSONNode) {
        var settings = ServiceSettings()
        let before = problems.count
        defer {
            let ofRoles = settings.roles.values.flatMap(\.problems)
            settings.problems = problems[before...].filter { !ofRoles.contains($0) }
            contents.services[service] = settings
        }
        guard let members = node.members else {
            complain(node.position, "'\(service)' must be an object: { \"use\": [...] }, not \(node.kindName)")
            return
        }
        for member in members {
            switch member.key {
            case "use":
                if let use = readUse(member, of: "\(service)") {
                    settings.use = use
                    settings.useOrigin = place(member.value.position)
                    settings.isUseTrusted = mayHoldSecrets
                }
            case "roles":
                settings.roles = readRoles(member.value, of: service)
            default:
                readOption(
                    member,
                    of: service,
                    owner: "\(service)",
                    alsoKnown: ["use", "roles"],
                    into: &settings.options
                )
            }
        }
    }

    private mutating func readRoles(_ node: JSONNode, of service: Service) -> [Role: RoleSettings] {
        guard let members = node.members else {
            complain(node.position, "'roles' must be an object: { \"narrator\": { ... } }, not \(node.kindName)")
            return [:]
        }
        var roles: [Role: RoleSettings] = [:]
        for member in members {
            let owner = "role \(JSONExcerpt.singleQuoted(member.key)) of \(service)"
            let before = problems.count
            var role = RoleSettings()
            defer {
                role.problems = Array(problems[before...])
                roles[Role(rawValue: member.key)] = role
            }
            guard let settings = member.value.members else {
                complain(member.value.position, "\(owner) must be an object, not \(member.value.kindName)")
                continue
            }
            for setting in settings {
                if setting.key == "use" {
                    guard let use = readUse(setting, of: owner) else { continue }
                    role.use = use
                    role.useOrigin = place(setting.value.position)
                    role.isUseTrusted = mayHoldSecrets
                } else {
                    readOption(setting, of: service, owner: owner, alsoKnown: ["use"], into: &role.options)
                }
            }
        }
        return roles
    }

    private mutating func readUse(_ member: JSONMember, of owner: String) -> [ProviderID]? {
        let names = member.value.string.map { [$0] } ?? member.value.elements?.compactMap(\.string)
        guard let names, member.value.string != nil || names.count == member.value.elements?.count else {
            complain(member.value.position, "'use' of \(owner) must be a list of provider names: [\"espeak\"]")
            return nil
        }
        return names.map { ProviderID(rawValue: $0) }
    }

    // MARK: Options

    private mutating func readOption(
        _ member: JSONMember,
        of service: Service,
        owner: String,
        alsoKnown: [String],
        into options: inout OptionValues
    ) {
        let known = ServiceOptions.descriptions(of: service).map(\.name) + alsoKnown
        guard known.contains(member.key) else {
            complainOfKey(member, in: owner, known: known)
            return
        }
        guard let value = value(member, of: owner) else { return }
        guard mayHoldSecrets || member.key != "queue" || value.content != .boolean(true) else {
            complain(
                member.value.position,
                "\(owner): a file in the current folder must not store texts on disk, because anybody could have put "
                    + "it there",
                remedy: "set it in your user configuration file, or use --queue"
            )
            return
        }
        options.values[member.key] = value
    }

    mutating func value(_ member: JSONMember, of owner: String) -> OptionValue? {
        let node = member.value
        let origin = place(node.position)
        switch node.content {
        case .bool(let truth): return OptionValue(.boolean(truth), origin: origin)
        case .string(let text): return OptionValue(.string(text), origin: origin)
        case .number(let number):
            if let double = number.double { return OptionValue(.number(double), origin: origin) }
            complain(node.position, "\(owner): the number \(number.text) is too large")
        case .array(let elements):
            let texts = elements.compactMap(\.string)
            if texts.count == elements.count { return OptionValue(.strings(texts), origin: origin) }
            if member.key == "voices" {
                return voices(elements, of: owner).map { OptionValue(.voices($0), origin: origin) }
            }
            complain(node.position, "\(owner): \(JSONExcerpt.singleQuoted(member.key)) may contain only strings")
        case .object where member.key == "options":
            if let options = nested(node, of: owner) { return OptionValue(.options(options), origin: origin) }
        case .object where member.key == "price":
            if let price = price(node, of: owner) { return OptionValue(.price(price), origin: origin) }
        case .object:
            if let secret = secret(node, member.key, of: owner) { return OptionValue(.secret(secret), origin: origin) }
        case .null:
            let key = JSONExcerpt.singleQuoted(member.key)
            complain(node.position, "\(owner): \(key) is null", remedy: "remove the key to leave it unset")
        }
        return nil
    }

    /// Reads nested options. An object whose only key is a source of a secret is a secret.
    private mutating func nested(_ node: JSONNode, of owner: String) -> OptionValues? {
        var options = OptionValues(owner: owner)
        for member in node.members ?? [] {
            let isSecret =
                member.value.members?.count == 1
                && SecretLocation.sources.contains(member.value.members?.first?.key ?? "")
            if case .object = member.value.content, !isSecret {
                guard let inner = nested(member.value, of: owner) else { return nil }
                options.values[member.key] = OptionValue(.options(inner), origin: place(member.value.position))
            } else {
                guard let value = value(member, of: owner) else { return nil }
                options.values[member.key] = value
            }
        }
        return options
    }

    // MARK: Secrets

    private mutating func secret(_ node: JSONNode, _ key: String, of owner: String) -> Secret? {
        let members = node.members ?? []
        guard members.count == 1, let member = members.first, SecretLocation.sources.contains(member.key),
            member.key == "secretService" || member.value.string != nil
        else {
            complain(
                node.position,
                "\(owner): \(JSONExcerpt.singleQuoted(key)) cannot be an object",
                remedy: "for a secret, write \(OptionType.secret.expectation)"
            )
            return nil
        }
        guard mayHoldSecrets else {
            complain(
                node.position,
                "\(owner): a file in the current folder must not use secrets, because anybody could have put it there",
                remedy: "define the provider in your user configuration file, or pass this file with --config"
            )
            return nil
        }
        let place = SecretLocation(configuration: path, environment: environment)
        do throws(ServiceError) {
            let name = member.value.string ?? ""
            return switch member.key {
            case "env": try place.variable(name, of: key)
            case "file": try place.file(name)
            default: try place.secretService(member.value, of: key)
            }
        } catch {
            complain(member.value.position, "\(owner): \(error.message)", remedy: error.remedy)
            return nil
        }
    }

    // MARK: Problems

    func place(_ position: JSONPosition) -> String { "\(JSONExcerpt.escaped(path)):\(position)" }

    mutating func complain(_ position: JSONPosition, _ message: String, remedy: String? = nil) {
        problems.append(problem(position, message, remedy: remedy))
    }

    private func problem(_ position: JSONPosition, _ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.configuration, "\(place(position)): \(message)", remedy: remedy)
    }

    /// Whether the problems of a member belong to no provider and no service.
    private func isGeneral(_ member: JSONMember) -> Bool {
        if Service(rawValue: member.key) != nil { return false }
        return member.key != "providers" || member.value.members == nil
    }

    private mutating func deprecate(_ member: JSONMember, in owner: String, newKey: String) {
        let key = JSONExcerpt.singleQuoted(member.key)
        notes.append("\(place(member.keyPosition)): \(owner): \(key) is deprecated; use '\(newKey)'")
    }

    mutating func complainOfKey(_ member: JSONMember, in owner: String, known: [String]) {
        complain(
            member.keyPosition,
            "\(owner) has no key \(JSONExcerpt.singleQuoted(member.key))\(ClosestMatch.hint(for: member.key, in: known))",
            remedy: "use one of \(known.sorted().joined(separator: ", "))"
        )
    }

    private static let topLevelKeys =
        ["$schema", "version", "offline", CacheOptions.name, "providers"] + Service.allCases.map(\.rawValue)
}
