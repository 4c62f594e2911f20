import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// The API of a service: the format of its requests and answers. A dialect does not send anything itself.
protocol Dialect: Sendable {
    /// The service, for error messages.
    var service: ServiceIdentity { get }

    /// Everything other than the request that affects the answers: the model, the prompt.
    var version: String { get }

    /// The limits of one request.
    func limits(for job: TranslationJob) -> BatchLimits

    /// The size of a text, in the unit used for ``BatchLimits/size``.
    func size(of text: String) -> Int

    /// Whether the service meters usage. If so, a failed request is not resent in parts, because it may have been
    /// billed. Requests refused because of their size are an exception.
    var isMetered: Bool { get }

    /// Whether each line of a text must be translated separately.
    var splitsLines: Bool { get }

    /// Whether a text is retried once after a malformed answer.
    var retriesMalformedAnswers: Bool { get }

    /// The request that asks the service to translate the texts.
    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest

    /// Whether answers are streamed. If so, a request may continue as long as data keeps arriving.
    var streams: Bool { get }

    /// The complete response, which has a success status.
    ///
    /// - Parameter idleTimeout: The maximum time without new data if the answer is streamed.
    /// - Throws: `Refusal` if reading stops before the end of the response, or the transport error.
    func whole(_ stream: HTTPStream, of texts: [String], _ job: TranslationJob, idleTimeout: Duration) async throws
        -> HTTPResponse

    /// An estimate of the tokens that a model will read and write for a request; 0 if there is no model.
    func estimatedTokens(of request: HTTPRequest, for texts: [String], _ job: TranslationJob) -> Int

    /// The number of tokens used for an answer with a success status, as reported by the service.
    func tokens(in response: HTTPResponse) -> TokenCount

    /// The dialect with token reporting enabled.
    func countingTokens() -> any Dialect

    /// The outcomes in an answer with a success status, one for each text.
    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome]

    /// Interprets an answer with a failure status.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal

    /// The dialect without the feature that a server does not support; `nil` if the failure has another cause.
    func adapted(to response: HTTPResponse) -> (any Dialect)?

    // MARK: Languages

    /// Whether the service's language list must be requested before this pair can be used.
    func needsList(for pair: RequestedPair) -> Bool

    /// The service's codes for a pair.
    ///
    /// - Parameter list: The service's languages; `nil` if they were not requested.
    /// - Throws: `ServiceError.Code.unsupported`.
    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    )

    /// The requests that list the service's languages.
    var languageRequests: [HTTPRequest] { get }

    /// The languages in the answers to ``languageRequests``.
    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList
}

extension Dialect {
    var version: String { "" }
    var retriesMalformedAnswers: Bool { false }
    var splitsLines: Bool { false }
    func size(of text: String) -> Int { text.unicodeScalars.count }
    var streams: Bool { false }
    func adapted(to response: HTTPResponse) -> (any Dialect)? { nil }
    func needsList(for pair: RequestedPair) -> Bool { false }
    func estimatedTokens(of request: HTTPRequest, for texts: [String], _ job: TranslationJob) -> Int { 0 }
    func tokens(in response: HTTPResponse) -> TokenCount { TokenCount() }
    func countingTokens() -> any Dialect { self }

    /// The complete answer, for dialects without streaming.
    func whole(_ stream: HTTPStream, of texts: [String], _ job: TranslationJob, idleTimeout: Duration) async throws
        -> HTTPResponse
    {
        try await stream.collect()
    }

    /// Interprets a failure status without reading the body.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        service.refusal(response, words: ServerErrorText.message(in: service.failureJSON(response)))
    }
}

extension ServiceIdentity {
    /// The parsed JSON body of an answer.
    func json(_ response: HTTPResponse) throws(Refusal) -> JSONNode {
        do throws(ServiceError) { return try document(response) } catch { throw Refusal(error) }
    }

    /// The refusal for a malformed answer.
    func malformed(_ what: String) -> Refusal { Refusal(malformedAnswer(what)) }

    /// The outcomes in the entries of an answer, one for each text.
    ///
    /// - Parameter answer: Reads an entry; returns `nil` if it contains no translation.
    func outcomes(
        _ entries: [JSONNode]?,
        of texts: [String],
        _ answer: (_ entry: JSONNode, _ text: String) -> Answer?
    ) throws(Refusal) -> [Outcome] {
        guard let entries else { throw malformed("without translations") }
        try demand(entries.count, of: texts.count)
        return zip(entries, texts).map { entry, text in
            guard let answer = answer(entry, text) else { return .failure(malformedAnswer("without a translation")) }
            return Plausibility.checked(answer, of: text, self)
        }
    }

    /// A value from the JSON body of the answer to the only language request.
    func list<List>(in responses: [HTTPResponse], _ list: (JSONNode) -> List?) throws(Refusal) -> List {
        guard let response = responses.first, let list = list(try json(response)) else {
            throw malformed("without a list of languages")
        }
        return list
    }

    /// Checks that there is an answer for each text.
    func demand(_ found: Int, of count: Int) throws(Refusal) {
        guard found == count else { throw miscounted(found, of: count) }
    }

    /// The refusal for a wrong number of answers.
    func miscounted(_ found: Int, of count: Int) -> Refusal {
        Refusal(
            error(.protocolViolation, "returned \(found) answers for \(count) texts"),
            .oneMayBeAtFault
        )
    }

    // MARK: Refusals

    /// The refusal for a status.
    func refusal(_ response: HTTPResponse, words: String?) -> Refusal {
        let error = failure(response, words: words)
        return switch response.status {
        case 413, 414: Refusal(error, .smaller())
        // Statuses 502 to 504 come from proxies; a server that fails because of a text returns 500.
        case 500: Refusal(error, .oneMayBeAtFault)
        default: Refusal(error)
        }
    }

    /// The error for a language pair that the service does not support.
    func unsupported(_ job: TranslationJob, words: String? = nil) -> ServiceError {
        let source = job.pair.source.map { "from '\($0)' " } ?? ""
        return error(
            .unsupported,
            "does not translate \(source)to '\(job.pair.target)'",
            words: words,
            remedy: "use another provider"
        )
    }
}

/// Values shared by all texts in a call.
struct TranslationJob: Sendable {
    /// The languages as requested.
    var pair: RequestedPair

    /// The service's code for the source language; `nil` if the service should detect it.
    var source: String?

    /// The service's code for the target language.
    var target: String

    /// Whether alternatives, remarks and similar details are requested.
    var isRich = false

    /// The context for the texts.
    var context: TranslationContext?
}

/// The languages of a request; the service may detect the source language.
struct RequestedPair: Sendable, Hashable {
    var source: LanguageTag?
    var target: LanguageTag
}

/// A service's answer for one text.
struct Answer: Sendable, Hashable {
    var text: String
    var alternatives: [String] = []
    /// The language that the service detected.
    var source: LanguageTag?
    var romanization: String?
    var partOfSpeech: PartOfSpeech?
    var remarks: [TranslationRemark] = []
    var difficulty: LearnerLevel?
    var notes: [String] = []
}

typealias Outcome = Result<Answer, ServiceError>

/// Why a service did not answer a request, and how to proceed.
struct Refusal: Error {
    /// The error for each text in the request.
    var error: ServiceError

    /// How to proceed.
    var treatment: Treatment

    init(_ error: ServiceError, _ treatment: Treatment = .final) {
        self.error = error
        self.treatment = treatment
    }

    /// How to proceed after a refusal.
    enum Treatment: Sendable, Hashable {
        /// Do not retry: the same request would fail again.
        case final
        /// Send fewer or shorter texts: the request was too large. The associated values are the limits that the
        /// service reported, if any.
        case smaller(texts: Int? = nil, size: Int? = nil)
        /// Send the texts in smaller groups: one of them may have caused the failure.
        case oneMayBeAtFault
    }
}

/// The limits of one request.
struct BatchLimits: Sendable, Hashable {
    /// The maximum number of texts.
    var texts: Int

    /// The maximum total size of the texts, as measured by ``Dialect/size(of:)``.
    var size: Int

    /// The overhead of each text in addition to its own size.
    var overhead = 0

    /// The maximum total size of several texts in one request if the user's limits are lower than the service's. A
    /// single text is not split to meet this limit.
    var together: Int?

    /// These limits, each lowered to the given one if that is smaller.
    func narrowed(texts: Int?, size: Int?) -> BatchLimits {
        var result = self
        if let texts { result.texts = max(1, min(self.texts, texts)) }
        if let size { result.size = max(1, min(self.size, size)) }
        return result
    }

    /// Groups of consecutive texts within the limits. A text that exceeds them forms a group of its own.
    func groups(of sizes: [Int]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        var total = 0
        let limit = min(size, together ?? size)
        for (position, size) in sizes.enumerated() {
            let cost = size + overhead
            if position > start, position - start >= texts || total + cost > limit {
                groups.append(start..<position)
                start = position
                total = 0
            }
            total += cost
        }
        if start < sizes.count { groups.append(start..<sizes.count) }
        return groups
    }
}

/// Rejects answers that are not plausible translations.
enum Plausibility {
    /// An answer, or the reason for rejecting it.
    ///
    /// An empty answer is rejected, as is an answer without letters and digits for a text with letters: some servers
    /// refuse a request by returning an emoji.
    static func checked(_ answer: Answer, of text: String, _ service: ServiceIdentity) -> Outcome {
        guard !BlankText.isBlank(answer.text) else {
            return .failure(service.error(.notFound, "returned no translation", remedy: "use another provider"))
        }
        if text.contains(where: \.isLetter), !answer.text.contains(where: { $0.isLetter || $0.isNumber }) {
            return .failure(
                service.error(
                    .protocolViolation,
                    "returned symbols instead of a translation",
                    words: answer.text,
                    remedy: "check the key and the URL"
                )
            )
        }
        var answer = answer
        answer.text = SendableText.cleaned(answer.text)
        answer.alternatives = answer.alternatives.map(SendableText.cleaned)
        return .success(answer)
    }
}
