import JSON
import LanguageServices
package import LanguageServicesTesting

/// Starts the plug-in in a folder, even if it has not been added, and runs the conformance suites on it.
package struct PluginTrial: Sendable {
    private let folder: PluginFolder
    private let places: PluginLocations

    /// Prepares a trial without starting the plug-in.
    package init(_ folder: PluginFolder, _ places: PluginLocations) {
        self.folder = folder
        self.places = places
    }

    /// Runs the suite of each service that the plug-in provides.
    ///
    /// - Parameter show: Called with the report of each suite when the suite finishes.
    /// - Returns: Whether all checks passed.
    package func run(_ show: (ConformanceReport) throws -> Void) async throws -> Bool {
        try folder.checkFiles(isThorough: true)
        let program = try folder.program(path: places.search)
        try PluginFolder.checkProgram(program)
        var isPassed = true
        for offer in folder.manifest.services {
            let (service, folder, places) = (offer.service, folder, places)
            let id = ProviderID(rawValue: folder.manifest.id)
            let provider = try PluginKinds.make(service, id: id, folder, places, clock: .system) {
                () throws(ServiceError) in
                try PluginKinds.launch(folder, program: program, provider: id, service, config: [:], places)
            }
            let report = try await report(on: provider, offer)
            // The last check of a suite shuts the provider down, but an interrupted suite does not reach it.
            await provider.shutdown()
            try show(report)
            isPassed = isPassed && report.isPassed
        }
        return isPassed
    }

    private func report(on provider: any ServiceProvider, _ offer: ServiceOffer) async throws -> ConformanceReport {
        let limit = folder.manifest.limits.start + .seconds(60)
        let language = offer.languages.first?.text ?? "en"
        func text(_ name: String, or usual: String) -> String { member(name, of: offer.service)?.text ?? usual }
        switch provider {
        case let speech as any SpeechProvider:
            let sample = SpeechSample(text: text("text", or: "one two three"), language: text("language", or: language))
            return await SpeechConformance(sample: sample, timeLimit: limit).check(speech)
        case let translation as any TranslationProvider:
            let pair = try await translation.languagePairs().first
            let sample = TranslationSample(
                texts: member("texts", of: .translation)?.texts ?? ["water", "dog"],
                source: text("source", or: pair?.source.text ?? language),
                target: text("target", or: pair?.target.text ?? "es")
            )
            return await TranslationConformance(sample: sample, timeLimit: limit).check(translation)
        case let sentences as any SentenceProvider:
            let sample = SentenceSample(word: text("word", or: "water"), language: text("language", or: language))
            return await SentenceConformance(sample: sample, timeLimit: limit).check(sentences)
        case let feedback as any FeedbackProvider:
            let sample = FeedbackSample(event: text("event", or: "success"))
            return await FeedbackConformance(sample: sample, timeLimit: limit).check(feedback)
        default:
            throw ServiceError(.unsupported, "no test suite for this service")
        }
    }

    private func member(_ name: String, of service: Service) -> JSONValue? {
        guard case .object(let members)? = folder.manifest.samples[service] else { return nil }
        return members.first { $0.0 == name }?.1
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    fileprivate var texts: [String]? {
        guard case .array(let elements) = self else { return nil }
        return elements.compactMap(\.text)
    }
}
