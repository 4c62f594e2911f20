import Audio
import JSON
public import LanguageServices

/// Speech by a plug-in.
///
/// What the plug-in does not do is done to its sound here, as far as that can be done well: speed, pitch and volume. Marks,
/// gaps between words, pronunciations and the promise of the same bytes are `ServiceError.Code.unsupported` unless the plug-in has named the feature.
public struct PluginSpeech: SpeechProvider {
    private let context: PluginContext

    /// The most characters of a text.
    private static let longestText = 100_000

    /// Creates a provider; nothing is started before the first request.
    package init(_ context: PluginContext) { self.context = context }

    /// What the provider says of itself; from the plug-in's manifest.
    public var descriptor: ProviderDescriptor { context.descriptor }

    /// Ready when the plug-in may be started; it is not started for that.
    public func status() async -> ProviderStatus { await context.status() }

    /// Ends the processes.
    public func shutdown() async { await context.pool.shutdown() }

    /// The voices of the plug-in.
    public func voices(matching query: VoiceQuery) async throws -> [Voice] {
        do throws(ServiceError) {
            var members: [(String, JSONValue)] = []
            if let language = query.language { members.append(("language", .string(language.text))) }
            if let gender = query.gender { members.append(("gender", .string(gender.rawValue))) }
            let params = JSONValue.object(members)
            let exchange = PluginExchange(context.pool, "speech.voices") { _ in params }
            let result = try await exchange.result()
            guard let voices = result["voices"]?.elements else { throw context.violation("did not list its voices") }
            return try voices.map { node throws(ServiceError) in try VoiceReading.voice(node, context) }
                .filter(query.matches)
                .sorted(by: VoiceReading.precedes)
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }

    /// Speaks a text.
    ///
    /// - Throws: `ServiceError`: `ServiceError.Code.invalidRequest` for what nobody could speak,
    ///   `ServiceError.Code.limitExceeded` for more than 100,000 Unicode scalars. All else the stream throws.
    public func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        do throws(ServiceError) {
            try ServiceError.checkCancellation(provider: context.id)
            if let problem = await context.pool.problem { throw problem }
            try request.validate()
            guard request.text.unicodeScalars.count <= Self.longestText else {
                throw ServiceError(
                    .limitExceeded,
                    "the text has more than \(Self.longestText) characters",
                    remedy: "speak it in parts, for example one paragraph a line"
                )
            }
            let utterance = PluginUtterance(request, context)
            return SpeechStream { try await utterance.next() }
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }
}
