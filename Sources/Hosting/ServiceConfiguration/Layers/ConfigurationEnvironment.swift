package import LanguageServices
package import ServiceRegistry

/// Reads settings from environment variables.
///
/// A variable's name consists of `PARLANCE_`, the service, `_` and the option, in upper case:
/// `PARLANCE_SPEECH_ACCENT=en-GB`, `PARLANCE_SPEECH_USE=espeak,piper`. `PARLANCE_OFFLINE` is true or false, or 1 or 0.
/// White space around a value is ignored, and an empty variable is treated as unset.
package enum ConfigurationEnvironment {
    /// The settings in the variables, and any problems with them.
    package static func read(
        _ environment: [String: String]
    ) -> (contents: RegistryConfiguration, problems: [ServiceError]) {
        var contents = RegistryConfiguration()
        if let value = environment["PARLANCE_OFFLINE"]?.trimmingWhitespace(), !value.isEmpty {
            let origin = "environment variable PARLANCE_OFFLINE"
            if let isOffline = truth(value) {
                contents.isOffline = isOffline
                contents.offlineOrigin = origin
            } else {
                contents.isOffline = true
                contents.offlineOrigin = origin
                contents.problems.append(
                    ServiceError(
                        .configuration,
                        "\(origin): the value is not true or false, so nothing is sent over the network",
                        remedy: "set it to true or false"
                    )
                )
            }
        }
        readCache(environment, &contents)
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) {
            guard let service = Service.allCases.first(where: { variable.hasPrefix(prefix($0)) }) else { continue }
            let text = value.trimmingWhitespace()
            if text.isEmpty { continue }
            let origin = "environment variable \(variable)"
            let name = String(variable.dropFirst(prefix(service).count))
            if name == "USE" {
                let names = text.split(separator: ",").map { $0.trimmingWhitespace() }.filter { !$0.isEmpty }
                if names.isEmpty {
                    contents.services[service, default: ServiceSettings()].problems.append(
                        ServiceError(
                            .configuration,
                            "\(origin): no provider named",
                            remedy: "set it to names, separated by commas, or unset it"
                        )
                    )
                    continue
                }
                contents.services[service, default: ServiceSettings()].use = names.map { ProviderID(rawValue: $0) }
                contents.services[service, default: ServiceSettings()].useOrigin = origin
                continue
            }
            let descriptions = ServiceOptions.descriptions(of: service)
            guard let description = descriptions.first(where: { $0.name.uppercased() == name }) else {
                contents.services[service, default: ServiceSettings()].problems.append(
                    unknown(name, among: descriptions.map(\.name) + ["USE"], prefix(service))
                )
                continue
            }
            let value = OptionValue(content(text, description.type), origin: origin)
            contents.services[service, default: ServiceSettings()].options.values[description.name] = value
        }
        let services = Service.allCases.flatMap { contents.services[$0]?.problems ?? [] }
        return (contents, contents.problems + services)
    }

    private static func truth(_ text: String) -> Bool? {
        switch text {
        case "true", "1": true
        case "false", "0": false
        default: nil
        }
    }

    /// Reads the cache settings, such as `PARLANCE_CACHE_ENABLED=false`.
    private static func readCache(
        _ environment: [String: String],
        _ contents: inout RegistryConfiguration
    ) {
        let prefix = "PARLANCE_CACHE_"
        for (variable, value) in environment.sorted(by: { $0.key < $1.key }) where variable.hasPrefix(prefix) {
            let text = value.trimmingWhitespace()
            if text.isEmpty { continue }
            let name = String(variable.dropFirst(prefix.count))
            let descriptions = CacheOptions.descriptions
            guard let description = descriptions.first(where: { $0.name.uppercased() == name }) else {
                contents.problems.append(unknown(name, among: descriptions.map(\.name), prefix))
                // The variable may have been meant to keep answers off the disk.
                contents.cache.values["private"] = OptionValue(
                    .boolean(true),
                    origin: "environment variable \(variable)"
                )
                continue
            }
            let origin = "environment variable \(variable)"
            contents.cache.values[description.name] = OptionValue(content(text, description.type), origin: origin)
        }
    }

    private static func unknown(_ name: String, among names: [String], _ prefix: String) -> ServiceError {
        let known = names.map { $0.uppercased() }
        // Only the last part is compared, because the common prefix would make all names similar.
        let meant = ClosestMatch.to(name, in: known).map { "; did you mean '\(prefix)\($0)'?" }
        return ServiceError(
            .configuration,
            "environment variable \(prefix)\(name): unknown setting\(meant ?? "")",
            remedy: "use one of \(known.sorted().map { prefix + $0 }.joined(separator: ", "))"
        )
    }

    private static func prefix(_ service: Service) -> String { "PARLANCE_\(service.rawValue.uppercased())_" }

    /// A value that does not fit the option's type is kept, so that validation of the options reports it.
    private static func content(_ text: String, _ type: OptionType) -> OptionValue.Content {
        switch type {
        case .number, .integer: Double(text).map(OptionValue.Content.number) ?? .string(text)
        case .boolean: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : .string(text)
        case .strings: .strings(text.split(separator: ",").map { $0.trimmingWhitespace() })
        default: .string(text)
        }
    }
}
