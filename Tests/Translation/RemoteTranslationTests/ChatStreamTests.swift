import HTTPTransport
import JSON
import LanguageServices
import RemoteService
import TestSupport
import Testing

@testable import RemoteTranslation

/// Streamed answers of language models.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct ChatStreamTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    @Test(arguments: ["", "whole", "nodone", "mislabelled", "fence", "shuffled", "slowly=1"])
    func chunkingDoesNotChangeAnswers(_ how: String) async throws {
        let texts = ["One", "Ünï ¿çödé? 猫 \"x\"\n\\", "Three"]
        #expect(try await server.provider(.openai, how).words(texts) == texts.map { "[B] \($0)" })
        #expect(try await server.log(.openai, how).count == 1)
    }

    @Test func streamingCanBeDisabled() async throws {
        let provider = try server.provider(.openai) { $0.streams = false }
        #expect(try await provider.words(["One"]) == ["[B] One"])
        #expect(try await server.log(.openai).first?.json["stream"] == nil)
    }

    @Test func streamingFallsBackToPlainAnswers() async throws {
        let provider = try server.provider(.openai, "nostream")
        for text in ["One", "Two"] { #expect(try await provider.words([text]) == ["[B] \(text)"]) }
        let asked = try await server.log(.openai, "nostream")
        #expect(try asked.map { try $0.json["stream"]?.bool } == [true, nil, nil])
    }

    @Test func connectionsAreReused() async throws {
        let provider = try server.provider(.openai, "slowly=1")
        for text in ["One", "Two", "Three"] { _ = try await provider.words([text]) }
        let ports = try await server.log(.openai, "slowly=1").map(\.port)
        #expect(ports.count == 3 && Set(ports).count == 1, "\(ports)")
    }

    // MARK: Time

    @Test func longStreamsDoNotTimeOut() async throws {
        let provider = try server.provider(.openai, "slowly=100") { $0.requestTime = .seconds(3) }
        let start = ContinuousClock.now
        let texts = (0..<6).map { "Text \($0)" }
        #expect(try await provider.words(texts) == texts.map { "[B] \($0)" })
        // Otherwise, the test proves nothing.
        #expect(ContinuousClock.now - start > .seconds(3))
    }

    @Test func keepAlivesDoNotCountAsAnswers() async throws {
        let provider = try server.provider(.openai, "pings") { $0.requestTime = .seconds(2) }
        let error = try #require(await provider.failure())
        #expect(error.code == .timedOut)
        #expect(error.message.contains("keep-alive messages"))
        #expect(error.outcomeUnknown)
    }

    @Test func endlessStreamsAreCancelled() async throws {
        let provider = try server.provider(.openai, "slowly=100") { $0.requestTime = .milliseconds(300) }
        let error = try #require(await provider.failure((0..<19).map { "A text with some words \($0)" }))
        #expect(error.code == .timedOut)
        #expect(error.outcomeUnknown)
    }

    @Test func completeAnswersReturnBeforeTheStreamEnds() async throws {
        let start = ContinuousClock.now
        #expect(try await server.provider(.openai, "slowly=1,open").words(["One"]) == ["[B] One"])
        #expect(try await server.provider(.openai, "slowly=1,open,nodone").words(["One"]) == ["[B] One"])
        #expect(ContinuousClock.now - start < .seconds(25))
    }

    @Test func aCancelledCallEndsInTheMiddle() async throws {
        let provider = try server.provider(.openai, "slowly=1000")
        let task = Task { try await provider.words(["One", "Two"]) }
        while try await server.log(.openai, "slowly=1000").isEmpty { try await Task.sleep(for: .milliseconds(10)) }
        let start = ContinuousClock.now
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    // MARK: What is no answer

    @Test func overlongAnswersAreStopped() async throws {
        let error = try #require(await server.provider(.openai, "runaway").failure(["One"]))
        #expect(error.code == .protocolViolation)
        #expect(error.message.hasSuffix("wrote far more than translations of the texts"))
    }

    @Test func textsWithOverlongAnswersFailAlone() async throws {
        let texts = ["One", "Two", "BAD", "Four", "Five"]
        #expect(
            try await server.provider(.openai, "runaway=bad").words(texts) == [
                "[B] One", "[B] Two", "<protocolViolation>", "[B] Four", "[B] Five",
            ]
        )
    }

    @Test func truncatedStreamsHaveAnUnknownOutcome() async throws {
        let error = try #require(await server.provider(.openai, "half").failure())
        #expect(error.code == .network)
        #expect(error.message.hasSuffix("interrupted its response"))
        #expect(error.outcomeUnknown)
    }

    // MARK: Pieces

    private func answer(
        _ text: String,
        maximumLength: Int = 100,
        type: String = "text/event-stream"
    ) async throws -> HTTPResponse {
        let identity = ServiceIdentity(name: "S", address: try ServiceAddress("http://127.0.0.1:1"), key: nil)
        let head = HTTPHead(status: 200, headers: ["Content-Type": type])
        return try await ChatStream(service: identity, maximumLength: maximumLength, idleTimeout: .seconds(60))
            .whole(HTTPStream(head: head, body: HTTPBody(Array(text.utf8))))
    }

    private func event(_ content: String) -> String {
        "data: {\"choices\":[{\"delta\":{\"content\":\"\(content)\"}}]}\n\n"
    }

    @Test(arguments: [
        ("data: {\"choices\":[{\"delta\":{\"content\":\"a\"}}]}\r\n\r\ndata: [DONE]\r\n\r\n", "a"),
        ("data: {\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"stop\"}]}\n\n", "a"),
        (
            "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"b\"}},{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: [DONE]\n\n",
            "a"
        ),
        (
            "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"}]}}]}\n\ndata: [DONE]\n\n",
            "a"
        ),
        (
            "event: x\nid: 7\ndata: {\"choices\":\ndata: [{\"delta\":{\"content\":\"a\"}}]}\n\n:\n\ndata: [DONE]\n\n",
            "a"
        ),
        ("data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"b\"}}]}\n\ndata: [DONE]\n\n", ""),
    ])
    func piecesAreJoined(_ stream: String, _ content: String) async throws {
        let body = String(decoding: try await answer(stream).body, as: UTF8.self)
        #expect(body.contains("\"content\":\"\(content)\""), "\(body)")
    }

    @Test func streamErrorsAreReported() async throws {
        for (stream, wanted) in [
            ("data: {\"error\":{\"message\":\"m\"}}\n\n", "{\"error\":{\"message\":\"m\"}}"),
            ("event: error\ndata: overloaded\n\n", "{\"error\":\"overloaded\"}"),
            (event("a") + "event: error\ndata: {\"error\":\"x\"}\n\n", "{\"error\":\"x\"}"),
        ] {
            #expect(String(decoding: try await answer(stream).body, as: UTF8.self) == wanted)
        }
    }

    @Test func reasoningMayBeLong() async throws {
        let long = String(repeating: "x", count: 1000)
        let thought = event("<think>") + event(long) + event("</th") + event("ink>a") + "data: [DONE]\n\n"
        // The reasoning is not part of the answer.
        let body = String(decoding: try await answer(thought).body, as: UTF8.self)
        #expect(body.contains("\"content\":\"a\""), "\(body)")
        for stream in [event(long), thought.replacing("data: [DONE]\n\n", with: event(long))] {
            let refusal = await #expect(throws: Refusal.self) { try await answer(stream) }
            #expect(refusal?.treatment == .smaller())
        }
    }

    @Test(arguments: ["", "\n\n", ": x\n\n", "data: [DONE]\n\n", "data: {}\n\n", "<html></html>", "data: nonsense\n\n"])
    func streamsWithoutMessagesAreViolations(_ stream: String) async throws {
        let refusal = await #expect(throws: Refusal.self) { try await answer(stream) }
        #expect(refusal?.error.code == .protocolViolation)
    }
}
