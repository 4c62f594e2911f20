import HTTPTransport
import LanguageServices
import RemoteService
import Testing

/// A transport whose requests fail, or get an empty response.
private struct FixedTransport: HTTPTransport {
    var error: ServiceError?

    func stream(_ request: HTTPRequest) async throws -> HTTPStream {
        if let error { throw error }
        return HTTPStream(head: HTTPHead(status: 200), body: HTTPBody([]))
    }
}

struct RemoteSessionTests {
    private func session(_ error: ServiceError? = nil) -> RemoteSession {
        RemoteSession(transport: FixedTransport(error: error), gate: .open)
    }

    @Test func aSessionThatIsShutDownSendsNothingMore() async throws {
        let session = session()
        try session.checkReady()
        #expect(session.status == .ready)
        session.shutDown()
        #expect(throws: ServiceError.self) { try session.checkOpen() }
        #expect(throws: ServiceError.self) { try session.checkReady() }
        guard case .unavailable(let reason, _) = session.status else {
            Issue.record("\(session.status)")
            return
        }
        #expect(reason == "the provider has been shut down")
    }

    @Test func aCancelledTaskStartsNothing() async {
        let session = session()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try session.checkReady()
        }
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test func theErrorOfTheTransportIsThrown() async throws {
        let failure = ServiceError(.network, "no network")
        let error = await #expect(throws: ServiceError.self) {
            try await session(failure).send(HTTPRequest(.get, "http://h"), characters: 0) { _, _ in }
        }
        #expect(error == failure)
        let status = try await session().send(HTTPRequest(.get, "http://h"), characters: 0) { stream, pass in
            pass.end()
            return stream.head.status
        }
        #expect(status == 200)
    }

    @Test func limitsWithoutATotalHaveNone() {
        #expect(HTTPLimits.service(.seconds(20)).total == .seconds(20))
        #expect(HTTPLimits.service(.seconds(20), total: .some(nil)).total == nil)
        #expect(HTTPLimits.service(.seconds(20), total: .seconds(80)).total == .seconds(80))
        #expect(HTTPLimits.service(.seconds(20)).streaming.total == .seconds(200))
    }

    @Test func onlyACancelledRequestHasAKnownOutcome() {
        #expect(ServiceError(.network, "x").withUnknownOutcome.outcomeUnknown)
        #expect(!ServiceError(.cancelled, "x").withUnknownOutcome.outcomeUnknown)
    }

    private enum Dialect: String, CaseIterable {
        case one, two
    }

    private func context(_ values: [String: OptionValue]) -> ProviderContext {
        ProviderContext(id: "p", options: OptionValues(values, owner: "provider 'p'"))
    }

    @Test func anOptionOfOneDialectIsRejectedByOthers() throws {
        let context = context(["dialect": OptionValue(.string("two")), "region": OptionValue(.string("x"))])
        let dialect: Dialect = try context.dialect()
        #expect(dialect == .two)
        try context.check(["region": .two], for: dialect)
        let error = #expect(throws: ServiceError.self) { try context.check(["region": Dialect.one], for: dialect) }
        #expect(error?.code == .configuration)
        #expect(error?.remedy == "remove it; it applies only to the dialect 'one'")
    }
}
