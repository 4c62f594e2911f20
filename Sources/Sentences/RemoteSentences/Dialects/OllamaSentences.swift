import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// Ollama's chat API, which streams NDJSON.
struct OllamaSentences: SentenceDialect {
    let service: ServiceIdentity
    var streams: Bool
    private(set) var form = Form.pattern

    enum Form: Int, Sendable {
        case pattern, schema, json, plain
    }

    let readsLines = true

    func request(_ asking: ModelRequest) -> HTTPRequest {
        var members: [(String, JSONValue)] = [
            ("model", .string(asking.model)),
            ("messages", asking.messages), ("stream", .bool(streams)),
            (
                "options",
                [
                    "seed": .integer(asking.seed), "num_predict": .integer(asking.maxTokens),
                    "temperature": .number(asking.temperature),
                ]
            ),
        ]
        switch form {
        case .pattern: members.append(("format", asking.schema))
        case .schema: members.append(("format", asking.plainSchema))
        case .json: members.append(("format", "json"))
        case .plain: break
        }
        var base = service.address.text
        if base.hasSuffix("/api") { base = String(base.dropLast(4)) }
        return service.post(base + "/api/chat", members, secretHeaders: service.bearer)
    }

    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError) {
        guard json["message"] != nil || json["done"] != nil else {
            throw service.malformedAnswer("without a message")
        }
        if let text = json["message"]?["content"]?.string { message.add(text) }
        guard json["done"]?.bool ?? false else { return }
        message.tokens.report(input: json["prompt_eval_count"]?.number?.int, output: json["eval_count"]?.number?.int)
        message.end(json["done_reason"]?.string == "length" ? .length : .whole)
    }

    func adapted(to words: String) -> (any SentenceDialect)? {
        var adapted = self
        if let less = Form(rawValue: form.rawValue + 1),
            ["format", "schema", "grammar", "pattern", "sampler"].contains(where: words.contains)
        {
            adapted.form = less
        } else if streams, words.contains("stream") {
            adapted.streams = false
        } else {
            return nil
        }
        return adapted
    }
}
