import JSON
import LanguageServices
import Synchronization
import TestSupport
import Testing

@testable import FrontEndServer

@Suite("Model Context Protocol server", .timeLimit(.minutes(10)))
struct ModelContextServerTests {
    /// Sends lines to a server and records its answers.
    private final class Client: Sendable {
        private let answers = Mutex<[JSONNode]>([])
        private let lines: AsyncStream<[UInt8]>
        private let input: AsyncStream<[UInt8]>.Continuation
        private let isBroken = Mutex(false)

        init() { (lines, input) = AsyncStream.makeStream() }

        func send(_ line: String) { input.yield(Array(line.utf8)) }
        func close() { input.finish() }
        func breakPipe() { isBroken.withLock { $0 = true } }

        func run(_ server: ModelContextServer) async throws {
            let iterator = Mutex(Box(iterator: lines.makeAsyncIterator()))
            try await server.run {
                // Only the server's own task reads.
                var own = iterator.withLock { $0 }.iterator
                return await own.next()
            } writing: { line in
                if self.isBroken.withLock({ $0 }) { throw ServiceError(.io, "the pipe is broken") }
                let node = try JSONDocument.parse(line, source: "answer", limits: .init(bytes: 1 << 24))
                self.answers.withLock { $0.append(node) }
            }
        }

        func answer(_ id: Int) -> JSONNode? { answers.withLock { $0.first { $0["id"]?.number?.int == id } } }
        var all: [JSONNode] { answers.withLock { $0 } }
    }

    private struct Box: @unchecked Sendable { var iterator: AsyncStream<[UInt8]>.Iterator }

    private static func tool(
        _ name: String,
        parameters: [ToolParameter] = [],
        _ call: @escaping @Sendable (ToolArguments) async throws -> ToolAnswer
    ) -> ModelContextTool {
        ModelContextTool(name, title: name, "Does \(name).", parameters: parameters, isOpenWorld: false, call: call)
    }

    private func server(_ tools: [ModelContextTool] = []) -> ModelContextServer {
        ModelContextServer(name: "test", title: "Test", version: "1", instructions: "Use them.", tools: tools)
    }

    /// Sends lines, closes the input, and returns the client when the server has ended.
    private func exchange(_ tools: [ModelContextTool] = [], _ lines: String...) async throws -> Client {
        let client = Client()
        for line in lines { client.send(line) }
        client.close()
        try await client.run(server(tools))
        return client
    }

    private static let echo = tool(
        "echo",
        parameters: [
            ToolParameter("text", .text(atMost: 5), "The text", isRequired: true),
            ToolParameter("how", .choice(["loud", "low"]), "How"),
            ToolParameter("times", .integer(1...3), "How often"),
            ToolParameter("rate", .number(0.5...2), "How fast"),
            ToolParameter("list", .texts(atMost: 2, of: 3), "More"),
            ToolParameter("flag", .boolean, "Whether"),
        ]
    ) { arguments in
        ToolAnswer(
            [
                "text": .string(arguments.text("text") ?? ""), "times": .integer(arguments.integer("times") ?? 0),
                "list": .array(arguments.texts("list").map { .string($0) }), "flag": .bool(arguments.flag("flag")),
            ],
            wav: arguments.text("how") == "loud" ? [1, 2, 3, 4] : nil
        )
    }

    // MARK: Initialisation

    @Test(
        "initialize is answered with the requested version if it is supported, otherwise with the newest",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-06-18", "2025-06-18"), ("2025-11-25", "2025-11-25"),
            ("1999-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
        ]
    )
    func initialize(wanted: String, version: String) async throws {
        let client = try await exchange(
            [],
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"\#(wanted)","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#
        )
        let result = try #require(client.answer(1)?["result"])
        #expect(result["protocolVersion"]?.string == version)
        #expect(result["serverInfo"]?["name"]?.string == "test")
        #expect(result["capabilities"]?["tools"]?.members != nil)
        #expect(client.answer(2)?["result"]?.members?.isEmpty == true)
        #expect(client.all.count == 2)
    }

    @Test("without initialize, each request declares its version and is answered in that version")
    func modern() async throws {
        let meta =
            #""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        let client = try await exchange(
            [Self.echo],
            #"{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{\#(meta)}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{\#(meta)}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{\#(meta),"name":"echo","arguments":{"text":"a"}}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"3000-01-01"}}}"#,
            #"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#
        )
        for id in 1...3 {
            let result = try #require(client.answer(id)?["result"])
            #expect(result["resultType"]?.string == "complete")
            #expect(result["_meta"]?["io.modelcontextprotocol/serverInfo"]?["version"]?.string == "1")
            #expect((result["ttlMs"] != nil) == (id < 3) && (result["cacheScope"] != nil) == (id < 3))
        }
        #expect(client.answer(1)?["result"]?["supportedVersions"]?.elements?.first?.string == "2026-07-28")
        let error = try #require(client.answer(4)?["error"])
        #expect(error["code"]?.number?.int == -32_022)
        #expect(error["data"]?["requested"]?.string == "3000-01-01")
        #expect(error["data"]?["supported"]?.elements?.isEmpty == false)
        // The answer for an older client has no members that its version does not define.
        #expect(client.answer(5)?["result"]?.members?.map(\.key) == ["tools"])
    }

    // MARK: Tools

    @Test("a tool is listed with the schema of its parameters")
    func list() async throws {
        let client = try await exchange([Self.echo], #"{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}"#)
        let tool = try #require(client.answer(1)?["result"]?["tools"]?.elements?.first)
        let schema = try #require(tool["inputSchema"])
        #expect(tool["name"]?.string == "echo")
        #expect(schema["type"]?.string == "object" && schema["additionalProperties"]?.bool == false)
        #expect(schema["required"]?.elements?.map(\.string) == ["text"])
        #expect(schema["properties"]?["text"]?["maxLength"]?.number?.int == 5)
        #expect(schema["properties"]?["how"]?["enum"]?.elements?.count == 2)
        #expect(schema["properties"]?["list"]?["items"]?["type"]?.string == "string")
        #expect(tool["annotations"]?["openWorldHint"]?.bool == false)
    }

    @Test("the result of a call contains an object, its text, and a sound if there is one")
    func call() async throws {
        let client = try await exchange(
            [Self.echo],
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"é\n","times":2,"list":["a","b"],"flag":true,"how":null}}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"text":"a","how":"loud"}}}"#
        )
        let plain = try #require(client.answer(1)?["result"])
        #expect(plain["isError"]?.bool == false)
        #expect(plain["structuredContent"]?["text"]?.string == "é\n")
        #expect(plain["structuredContent"]?["list"]?.elements?.count == 2)
        let text = try #require(plain["content"]?.elements?.first?["text"]?.string)
        #expect(try JSONDocument.parse(Array(text.utf8), source: "text")["times"]?.number?.int == 2)
        let sound = try #require(client.answer(2)?["result"]?["content"]?.elements?.last)
        #expect(sound["type"]?.string == "audio" && sound["mimeType"]?.string == "audio/wav")
        #expect(Base64.bytes(sound["data"]?.string ?? "") == [1, 2, 3, 4])
    }

    @Test(
        "invalid arguments produce a tool result that tells the model what is wrong",
        arguments: [
            (#"{}"#, "needs 'text'"), (#"{"text":""}"#, "1 to 5"), (#"{"text":"abcdef"}"#, "not 6"),
            (#"{"text":7}"#, "a string"), (#"{"text":"a","times":4}"#, "1 to 3"),
            (#"{"text":"a","times":1.5}"#, "whole"),
            (#"{"text":"a","rate":1e99}"#, "0.5 to 2"), (#"{"text":"a","how":"x"}"#, "loud, low"),
            (#"{"text":"a","list":["a","b","c"]}"#, "1 to 2"), (#"{"text":"a","list":["abcd"]}"#, "1 to 3"),
            (#"{"text":"a","flag":"yes"}"#, "true or false"), (#"{"txt":"a"}"#, "'text'"), (#"[1]"#, "an object"),
            (#""x""#, "an object"),
        ]
    )
    func wrongArguments(arguments: String, part: String) async throws {
        let client = try await exchange(
            [Self.echo],
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":\#(arguments)}}"#
        )
        let result = try #require(client.answer(1)?["result"])
        #expect(result["isError"]?.bool == true)
        #expect(result["structuredContent"]?["error"]?["code"]?.string == "invalidRequest")
        let text = try #require(result["content"]?.elements?.first?["text"]?.string)
        #expect(text.contains(part), "\(text)")
    }

    @Test("an error that a tool throws is returned with its remedy")
    func failure() async throws {
        let broken = Self.tool("broken") { _ in throw ServiceError(.unsupported, "no voice", remedy: "ask for another")
        }
        let client = try await exchange(
            [broken],
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"broken"}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"brokn"}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{}}"#
        )
        let result = try #require(client.answer(1)?["result"])
        #expect(result["isError"]?.bool == true)
        #expect(result["content"]?.elements?.first?["text"]?.string == "no voice; ask for another")
        #expect(client.answer(2)?["error"]?["code"]?.number?.int == -32_602)
        #expect(client.answer(2)?["error"]?["message"]?.string?.contains("'broken'") == true)
        #expect(client.answer(3)?["error"]?["code"]?.number?.int == -32_602)
    }

    // MARK: Hostile clients

    @Test(
        "an invalid request gets an error, and the server continues",
        arguments: [
            ("{", -32_700), ("", nil), ("   ", nil), ("nonsense", -32_700), ("[]", -32_600), ("7", -32_600),
            (#"{"jsonrpc":"2.0","id":1}"#, -32_600), (#"{"id":1,"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600),
            (#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#, -32_601),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}"#, -32_602),
            (#"{"jsonrpc":"2.0","id":5,"result":{}}"#, nil), (#"{"jsonrpc":"2.0","method":"no/such"}"#, nil),
            (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32_700),
        ]
    )
    func noRequest(line: String, code: Int?) async throws {
        let client = try await exchange([], line, #"{"jsonrpc":"2.0","id":99,"method":"ping"}"#)
        #expect(client.answer(99)?["result"] != nil)
        let errors = client.all.compactMap { $0["error"]?["code"]?.number?.int }
        #expect(errors == [code].compactMap { $0 })
    }

    @Test("invalid UTF-8 and documents nested too deeply get an error")
    func bytes() async throws {
        let deep = String(repeating: "[", count: 200_000)
        let client = try await exchange([], deep, #"{"jsonrpc":"2.0","id":"é","method":"ping"}"#)
        #expect(client.all.first?["error"]?["code"]?.number?.int == -32_700)
        #expect(client.all.last?["id"]?.string == "é")
        guard case .mistake(let error, _) = Message([0x7B, 0xFF, 0x7D]) else {
            Issue.record("invalid UTF-8 was accepted as a message")
            return
        }
        #expect(error.code == .parse)
    }

    @Test("a cancelled request ends without an answer")
    func cancel() async throws {
        let client = Client()
        let started = Mutex(0)
        let ended = Mutex(0)
        let long = Self.tool("long") { _ in
            started.withLock { $0 += 1 }
            defer { ended.withLock { $0 += 1 } }
            try await Task.sleep(for: .seconds(3600))
            return ToolAnswer([:])
        }
        let running = Task { try await client.run(server([long])) }
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}}"#)
        client.send(#"{"jsonrpc":"2.0","id":"x","method":"tools/call","params":{"name":"long"}}"#)
        #expect(await eventually { started.withLock { $0 } == 2 })
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#)
        #expect(await eventually { client.all.count == 1 })
        #expect(client.all.first?["error"]?["code"]?.number?.int == -32_600, "the ID is in use")
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        client.send(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}"#)
        #expect(await eventually { ended.withLock { $0 } == 1 })
        client.send(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
        #expect(await eventually { client.answer(2) != nil })
        #expect(client.all.count == 2)
        // Cancelling the server cancels the running calls.
        running.cancel()
        client.close()
        try await running.value
        #expect(ended.withLock { $0 } == 2)
        #expect(client.all.count == 2)
    }

    @Test("requests beyond the limit are refused, and the others are answered")
    func many() async throws {
        let client = Client()
        let gate = Mutex(false)
        let waiting = Self.tool("wait") { _ in
            while !gate.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            return ToolAnswer([:])
        }
        let running = Task { try await client.run(server([waiting])) }
        let count = ModelContextServer.maximumCalls + 10
        for id in 1...count {
            client.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"wait"}}"#)
        }
        #expect(await eventually { client.all.count == 10 })
        #expect(client.all.allSatisfy { $0["error"]?["code"]?.number?.int == -32_000 })
        gate.withLock { $0 = true }
        #expect(await eventually { client.all.count == count })
        client.close()
        try await running.value
    }

    @Test("the server ends when its client stops reading")
    func brokenPipe() async throws {
        let client = Client()
        client.breakPipe()
        client.send(#"{"jsonrpc":"2.0","id":1,"method":"nonsense"}"#)
        client.send(#"[]"#)
        client.send(#"[]"#)
        client.close()
        let error = await #expect(throws: ServiceError.self) { try await client.run(server()) }
        #expect(error?.code == .io)
    }
}
