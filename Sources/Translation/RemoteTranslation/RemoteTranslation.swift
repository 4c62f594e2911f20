public import HTTPTransport
import Language
public import LanguageServices
import RemoteService

/// Translation by a service on a network, or by a server on this machine that speaks like one.
///
/// Texts are sent as plain text, in as few requests as the service allows and a few at a time; equal texts are sent once, blank
/// ones never. Each text has its own result: when a service refuses a request for its size it gets smaller ones, and when one
/// text breaks a server that does not count what it is asked, that text alone fails.
///
/// Nothing is sent again because it failed: that is what policies are for. `docs/how-to/remote.md` says what each service gets to see.
public struct RemoteTranslation: TranslationProvider {
    /// What the provider says of itself. The version tells apart what answers differently: dialect, address, model, prompt.
    public let descriptor: ProviderDescriptor

    private let settings: RemoteTranslationSettings
    private let session: ServiceSession
    private let clock: ServiceClock
    private let romanizer = Romanizer()

    /// Creates a provider. Nothing is sent before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - settings: How the service is reached.
    ///   - transport: What sends requests.
    ///   - clock: The clock for reports and for the age of what is remembered.
    ///   - gate: Keeps the limits of the user on what is sent.
    /// - Throws: `ServiceError.Code.configuration` when the settings are wrong or incomplete.
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

    /// Ready when requests can be sent at all; the service itself is not asked, and nothing is loaded.
    public func status() async -> ProviderStatus { session.remote.status }

    /// The pairs of the service, which is asked for them once a day.
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
    /// - Throws: `ServiceError` when nothing that was sent was translated: the service was not reached, refuses the key, has not
    ///   the languages.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        do throws(ServiceError) {
            try session.remote.checkReady()
            guard let target = request.target else {
                throw ServiceError(.invalidRequest, "the request names no language to translate to", remedy: "name one")
            }
            guard request.loosestMatch == .gloss else {
                throw ServiceError(
                    .notFound,
                    "a service does not tell by which step it finds a text, so with a limit of the search it is not asked"
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

    /// A later request fails; what is under way is not cut off.
    public func shutdown() async { session.remote.shutDown() }

    // MARK: Parts

    private func job(
        for request: TranslationRequest,
        _ target: LanguageTag
    ) async throws(ServiceError) -> TranslationJob {
        let pair = WantedPair(source: request.source, target: target)
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
            cutsLines: dialect.cutsLines,
            language: job.pair.source?.text
        )
    }

    /// The failure of the whole call: nothing was translated, and every text has one and the same reason for it.
    ///
    /// What is known of a single text (that it was not found, that it is too large) stays with the text.
    private static func failure(ofAll outcomes: [Outcome]) -> ServiceError? {
        var first: ServiceError?
        var areEqual = true
        for outcome in outcomes {
            guard case .failure(let error) = outcome, error.code == first?.code ?? error.code else { return nil }
            if let first { areEqual = areEqual && error == first }
            // What may have been done must not be asked for again with what surely was not.
            if let first, first.outcomeUnknown != error.outcomeUnknown { return nil }
            first = first ?? error
        }
        guard var first else { return nil }
        // One that may have been done is enough: the call as a whole is not to be made again as if nothing had been sent.
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
        if plan.cutCount > 0 {
            let texts = plan.cutCount == 1 ? "a text was" : "\(plan.cutCount) texts were"
            report.notices.append("\(texts) larger than one request may be, and translated in parts")
        }
        if session.hasGuessedTokens { report.notices.append(TokenCount.notice) }
        return report
    }
}

extension RemoteTranslation {
    /// The kind `http-translation`, for a registry.
    public static let kind = ProviderKind.remote(
        name: kindName,
        service: .translation,
        summary:
            "Translation by a service: LibreTranslate, DeepL, Google, Microsoft, Apertium, a model",
        options: [
            .dialect(RemoteTranslationDialect.self), .url, .key,
            OptionDescription("region", .string, "microsoft: the region of the resource, such as westeurope"),
            OptionDescription("model", .string, "openai: the name of the model"),
            OptionDescription("promptFile", .string, "openai: a file with a prompt of your own"),
            OptionDescription("rich", .boolean, "openai: remarks, alternatives and difficulty with every translation"),
            OptionDescription(
                "level",
                .choice(LearnerLevel.allCases.map(\.rawValue)),
                "openai: how well the reader knows the language to translate to"
            ),
            OptionDescription(
                "stream",
                .boolean,
                "openai: false for a server that cannot send an answer while writing it"
            ),
            OptionDescription("languages", .strings, "openai: the languages of the model, instead of the usual ones"),
            .requestSeconds("How long the service may take for one request; 60, and 180 for openai"),
        ] + OptionDescription.tokenBudgets(for: "openai"),
        settings: settings,
        provider: RemoteTranslation.init
    )

    /// The options that only one dialect understands.
    private static let ofOneDialect: [String: RemoteTranslationDialect] = [
        "region": .microsoft, "model": .openai, "promptFile": .openai, "rich": .openai, "level": .openai,
        "languages": .openai, "stream": .openai, "tokensPerDay": .openai, "tokensPerMonth": .openai,
    ]

    private static func settings(_ context: ProviderContext) throws(ServiceError) -> RemoteTranslationSettings {
        let options = context.options
        let dialect: RemoteTranslationDialect = try context.dialect()
        try context.check(ofOneDialect, for: dialect)
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
                    "'languages' of provider '\(context.id)' holds '\(text.prefix(40))', which is no language tag",
                    provider: context.id,
                    remedy: "write tags such as en or pt-BR"
                )
            }
            settings.languages.append(tag)
        }
        return settings
    }
}
