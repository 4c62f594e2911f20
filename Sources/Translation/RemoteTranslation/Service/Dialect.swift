import HTTPTransport
import LanguageServices
import RemoteService

/// How a service is spoken with: what its requests and its answers look like. It sends nothing itself.
protocol Dialect: Sendable {
    /// Who is asked.
    var service: ServiceIdentity { get }

    /// What changes the answers beside the request: the model, the prompt.
    var version: String { get }

    /// How much goes into one request.
    func limits(for job: TranslationJob) -> BatchLimits

    /// How large a text is, by the count that ``BatchLimits/size`` limits.
    func size(of text: String) -> Int

    /// Whether the service counts what it is asked. Then a request that failed is not sent again in parts, unless it was
    /// refused for its size, since nobody knows whether the failure has been charged.
    var isMetered: Bool { get }

    /// Whether the lines of a text must be translated one by one.
    var cutsLines: Bool { get }

    /// Whether texts that were not answered as they should have been are asked for once more.
    var asksAgain: Bool { get }

    /// A request for translations.
    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest

    /// Whether answers are asked for piece by piece. Then a request may take as long as something keeps coming.
    var streams: Bool { get }

    /// The whole of an answer with a good status.
    ///
    /// - Parameter patience: How long nothing new may come, where an answer comes piece by piece.
    /// - Throws: `Refusal` for an answer that is not waited for to its end, or what the transport throws.
    func whole(_ stream: HTTPStream, of texts: [String], _ job: TranslationJob, patience: Duration) async throws
        -> HTTPResponse

    /// How many tokens a request is likely to make a model read and write; 0 where there is no model.
    func likelyTokens(of request: HTTPRequest, for texts: [String], _ job: TranslationJob) -> Int

    /// How many tokens an answer with a good status has taken, as its service says it.
    func tokens(in response: HTTPResponse) -> TokenCount

    /// The dialect, made to ask for the number of tokens.
    func countingTokens() -> any Dialect

    /// The outcomes that an answer with a good status gives, one for each text.
    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome]

    /// What an answer with another status means.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal

    /// The dialect without what a server refuses to understand; `nil` when that is not what it complains of.
    func adapted(to response: HTTPResponse) -> (any Dialect)?

    // MARK: Languages

    /// Whether the service must be asked for its codes before it is asked for this pair.
    func needsList(for pair: WantedPair) -> Bool

    /// The codes of a pair.
    ///
    /// - Parameter list: What the service says it has; `nil` when it was not asked.
    /// - Throws: `ServiceError.Code.unsupported`.
    func codes(for pair: WantedPair, in list: LanguageList?) throws(ServiceError) -> (source: String?, target: String)

    /// The requests for the languages of the service.
    var languageRequests: [HTTPRequest] { get }

    /// The languages in the answers to ``languageRequests``.
    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList
}

extension Dialect {
    var version: String { "" }
    var asksAgain: Bool { false }
    var cutsLines: Bool { false }
    func size(of text: String) -> Int { text.unicodeScalars.count }
    var streams: Bool { false }
    func adapted(to response: HTTPResponse) -> (any Dialect)? { nil }
    func needsList(for pair: WantedPair) -> Bool { false }
    func likelyTokens(of request: HTTPRequest, for texts: [String], _ job: TranslationJob) -> Int { 0 }
    func tokens(in response: HTTPResponse) -> TokenCount { TokenCount() }
    func countingTokens() -> any Dialect { self }

    /// The whole of an answer that comes in one piece.
    func whole(_ stream: HTTPStream, of texts: [String], _ job: TranslationJob, patience: Duration) async throws
        -> HTTPResponse
    {
        try await stream.whole()
    }

    /// What an answer with a bad status means by its status alone.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        service.refusal(response, words: ServerWords.message(in: service.failureJSON(response)))
    }
}
