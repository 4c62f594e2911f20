import Platform
import Testing

/// The program as a Model Context Protocol server, as started by a chat program.
@Suite("parlance serve", .timeLimit(.minutes(10)))
struct ServeTests {
    private func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    /// The results by request ID.
    private func results(of lines: [String], _ arguments: [String] = []) async throws -> [Int: [String: Any]] {
        let box = try Sandbox()
        let outcome = try await box.run(["serve", "--mcp"] + arguments, input: lines.joined(separator: "\n") + "\n")
        outcome.expectSuccess()
        var results: [Int: [String: Any]] = [:]
        for answer in try outcome.json() {
            results[try #require(answer["id"] as? Int)] = try #require(answer["result"] as? [String: Any], "\(answer)")
        }
        return results
    }

    @Test("every tool works as described")
    func tools() async throws {
        let results = try await results(of: [
            call(1, "speak", #"{"text":"Good morning","language":"en-GB","rate":1.5}"#),
            call(2, "pronounce", #"{"words":["water","$(reboot)"],"language":"en-US"}"#),
            call(3, "list_voices", #"{"language":"en-IE"}"#),
            call(4, "translate", #"{"texts":["dog","qxzvkw"],"to":"es"}"#),
            call(5, "example_sentences", #"{"word":"went","language":"en","count":3,"level":"A2"}"#),
            call(6, "list_providers", "{}"),
            call(7, "speak", #"{"text":"hello","language":"xx"}"#),
            call(8, "example_sentences", #"{"word":"\u0000","language":"en"}"#),
        ])
        func content(_ id: Int) throws -> [String: Any] {
            try #require(results[id]?["structuredContent"] as? [String: Any])
        }
        let words = try #require(try content(1)["words"] as? [[String: Any]])
        #expect(words.map { $0["text"] as? String } == ["Good", "morning"])
        let sound = try #require((results[1]?["content"] as? [[String: Any]])?.last)
        #expect(sound["mimeType"] as? String == "audio/wav")
        #expect((sound["data"] as? String)?.hasPrefix("UklGR") == true)
        let spoken = try #require(try content(2)["words"] as? [[String: Any]])
        #expect((spoken.first?["ipa"] as? String)?.contains("w") == true)
        #expect((try content(3)["voices"] as? [Any])?.isEmpty == false)
        let translations = try #require(try content(4)["translations"] as? [[String: Any]])
        #expect(translations.first?["translation"] as? String == "perro")
        #expect((translations.last?["error"] as? [String: Any])?["code"] as? String == "notFound")
        let sentences = try #require(try content(5)["sentences"] as? [[String: Any]])
        #expect(sentences.count == 3)
        #expect(sentences.allSatisfy { ($0["form"] as? String)?.isEmpty == false && $0["lemma"] as? String == "go" })
        #expect(
            (try content(6)["providers"] as? [[String: Any]])?.contains { $0["provider"] as? String == "espeak" }
                == true
        )
        for id in [7, 8] { #expect(results[id]?["isError"] as? Bool == true) }
    }

    @Test("it starts with a handshake, and exits when its input ends")
    func greeting() async throws {
        let results = try await results(of: [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{}}}"#,
            #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#,
        ])
        #expect(results[1]?["protocolVersion"] as? String == "2025-06-18")
        let tools = try #require(results[2]?["tools"] as? [[String: Any]])
        #expect(
            Set(tools.compactMap { $0["name"] as? String }).isSuperset(of: ["speak", "translate", "example_sentences"])
        )
        #expect(tools.allSatisfy { ($0["annotations"] as? [String: Any])?["openWorldHint"] as? Bool == false })
    }

    @Test("without an option nothing is served, and an invalid configuration is reported immediately")
    func refusals() async throws {
        let box = try Sandbox()
        let unsaid = try await box.run(["serve"])
        #expect(unsaid.ending == .exited(64) && unsaid.errors.contains("--mcp"))
        try box.write(#"{ "version": 1, "speech": { "use": ["nobody" } }"#, to: "wrong.json")
        let wrong = try await box.run(["serve", "--mcp", "--config", "wrong.json"], input: "")
        #expect(wrong.ending == .exited(78) && wrong.text.isEmpty)
    }

    @Test("a line that is too long is answered, and so is the next one")
    func longLine() async throws {
        let box = try Sandbox()
        let long = String(repeating: "a", count: 9 << 20)
        let ping = #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#
        let outcome = try await box.run(["serve", "--mcp"], input: "\(long)\n\(ping)\n")
        let answers = try outcome.json()
        #expect((answers.first?["error"] as? [String: Any])?["code"] as? Int == -32_700)
        #expect(answers.last?["id"] as? Int == 2)
    }
}
