import JSON
public import LanguageServices
import SentenceChecks

/// Example sentences by a plug-in; each is looked at before it is given out.
public struct PluginSentences: SentenceProvider {
    private let context: PluginContext

    /// Creates a provider; nothing is started before the first request.
    package init(_ context: PluginContext) { self.context = context }

    /// What the provider says of itself; from the plug-in's manifest.
    public var descriptor: ProviderDescriptor { context.descriptor }

    /// Ready when the plug-in may be started; it is not started for that.
    public func status() async -> ProviderStatus { await context.status() }

    /// Ends the processes.
    public func shutdown() async { await context.pool.shutdown() }

    /// All sentences of ``sentenceStream(for:)``.
    public func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await sentenceStream(for: request).collect()
    }

    /// Gives sentences as the plug-in sends them.
    public func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        do throws(ServiceError) {
            try ServiceError.checkCancellation(provider: context.id)
            if let problem = await context.pool.problem { throw problem }
            try request.validate()
            guard let language = request.language else {
                throw ServiceError(
                    .invalidRequest,
                    "the language of the word is not said",
                    provider: context.id,
                    remedy: "name it"
                )
            }
            let order = PluginOrder(request, language: language, context)
            return SentenceStream { try await order.next() }
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }
}
