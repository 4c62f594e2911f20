import JSON
public import LanguageServices
import Platform

/// Translation by a plug-in.
public struct PluginTranslation: TranslationProvider {
    private let context: PluginContext

    /// Creates a provider; nothing is started before the first request.
    package init(_ context: PluginContext) { self.context = context }

    /// What the provider says of itself; from the plug-in's manifest.
    public var descriptor: ProviderDescriptor { context.descriptor }

    /// Ready when the plug-in may be started; it is not started for that.
    public func status() async -> ProviderStatus { await context.status() }

    /// Ends the processes.
    public func shutdown() async { await context.pool.shutdown() }

    /// The pairs of the plug-in, each once.
    public func languagePairs() async throws -> [LanguagePair] {
        do throws(ServiceError) {
            let exchange = PluginExchange(context.pool, "translation.pairs") { _ in [:] }
            guard let nodes = try await exchange.result()["pairs"]?.elements else {
                throw context.violation("did not list its pairs of languages")
            }
            var seen = Set<LanguagePair>()
            var pairs: [LanguagePair] = []
            for node in nodes {
                guard let source = node["source"]?.string.flatMap({ LanguageTag($0) }),
                    let target = node["target"]?.string.flatMap({ LanguageTag($0) })
                else { throw context.violation("has a pair of languages that are no language tags") }
                let pair = LanguagePair(source: source, target: target)
                if seen.insert(pair).inserted { pairs.append(pair) }
            }
            return pairs
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }

    /// Translates a batch, in requests as large as the plug-in takes.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        do throws(ServiceError) {
            try ServiceError.checkCancellation(provider: context.id)
            if let problem = await context.pool.problem { throw problem }
            let start = context.clock.now
            var results: [Result<Translation, ServiceError>] = []
            var retries = 0
            guard request.furthestStep == .gloss else {
                // A plug-in does not say by which step it has found something.
                let miss = ServiceError(
                    .notFound,
                    "a plug-in cannot say how it has found a translation, and only '\(request.furthestStep.rawValue)' is wanted",
                    provider: context.id
                )
                results = request.texts.map { _ in .failure(miss) }
                return TranslationResponse(results: results, report: await context.report(since: start, retries: 0))
            }
            while results.count < request.texts.count {
                let first = results.count
                let batch = PluginBatch(request, from: first, context)
                let (answers, more) = try await batch.translate()
                results += answers
                retries += more
            }
            return TranslationResponse(results: results, report: await context.report(since: start, retries: retries))
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }
}
