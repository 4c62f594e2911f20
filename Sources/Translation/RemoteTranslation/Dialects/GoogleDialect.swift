import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Google Cloud Translation, version 2 ("Basic"; discovery document `translate/v2`).
///
/// It says by 403 what others say by 429, and tells the cases apart by a word.
struct GoogleDialect: Dialect {
    let service: ServiceIdentity

    static let usualAddress = "https://translation.googleapis.com"

    init(_ address: ServiceAddress, key: Secret?) {
        service = ServiceIdentity(name: "Google Translate", address: address, key: key)
    }

    let isMetered = true

    /// 128 texts, and the 5,000 characters that the service advises.
    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 128, size: 5000) }

    private var secretQuery: [HTTPRequest.SecretField] { service.key.map { [.init("key", $0)] } ?? [] }

    private var path: String { service.address.text + "/language/translate/v2" }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        var members: [(String, JSONValue)] = [("q", .array(texts.map { .string($0) }))]
        if let source = job.source { members.append(("source", .string(source))) }
        members.append(("target", .string(job.target)))
        members.append(("format", "text"))
        return HTTPRequest(
            .post,
            path,
            headers: ["Content-Type": "application/json"],
            body: JSONWriter.bytes(.object(members)),
            secretQuery: secretQuery
        )
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        guard let list = try service.json(response)["data"]?["translations"]?.elements else {
            throw service.misshapen("without translations")
        }
        try service.demand(list.count, of: texts.count)
        return zip(list, texts).map { entry, source in
            guard let text = entry["translatedText"]?.string else {
                return .failure(service.misshapen("without a translation").error)
            }
            // Servers that stand in for this one forget that they were asked for plain text.
            var answer = Answer(text: Entities.arePresent(in: source) ? text : Entities.unescaped(text))
            answer.source = entry["detectedSourceLanguage"]?.string.flatMap(Self.codes.tag)
            return Plausibility.checked(answer, of: source, service)
        }
    }

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let json = service.failureJSON(response)
        let words = ServerWords.message(in: json)
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
                    remedy: service.key.map { "check the key from \($0.source)" } ?? "set 'key' of the provider"
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

    func codes(for pair: WantedPair, in list: LanguageList?) throws(ServiceError) -> (source: String?, target: String) {
        (pair.source.map(Self.codes.code), Self.codes.code(for: pair.target))
    }

    var languageRequests: [HTTPRequest] { [HTTPRequest(.get, path + "/languages", secretQuery: secretQuery)] }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        guard let response = responses.first, let list = try service.json(response)["data"]?["languages"]?.elements
        else { throw service.misshapen("without a list of languages") }
        let codes = list.compactMap { $0["language"]?.string }
        return LanguageList(sources: codes, targets: codes, tag: Self.codes.tag)
    }
}
