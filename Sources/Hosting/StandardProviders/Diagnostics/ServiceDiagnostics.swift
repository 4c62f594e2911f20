import FeedbackPatterns
import LanguageServices
import RemoteState
import ServiceClient
import ServiceConfiguration
import ServiceRegistry

// MARK: - The configuration and its providers

extension Diagnostics {
    func services() async -> [Finding] {
        let registry = host.emptyRegistry()
        let found = await registry.load(configuration.registry)
        // The problem of a provider whose service is known is reported below, with its status.
        let shownBelow = Set(found.filter { $0.service != nil && $0.error.provider != nil }.map(\.error))
        let read = Set(configuration.problems)
        let others = configuration.problems + found.map(\.error).filter { !read.contains($0) }
        var findings = others.filter { !shownBelow.contains($0) }.map { Finding("configuration", .missing, $0) }
        if findings.isEmpty {
            let files = configuration.layers.compactMap(\.source.readFile)
            let detail = files.isEmpty ? "built-in defaults, no file" : files.joined(separator: ", ")
            findings = [Finding("configuration", .ok, detail)]
        }
        if configuration.registry.isOffline == true {
            let origin = configuration.registry.offlineOrigin.map { " (\($0))" } ?? ""
            findings.append(Finding("offline", .ok, "nothing is sent over the network\(origin)"))
        }
        if let budgets = await budgets() { findings.append(budgets) }
        for service in Service.allCases {
            findings += await providers(of: service, in: registry)
        }
        findings.append(await speech(registry))
        findings.append(await translation(registry))
        return findings
    }

    /// Whether usage can be counted; `nil` if no provider has a budget.
    private func budgets() async -> Finding? {
        let count = configuration.registry.providers.count { ((try? $0.budgets()) ?? []).isEmpty == false }
        guard count > 0 else { return nil }
        do {
            let usage = host.usage
            _ = try await usage.usage(in: [UsagePeriod(.day, at: usage.secondsSince1970)])
            let owners = count == 1 ? "a provider" : "\(count) providers"
            return Finding("budgets", .ok, "of \(owners), usage recorded in \(data.usageFile ?? "")")
        } catch {
            return Finding("budgets", .missing, error)
        }
    }

    // MARK: Providers

    /// Whether the providers of a service are ready.
    private func providers(of service: Service, in registry: ServiceRegistry) async -> [Finding] {
        var statuses: [(descriptor: ProviderDescriptor, detail: String, status: ProviderStatus)] = []
        for provider in await registry.providers(of: service) {
            let facts: String? =
                if let directions = await directions(of: provider) { directions } else { await player(of: provider) }
            let isRemote = provider.descriptor.locality == .network
            let detail = facts.map { "ready, \($0)" } ?? (isRemote ? "ready, not contacted" : "ready")
            statuses.append((provider.descriptor, detail, await provider.status()))
        }
        let inUse = registry.providersInUse(for: service)
        let serves = statuses.contains { inUse.contains($0.descriptor.id) && !Self.isMissing($0.status) }
        // An external provider in the built-in configuration is optional.
        let isBuiltIn = configuration.registry.services[service]?.useOrigin == ConfigurationLayer.builtInOrigin
        return statuses.map { descriptor, detail, status in
            let name = "\(service): \(descriptor.id)"
            switch status {
            case .ready: return Finding(name, .ok, detail)
            case .degraded(let reason, let remedy): return Finding(name, .warning, reason, remedy: remedy)
            case .unavailable(let reason, let remedy):
                let isOptional = serves && isBuiltIn && descriptor.locality != .inProcess
                return Finding(
                    name,
                    isOptional ? .ok : serves ? .warning : .missing,
                    isOptional ? "optional: \(reason)" : reason,
                    remedy: remedy
                )
            }
        }
    }

    private static func isMissing(_ status: ProviderStatus) -> Bool {
        if case .unavailable = status { true } else { false }
    }

    /// The language pairs of a provider, or their number if there are many. Remote services are not queried.
    private func directions(of provider: any ServiceProvider) async -> String? {
        guard provider.descriptor.locality != .network, let provider = provider as? any TranslationProvider,
            let pairs = try? await provider.languagePairs(),
            !pairs.isEmpty
        else { return nil }
        guard pairs.count <= 6 else { return "\(pairs.count) directions" }
        return pairs.map { "\($0.source) → \($0.target)" }.joined(separator: ", ")
    }

    /// The first usable playback route of a pattern provider; `nil` for other providers.
    private func player(of provider: any ServiceProvider) async -> String? {
        guard let patterns = provider as? FeedbackPatterns,
            let best = await patterns.capabilities().first(where: \.isUsable)
        else { return nil }
        return "plays through \(best.route): \(best.text)"
    }

    // MARK: Trials

    /// Excludes remote services from the trial, which must not send anything or incur costs.
    ///
    /// - Returns: A finding that nothing can be tried, if no provider is left.
    private func keepLocal(_ service: Service, in registry: ServiceRegistry, name: String, verb: String) async
        -> Finding?
    {
        let inUse = registry.providersInUse(for: service)
        let remote = await registry.providers(of: service).map(\.descriptor).filter { $0.locality == .network }.map(
            \.id
        )
        let local = inUse.filter { !remote.contains($0) }
        guard local.count < inUse.count else { return nil }
        guard !local.isEmpty, (try? registry.use(local, for: service)) != nil else {
            return Finding(name, .ok, "not tried, because it would contact a remote service; try '\(verb)'")
        }
        return nil
    }

    /// Speaks a word with the configured settings. This tests more than a check of the files would.
    private func speech(_ registry: ServiceRegistry) async -> Finding {
        let name = "a spoken word"
        if let finding = await keepLocal(.speech, in: registry, name: name, verb: "parlance speak one") {
            return finding
        }
        do {
            let recording = try await registry.speech().synthesize(SpeechRequest(text: "one")).collect()
            let provider = recording.report.answeredBy.map { " by \($0)" } ?? ""
            return Finding(name, .ok, "\(Self.shown(recording.duration))\(provider)")
        } catch {
            var finding = Finding(name, .missing, error)
            if ServiceError(error).code == .invalidRequest {
                finding.remedy = "reinstall the package espeak-ng-data"
            }
            return finding
        }
    }

    private static func shown(_ duration: Duration) -> String {
        let hundredths = Int((duration / .milliseconds(10)).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    /// Translates a word with the configured settings. This tests more than a check of the files would.
    private func translation(_ registry: ServiceRegistry) async -> Finding {
        let name = "a translated word"
        let word = "water"
        if let finding = await keepLocal(.translation, in: registry, name: name, verb: "parlance translate \(word)") {
            return finding
        }
        do {
            let provider = try await registry.translation()
            let pairs = try await provider.languagePairs().filter {
                $0.source.language == "en" && $0.target.language != "en"
            }
            let wanted = try configuration.registry.services[.translation]?.options.languageTag("to")
            guard let pair = pairs.first(where: { $0.target.language == wanted?.language }) ?? pairs.first else {
                return Finding(name, .ok, "not tried: no provider translates from English")
            }
            let request = TranslationRequest(texts: [word], source: pair.source, target: pair.target)
            guard let translation = try await provider.translate(request).results.first?.get() else {
                throw ServiceError(.protocolViolation, "no answer for '\(word)'")
            }
            return Finding(
                name,
                .ok,
                "\(word) is '\(translation.text)' in \(pair.target), by \(translation.provider)"
            )
        } catch {
            return Finding(name, .warning, error)
        }
    }
}
