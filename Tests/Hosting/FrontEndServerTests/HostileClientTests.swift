import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import TestSupport
import Testing

@testable import FrontEndServer

/// How the server handles clients that violate the protocol, do not read, or disconnect.
@Suite(.timeLimit(.minutes(10)))
struct HostileClientTests {
    /// Waits until the server ends and expects a protocol violation.
    private func expectViolation(_ client: Client, _ sent: String) async {
        await #expect("\(sent.prefix(60))") {
            try await client.task.value
        } throws: { ($0 as? ServiceError)?.code == .protocolViolation }
        #expect(client.fault == nil)
    }

    @Test(arguments: [
        "", "hello", "[]", "null", "{", #"{"id":1,"id":1,"method":"ping"}"#, #"{"id":-1,"method":"ping"}"#,
        #"{"id":1.0,"method":"ping"}"#, #"{"id":"1","method":"ping"}"#, #"{"id":9007199254740993,"method":"ping"}"#,
        #"{"id":null,"method":"ping"}"#, #"{"method":7}"#, #"{"params":{}}"#, #"{"method":"x","params":[]}"#,
        #"{"id":1,"method":"ping","bytes":0}"#, #"{"id":1,"method":"ping","bytes":16777217}"#,
        #"{"id":1,"method":"ping","bytes":"4"}"#, #"{"id":1,"method":"\ud800"}"#, "\u{0}", "NaN",
        #"{"id":1,"method":"ping","params":{"a":NaN}}"#, String(repeating: "[", count: 100_000),
    ])
    func whatIsNoFrameEndsIt(_ line: String) async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(line)
        await expectViolation(client, line)
    }

    @Test func aLineThatIsTooLongEndsIt() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        for _ in 0..<20 { client.send([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)) }
        await expectViolation(client, "a long line")
    }

    @Test func anInputThatEndsWithinAFrameIsAFault() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(Array(#"{"id":1,"method":"pi"#.utf8))
        client.close()
        await expectViolation(client, "half a frame")
    }

    @Test func bytesThatAreNoTextEndIt() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(Array(#"{"id":1,"method":""#.utf8) + [0xFF, 0xFE] + Array("\"}\n".utf8))
        await expectViolation(client, "no UTF-8")
    }

    @Test(arguments: [
        #"{"id":5,"method":7}"#, #"{"id":5}"#, #"{"id":5,"method":"ping","params":[]}"#,
        #"{"id":5,"method":"ping","params":"x"}"#, #"{"id":5,"result":{}}"#, #"{"id":5,"method":null}"#,
        #"{"id":5,"method":"speech.synthesize"}"#, #"{"id":5,"method":"speech.synthesize","params":{"text":1}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","rate":1e300}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","rate":"1"}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","wordGap":-1e300}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","language":"not a tag"}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":" "}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","marks":"word"}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","marks":[1]}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","pronunciations":[3]}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","pronunciations":[{"word":"a"}]}}"#,
        #"{"id":5,"method":"speech.synthesize","params":{"text":"a","role":""}}"#,
        #"{"id":5,"method":"speech.voices","params":{"gender":"robot"}}"#,
        #"{"id":5,"method":"translation.translate","params":{}}"#,
        #"{"id":5,"method":"translation.translate","params":{"texts":["a",1]}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","count":1.5}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","count":101}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","seed":5}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","seed":"-1"}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","words":[3,1]}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","words":[1]}}"#,
        #"{"id":5,"method":"sentences.generate","params":{"word":"a","level":"Z9"}}"#,
        #"{"id":5,"method":"feedback.play","params":{"event":""}}"#,
        #"{"id":5,"method":"feedback.play","params":{"event":"success","progress":2}}"#,
        #"{"id":5,"method":"registry.use","params":{}}"#,
        #"{"id":5,"method":"registry.use","params":{"service":"cooking","providers":["a"]}}"#,
        #"{"id":5,"method":"registry.use","params":{"service":"speech","providers":[]}}"#,
        #"{"id":5,"method":"registry.use","params":{"service":"speech","providers":["tones","tones"]}}"#,
        #"{"id":5,"method":"initialize","params":{"protocol":[1]}}"#,
    ])
    func whatMakesNoSenseIsAnswered(_ line: String) async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(line)
        #expect(try await client.code(5) == "invalidRequest", "\(line)")
        client.send(6, "ping")
        _ = try await client.result(6)
        client.close()
        try await client.task.value
        #expect(client.finals(5).count == 1)
    }

    @Test(arguments: [
        (#"{"id":5,"method":"no.such"}"#, "unsupported"),
        (#"{"id":5,"method":"speech.dance"}"#, "unsupported"),
        (#"{"id":5,"method":"speech.synthesize","params":{"text":"a","marks":["line"]}}"#, "unsupported"),
        (#"{"id":5,"method":"registry.use","params":{"service":"speech","providers":["nobody"]}}"#, "notFound"),
    ])
    func whatIsNotThereIsAnswered(_ line: String, _ code: String) async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(line)
        #expect(try await client.code(5) == code)
        client.close()
    }

    @Test func tooManyTextsAreRefused() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(
            1,
            "translation.translate",
            "{\"texts\":[\(Array(repeating: "\"a\"", count: 101).joined(separator: ","))]}"
        )
        #expect(try await client.code(1) == "limitExceeded")
        client.close()
    }

    @Test func aPayloadBelongsToNoRequest() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.send(Array("{\"id\":1,\"method\":\"ping\",\"bytes\":9}\n{\"id\":2}\n".utf8))
        client.send(3, "ping")
        #expect(try await client.code(1) == "invalidRequest")
        _ = try await client.result(3)
        #expect(client.finals(2).isEmpty)
        client.close()
    }

    @Test func aNumberThatIsInUseEndsIt() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        #expect(await eventually { !client.events(1).isEmpty })
        client.send(1, "ping")
        await expectViolation(client, "the same ID")
        #expect(client.finals(1).isEmpty)
    }

    @Test(arguments: [
        (#"{"id":3,"method":"ping","params":{}}"#, "invalidRequest"),
        (#"{"id":3,"method":"initialize","params":{"protocol":[2]}}"#, "unsupported"),
        (#"{"id":3,"method":"initialize","params":{"protocol":1}}"#, "unsupported"),
        (#"{"id":3,"method":"initialize"}"#, "unsupported"),
        (#"{"id":3,"method":"initialize","params":{"protocol":[1],"service":"cooking"}}"#, "unsupported"),
        (#"{"id":3,"method":"initialize","params":{"protocol":[1],"config":{"rolle":"x"}}}"#, "configuration"),
        (#"{"id":3,"method":"initialize","params":{"protocol":[1],"config":{"role":7}}}"#, "configuration"),
        (#"{"id":3}"#, "invalidRequest"),
    ])
    func aWrongBeginningEndsIt(_ line: String, _ code: String) async throws {
        let client = Client { try await sampleRegistry() }
        client.send(line)
        #expect(try await client.code(3) == code)
        // The server ends although the input stays open.
        _ = await client.task.result
    }

    @Test func aConfigurationThatIsWrongIsSaid() async throws {
        let client = Client { throw ServiceError(.configuration, "line 3 is wrong", remedy: "fix it") }
        client.send(Client.greeting())
        #expect(try await client.code(0) == "configuration")
        await #expect { try await client.task.value } throws: { ($0 as? ServiceError)?.message == "line 3 is wrong" }
    }

    @Test func nothingThatIsDamagedBreaksIt() async throws {
        let lines = [
            Client.greeting(), #"{"id":1,"method":"speech.synthesize","params":{"text":"one two","marks":["word"]}}"#,
            #"{"id":2,"method":"translation.translate","params":{"texts":["dog","cat"],"target":"es"}}"#,
            #"{"id":3,"method":"sentences.generate","params":{"word":"book","words":[1,9],"seed":"4"}}"#,
            #"{"id":4,"method":"registry.use","params":{"service":"speech","providers":["tones"]}}"#,
            #"{"method":"cancel","params":{"id":1}}"#,
            #"{"id":5,"method":"feedback.play","params":{"event":"success"}}"#,
            #"{"id":6,"method":"registry.reload","params":{}}"#,
        ]
        let whole = Array(lines.joined(separator: "\n").utf8)
        for seed in 1...150 as ClosedRange<UInt64> {
            var mutator = Mutator(seed: seed)
            let words = ["\"id\":", "null", "1e999", "{\"method\":\"shutdown\"}\n", "\n", "\"bytes\":3", "\\u0000"]
            let sent = mutator.mutated(whole, with: [whole[...]], words: words)
            let client = Client { try await sampleRegistry() }
            client.send(sent)
            client.close()
            _ = await client.task.result
            #expect(client.fault == nil, "seed \(seed)")
            let finals = Dictionary(grouping: client.frames.filter(\.isFinal), by: \.id)
            // An ID may be reused after its request has ended; then there is one answer per use.
            let uses = String(decoding: sent, as: UTF8.self)
            for (id, frames) in finals {
                #expect(frames.count <= max(1, uses.count(of: "\"id\":\(id ?? -1)")), "seed \(seed)")
            }
        }
    }
}

extension String {
    /// How often a text occurs in the string.
    fileprivate func count(of part: String) -> Int {
        var count = 0
        var rest = Substring(self)
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
