package import JSON
package import LanguageServices
package import ServiceRegistry

/// Displays a configuration with its secrets redacted. A value is displayed only if its provider kind declares a
/// non-secret option of that name. The value of an unknown option may be a secret with a misspelt name, and plain text
/// in a secret option is most likely a secret.
package enum ConfigurationListing {
    /// An effective setting.
    package struct Setting: Sendable, Hashable {
        /// Its path, such as `speech.accent`.
        package var name: String
        /// Its value, redacted if necessary.
        package var value: String
        /// The origin of the value.
        package var origin: String
    }

    /// All effective settings in a stable order, without control characters.
    ///
    /// - Parameters:
    ///   - configuration: The configuration to show.
    ///   - kinds: The known provider kinds, which declare the options that are secrets.
    package static func settings(_ configuration: RegistryConfiguration, kinds: [ProviderKind]) -> [Setting] {
        var settings: [Setting] = []
        if let isOffline = configuration.isOffline {
            settings.append(setting("offline", String(isOffline), configuration.offlineOrigin))
        }
        for service in Service.allCases {
            guard let section = configuration.services[service] else { continue }
            let known = ServiceOptions.descriptions(of: service)
            settings += use(section.listedUse, section.useOrigin, "\(service)")
            settings += options(section.options, "\(service)", known)
            for (role, own) in section.roles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                settings += use(own.use, own.useOrigin, "\(service).roles.\(role)")
                settings += options(own.options, "\(service).roles.\(role)", known)
            }
        }
        settings += options(configuration.cache, CacheOptions.name, CacheOptions.descriptions)
        for provider in configuration.providers {
            let name = "providers.\(provider.id)"
            settings.append(setting("\(name).kind", provider.kind, provider.origin))
            settings += options(provider.options, name, descriptions(of: provider, kinds))
        }
        return settings
    }

    /// The configuration in the format of a configuration file, with secrets redacted.
    ///
    /// - Parameters:
    ///   - configuration: The configuration to show.
    ///   - kinds: The known provider kinds, which declare the options that are secrets.
    package static func document(_ configuration: RegistryConfiguration, kinds: [ProviderKind]) -> JSONValue {
        var members: [(String, JSONValue)] = [("version", 1)]
        if let isOffline = configuration.isOffline { members.append(("offline", .bool(isOffline))) }
        for service in Service.allCases {
            guard let section = configuration.services[service] else { continue }
            let known = ServiceOptions.descriptions(of: service)
            var content = useMember(section.listedUse) + optionMembers(section.options, known)
            if !section.roles.isEmpty {
                let roles = section.roles.sorted { $0.key.rawValue < $1.key.rawValue }.map { role, own in
                    (role.rawValue, JSONValue.object(useMember(own.use) + optionMembers(own.options, known)))
                }
                content.append(("roles", .object(roles)))
            }
            members.append((service.rawValue, .object(content)))
        }
        if !configuration.cache.values.isEmpty {
            let cache = optionMembers(configuration.cache, CacheOptions.descriptions)
            members.append((CacheOptions.name, .object(cache)))
        }
        if !configuration.providers.isEmpty {
            let providers = configuration.providers.map { provider in
                let kind: [(String, JSONValue)] = [("kind", .string(provider.kind))]
                let options = optionMembers(provider.options, descriptions(of: provider, kinds))
                return (provider.id.rawValue, JSONValue.object(kind + options))
            }
            members.append(("providers", .object(providers)))
        }
        return .object(members)
    }

    private static func descriptions(of provider: ProviderDefinition, _ kinds: [ProviderKind]) -> [OptionDescription] {
        let kind = kinds.first { $0.name == provider.kind }
        return (kind?.options ?? []) + ServiceOptions.ofEveryProvider
    }

    private static func isShown(_ name: String, _ known: [OptionDescription]) -> Bool {
        known.first { $0.name == name }.map { $0.type != .secret } ?? false
    }

    private static func setting(_ name: String, _ value: String, _ origin: String?) -> Setting {
        // A file must not be able to inject control characters into the terminal.
        Setting(
            name: JSONExcerpt.escaped(name),
            value: JSONExcerpt.escaped(value),
            origin: JSONExcerpt.escaped(origin ?? "")
        )
    }

    private static func use(_ ids: [ProviderID]?, _ origin: String?, _ owner: String) -> [Setting] {
        guard let ids else { return [] }
        return [setting("\(owner).use", ids.map(\.rawValue).joined(separator: ", "), origin)]
    }

    private static func options(_ options: OptionValues, _ owner: String, _ known: [OptionDescription]) -> [Setting] {
        options.values.sorted { $0.key < $1.key }.map { name, value in
            let text =
                switch value.content {
                case .secret(let secret): "\(secret) (\(secret.source))"
                case _ where !isShown(name, known): Secret.redacted
                case .boolean(let truth): String(truth)
                case .number(let number): JSONWriter.string(.number(number))
                case .string(let text): text
                case .strings(let texts): texts.joined(separator: ", ")
                case .price(let price):
                    "\(WholeNumber.text(price.perMillionCharacters)) \(price.currency) per million characters"
                case .voices(let voices): voices.map(\.id).joined(separator: ", ")
                case .options(let options): JSONWriter.string(.object(optionMembers(options, nil)))
                }
            return setting("\(owner).\(name)", text, value.origin)
        }
    }

    private static func useMember(_ ids: [ProviderID]?) -> [(String, JSONValue)] {
        ids.map { [("use", .array($0.map { .string($0.rawValue) }))] } ?? []
    }

    /// - Parameter known: The declared options; `nil` if they are known only to the provider.
    private static func optionMembers(_ options: OptionValues, _ known: [OptionDescription]?) -> [(String, JSONValue)] {
        options.values.sorted { $0.key < $1.key }.map { name, value in
            switch value.content {
            case .secret: (name, .string(Secret.redacted))
            case _ where known.map { !isShown(name, $0) } ?? false: (name, .string(Secret.redacted))
            case .boolean(let truth): (name, .bool(truth))
            case .number(let number): (name, .number(number))
            case .string(let text): (name, .string(text))
            case .strings(let texts): (name, .array(texts.map { .string($0) }))
            case .price(let price):
                (
                    name,
                    [
                        "perMillionCharacters": .number(price.perMillionCharacters),
                        "currency": .string(price.currency),
                    ]
                )
            case .voices(let voices): (name, .array(voices.map(member)))
            case .options(let options): (name, .object(optionMembers(options, nil)))
            }
        }
    }

    private static func member(_ voice: VoiceDescription) -> JSONValue {
        var members: [(String, JSONValue)] = [("id", .string(voice.id))]
        if let name = voice.name { members.append(("name", .string(name))) }
        if !voice.languages.isEmpty { members.append(("languages", .array(voice.languages.map { .string($0.text) }))) }
        if let gender = voice.gender { members.append(("gender", .string(gender.rawValue))) }
        if let quality = voice.quality { members.append(("quality", .string(quality.rawValue))) }
        return .object(members)
    }
}

extension ServiceSettings {
    /// The providers to use; `nil` if not configured.
    fileprivate var listedUse: [ProviderID]? {
        useOrigin == nil && use.isEmpty ? nil : use
    }
}
