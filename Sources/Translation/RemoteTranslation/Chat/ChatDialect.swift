import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// A language model accessed through the OpenAI chat completions API.
///
/// The texts are sent as JSON keyed by ids. The answer is an object with the same ids, and every member is validated. A
/// feature that the server does not support (a schema, a temperature) is omitted from then on.
struct ChatDialect: Dialect {
    let service: ServiceIdentity
    private let model: String
    private let prompt: ChatPrompt
    private let languages: [LanguageTag]
    private var sendsSchema = true
    private var sendsTemperature = true
    private(set) var streams: Bool
    /// Whether a stream should report the number of tokens used.
    private var asksForCount = false

    static let defaultAddress = "https://api.openai.com/v1"

    init(
        _ address: ServiceAddress,
        key: Secret?,
        model: String,
        prompt: ChatPrompt,
        languages: [LanguageTag],
        streams: Bool
    ) {
        service = ServiceIdentity(name: "the model \(model)", address: address, key: key)
        self.model = model
        self.prompt = prompt
        self.languages = languages
        self.streams = streams
    }

    let isMetered = true
    let retriesMalformedAnswers = true

    var version: String {
        let name = prompt.isCustom ? StableHash.hexadecimal(prompt.template) : String(ChatPrompt.version)
        return "\(model) prompt \(name)"
    }

    func limits(for job: TranslationJob) -> BatchLimits {
        job.isRich ? BatchLimits(texts: 8, size: 2000) : BatchLimits(texts: 20, size: 4000)
    }

    // MARK: Request

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        let ids = Self.ids(texts)
        var message: [(String, JSONValue)] = [
            ("texts", .object(zip(ids, texts).map { ($0, .string(ChatText.cleaned($1))) }))
        ]
        let context = (job.context?.previousMessages ?? []).suffix(10).map { String(ChatText.cleaned($0).prefix(1000)) }
            .filter { !BlankText.isBlank($0) }
        if !context.isEmpty { message.insert(("context", .array(context.map { .string($0) })), at: 0) }
        var members: [(String, JSONValue)] = [
            ("model", .string(model)),
            (
                "messages",
                [
                    ["role": "system", "content": .string(systemText(job))],
                    ["role": "user", "content": .string(JSONWriter.string(.object(message)))],
                ]
            ),
        ]
        if sendsTemperature { members.append(("temperature", 0)) }
        if streams { members.append(("stream", true)) }
        if streams, asksForCount { members.append(("stream_options", ["include_usage": true])) }
        if sendsSchema { members.append(("response_format", ChatSchema.responseFormat(ids: ids, job))) }
        return service.post(service.openAIAddress("/chat/completions"), members, secretHeaders: service.bearer)
    }

    private func systemText(_ job: TranslationJob) -> String {
        prompt.text(
            source: job.pair.source.map(LanguageNames.name),
            target: LanguageNames.name(of: job.pair.target),
            job
        )
    }

    private static func ids(_ texts: [String]) -> [String] { (1...max(1, texts.count)).map { "t\($0)" } }

    // MARK: Answer

    func whole(_ stream: HTTPStream, of texts: [String], _ job: TranslationJob, idleTimeout: Duration) async throws
        -> HTTPResponse
    {
        guard streams else { return try await stream.collect() }
        let maximumLength = ChatAnswer.maximumLength(for: texts, job)
        return try await ChatStream(
            service: service,
            maximumLength: maximumLength,
            idleTimeout: idleTimeout,
            readsCount: asksForCount
        )
        .whole(stream)
    }

    // MARK: Tokens

    func countingTokens() -> any Dialect {
        var counting = self
        counting.asksForCount = true
        return counting
    }

    /// The model repeats each text, and uses about as many tokens again for the translation and its JSON member.
    func estimatedTokens(of request: HTTPRequest, for texts: [String], _ job: TranslationJob) -> Int {
        let read = TokenGuess(String(decoding: request.body ?? [], as: UTF8.self)).count
        let written = texts.reduce(0) { $0 + 2 * TokenGuess($1).count + 20 + (job.isRich ? 150 : 0) }
        return read + written
    }

    func tokens(in response: HTTPResponse) -> TokenCount {
        var count = TokenCount()
        count.report(service.failureJSON(response)?["usage"])
        return count
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        let json = try service.json(response)
        // Proxies may return status 200 and report a failure in the body.
        if let error = json["error"], !error.isNull {
            throw Self.refusal(ModelFailure(inGoodAnswer: response, of: service))
        }
        guard let choice = json["choices"]?.elements?.first, let message = choice["message"] else {
            throw service.malformed("without a message")
        }
        if let words = message["refusal"]?.string, !BlankText.isBlank(words) { return try declined(words, texts) }
        switch choice["finish_reason"]?.string {
        case "length"?:
            throw Refusal(
                service.error(
                    .limitExceeded,
                    "reached its context limit before the end of the answer",
                    remedy: "shorten the text, or use a larger context for the model"
                ),
                .smaller()
            )
        case "content_filter"?: return try declined("its content filter blocked the answer", texts)
        default: break
        }
        let answer = ChatAnswer(service: service, prompt: systemText(job), job: job)
        let content = Self.content(message)
        let object = answer.object(in: content)
        let cleaned = texts.map(ChatText.cleaned)
        return zip(zip(Self.ids(texts), texts), cleaned).map { pair, sent in
            answer.outcome(object?[pair.0], of: pair.1, sent: sent, isAlone: texts.count == 1)
        }
    }

    private static func content(_ message: JSONNode) -> String {
        if let text = message["content"]?.string { return text }
        return (message["content"]?.elements ?? []).compactMap { $0["text"]?.string }.joined()
    }

    /// A model that declines one text declines the whole group, so the texts are then sent separately.
    private func declined(_ words: String, _ texts: [String]) throws(Refusal) -> [Outcome] {
        let error = service.error(
            .notFound,
            "declines to translate the text",
            words: words,
            remedy: "use another provider"
        )
        guard texts.count == 1 else { throw Refusal(error, .smaller()) }
        return [.failure(error)]
    }

    // MARK: Failures

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        // A proxy's failure cannot be distinguished from the model's, and it is unknown whether the request was billed.
        Self.refusal(ModelFailure(response, of: service))
    }

    private static func refusal(_ failure: ModelFailure) -> Refusal {
        Refusal(failure.error, failure.isTooLarge ? .smaller() : .final)
    }

    func adapted(to response: HTTPResponse) -> (any Dialect)? {
        guard [400, 422].contains(response.status) else { return nil }
        let folded = service.complaint(in: response)
        var adapted = self
        if streams, asksForCount, folded.contains("stream_options") || folded.contains("include_usage") {
            adapted.asksForCount = false
        } else if streams, folded.contains("stream") {
            adapted.streams = false
        } else if sendsTemperature, folded.contains("temperature") {
            adapted.sendsTemperature = false
        } else if sendsSchema,
            ["response_format", "json_schema", "grammar", "sampler"].contains(where: folded.contains)
        {
            adapted.sendsSchema = false
        } else {
            return nil
        }
        return adapted
    }

    // MARK: Languages

    private var known: [LanguageTag] { languages.isEmpty ? LanguageNames.all : languages }

    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        for tag in [pair.source, pair.target].compactMap({ $0 }) {
            let isThere =
                languages.isEmpty
                ? LanguageNames.isKnown(tag) : languages.contains { LanguageDistance.between(tag, $0) != nil }
            guard isThere else {
                var error = service.unsupported(TranslationJob(pair: pair, target: ""))
                error.remedy = "add the language to the provider's 'languages' if the model supports it"
                throw error
            }
        }
        return (pair.source?.text, pair.target.text)
    }

    var languageRequests: [HTTPRequest] { [] }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        let codes = known.map(\.text)
        return LanguageList(sources: codes, targets: codes) { LanguageTag($0) }
    }
}
