public import HTTPTransport
import Language
public import LanguageServices
import RemoteService

/// Translation by a remote service, or by a local server with the same API.
///
/// Texts are sent as plain text in as few requests as the service allows; several requests may be in progress at the
/// same time. Identical texts are sent once, and blank texts are never sent. Each text has its own result. A request
/// that is refused because of its size is split. If one text causes an unmetered service to fail, only that text fails.
///
/// The provider does not retry failed requests; use policies for that. `docs/how-to/remote.md` lists the data that each
/// service receives.
public struct RemoteTranslation: TranslationProvider {
    /// The provider's description. Its version depends on everything that affects the answers: dialect, address, model,
    /// prompt.
    public let descriptor: ProviderDescriptor

    private let settings: RemoteTranslationSettings
    private let session: ServiceSession
    private let clock: ServiceClock
    private let romanizer = Romanizer()

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which the provider is registered.
    ///   - settings: The service and the connection settings.
    ///   - transport: Sends the requests.
    ///   - clock: The clock used for reports and for the age of cached state.
    ///   - gate: Enforces the user's request limits.
    /// - Throws: `ServiceError.Code.configuration` if the settings are wrong or incomplete.
    public init(
        id: ProviderID = "http-translation",
        settings: RemoteTranslationSettings,
        transport: any HTTPTransport = CurlTransport(),
        clock: ServiceClock = .system,
        gate: RequestGate = .open
    ) throws(ServiceError) {
        let dialect = try id.naming { try settings.makeDialect() }
        descriptor = ProviderDescriptor(
            id: id,
            kind: Self.kindName,
            version: dialect.service.version(
                settings.dialect,
                dialect.version,
                settings.isRich ? "rich" : "",
                settings.level?.rawValue ?? ""
            ),
            service: .translation,
            locality: .network,
            attribution: settings.dialect.attribution
        )
        self.settings = settings
        self.clock = clock
        session = ServiceSession(
            dialect,
            remote: RemoteSession(transport: transport, gate: gate),
            limits: settings.limits,
            clock: clock
        )
    }

    static let kindName = "http-translation"

    /// Ready if the configuration allows requests to be sent. The service is not contacted.
    public func status() async -> ProviderStatus { session.remote.status }

    /// The service's language pairs, requested at most once a day.
    public func languagePairs() async throws -> [LanguagePair] {
        do throws(ServiceError) {
            try session.remote.checkOpen()
            return try await session.languages().pairs
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Translates texts.
    ///
    /// - Throws: `ServiceError` if none of the texts was translated, for example because the service cannot be reached,
    ///   refuses the key or does not support the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        do throws(ServiceError) {
            try session.remote.checkReady()
            guard let target = request.target else {
                throw ServiceError(.invalidRequest, "no target language given", remedy: "specify one")
            }
            guard request.loosestMatch == .gloss else {
                throw ServiceError(
                    .notFound,
                    "services do not report match steps, so requests with a match limit are not sent"
                )
            }
            let job = try await job(for: request, target)
            let plan = TextPlan(request.texts, cutter: cutter(for: job))
            let run = ServiceRun(session: session, job: job, concurrency: settings.concurrency)
            let outcomes = plan.sent.isEmpty ? [] : await run.outcomes(of: plan.sent)
            try ServiceError.checkCancellation()
            if let error = Self.failure(ofAll: outcomes) { throw error }
            let results = plan.outcomes(outcomes).map { result($0, request, target) }
            return TranslationResponse(results: results, report: report(results, plan, clock.now - start))
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Makes later requests fail; requests in progress are not cancelled.
    public func shutdown() async { session.remote.shutDown() }

    // MARK: Parts

    private func job(
        for request: TranslationRequest,
        _ target: LanguageTag
    ) async throws(ServiceError) -> TranslationJob {
        let pair = RequestedPair(source: request.source, target: target)
        let dialect = session.dialect
        let list = dialect.needsList(for: pair) ? try await session.languages() : nil
        let codes = try dialect.codes(for: pair, in: list)
        var context = request.context ?? TranslationContext()
        context.level = context.level ?? settings.level
        return TranslationJob(
            pair: pair,
            source: codes.source,
            target: codes.target,
            isRich: settings.isRich || request.wantsEntries,
            context: context
        )
    }

    private func cutter(for job: TranslationJob) -> TextChunker {
        let dialect = session.dialect
        let limits = session.limits(for: job)
        return TextChunker(
            limit: max(1, limits.size - limits.overhead),
            size: { dialect.size(of: $0) },
            cutsLines: dialect.splitsLines,
            language: job.pair.source?.text
        )
    }

    /// The failure of the whole call, if nothing was translated and all texts failed for the same reason.
    ///
    /// A failure that concerns a single text (not found, too large) is reported only for that text.
    private static func failure(ofAll outcomes: [Outcome]) -> ServiceError? {
        var first: ServiceError?
        var areEqual = true
        for outcome in outcomes {
            guard case .failure(let error) = outcome, error.code == first?.code ?? error.code else { return nil }
            if let first { areEqual = areEqual && error == first }
            // Texts whose outcome is unknown must not be retried together with texts that were definitely not
            // processed.
            if let first, first.outcomeUnknown != error.outcomeUnknown { return nil }
            first = first ?? error
        }
        guard var first else { return nil }
        // A single text with an unknown outcome is enough: the call must not be retried as if nothing had been sent.
        first.outcomeUnknown = outcomes.contains { outcome in
            if case .failure(let error) = outcome { error.outcomeUnknown } else { false }
        }
        return areEqual || ![.notFound, .limitExceeded].contains(first.code) ? first : nil
    }

    private func result(
        _ outcome: Outcome,
        _ request: TranslationRequest,
        _ target: LanguageTag
    ) -> Result<Translation, ServiceError> {
        switch outcome {
        case .failure(let error): return .failure(ServiceError(error, provider: descriptor.id))
        case .success(let answer):
            var translation = Translation(
                text: answer.text,
                alternatives: answer.alternatives,
                provider: descriptor.id,
                partOfSpeech: answer.partOfSpeech,
                source: request.source == nil ? answer.source : nil,
                notes: answer.notes,
                remarks: answer.remarks,
                difficulty: answer.difficulty
            )
            if request.romanizes {
                translation.romanization =
                    answer.romanization ?? romanizer.romanization(of: answer.text, language: target.text)
            }
            return .success(translation)
        }
    }

    private func report(
        _ results: [Result<Translation, ServiceError>],
        _ plan: TextPlan,
        _ duration: Duration
    ) -> ServiceReport {
        var first: ServiceError?
        var answered = 0
        for result in results {
            switch result {
            case .success: answered += 1
            case .failure(let error): first = first ?? error
            }
        }
        var report = ServiceReport.answered(by: descriptor.id, in: duration)
        if let first { report.note(answered > 0 ? .partlyAnswered : .failed, first) }
        if plan.splitCount > 0 {
            let texts = plan.splitCount == 1 ? "a text was" : "\(plan.splitCount) texts were"
            report.notices.append("\(texts) too large for one request, translated in parts")
        }
        if session.hasGuessedTokens { report.notices.append(TokenCount.notice) }
        return report
    }
}

extension RemoteTranslation {
    /// The provider kind `http-translation`, to register with a `ServiceRegistry`.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .translation,
        summary:
            "Translation by a service: LibreTranslate, DeepL, Google, Microsoft, Apertium, a language model",
        options: [
            .dialect(RemoteTranslationDialect.self), .url, .key,
            OptionDescription("region", .string, "microsoft: the region of the resource, such as westeurope"),
            OptionDescription("model", .string, "openai: the name of the model"),
            OptionDescription("promptFile", .string, "openai: a file with a custom prompt"),
            OptionDescription("rich", .boolean, "openai: remarks, alternatives and difficulty for every translation"),
            OptionDescription(
                "level",
                .choice(LearnerLevel.allCases.map(\.rawValue)),
                "openai: the learner's level in the target language"
            ),
            OptionDescription(
                "stream",
                .boolean,
                "openai: false for a server that cannot stream its answers"
            ),
            OptionDescription("languages", .strings, "openai: the model's languages, instead of the defaults"),
            .requestSeconds("Time limit for one request in seconds; default 60, or 180 for openai"),
        ] + OptionDescription.tokenBudgets(for: "openai"),
        settings: settings,
        provider: RemoteTranslation.init
    )

    /// Options that only one dialect supports.
    private static let dialectOptions: [String: RemoteTranslationDialect] = [
        "region": .microsoft, "model": .openai, "promptFile": .openai, "rich": .openai, "level": .openai,
        "languages": .openai, "stream": .openai, "tokensPerDay": .openai, "tokensPerMonth": .openai,
    ]

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteTranslationSettings {
        let options = context.options
        let dialect: RemoteTranslationDialect = try context.dialect()
        try context.check(dialectOptions, for: dialect)
        var settings = RemoteTranslationSettings(
            dialect: dialect,
            url: try options.string("url"),
            key: try options.secret("key"),
            region: try options.string("region"),
            model: try options.string("model")
        )
        settings.isRich = try options.boolean("rich") ?? false
        settings.level = try options.string("level").flatMap(LearnerLevel.init)
        settings.streams = try options.boolean("stream") ?? true
        settings.requestTime = try context.requestTime
        if let count = context.gate.limits.concurrentRequests { settings.concurrency = count }
        settings.prompt = try context.prompt("promptFile")
        for text in try options.strings("languages") ?? [] {
            guard let tag = LanguageTag(text) else {
                throw ServiceError(
                    .configuration,
                    "'languages' of provider '\(context.id)': '\(text.prefix(40))' is not a language tag",
                    provider: context.id,
                    remedy: "use tags such as en or pt-BR"
                )
            }
            settings.languages.append(tag)
        }
        return settings
    }
}
