import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Google Cloud Translation, version 2 ("Basic"; discovery document `translate/v2`).
///
/// It uses status 403 where other services use 429; a keyword in the response distinguishes the two meanings of 403.
struct GoogleDialect: Dialect {
    let service: ServiceIdentity

    static let defaultAddress = "https://translation.googleapis.com"

    init(_ address: ServiceAddress, key: Secret?) {
        service = ServiceIdentity(name: "Google Translate", address: address, key: key)
    }

    let isMetered = true

    /// At most 128 texts, with the recommended maximum of 5,000 characters in total.
    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 128, size: 5000) }

    private var secretQuery: [HTTPRequest.SecretField] { service.key.map { [.init("key", $0)] } ?? [] }

    private var path: String { service.address.text + "/language/translate/v2" }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        var members: [(String, JSONValue)] = [("q", .array(texts.map { .string($0) }))]
        if let source = job.source { members.append(("source", .string(source))) }
        members.append(("target", .string(job.target)))
        members.append(("format", "text"))
        var request = service.post(path, members, secretHeaders: [])
        request.secretQuery = secretQuery
        return request
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        try service.outcomes(service.json(response)["data"]?["translations"]?.elements, of: texts) { entry, source in
            guard let text = entry["translatedText"]?.string else { return nil }
            return Answer(
                // Some compatible servers ignore the plain-text setting of the request.
                text: Entities.arePresent(in: source) ? text : Entities.unescaped(text),
                source: entry["detectedSourceLanguage"]?.string.flatMap(Self.codes.tag)
            )
        }
    }

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let json = service.failureJSON(response)
        let words = ServerErrorText.message(in: json)
        let error = json?["error"]
        let reasons = Set(
            (error?["errors"]?.elements ?? []).compactMap { $0["reason"]?.string }
                + (error?["details"]?.elements ?? []).compactMap { $0["reason"]?.string }
        )
        let folded = words?.lowercased() ?? ""
        if reasons.contains("dailyLimitExceeded") || reasons.contains("quotaExceeded") {
            return Refusal(service.spent(response, words: words))
        }
        if !reasons.isDisjoint(with: ["userRateLimitExceeded", "rateLimitExceeded", "RATE_LIMIT_EXCEEDED"]) {
            return Refusal(service.slowDown(response, words: words))
        }
        guard response.status == 400 else { return service.refusal(response, words: words) }
        if !reasons.isDisjoint(with: ["keyInvalid", "API_KEY_INVALID"]) || folded.contains("api key") {
            return Refusal(
                service.error(
                    .unauthorized,
                    "refuses the key",
                    words: words,
                    remedy: service.key.map { "check the key from \($0.source)" } ?? "set the provider's 'key'"
                )
            )
        }
        if folded.contains("too long") || folded.contains("too large") || folded.contains("too many text segments") {
            return Refusal(service.tooLarge(words: words), .smaller())
        }
        if folded.contains("language pair") || folded == "invalid value" {
            return Refusal(service.unsupported(job, words: words))
        }
        return service.refusal(response, words: words)
    }

    // MARK: Languages

    private static let codes = LanguageCodes(special: [
        ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"), ("zh", "zh-Hans"), ("no", "nb"), ("pt", "pt-BR"),
        ("pt-PT", "pt-PT"), ("tl", "fil"), ("iw", "he"), ("jw", "jv"),
    ])

    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        (pair.source.map(Self.codes.code), Self.codes.code(for: pair.target))
    }

    var languageRequests: [HTTPRequest] { [HTTPRequest(.get, path + "/languages", secretQuery: secretQuery)] }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        let list = try service.list(in: responses) { $0["data"]?["languages"]?.elements }
        let codes = list.compactMap { $0["language"]?.string }
        return LanguageList(sources: codes, targets: codes, tag: Self.codes.tag)
    }
}
