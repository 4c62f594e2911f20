import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import Synchronization
import TestSupport
import Testing

@testable import FrontEndServer

/// Concurrent requests: cancellation, clients that do not read or that disconnect, provider swaps and reloads.
@Suite(.timeLimit(.minutes(10)))
struct FlowTests {
    @Test func aCancelledRequestHasOneEnd() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        for id in 1...8 { client.send(id, "speech.synthesize", #"{"text":"a"}"#) }
        #expect(await eventually { (1...8).allSatisfy { !client.events($0).isEmpty } })
        for id in 1...8 {
            client.cancel(id)
            client.cancel(id)
        }
        for id in 1...8 { #expect(try await client.code(id) == "cancelled") }
        client.cancel(99)
        client.send(#"{"method":"cancel","params":{"id":"x"}}"#)
        client.send(#"{"method":"cancel"}"#)
        client.send(#"{"method":"something.new","params":{}}"#)
        client.send(9, "ping")
        _ = try await client.result(9)
        client.close()
        try await client.task.value
        for id in 1...8 {
            #expect(client.finals(id).count == 1)
            let last = try #require(client.frames.last { $0.id == id })
            #expect(last.isFinal, "a frame followed the final frame")
        }
    }

    @Test(arguments: [false, true])
    func aClientThatDoesNotReadIsWaitedFor(_ takesLittle: Bool) async throws {
        let speech = EndlessSpeech()
        let client = Client(takesLittle: takesLittle) { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        client.stopReading()
        for id in 1...4 { client.send(id, "speech.synthesize", #"{"text":"a"}"#) }
        // The limit of the buffer, the bytes being written, and one chunk per request.
        let most = (2 * FrameOutput.limit + 8 * 2 * EndlessSpeech.samples) / (2 * EndlessSpeech.samples) + 8
        var before = -1
        var quiet = 0
        // The server is idle when the count has not changed for a while.
        _ = await eventually {
            let count = speech.count
            quiet = count == before && count > 0 ? quiet + 1 : 0
            before = count
            return quiet > 40
        }
        #expect(speech.count <= most, "\(speech.count) chunks were produced although the client does not read")
        client.goOnReading()
        let count = speech.count
        #expect(await eventually { speech.count > count + 50 })
        for id in 1...4 { client.cancel(id) }
        for id in 1...4 { #expect(try await client.code(id) == "cancelled") }
        client.close()
        try await client.task.value
    }

    @Test func aFloodOfRefusalsDoesNotGrow() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.stopReading()
        // Each gets an answer of about 110 bytes, which together exceed the buffer limit.
        let (lines, pieces) = (3000, 36)
        let line = Array((#"{"id":5,"method":7}"# + "\n").utf8)
        let piece = Array(repeatElement(line, count: lines).joined())
        for _ in 0..<pieces { client.send(piece) }
        let most = FrameOutput.maximumUnread / (lines * 90) + 2
        var before = -1
        var quiet = 0
        _ = await eventually {
            let count = client.piecesTaken
            quiet = count == before && count > 1 ? quiet + 1 : 0
            before = count
            return quiet > 40
        }
        #expect(client.piecesTaken <= most, "\(client.piecesTaken) chunks were read from a client that does not read")
        client.goOnReading()
        #expect(await eventually { client.frames.count == 1 + lines * pieces })
        client.close()
        try await client.task.value
    }

    @Test func onlySoManyRequestsAreTaken() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        let most = FrontEndExchange.maximumRequests
        for id in 1...most + 1 { client.send(id, "speech.synthesize", #"{"text":"a"}"#) }
        #expect(try await client.code(most + 1) == "limitExceeded")
        client.cancel(1)
        #expect(try await client.code(1) == "cancelled")
        client.send(#"{"method":"shutdown"}"#)
        try await client.task.value
        #expect(client.frames.filter { $0.isFinal && $0.id != 0 }.count == 2)
    }

    @Test func theEndOfTheInputEndsEverything() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        #expect(await eventually { !client.events(1).isEmpty })
        client.close()
        try await client.task.value
        #expect(speech.shutdownCount == 1 && client.finals(1).isEmpty)
    }

    @Test func aClientThatHasGoneEndsEverything() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        client.breakPipe()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        await #expect { try await client.task.value } throws: { ($0 as? ServiceError)?.message == "the pipe is broken" }
        #expect(speech.shutdownCount == 1)
    }

    @Test func anotherParentEndsEverything() async throws {
        let client = Client { try await sampleRegistry() }
        try await client.greet()
        client.changeParent(to: 2)
        // The input stays open, as if a child process of the client kept it open.
        try await client.task.value
    }

    @Test func whoDoesNotReadAndGoesIsNotWaitedFor() async throws {
        let speech = EndlessSpeech()
        let client = Client { try await sampleRegistry(speech: [speech]) }
        try await client.greet()
        client.stopReading()
        for id in 1...4 { client.send(id, "speech.synthesize", #"{"text":"a"}"#) }
        #expect(await eventually { speech.count > 4 })
        client.close()
        try await client.task.value
        #expect(speech.shutdownCount == 1)
        client.goOnReading()
    }

    // MARK: Swaps

    @Test func aSwapHoldsForTheNextRequest() async throws {
        let (old, new) = (EndlessSpeech(id: "old"), InMemorySpeech(id: "new", languages: ["en"]))
        let client = Client { try await sampleRegistry(speech: [old, new]) }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        #expect(await eventually { !client.events(1).isEmpty })
        client.send(2, "registry.use", #"{"service":"speech","providers":["new"]}"#)
        #expect(try await client.result(2)["providers"]?.elements?.map(\.string) == ["new"])
        client.send(3, "speech.synthesize", #"{"text":"a"}"#)
        #expect(try await client.result(3)["provider"]?.string == "new")
        let count = client.events(1).count
        #expect(await eventually { client.events(1).count > count + 3 }, "the old provider continues")
        client.send(4, "registry.use", #"{"service":"speech","providers":["old"],"role":"story"}"#)
        _ = try await client.result(4)
        client.send(5, "speech.synthesize", #"{"text":"a","role":"story"}"#)
        #expect(await eventually { !client.events(5).isEmpty })
        client.send(6, "registry.providers", #"{"service":"speech"}"#)
        let listed = try await client.result(6)
        let ranks = (listed["providers"]?.elements ?? []).map { $0["rank"]?.wholeNumber }
        #expect(ranks == [nil, 1] && listed["roles"]?["speech"]?.elements?.map(\.string) == ["story"])
        for id in [1, 5] { client.cancel(id) }
        client.close()
        try await client.task.value
    }

    @Test func aReloadLetsRunningRequestsEnd() async throws {
        let (first, second) = (EndlessSpeech(id: "first"), InMemorySpeech(id: "second", languages: ["en"]))
        let opened = Mutex(0)
        let client = Client {
            let count = opened.withLock { count in
                count += 1
                return count
            }
            if count == 2 { throw ServiceError(.configuration, "parlance.json:1:1: wrong") }
            return try await sampleRegistry(speech: count == 1 ? [first] : [second])
        }
        try await client.greet()
        client.send(1, "speech.synthesize", #"{"text":"a"}"#)
        #expect(await eventually { !client.events(1).isEmpty })
        client.send(2, "registry.reload")
        #expect(try await client.code(2) == "configuration")
        #expect(client.logLines == ["W! the configuration is not applied: parlance.json:1:1: wrong"])
        let count = client.events(1).count
        #expect(await eventually { client.events(1).count > count + 3 }, "the old configuration stays in use")
        client.send(3, "registry.reload")
        #expect(try await client.result(3)["services"]?.elements?.count == 4)
        client.send(4, "speech.synthesize", #"{"text":"a"}"#)
        #expect(try await client.result(4)["provider"]?.string == "second")
        #expect(first.shutdownCount == 0, "a provider was shut down while it was speaking")
        client.cancel(1)
        #expect(await eventually { first.shutdownCount == 1 })
        client.close()
        try await client.task.value
        #expect(second.shutdownCount == 1)
    }
}
