import JSON
package import LanguageServices
import Platform

/// Translation with a plug-in.
package struct PluginTranslation: PluginProvider, TranslationProvider {
    /// The state that the providers of all services share.
    package let context: PluginContext

    /// Creates a provider.
    package init(_ context: PluginContext) { self.context = context }

    /// The plug-in's distinct language pairs.
    package func languagePairs() async throws -> [LanguagePair] {
        do throws(ServiceError) {
            let exchange = PluginExchange(context.pool, "translation.pairs") { _ in [:] }
            guard let nodes = try await exchange.result()["pairs"]?.elements else {
                throw context.violation("did not list its language pairs")
            }
            var seen = Set<LanguagePair>()
            var pairs: [LanguagePair] = []
            for node in nodes {
                guard let source = node["source"]?.string.flatMap({ LanguageTag($0) }),
                    let target = node["target"]?.string.flatMap({ LanguageTag($0) })
                else { throw context.violation("has a language pair with an invalid language tag") }
                let pair = LanguagePair(source: source, target: target)
                if seen.insert(pair).inserted { pairs.append(pair) }
            }
            return pairs
        } catch {
            throw ServiceError(error, provider: context.id)
        }
    }

    /// Translates a batch in requests no larger than the plug-in accepts.
    package func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try await perform {
            let start = context.clock.now
            var results: [Result<Translation, ServiceError>] = []
            var retries = 0
            guard request.loosestMatch == .gloss else {
                // A plug-in does not report the kind of match that it found.
                let miss = ServiceError(
                    .notFound,
                    "plug-ins do not report match types, which '--match \(request.loosestMatch.rawValue)' requires",
                    provider: context.id
                )
                results = request.texts.map { _ in .failure(miss) }
                let report = await context.report(context.clock.now - start, retries: 0)
                return TranslationResponse(results: results, report: report)
            }
            while results.count < request.texts.count {
                let batch = PluginBatch(request: request, first: results.count, context: context)
                let (answers, more) = try await batch.translate()
                results += answers
                retries += more
            }
            let report = await context.report(context.clock.now - start, retries: retries)
            return TranslationResponse(results: results, report: report)
        }
    }
}

/// The texts of one request to the plug-in.
struct PluginBatch {
    let request: TranslationRequest
    /// The index of the first text.
    let first: Int
    let context: PluginContext

    /// The approximate maximum total size of the texts in a request, in bytes. It leaves room for escaping within the
    /// maximum line length.
    private static let maximumBytes = 128 << 10

    /// - Returns: The results for the texts that were sent, at least one, and the number of times the request was
    ///   resent.
    func translate() async throws(ServiceError) -> (results: [Result<Translation, ServiceError>], retries: Int) {
        let (request, first) = (request, first)
        let exchange = PluginExchange(context.pool, "translation.translate") { offer in
            Self.params(request, Self.texts(request.texts[first...], offer))
        }
        let offer = try await exchange.begin()
        let count = Self.texts(request.texts[first...], offer).count
        let result = try await exchange.result()
        guard let nodes = result["results"]?.elements else { throw context.violation("sent no results") }
        guard nodes.count == count else {
            throw context.violation("sent \(nodes.count) results for \(count) texts")
        }
        return (try nodes.map { node throws(ServiceError) in try self.result(node) }, exchange.retries)
    }

    private static func texts(_ rest: ArraySlice<String>, _ offer: ServiceOffer) -> ArraySlice<String> {
        var bytes = 0
        let count = rest.prefix(offer.textsPerRequest).prefix { text in
            bytes += text.utf8.count
            return bytes <= maximumBytes
        }.count
        return rest.prefix(max(1, count))
    }

    private static func params(_ request: TranslationRequest, _ texts: ArraySlice<String>) -> JSONValue {
        var members: [(String, JSONValue)] = [("texts", .array(texts.map { .string($0) }))]
        if let source = request.source { members.append(("source", .string(source.text))) }
        if let target = request.target { members.append(("target", .string(target.text))) }
        if let part = request.partOfSpeech { members.append(("partOfSpeech", .string(part.rawValue))) }
        if request.romanizes { members.append(("romanize", true)) }
        if !request.wantsAlternatives { members.append(("alternatives", false)) }
        return .object(members)
    }

    private func result(_ node: JSONNode) throws(ServiceError) -> Result<Translation, ServiceError> {
        if let error = node["error"] {
            do throws(FrameFault) {
                return .failure(try WireError.read(error, id: nil, provider: context.id))
            } catch {
                throw context.violation(error.text)
            }
        }
        guard let text = node["text"]?.string else {
            throw context.violation("sent a result with neither 'text' nor 'error'")
        }
        return .success(
            Translation(
                text: text,
                alternatives: request.wantsAlternatives ? try texts(node["alternatives"], "alternatives") : [],
                provider: context.id,
                partOfSpeech: node["partOfSpeech"]?.string.map { PartOfSpeech(rawValue: OneLine.text($0)) },
                romanization: node["romanization"]?.string,
                source: node["source"]?.string.flatMap { LanguageTag($0) },
                notes: try texts(node["notes"], "notes").map { OneLine.text($0) },
                difficulty: node["difficulty"]?.string.flatMap(LearnerLevel.init)
            )
        )
    }

    private func texts(_ node: JSONNode?, _ name: String) throws(ServiceError) -> [String] {
        guard let node, !node.isNull else { return [] }
        guard let elements = node.elements else { throw context.violation("sent '\(name)', which is not an array") }
        let texts = elements.compactMap(\.string)
        guard texts.count == elements.count else {
            throw context.violation("sent '\(name)' with elements that are not strings")
        }
        return texts
    }
}
