import HTTPTransport
import JSON
import LanguageServices
import RemoteService

/// The Anthropic Messages API, version 2023-06-01.
///
/// The response is the input of a forced tool call, which is how this API enforces a schema. If a server does not
/// support tools, the prompt requests JSON as plain text.
struct AnthropicSentences: SentenceDialect {
    let service: ServiceIdentity
    var streams: Bool
    private(set) var sendsTool = true
    private(set) var sendsTemperature = true

    func request(_ asking: ModelRequest) -> HTTPRequest {
        var members: [(String, JSONValue)] = [
            ("model", .string(asking.model)), ("max_tokens", .integer(asking.maxTokens)),
            ("system", .string(asking.system)),
            ("messages", [["role": "user", "content": .string(asking.user)]]),
        ]
        // The service accepts values from 0 to 1.
        if sendsTemperature { members.append(("temperature", .number(min(1, asking.temperature)))) }
        if streams { members.append(("stream", true)) }
        if sendsTool {
            let tool = "give_\(asking.answerName)"
            members += [
                (
                    "tools",
                    [
                        [
                            "name": .string(tool),
                            "description": .string("Takes the \(asking.answerName) that was asked for."),
                            "input_schema": asking.schema,
                        ]
                    ]
                ), ("tool_choice", ["type": "tool", "name": .string(tool)]),
            ]
        }
        let base = service.address.text
        return service.post(
            base + (base.hasSuffix("/v1") ? "/messages" : "/v1/messages"),
            members,
            headers: ["anthropic-version": "2023-06-01"],
            secretHeaders: service.key.map { [.init("x-api-key", $0)] } ?? []
        )
    }

    func read(_ json: JSONNode, into message: inout WrittenMessage) throws(ServiceError) {
        count(json["message"]?["usage"], in: &message)
        count(json["usage"], in: &message)
        switch json["type"]?.string {
        case "content_block_delta"?:
            let delta = json["delta"]
            if let text = delta?["text"]?.string ?? delta?["partial_json"]?.string { message.add(text) }
        case "content_block_start"?: add(json["content_block"], to: &message)
        case "message_delta"?: end(json["delta"]?["stop_reason"]?.string, &message)
        case "message_stop"?: message.end(.whole)
        case "message"?:
            for block in json["content"]?.elements ?? [] { add(block, to: &message) }
            end(json["stop_reason"]?.string ?? "end_turn", &message)
        case "message_start"?, "content_block_stop"?, "ping"?: break
        case nil: throw service.malformedAnswer("without a message")
        // The service may introduce new event types.
        default: break
        }
    }

    /// Adds up the token counts. Tokens that are read from or written to a cache are counted as input tokens.
    private func count(_ usage: JSONNode?, in message: inout WrittenMessage) {
        let names = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"]
        let counts = names.compactMap { usage?[$0]?.number?.int }.filter { (0...1_000_000_000).contains($0) }
        message.tokens.report(
            input: counts.isEmpty ? nil : counts.reduce(0, +),
            output: usage?["output_tokens"]?.number?.int
        )
    }

    private func add(_ block: JSONNode?, to message: inout WrittenMessage) {
        if let text = block?["text"]?.string { message.add(text) }
        // In a stream, the input is at first an empty object; its content follows.
        if let input = block?["input"], !(input.members?.isEmpty ?? true) {
            message.add(JSONWriter.string(JSONValue(input)))
        }
    }

    private func end(_ reason: String?, _ message: inout WrittenMessage) {
        switch reason {
        case "max_tokens"?, "model_context_window_exceeded"?: message.end(.length)
        case "refusal"?:
            message.refuse("")
            message.end(.refusal)
        case nil: break
        default: message.end(.whole)
        }
    }

    func adapted(to words: String) -> (any SentenceDialect)? {
        var adapted = self
        if streams, words.contains("stream") {
            adapted.streams = false
        } else if sendsTemperature, words.contains("temperature") {
            adapted.sendsTemperature = false
        } else if sendsTool,
            ["tool", "input_schema", "schema", "jinja", "grammar", "sampler"].contains(where: words.contains)
        {
            adapted.sendsTool = false
        } else {
            return nil
        }
        return adapted
    }
}
