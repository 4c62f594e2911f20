import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// LibreTranslate, server version 1.9.
///
/// The key is sent in the body, because the server reads it only from there in JSON requests. A server reports its
/// limits when they are exceeded, but never how long to wait.
struct LibreTranslateDialect: Dialect {
    let service: ServiceIdentity

    init(_ address: ServiceAddress, key: Secret?) {
        service = ServiceIdentity(name: "LibreTranslate", address: address, key: key)
    }

    let isMetered = false

    /// The server detects one language for a whole batch, so texts in an unknown language are sent one by one.
    func limits(for job: TranslationJob) -> BatchLimits {
        BatchLimits(texts: job.source == nil ? 1 : 50, size: 10_000)
    }

    func request(for texts: [String], _ job: TranslationJob) throws(ServiceError) -> HTTPRequest {
        var members: [(String, JSONValue)] = [
            ("q", .array(texts.map { .string(Self.protected($0)) })),
            ("source", .string(job.source ?? "auto")),
            ("target", .string(job.target)),
            ("format", "text"),
        ]
        if job.isRich { members.append(("alternatives", 3)) }
        if let key = service.key { members.append(("api_key", .string(key.reveal()))) }
        return service.post(service.address.text + "/translate", members, secretHeaders: [])
    }

    /// The server decodes entities in its answer, so a literal entity is escaped twice.
    private static func protected(_ text: String) -> String {
        Entities.arePresent(in: text) ? text.replacing("&", with: "&amp;") : text
    }

    func outcomes(in response: HTTPResponse, for texts: [String], _ job: TranslationJob) throws(Refusal) -> [Outcome] {
        let json = try service.json(response)
        let list = json["translatedText"]
        guard let found = list?.elements ?? list.map({ [$0] }) else { throw service.malformed("without translations") }
        let alternatives = json["alternatives"]?.elements ?? []
        let languages = json["detectedLanguage"].map { $0.elements ?? [$0] } ?? []
        try service.demand(found.count, of: texts.count)
        return zip(found, texts).enumerated().map { position, pair in
            guard let text = pair.0.string else { return .failure(service.malformed("without a translation").error) }
            var answer = Answer(text: text)
            if alternatives.indices.contains(position) {
                answer.alternatives = (alternatives[position].elements ?? []).compactMap(\.string).filter {
                    $0 != text && !BlankText.isBlank($0)
                }
            }
            if languages.indices.contains(position) {
                answer.source = languages[position]["language"]?.string.flatMap(Self.codes.tag)
            }
            return Plausibility.checked(answer, of: pair.1, service)
        }
    }

    func refusal(_ response: HTTPResponse, to texts: [String], _ job: TranslationJob) -> Refusal {
        let words = ServerErrorText.message(in: service.failureJSON(response)) ?? ""
        let folded = words.lowercased()
        switch response.status {
        case 400 where folded.contains("exceeds text limit"):
            return Refusal(service.tooLarge(words: words), Self.limit(in: folded, texts))
        case 400 where folded.contains("is not supported") || folded.contains("is not available as a target"):
            return Refusal(service.unsupported(job, words: words))
        case 403 where folded.contains("too many request limits"):
            return Refusal(
                service.error(
                    .rateLimited,
                    "has temporarily banned this address",
                    words: words,
                    remedy: "contact the server's operator, and set the provider's 'requestsPerMinute'",
                    retryAfter: .seconds(600)
                )
            )
        default: return service.refusal(response, words: words)
        }
    }

    /// Determines whether the message `request (54) exceeds text limit (50)` refers to characters or texts: the server
    /// uses it for both.
    private static func limit(in words: String, _ texts: [String]) -> Refusal.Treatment {
        let numbers = words.split { !$0.isASCII || !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 2, let found = numbers.dropLast().last, let limit = numbers.last, limit > 0 else {
            return .smaller()
        }
        let size = texts.reduce(0) { $0 + $1.unicodeScalars.count }
        if found == texts.count, found != size { return .smaller(texts: limit) }
        return found == texts.count ? .smaller() : .smaller(size: limit)
    }

    // MARK: Languages

    /// Server versions use different codes for Chinese and Brazilian Portuguese, and the request must use the codes of
    /// its server.
    private static let codes = LanguageCodes(special: [
        ("zh-Hans", "zh-Hans"), ("zh-Hant", "zh-Hant"), ("zt", "zh-Hant"), ("pt-BR", "pt-BR"), ("pb", "pt-BR"),
    ])

    func needsList(for pair: RequestedPair) -> Bool {
        [pair.source, pair.target].contains { tag in
            guard let tag else { return false }
            return tag.language == "zh" || tag.language == "pt" && tag.region != nil
        }
    }

    func codes(for pair: RequestedPair, in list: LanguageList?) throws(ServiceError) -> (
        source: String?, target: String
    ) {
        try service.codes(for: pair, in: list) { LanguageDistance.canonical($0).language }
    }

    var languageRequests: [HTTPRequest] { [HTTPRequest(.get, service.address.text + "/languages")] }

    func languages(in responses: [HTTPResponse]) throws(Refusal) -> LanguageList {
        let list = try service.list(in: responses, \.elements)
        let all = list.compactMap { $0["code"]?.string }
        let directions = list.flatMap { language -> [LanguageList.Direction] in
            guard let source = language["code"]?.string else { return [] }
            // Servers before version 1.3 do not list target languages, and translate between all languages.
            let targets = language["targets"]?.elements?.compactMap(\.string) ?? all
            return targets.filter { $0 != source }.map { .init(source: source, target: $0) }
        }
        return LanguageList(directions, tag: Self.codes.tag)
    }
}
