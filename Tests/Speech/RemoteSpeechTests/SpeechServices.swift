import HTTPTransport
import JSON
import LanguageServices
import RemoteSpeech
import Synchronization
import TestSupport
import Testing

/// A server that simulates every speech service and every fault, and providers that use it.
///
/// All tests share one server, because a running server occupies a thread; each value has URLs of its own.
struct SpeechServices {
    static let key = Secret("k-S3cret/1+x", source: "environment variable TEST_KEY")

    private static let shared = Result {
        try LoopbackServer.start(#filePath.replacing("SpeechServices.swift", with: "Server/speech.py"))
    }
    private static let count = Mutex(0)

    private let server: LoopbackServer
    private let transport = CurlTransport()
    private let name: String

    init() throws {
        server = try Self.shared.get()
        name = Self.count.withLock { count in
            count += 1
            return ",id=\(count)"
        }
    }

    var port: Int { server.port }

    /// The address that triggers a behaviour: `piece=1,size=0`.
    func address(_ dialect: RemoteSpeechDialect, _ how: String = "") -> String {
        "\(server.address)/\(FormEncoding.encoded(path(dialect, how)))/v1"
    }

    private func path(_ dialect: RemoteSpeechDialect, _ how: String) -> String {
        "dialect=\(dialect.rawValue)" + (how.isEmpty ? "" : ",\(how)") + name
    }

    func provider(
        _ dialect: RemoteSpeechDialect,
        _ how: String = "",
        clock: ServiceClock = .system,
        change: (inout RemoteSpeechSettings) -> Void = { _ in }
    ) throws -> RemoteSpeech {
        var settings = RemoteSpeechSettings(dialect: dialect, url: address(dialect, how), key: Self.key)
        change(&settings)
        return try RemoteSpeech(id: "remote", settings: settings, transport: transport, clock: clock)
    }

    struct Asked {
        let method: String
        let target: String
        let body: String
        let headers: JSONNode

        func header(_ name: String) -> String? { headers[name]?.string }
        var json: JSONNode { get throws { try JSONDocument.parse(Array(body.utf8), source: "body") } }
    }

    /// The requests in order.
    func log(_ dialect: RemoteSpeechDialect, _ how: String = "") async throws -> [Asked] {
        try #require(try await record(dialect, how)["asked"]?.elements).map { entry in
            Asked(
                method: try #require(entry["method"]?.string),
                target: try #require(entry["target"]?.string),
                body: try #require(entry["body"]?.string),
                headers: try #require(entry["headers"])
            )
        }
    }

    /// The number of audio responses that were sent completely.
    func ended(_ dialect: RemoteSpeechDialect, _ how: String = "") async throws -> Int {
        try #require(try await record(dialect, how)["ended"]?.number?.int)
    }

    private func record(_ dialect: RemoteSpeechDialect, _ how: String) async throws -> JSONNode {
        let url = "\(server.address)/log/\(FormEncoding.encoded(path(dialect, how)))"
        let response = try await transport.send(HTTPRequest(.get, url))
        return try JSONDocument.parse(response.body, source: "log")
    }
}

extension RemoteSpeech {
    /// The audio for a text in American English or another language.
    func say(_ text: String, _ language: String = "en-US", rate: Double? = nil) async throws -> SpeechStream.Recording {
        try await synthesize(SpeechRequest(text: text, language: LanguageTag(language), rate: rate)).collect()
    }

    /// The error from a request.
    func failure(_ request: SpeechRequest) async -> ServiceError? {
        do {
            _ = try await synthesize(request).collect()
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    /// The error for a text.
    func failure(_ text: String = "hello", _ language: String = "en-US") async -> ServiceError? {
        await failure(SpeechRequest(text: text, language: LanguageTag(language)))
    }
}

extension SpeechStream.Recording {
    var seconds: Double { duration / .seconds(1) }

    /// The number of upward zero crossings per second, which is the frequency of a tone.
    var frequency: Double {
        let mono = stride(from: 0, to: samples.count, by: format.channels).map { samples[$0] }
        let rises = zip(mono, mono.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(rises) / seconds
    }

    /// The largest magnitude.
    var peak: Int { samples.map { abs(Int($0)) }.max() ?? 0 }
}
