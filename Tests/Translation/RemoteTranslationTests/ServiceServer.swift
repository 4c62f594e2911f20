import HTTPTransport
import JSON
import LanguageServices
import Platform
import RemoteTranslation
import Synchronization
import TestSupport
import Testing

/// A server that simulates every service and every fault, and providers that call it.
///
/// All tests share one server, because it occupies a thread. Each value of this type has its own addresses.
struct ServiceServer {
    static let key = Secret("k-S3cret/1+x", source: "environment variable TEST_KEY")

    private static let shared = Result { try start() }
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

    /// A separate server on another port.
    static func another() throws -> ServiceServer { ServiceServer(server: try start(), name: "") }

    private init(server: LoopbackServer, name: String) {
        self.server = server
        self.name = name
    }

    private static func start() throws -> LoopbackServer {
        try LoopbackServer.start(#filePath.replacing("ServiceServer.swift", with: "Server/services.py"))
    }

    /// The address of a service with the given behaviour, such as `boom,limit=50`.
    func address(_ dialect: RemoteTranslationDialect, _ how: String = "") -> String {
        "\(server.address)/\(path(dialect, how))" + (dialect == .openai ? "/v1" : "")
    }

    private func path(_ dialect: RemoteTranslationDialect, _ how: String) -> String {
        "service=\(dialect.rawValue)" + (how.isEmpty ? "" : ",\(how)") + name
    }

    var port: Int { server.port }

    func provider(
        _ dialect: RemoteTranslationDialect,
        _ how: String = "",
        clock: ServiceClock = .system,
        change: (inout RemoteTranslationSettings) -> Void = { _ in }
    ) throws -> RemoteTranslation {
        var settings = RemoteTranslationSettings(dialect: dialect, url: address(dialect, how))
        if dialect != .apertium { settings.key = Self.key }
        if dialect == .openai { settings.model = "tiny" }
        change(&settings)
        return try RemoteTranslation(id: "remote", settings: settings, transport: transport, clock: clock)
    }

    struct Asked {
        let method: String
        let target: String
        let body: String
        let headers: JSONNode
        /// The client port, which identifies the connection.
        let port: Int

        func header(_ name: String) -> String? { headers[name]?.string }
        var json: JSONNode { get throws { try JSONDocument.parse(Array(body.utf8), source: "body") } }
    }

    /// The requests received, in order.
    func log(_ dialect: RemoteTranslationDialect, _ how: String = "") async throws -> [Asked] {
        let url = "\(server.address)/log/\(path(dialect, how))"
        let response = try await transport.send(HTTPRequest(.get, url))
        let json = try JSONDocument.parse(response.body, source: "log")
        return try #require(json.elements).map { entry in
            Asked(
                method: try #require(entry["method"]?.string),
                target: try #require(entry["target"]?.string),
                body: try #require(entry["body"]?.string),
                headers: try #require(entry["headers"]),
                port: try #require(entry["port"]?.number?.int)
            )
        }
    }
}

extension TranslationProvider {
    /// The results of texts from English to Spanish, or to another language.
    func results(
        _ texts: [String],
        from source: String? = "en",
        to target: String = "es",
        entries: Bool = false,
        context: TranslationContext? = nil
    ) async throws -> [Result<Translation, ServiceError>] {
        let request = TranslationRequest(
            texts: texts,
            source: source.flatMap { LanguageTag($0) },
            target: LanguageTag(target),
            wantsEntries: entries,
            context: context
        )
        let response = try await translate(request)
        #expect(response.results.count == texts.count)
        return response.results
    }

    /// The translations; error codes for failures.
    func words(
        _ texts: [String],
        from source: String? = "en",
        to target: String = "es"
    ) async throws -> [String] {
        try await results(texts, from: source, to: target).map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "<\(error.code)>"
            }
        }
    }

    /// The error thrown by a request that fails as a whole.
    func failure(_ texts: [String] = ["one", "two"], to target: String = "es") async -> ServiceError? {
        do {
            _ = try await results(texts, to: target)
            return nil
        } catch {
            return ServiceError(error)
        }
    }
}

/// A Python interpreter with additional packages, whose path is in an environment variable.
enum ServerPython {
    /// Its path; `nil` if the variable is not set.
    static func named(_ variable: String) -> String? {
        getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
