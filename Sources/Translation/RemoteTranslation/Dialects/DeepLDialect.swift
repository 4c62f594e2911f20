import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// DeepL, API version 2 (DeepLcom/openapi).
///
/// The service never states how long to wait. Status 456 means that the monthly character quota is exhausted.
struct DeepLDialect: Dialect {
    let service: ServiceIdentity

    init(_ address: ServiceAddress, key: Secret?) {
        service = ServiceIdentity(name: "DeepL", address: address, key: key)
    }

    /// The service address for a key. Keys for the free plan end with `:fx` and use a separate host.
    static func defaultAddress(for key: Secret?) -> String {
        key?.reveal().hasSuffix(":fx") ?? false ? "https://api-free.deepl.com" : "https://api.deepl.com"
    }

    let isMetered = true

    /// Requests are limited to 128 KiB, most of which is reserved for the texts.
    func limits(for job: TranslationJob) -> BatchLimits { BatchLimits(texts: 50, size: 100_000, overhead: 3) }

    func size(of text: String) -> Int { JSONWriter.bytes(.string(text)).count }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        var members: [(String, JSONValue)] = [("text", .array(texts.map { .string($0) }))]
        if let source = job.source { members.append(("source_lang", .string(source))) }
        members.append(("target_lang", .string(job.target)))
        // The context is neither translated nor billed; its length is limited.
        let context = (job.context?.previousMessages ?? []).suffix(10).map(SendableText.cleaned)
            .filter { !BlankText.isBlank($0) }.joined(separator: "\n")
        if !context.isEmpty { members.append(("context", .string(String(context.suffix(4000))))) }
        return service.post(service.address.text + "/v2/translate", members, secretHeaders: authorization)
    }

    private var authorization: [HTTPRequest.SecretField] {
        service.key.map { [.init("Authorization", prefix: "DeepL-Auth-Key ", $0)] } ?? []
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        try service.outcomes(service.json(response)["translations"]?.elements, of: texts) { entry, _ in
            guard let text = entry["text"]?.string else { return nil }
            let source = job.source == nil ? entry["detected_source_language"]?.string.flatMap(Self.codes.tag) : nil
            return Answer(text: text, source: source)
        }
    }

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let words = ServerErrorText.message(in: service.failureJSON(response))
        let folded = words?.lowercased() ?? ""
        if response.status == 400, folded.contains("target_lang") || folded.contains("source_lang") {
            return Refusal(service.unsupported(job, words: words))
        }
        return service.refusal(response, words: words)
    }

    // MARK: Languages

    private static let codes = LanguageCodes(special: [
        ("ZH-HANS", "zh-Hans"), ("ZH-HANT", "zh-Hant"), ("EN-US", "en-US"), ("EN-GB", "en-GB"), ("PT-BR", "pt-BR"),
        ("PT-PT", "pt-PT"), ("ES-419", "es-419"), ("ES", "es"),
    ])

    /// Source languages have no region; as target languages, English and Portuguese require one.
    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        let source = pair.source.map { LanguageDistance.canonical($0).language.uppercased() }
        let wanted = LanguageDistance.canonical(pair.target)
        let target =
            switch (wanted.language, wanted.region) {
            case ("en", "GB"), ("en", "IE"), ("en", "AU"), ("en", "NZ"), ("en", "ZA"), ("en", "IN"): "EN-GB"
            case ("en", _): "EN-US"
            case ("pt", nil), ("pt", "BR"): "PT-BR"
            case ("pt", _): "PT-PT"
            case ("zh", _): LanguageDistance.script(of: wanted) == "Hant" ? "ZH-HANT" : "ZH-HANS"
            case ("es", let region?) where region != "ES": "ES-419"
            default: wanted.language.uppercased()
            }
        return (source, target)
    }

    var languageRequests: [HTTPRequest] {
        ["source", "target"].map {
            HTTPRequest(
                .get,
                service.address.text + "/v2/languages?type=\($0)",
                secretHeaders: authorization
            )
        }
    }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        var lists: [[String]] = []
        for response in responses {
            let list = try service.list(in: [response], \.elements)
            lists.append(list.compactMap { $0["language"]?.string })
        }
        return LanguageList(sources: lists.first ?? [], targets: lists.last ?? [], tag: Self.codes.tag)
    }
}
