import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Azure AI Translator, version 3 (MicrosoftDocs `v3-0-translate`, `v3-0-reference`).
///
/// The service counts characters per minute even if the plan counts them per hour, so a request stays far below the
/// limit.
struct MicrosoftDialect: Dialect {
    let service: ServiceIdentity
    private let region: String?

    static let defaultAddress = "https://api.cognitive.microsofttranslator.com"

    init(_ address: ServiceAddress, key: Secret?, region: String?) {
        service = ServiceIdentity(name: "Microsoft Translator", address: address, key: key)
        self.region = region
    }

    let isMetered = true

    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 1000, size: 10_000) }

    func size(of text: String) -> Int { text.utf16.count }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        var query: [(name: String, value: String)] = [("api-version", "3.0")]
        if let source = job.source { query.append(("from", source)) }
        query += [("to", job.target), ("textType", "plain")]
        var request = HTTPRequest(
            .post,
            service.address.text + "/translate?" + FormEncoding.encoded(query),
            headers: ["Content-Type": "application/json"],
            body: JSONWriter.bytes(.array(texts.map { .object([("Text", .string($0))]) }))
        )
        if let region { request.headers.add("Ocp-Apim-Subscription-Region", region) }
        if let key = service.key { request.secretHeaders = [.init("Ocp-Apim-Subscription-Key", key)] }
        return request
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        try service.outcomes(service.json(response).elements, of: texts) { entry, _ in
            guard let text = entry["translations"]?.elements?.first?["text"]?.string else { return nil }
            return Answer(text: text, source: entry["detectedLanguage"]?["language"]?.string.flatMap(Self.codes.tag))
        }
    }

    /// The first three digits of an error code are the HTTP status; the others identify the specific error.
    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let json = service.failureJSON(response)
        let words = ServerErrorText.message(in: json)
        let code = json?["error"]?["code"].flatMap { $0.number?.int ?? $0.string.flatMap { Int($0) } }
        switch code {
        case 403_001: return Refusal(service.spent(response, words: words))
        case 400_050, 400_072, 400_077: return Refusal(service.tooLarge(words: words), .smaller())
        case 400_018, 400_019, 400_020, 400_023, 400_035, 400_036:
            return Refusal(service.unsupported(job, words: words))
        default: return service.refusal(response, words: words)
        }
    }

    // MARK: Languages

    private static let codes = LanguageCodes(special: [
        ("zh-Hans", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("pt", "pt-BR"), ("pt-pt", "pt-PT"), ("fr", "fr"),
        ("fr-ca", "fr-CA"), ("sr-Latn", "sr-Latn"), ("sr-Cyrl", "sr-Cyrl"), ("mn-Cyrl", "mn-Cyrl"),
        ("mn-Mong", "mn-Mong"), ("iu-Latn", "iu-Latn"), ("tlh-Latn", "tlh-Latn"),
    ])

    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        (pair.source.map(Self.codes.code), Self.codes.code(for: pair.target))
    }

    /// The list is public, so the requests do not contain a key.
    var languageRequests: [HTTPRequest] {
        [HTTPRequest(.get, service.address.text + "/languages?api-version=3.0&scope=translation")]
    }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        let codes = try service.list(in: responses) { $0["translation"]?.members }.map(\.key)
        return LanguageList(sources: codes, targets: codes, tag: Self.codes.tag)
    }
}
