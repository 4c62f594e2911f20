package import LanguageServices

/// Shows a configuration, with secrets redacted.
package enum ConfigurationListing {
    /// One setting that is in force.
    package struct Setting: Sendable, Hashable {
        /// Its path: `speech.accent`.
        package var name: String
        /// Its value as it may be shown.
        package var value: String
        /// Where it was set.
        package var origin: String
    }

    /// Every setting that is in force, in a stable order.
    package static func settings(_ configuration: RegistryConfiguration) -> [Setting] {
        var settings: [Setting] = []
        for service in Service.allCases {
            guard let section = configuration.services[service] else { continue }
            settings += use(section.use, section.useOrigin, "\(service)")
            settings += options(section.options, "\(service)")
            for (role, own) in section.roles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                settings += use(own.use ?? [], own.useOrigin, "\(service).roles.\(role)")
                settings += options(own.options, "\(service).roles.\(role)")
            }
        }
        for provider in configuration.providers {
            let name = "providers.\(provider.id)"
            settings.append(Setting(name: "\(name).kind", value: provider.kind, origin: provider.origin ?? ""))
            settings += options(provider.options, name)
        }
        return settings
    }

    /// The configuration as a file would say it, except that secrets are redacted.
    package static func document(_ configuration: RegistryConfiguration) -> JSONValue {
        var members: [(String, JSONValue)] = [("version", 1)]
        for service in Service.allCases {
            guard let section = configuration.services[service] else { continue }
            var content = useMember(section.use, section.useOrigin) + optionMembers(section.options)
            if !section.roles.isEmpty {
                let roles = section.roles.sorted { $0.key.rawValue < $1.key.rawValue }.map { role, own in
                    (
                        role.rawValue,
                        JSONValue.object(useMember(own.use ?? [], own.useOrigin) + optionMembers(own.options))
                    )
                }
                content.append(("roles", .object(roles)))
            }
            members.append((service.rawValue, .object(content)))
        }
        if !configuration.providers.isEmpty {
            let providers = configuration.providers.map { provider in
                let kind: [(String, JSONValue)] = [("kind", .string(provider.kind))]
                return (provider.id.rawValue, JSONValue.object(kind + optionMembers(provider.options)))
            }
            members.append(("providers", .object(providers)))
        }
        return .object(members)
    }

    private static func use(_ ids: [ProviderID], _ origin: String?, _ owner: String) -> [Setting] {
        guard let origin else { return [] }
        return [Setting(name: "\(owner).use", value: ids.map(\.rawValue).joined(separator: ", "), origin: origin)]
    }

    private static func options(_ options: OptionValues, _ owner: String) -> [Setting] {
        options.values.sorted { $0.key < $1.key }.map { name, value in
            Setting(name: "\(owner).\(name)", value: shown(value.content), origin: value.origin ?? "")
        }
    }

    private static func shown(_ content: OptionValue.Content) -> String {
        switch content {
        case .boolean(let truth): String(truth)
        case .number(let number): JSONWriter.string(.number(number))
        case .string(let text): text
        case .strings(let texts): texts.joined(separator: ", ")
        case .secret(let secret): "\(secret) (\(secret.source))"
        }
    }

    private static func useMember(_ ids: [ProviderID], _ origin: String?) -> [(String, JSONValue)] {
        origin == nil ? [] : [("use", .array(ids.map { .string($0.rawValue) }))]
    }

    private static func optionMembers(_ options: OptionValues) -> [(String, JSONValue)] {
        options.values.sorted { $0.key < $1.key }.map { name, value in
            switch value.content {
            case .boolean(let truth): (name, .bool(truth))
            case .number(let number): (name, .number(number))
            case .string(let text): (name, .string(text))
            case .strings(let texts): (name, .array(texts.map { .string($0) }))
            case .secret: (name, .string(Secret.redacted))
            }
        }
    }
}
