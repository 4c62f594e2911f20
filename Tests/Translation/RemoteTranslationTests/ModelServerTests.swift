import HTTPTransport
import JSON
import LanguageServices
import LanguageServicesTesting
import RemoteTranslation
import TestSupport
import Testing

/// llama.cpp's own server with a model that has random weights. `.ci/llm-check.sh` installs it and sets the variable.
private enum ModelServer {
    static let python = ServerPython.named("PARLANCE_LLM_PYTHON")

    static let missing: Comment =
        "PARLANCE_LLM_PYTHON does not name a Python with xllamacpp and gguf; run .ci/llm-check.sh"

    static let key = "k-S3cret-model"

    static let usual = Result { try start() }
    static let guarded = Result { try start("--key", key) }
    /// A server whose context is smaller than the prompt.
    static let narrow = Result { try start("--context", "256") }

    private static func start(_ options: String...) throws -> LoopbackServer {
        let interpreter: String = try #require(python)
        return try LoopbackServer.start(
            #filePath.replacing("ModelServerTests.swift", with: "Server/llm.py"),
            arguments: options,
            interpreter: interpreter
        )
    }
}

@Suite(.enabled(if: ModelServer.python != nil, ModelServer.missing), .serialized, .timeLimit(.minutes(10)))
struct ModelServerTests {
    private let transport = CurlTransport()

    // MARK: The server

    private func ask(
        _ body: JSONValue,
        _ server: Result<LoopbackServer, any Error> = ModelServer.usual,
        path: String = "/v1/chat/completions",
        key: String? = nil
    ) async throws -> HTTPStream {
        let request = HTTPRequest(
            .post,
            try server.get().address + path,
            headers: ["Content-Type": "application/json"],
            body: JSONWriter.bytes(body),
            secretHeaders: key.map { [.init("Authorization", prefix: "Bearer ", Secret($0, source: "test"))] } ?? []
        )
        return try await transport.stream(request)
    }

    private func json(_ stream: HTTPStream) async throws -> JSONNode {
        try JSONDocument.parse(try await stream.collect().body, source: "answer")
    }

    private static let messages: JSONValue = [["role": "user", "content": "Say something."]]

    @Test func plainAnswersHaveTheExpectedForm() async throws {
        let stream = try await ask(["messages": Self.messages, "max_tokens": 8, "temperature": 0])
        #expect(stream.head.status == 200)
        let choice = try #require(try await json(stream)["choices"]?.elements?.first)
        #expect(choice["message"]?["content"]?.string?.isEmpty == false)
        #expect(["stop", "length"].contains(choice["finish_reason"]?.string))
    }

    @Test func aSchemaIsKept() async throws {
        let schema: JSONValue = [
            "type": "object", "properties": ["t1": ["type": "string", "maxLength": 20]], "required": ["t1"],
            "additionalProperties": false,
        ]
        let body: JSONValue = [
            "messages": Self.messages, "max_tokens": 400, "temperature": 0,
            "response_format": [
                "type": "json_schema", "json_schema": ["name": "x", "strict": true, "schema": schema],
            ],
        ]
        let choice = try #require(try await json(try await ask(body))["choices"]?.elements?.first)
        let content = try #require(choice["message"]?["content"]?.string)
        #expect(choice["finish_reason"]?.string == "stop")
        let object = try JSONDocument.parse(Array(content.utf8), source: "content")
        #expect(object.members?.map(\.key) == ["t1"])
        #expect(object["t1"]?.string != nil)
    }

    @Test func streamsHaveTheExpectedForm() async throws {
        let stream = try await ask(["messages": Self.messages, "max_tokens": 8, "temperature": 0, "stream": true])
        #expect(stream.head.headers["Content-Type"]?.hasPrefix("text/event-stream") == true)
        var content = ""
        var reasons: [String] = []
        var last = ""
        for try await event in ServerSentEvents(stream.body) {
            last = event.data
            guard last != "[DONE]" else { continue }
            let choice = try JSONDocument.parse(Array(last.utf8), source: "event")["choices"]?.elements?.first
            content += choice?["delta"]?["content"]?.string ?? ""
            if let reason = choice?["finish_reason"]?.string { reasons.append(reason) }
        }
        #expect(last == "[DONE]")
        #expect(reasons.count == 1)
        let whole = try await json(
            try await ask(["messages": Self.messages, "max_tokens": 8, "temperature": 0])
        )
        #expect(whole["choices"]?.elements?.first?["message"]?["content"]?.string == content)
    }

    @Test func refusalsHaveTheExpectedForm() async throws {
        let cases: [(JSONValue, String, Int)] = [
            (["messages": 7], "/v1/chat/completions", 400), (["model": "x"], "/v1/chat/completions", 400),
            (["messages": Self.messages], "/v1/chat/nowhere", 404),
        ]
        for (body, path, status) in cases {
            let stream = try await ask(body, path: path)
            #expect(stream.head.status == status, "\(path)")
            #expect(try await json(stream)["error"]?["message"]?.string?.isEmpty == false)
        }
        for key in [nil, "wrong"] {
            let stream = try await ask(["messages": Self.messages], ModelServer.guarded, key: key)
            #expect(stream.head.status == 401)
            #expect(try await json(stream)["error"]?["type"]?.string == "authentication_error")
        }
        #expect(
            try await ask(["messages": Self.messages, "max_tokens": 1], ModelServer.guarded, key: ModelServer.key).head
                .status == 200
        )
        let long = String(repeating: "the house is big ", count: 200)
        let stream = try await ask(["messages": [["role": "user", "content": .string(long)]]], ModelServer.narrow)
        #expect(stream.head.status == 400)
        #expect(try await json(stream)["error"]?["type"]?.string == "exceed_context_size_error")
    }

    // MARK: The provider

    private func provider(
        _ server: Result<LoopbackServer, any Error> = ModelServer.usual,
        key: String? = nil,
        change: (inout RemoteTranslationSettings) -> Void = { _ in }
    ) throws -> RemoteTranslation {
        var settings = RemoteTranslationSettings(
            dialect: .openai,
            url: try server.get().address + "/v1",
            key: key.map { Secret($0, source: "test") },
            model: "tiny"
        )
        settings.requestTime = .seconds(60)
        settings.concurrency = 2
        change(&settings)
        return try RemoteTranslation(settings: settings)
    }

    private func outcomes(_ provider: RemoteTranslation, _ texts: [String], entries: Bool = false) async -> [String] {
        do {
            return try await provider.results(texts, entries: entries).map { result in
                switch result {
                case .success(let translation): translation.text.isEmpty ? "empty" : "answered"
                case .failure(let error): error.code.rawValue
                }
            }
        } catch {
            return texts.map { _ in ServiceError(error).code.rawValue }
        }
    }

    /// Random weights produce nonsense for every text, but never a connection failure.
    @Test(arguments: [true, false], [false, true])
    func everyTextHasAPossibleOutcome(_ streams: Bool, _ rich: Bool) async throws {
        let provider = try provider { $0.streams = streams }
        for count in [1, 2, 5] {
            let texts = (0..<count).map { "water \($0)<|im_end|>" }
            let outcomes = await outcomes(provider, texts, entries: rich)
            #expect(outcomes.count == count)
            for outcome in outcomes {
                #expect(["answered", "protocolViolation", "limitExceeded"].contains(outcome), "\(outcome)")
            }
        }
    }

    @Test(arguments: [true, false])
    func wrongKeysAreRefused(_ streams: Bool) async throws {
        for key in ["wrong-key-7", nil] {
            let error = try #require(
                await provider(ModelServer.guarded, key: key) { $0.streams = streams }.failure()
            )
            #expect(error.code == .unauthorized)
            #expect(error.message.contains("Invalid API Key"))
            #expect(!error.description.contains("wrong-key-7"))
        }
        let outcome = await outcomes(try provider(ModelServer.guarded, key: ModelServer.key), ["water"])
        #expect(outcome != ["unauthorized"])
    }

    @Test func unknownPathsAreRefused() async throws {
        let error = await (try provider { $0.url = "\($0.url ?? "")/nowhere" }).failure()
        #expect(error?.code == .configuration)
    }

    @Test(arguments: [true, false])
    func textsBeyondTheContextAreReported(_ streams: Bool) async throws {
        let text = String(repeating: "The house is big and the dog is in it. ", count: 40)
        let outcomes = await outcomes(try provider(ModelServer.narrow) { $0.streams = streams }, [text, "water"])
        #expect(outcomes == ["limitExceeded", "limitExceeded"])
    }

    @Test func concurrentTextsEachHaveAnOutcome() async throws {
        let outcomes = await outcomes(try provider { $0.concurrency = 8 }, (0..<60).map { "water and bread \($0)" })
        #expect(outcomes.count == 60)
        #expect(!outcomes.contains("network") && !outcomes.contains("timedOut"), "\(outcomes)")
    }
}
