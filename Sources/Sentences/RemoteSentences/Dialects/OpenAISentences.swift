import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// OpenAI's chat completions API.
struct OpenAISentences: SentenceDialect {
    let service: ServiceIdentity
    var streams: Bool
    private(set) var form = Form.pattern
    private(set) var sendsSeed = true
    private(set) var sendsTemperature = true
    private(set) var asksForCount = true
    private(set) var lengthName = "max_tokens"

    /// How strictly the response format is requested, strictest first.
    enum Form: Int, Sendable {
        case pattern, schema, object, plain
    }

    func request(_ asking: ModelRequest) -> HTTPRequest {
        var members: [(String, JSONValue)] = [
            ("model", .string(asking.model)),
            ("messages", asking.messages), (lengthName, .integer(asking.maxTokens)),
        ]
        if sendsTemperature { members.append(("temperature", .number(asking.temperature))) }
        if sendsSeed { members.append(("seed", .integer(asking.seed))) }
        if streams { members.append(("stream", true)) }
        if streams, asking.wantsTokenCount, asksForCount {
            members.append(("stream_options", ["include_usage": true]))
        }
        switch form {
        case .pattern, .schema:
            let schema = form == .pattern ? asking.schema : asking.plainSchema
            members.append(
                (
                    "response_format",
                    [
                        "type": "json_schema",
                        "json_schema": ["name": .string(asking.answerName), "strict": true, "schema": schema],
                    ]
                )
            )
        case .object: members.append(("response_format", ["type": "json_object"]))
        case .plain: break
        }
        return service.post(service.openAIAddress("/chat/completions"), members, secretHeaders: service.bearer)
    }

    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError) {
        if message.addChoice(of: json) || json["choices"]?.elements != nil { return }
        // The token counts may arrive in a separate event.
        guard json["usage"] != nil || json["object"]?.string == "chat.completion.chunk" else {
            throw service.malformedAnswer("without a message")
        }
    }

    func adapted(to words: String) -> (any SentenceDialect)? {
        var adapted = self
        if streams, asksForCount, words.contains("stream_options") || words.contains("include_usage") {
            adapted.asksForCount = false
        } else if streams, words.contains("stream") {
            adapted.streams = false
        } else if lengthName == "max_tokens", words.contains("max_completion_tokens") {
            adapted.lengthName = "max_completion_tokens"
        } else if sendsTemperature, words.contains("temperature") {
            adapted.sendsTemperature = false
        } else if sendsSeed, words.contains("seed") {
            adapted.sendsSeed = false
        } else if let less = Form(rawValue: form.rawValue + 1), Self.formWords.contains(where: words.contains) {
            adapted.form = less
        } else {
            return nil
        }
        return adapted
    }

    private static let formWords = [
        "response_format", "json_schema", "json schema", "json_object", "schema", "pattern", "regex", "grammar",
        "sampler",
    ]
}
