package import JSON
package import LanguageServices
import Platform

/// The provider kinds that are implemented by plug-ins, one per service.
package enum PluginKinds {
    private static let options = [
        OptionDescription(
            "plugin",
            .string,
            "The ID of a plug-in added with 'parlance plugin add'",
            isRequired: true
        ),
        OptionDescription(
            "options",
            .options,
            "The plug-in's own options; write a secret as { \"env\": \"NAME\" }"
        ),
    ]

    /// The kinds `plugin-speech`, `plugin-translation`, `plugin-sentences` and `plugin-feedback`.
    package static func all(_ places: PluginLocations) -> [ProviderKind] {
        Service.allCases.map { service in
            ProviderKind(
                name: "plugin-\(service)",
                service: service,
                summary: summary(service),
                locality: .plugin,
                runsChosenPrograms: true,
                options: options
            ) { context in
                do throws(ServiceError) {
                    return try provider(service, context, places)
                } catch {
                    throw ServiceError(error, provider: context.id)
                }
            }
        }
    }

    private static func summary(_ service: Service) -> String {
        switch service {
        case .speech: "Speech from a plug-in, a separate program"
        case .translation: "Translation from a plug-in, a separate program"
        case .sentences: "Example sentences from a plug-in, a separate program"
        case .feedback: "Feedback from a plug-in, a separate program"
        }
    }

    private static func provider(
        _ service: Service,
        _ context: ProviderContext,
        _ places: PluginLocations
    ) throws(ServiceError) -> any ServiceProvider {
        let name = try context.options.string("plugin") ?? ""
        let registry = try PluginRegistry(places)
        let entry = try allowed(name, registry)
        let folder = try entry.checked()
        let own = try context.options.options("options") ?? OptionValues()
        for secret in folder.manifest.secrets {
            guard let value = own.values[secret] else { continue }
            guard case .secret = value.content else {
                throw ServiceError(
                    .configuration,
                    "\(value.origin.map { "\($0): " } ?? "")'\(secret)' is a secret of plug-in '\(name)' and is written in plain text",
                    remedy: "write \(OptionType.secret.expectation)"
                )
            }
        }
        let config = try PluginConfig.value(own)
        return try make(service, id: context.id, folder, places, clock: context.clock) { () throws(ServiceError) in
            // Read at each start, because the user may have removed the plug-in or added a changed version.
            let entry = try allowed(name, registry)
            return try launch(
                try entry.checked(),
                program: entry.program,
                provider: context.id,
                service,
                config: config,
                places
            )
        } resets: {
            (try? registry.entry(name))?.resets ?? 0
        }
    }

    private static func allowed(_ name: String, _ registry: PluginRegistry) throws(ServiceError) -> PluginEntry {
        guard let entry = try registry.entry(name) else {
            let names = ((try? registry.entries())?.entries ?? []).map(\.id)
            throw ServiceError(
                .configuration,
                "plug-in '\(OneLine.text(name))' has not been added\(ClosestMatch.hint(for: name, in: names))",
                remedy: "add one with 'parlance plugin add FOLDER'"
            )
        }
        return entry
    }

    /// Creates a provider for a plug-in.
    ///
    /// - Parameters:
    ///   - service: The service to provide.
    ///   - id: The provider's ID.
    ///   - folder: The plug-in.
    ///   - places: The locations of its cache and its log.
    ///   - clock: The clock for its time limits.
    ///   - prepare: Checks whether the plug-in may be started and returns what to start.
    ///   - resets: Returns how often the user has reset the plug-in.
    /// - Throws: `ServiceError.Code.configuration` when the plug-in does not provide the service.
    package static func make(
        _ service: Service,
        id: ProviderID,
        _ folder: PluginFolder,
        _ places: PluginLocations,
        clock: ServiceClock,
        prepare: @escaping PluginPool.Preparation,
        resets: @escaping @Sendable () -> Int = { 0 }
    ) throws(ServiceError) -> any ServiceProvider {
        let manifest = folder.manifest
        guard let offer = manifest.offer(of: service) else {
            throw ServiceError(
                .configuration,
                "plug-in '\(manifest.id)' does not provide \(service)",
                provider: id,
                remedy: "it provides \(manifest.services.map(\.service.rawValue).joined(separator: ", "))"
            )
        }
        let pool = PluginPool(
            provider: id,
            service: service,
            size: manifest.processes,
            limits: manifest.limits,
            clock: clock,
            hostVersion: places.hostVersion,
            resets: resets,
            prepare: prepare
        )
        let descriptor = ProviderDescriptor(
            id: id,
            kind: "plugin-\(service)",
            version: "\(manifest.id) \(manifest.version) \(folder.manifestHash.prefix(16))",
            service: service,
            // '--offline' excludes plug-ins that use the network.
            locality: manifest.usesNetwork || offer.usesNetwork ? .network : .plugin,
            attribution: offer.attribution,
            licence: offer.licence,
            requestLimits: RequestLimits(
                texts: service == .translation ? offer.textsPerRequest : nil,
                concurrency: offer.concurrency * manifest.processes
            )
        )
        let context = PluginContext(descriptor: descriptor, pool: pool, clock: clock) { () throws(ServiceError) in
            _ = try prepare()
        }
        return switch service {
        case .speech: PluginSpeech(context)
        case .translation: PluginTranslation(context)
        case .sentences: PluginSentences(context)
        case .feedback: PluginFeedback(context)
        }
    }

    /// The launch settings for a plug-in as a provider.
    package static func launch(
        _ folder: PluginFolder,
        program: String,
        provider: ProviderID,
        _ service: Service,
        config: JSONValue,
        _ places: PluginLocations
    ) throws(ServiceError) -> PluginLaunch {
        let manifest = folder.manifest
        try PluginDepth.check(manifest.id)
        let cache = places.caches.map { "\($0)/\(manifest.id)" }
        if let cache { try PrivateFile.makeFolder(cache) }
        return PluginLaunch(
            name: manifest.id,
            program: program,
            arguments: Array(manifest.command.dropFirst()),
            environment: PluginEnvironment.current(also: manifest.environment),
            directory: folder.path,
            provider: provider,
            service: service,
            config: config,
            cacheDirectory: cache,
            logFile: places.log(of: manifest.id),
            memory: manifest.memory
        )
    }
}

/// Encodes a provider's options for the plug-in.
package enum PluginConfig {
    /// The options as an object. It contains secrets, so it is sent to the plug-in but never displayed.
    ///
    /// - Throws: The error of a deferred secret's lookup.
    package static func value(_ options: OptionValues) throws(ServiceError) -> JSONValue {
        var members: [(String, JSONValue)] = []
        for (name, option) in options.values.sorted(by: { $0.key < $1.key }) {
            let isSecret = if case .secret = option.content { true } else { false }
            let value: JSONValue =
                if isSecret, let secret = try options.secret(name) { .string(secret.reveal()) } else {
                    try value(option.content)
                }
            members.append((name, value))
        }
        return .object(members)
    }

    private static func value(_ content: OptionValue.Content) throws(ServiceError) -> JSONValue {
        switch content {
        case .boolean(let truth): .bool(truth)
        case .number(let number): .number(number)
        case .string(let text): .string(text)
        case .strings(let texts): .array(texts.map { .string($0) })
        case .secret(let secret): .string(secret.reveal())
        case .options(let options): try value(options)
        case .price(let price):
            ["perMillionCharacters": .number(price.perMillionCharacters), "currency": .string(price.currency)]
        case .voices(let voices): .array(voices.map { .string($0.id) })
        }
    }
}
