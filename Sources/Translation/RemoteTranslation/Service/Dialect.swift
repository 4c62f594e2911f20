import HTTPTransport
import JSON
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
        try await stream.collect()
    }

    /// What an answer with a bad status means by its status alone.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        service.refusal(response, words: ServerErrorText.message(in: service.failureJSON(response)))
    }
}

extension ServiceIdentity {
    /// The JSON of an answer.
    func json(_ response: HTTPResponse) throws(Refusal) -> JSONNode {
        do throws(ServiceError) { return try document(response) } catch { throw Refusal(error) }
    }

    /// An answer that has not the shape it should have.
    func misshapen(_ what: String) -> Refusal { Refusal(malformedAnswer(what)) }

    /// What the entries of an answer, one for each text, say of the texts.
    ///
    /// - Parameter answer: Reads an entry; `nil` for one that holds no translation.
    func outcomes(
        _ entries: [JSONNode]?,
        of texts: [String],
        _ answer: (_ entry: JSONNode, _ text: String) -> Answer?
    ) throws(Refusal) -> [Outcome] {
        guard let entries else { throw misshapen("without translations") }
        try demand(entries.count, of: texts.count)
        return zip(entries, texts).map { entry, text in
            guard let answer = answer(entry, text) else { return .failure(malformedAnswer("without a translation")) }
            return Plausibility.checked(answer, of: text, self)
        }
    }

    /// The list in the answer to the only request for languages.
    func list<List>(in responses: [HTTPResponse], _ list: (JSONNode) -> List?) throws(Refusal) -> List {
        guard let response = responses.first, let list = list(try json(response)) else {
            throw misshapen("without a list of languages")
        }
        return list
    }

    /// Demands an answer to each text.
    func demand(_ found: Int, of count: Int) throws(Refusal) {
        guard found == count else { throw miscounted(found, of: count) }
    }

    /// An answer to another number of texts than were asked for.
    func miscounted(_ found: Int, of count: Int) -> Refusal {
        Refusal(
            error(.protocolViolation, "gives \(found) answers to \(count) texts"),
            .oneMayBeAtFault
        )
    }

    // MARK: Refusals

    /// What a status means, and what may help.
    func refusal(_ response: HTTPResponse, words: String?) -> Refusal {
        let error = failure(response, words: words)
        return switch response.status {
        case 413, 414: Refusal(error, .smaller())
        // What stands before a service says 502 to 504; a program that broke on a text says 500.
        case 500: Refusal(error, .oneMayBeAtFault)
        default: Refusal(error)
        }
    }

    /// A pair of languages that the service has not.
    func unsupported(_ job: TranslationJob, words: String? = nil) -> ServiceError {
        let source = job.pair.source.map { "from '\($0)' " } ?? ""
        return error(
            .unsupported,
            "does not translate \(source)to '\(job.pair.target)'",
            words: words,
            remedy: "ask another provider"
        )
    }
}

/// What all texts of a call have in common.
struct TranslationJob: Sendable {
    /// The languages, as they were asked for.
    var pair: WantedPair

    /// The code by which the service calls the language of the texts; `nil` when it is to find it out.
    var source: String?

    /// The code by which the service calls the language to translate to.
    var target: String

    /// Whether alternatives, remarks and the like are wanted.
    var isRich = false

    /// What is known beside the texts.
    var context: TranslationContext?
}

/// The languages of a request; the first may be left to the service.
struct WantedPair: Sendable, Hashable {
    var source: LanguageTag?
    var target: LanguageTag
}

/// What a service says of one text.
struct Answer: Sendable, Hashable {
    var text: String
    var alternatives: [String] = []
    /// The language that the service took the text for.
    var source: LanguageTag?
    var romanization: String?
    var partOfSpeech: PartOfSpeech?
    var remarks: [TranslationRemark] = []
    var difficulty: LearnerLevel?
    var notes: [String] = []
}

typealias Outcome = Result<Answer, ServiceError>

/// Why a service did not answer a request, and what may help.
struct Refusal: Error {
    /// What each text of the request failed with.
    var error: ServiceError

    /// What may help.
    var treatment: Treatment

    init(_ error: ServiceError, _ treatment: Treatment = .final) {
        self.error = error
        self.treatment = treatment
    }

    /// What may help.
    enum Treatment: Sendable, Hashable {
        /// Nothing: the same request would fail again.
        case final
        /// Fewer texts, or shorter ones: the request was too large. The limits that the service named, where it did.
        case smaller(texts: Int? = nil, size: Int? = nil)
        /// Asking for the texts in smaller groups: one of them may have broken the service.
        case oneMayBeAtFault
    }
}

/// How much goes into one request.
struct BatchLimits: Sendable, Hashable {
    /// How many texts.
    var texts: Int

    /// How large the texts may be together, by ``Dialect/size(of:)``.
    var size: Int

    /// What each text costs beside its own size.
    var overhead = 0

    /// How large several texts may be together that share a request, when the user's limits are narrower than the service's.
    /// A single text is not cut for it.
    var together: Int?

    /// The narrower of these limits and others.
    func narrowed(texts: Int?, size: Int?) -> BatchLimits {
        var result = self
        if let texts { result.texts = max(1, min(self.texts, texts)) }
        if let size { result.size = max(1, min(self.size, size)) }
        return result
    }

    /// Texts in groups that keep the limits, in their order. A text that is too large by itself is a group of its own.
    func groups(of sizes: [Int]) -> [Range<Int>] {
        var groups: [Range<Int>] = []
        var start = 0
        var total = 0
        let limit = min(size, together ?? size)
        for (place, size) in sizes.enumerated() {
            let cost = size + overhead
            if place > start, place - start >= texts || total + cost > limit {
                groups.append(start..<place)
                start = place
                total = 0
            }
            total += cost
        }
        if start < sizes.count { groups.append(start..<sizes.count) }
        return groups
    }
}

/// Tells translations from answers that only look like one.
enum Plausibility {
    /// An answer, or why it is none.
    ///
    /// An empty text is none, and neither is one without letters and digits where there were letters: servers are known that
    /// answer with an emoji where they mean to refuse.
    static func checked(_ answer: Answer, of text: String, _ service: ServiceIdentity) -> Outcome {
        guard !BlankText.isBlank(answer.text) else {
            return .failure(service.error(.notFound, "gives no translation", remedy: "ask another provider"))
        }
        if text.contains(where: \.isLetter), !answer.text.contains(where: { $0.isLetter || $0.isNumber }) {
            return .failure(
                service.error(
                    .protocolViolation,
                    "gives signs in place of a translation",
                    words: answer.text,
                    remedy: "check the key and the url"
                )
            )
        }
        var answer = answer
        answer.text = SendableText.cleaned(answer.text)
        answer.alternatives = answer.alternatives.map(SendableText.cleaned)
        return .success(answer)
    }
}
