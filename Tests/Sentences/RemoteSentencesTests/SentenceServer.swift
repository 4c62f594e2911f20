import HTTPTransport
import JSON
import LanguageServices
import RemoteSentences
import Synchronization
import TestSupport
import Testing

/// A server that simulates every service and every fault, and providers that use it.
///
/// All tests share one server, because a running server occupies a thread; each value has URLs of its own.
struct SentenceServer {
    static let key = Secret("k-S3cret/1+x", source: "environment variable TEST_KEY")

    private static let shared = Result {
        try LoopbackServer.start(#filePath.replacing("SentenceServer.swift", with: "Server/sentences.py"))
    }
    private static let count = Mutex(0)

    private let server: LoopbackServer
    private let name: String

    init() throws {
        server = try Self.shared.get()
        name = Self.count.withLock { count in
            count += 1
            return ",id=\(count)"
        }
    }

    private func path(_ dialect: RemoteSentencesDialect, _ how: String) -> String {
        "service=\(dialect.rawValue)" + (how.isEmpty ? "" : ",\(how)") + name
    }

    var place: String { "127.0.0.1:\(server.port)" }

    /// The address that triggers a behaviour: `status=500,until=1`.
    func address(_ dialect: RemoteSentencesDialect, _ how: String = "") -> String {
        "\(server.address)/\(path(dialect, how))" + (dialect == .openai ? "/v1" : "")
    }

    func provider(
        _ dialect: RemoteSentencesDialect,
        _ how: String = "",
        gate: RequestGate = .open,
        change: (inout RemoteSentencesSettings) -> Void = { _ in }
    ) throws -> RemoteSentences {
        var settings = RemoteSentencesSettings(
            dialect: dialect,
            model: "tiny",
            url: address(dialect, how),
            key: Self.key
        )
        settings.requestTime = .seconds(20)
        change(&settings)
        return try RemoteSentences(id: "remote", settings: settings, gate: gate)
    }

    struct Asked {
        let target: String
        let body: String
        let headers: JSONNode

        func header(_ name: String) -> String? { headers[name]?.string }
        var json: JSONNode { get throws { try JSONDocument.parse(Array(body.utf8), source: "body") } }
    }

    /// The requests received, in order.
    func log(_ dialect: RemoteSentencesDialect, _ how: String = "") async throws -> [Asked] {
        let url = "\(server.address)/log/\(path(dialect, how))"
        let response = try await CurlTransport().send(HTTPRequest(.get, url))
        let json = try JSONDocument.parse(response.body, source: "log")
        return try #require(json.elements).map { entry in
            Asked(
                target: try #require(entry["target"]?.string),
                body: try #require(entry["body"]?.string),
                headers: try #require(entry["headers"])
            )
        }
    }
}

/// A request for sentences with *cat* or another word.
func request(_ word: String = "cat", count: Int = 3, in language: String = "en") -> SentenceRequest {
    SentenceRequest(word: word, language: LanguageTag(language), count: count, seed: 7)
}

extension SentenceProvider {
    /// The result of a request: the sentences and the report, or the error.
    func outcome(_ request: SentenceRequest) async -> Result<SentenceResponse, ServiceError> {
        do {
            return .success(try await sentences(for: request))
        } catch {
            return .failure(ServiceError(error))
        }
    }

    /// The error from a request that fails.
    func failure(_ request: SentenceRequest) async -> ServiceError? {
        if case .failure(let error) = await outcome(request) { error } else { nil }
    }
}
