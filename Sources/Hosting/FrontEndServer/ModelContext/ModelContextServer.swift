import JSON
import LanguageServices
import Synchronization

/// Offers tools to language models over the Model Context Protocol, one JSON object per line.
///
/// Requests run concurrently. A cancelled request gets no answer, as the protocol requires.
package final class ModelContextServer: Sendable {
    private let identity: JSONValue
    private let instructions: String
    private let tools: [ModelContextTool]

    /// The maximum number of running calls. Further calls get an error.
    package static let maximumCalls = 64

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - name: The server's name in the protocol.
    ///   - instructions: What a model should know about the tools as a whole.
    package init(name: String, title: String, version: String, instructions: String, tools: [ModelContextTool]) {
        identity = ["name": .string(name), "title": .string(title), "version": .string(version)]
        self.instructions = instructions
        self.tools = tools
    }

    // MARK: The loop

    /// Serves a client until its input ends.
    ///
    /// - Parameters:
    ///   - next: Returns the next line without its terminator, or `nil` at the end. Empty lines are ignored.
    ///   - write: Sends a line, given without its terminator. Calls never overlap.
    /// - Throws: An error thrown by `next` or `write`. By then, all running calls have ended.
    package func run(
        reading next: () async throws -> [UInt8]?,
        writing write: @escaping @Sendable ([UInt8]) throws -> Void
    ) async throws {
        let exchange = Exchange(write)
        do {
            while exchange.failure == nil, let line = try await next() {
                if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
                take(Message(line), exchange)
            }
            if let failure = exchange.failure { throw failure }
        } catch {
            await exchange.end()
            throw error
        }
        await exchange.finish(within: .seconds(5))
        if let failure = exchange.failure { throw failure }
    }

    private func take(_ message: Message, _ exchange: Exchange) {
        switch message {
        case .answer: break
        case .mistake(let error, let id): exchange.send(error.response(to: id))
        case .notification("notifications/cancelled", let parameters):
            if let id = parameters?["requestId"] { exchange.cancel(JSONValue(id)) }
        case .notification: break
        case .request(let request):
            exchange.begin(request.id) { await self.response(to: request) }
        }
    }

    // MARK: Requests

    /// The complete response to a request.
    func response(to request: Message.Request) async -> JSONValue {
        do throws(RPCError) {
            let result = try await result(of: request)
            return ["jsonrpc": "2.0", "id": request.id, "result": .object(result)]
        } catch {
            return error.response(to: request.id)
        }
    }

    private func result(of request: Message.Request) async throws(RPCError) -> [(String, JSONValue)] {
        if let version = request.version, !ProtocolVersion.modern.contains(version) {
            throw RPCError(
                .unsupportedVersion,
                "unsupported protocol version '\(version.prefix(40))'",
                data: ["supported": supportedVersions, "requested": .string(version)]
            )
        }
        let isModern = request.version != nil || request.method == "server/discover"
        switch request.method {
        case "initialize": return initialized(request)
        case "server/discover":
            return described(
                [
                    ("supportedVersions", supportedVersions), ("capabilities", ["tools": [:]]),
                    ("instructions", .string(instructions)),
                ],
                isModern: true,
                isCacheable: true
            )
        case "ping": return described([], isModern: isModern)
        case "tools/list":
            return described([("tools", .array(tools.map(\.listing)))], isModern: isModern, isCacheable: true)
        case "tools/call": return described(try await call(request), isModern: isModern)
        default:
            throw RPCError(.methodNotFound, "unknown method '\(request.method.prefix(80))'")
        }
    }

    private var supportedVersions: JSONValue {
        .array((ProtocolVersion.modern + ProtocolVersion.withHandshake).map { .string($0) })
    }

    private func initialized(_ request: Message.Request) -> [(String, JSONValue)] {
        let version = ProtocolVersion.negotiated(request.parameters?["protocolVersion"]?.string)
        return [
            ("protocolVersion", .string(version)), ("capabilities", ["tools": [:]]), ("serverInfo", identity),
            ("instructions", .string(instructions)),
        ]
    }

    /// A result with the members that the protocol version requires in every result.
    private func described(
        _ members: [(String, JSONValue)],
        isModern: Bool,
        isCacheable: Bool = false
    ) -> [(String, JSONValue)] {
        guard isModern else { return members }
        var all = members + [("resultType", "complete")]
        // The tools do not change while the program runs.
        if isCacheable { all += [("ttlMs", 3_600_000), ("cacheScope", "private")] }
        return all + [("_meta", ["io.modelcontextprotocol/serverInfo": identity])]
    }

    private func call(_ request: Message.Request) async throws(RPCError) -> [(String, JSONValue)] {
        guard let name = request.parameters?["name"]?.string else {
            throw RPCError(.invalidParameters, "the call does not name a tool")
        }
        guard let tool = tools.first(where: { $0.name == name }) else {
            let hint = ClosestMatch.hint(for: name, in: tools.map(\.name))
            throw RPCError(.invalidParameters, "unknown tool '\(name.prefix(80))'\(hint)")
        }
        do {
            return try await tool.call(ToolArguments(request.parameters?["arguments"], for: tool)).members
        } catch {
            return ToolAnswer.failure(ServiceError(error))
        }
    }
}

/// The running calls of one client.
private final class Exchange: Sendable {
    private struct State {
        /// The calls by the client's IDs.
        var calls: [JSONValue: Int] = [:]
        /// The tasks whose answers have not been sent.
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var failure: (any Error)?
        var isOver = false
    }

    private let state = Mutex(State())
    private let writing = Mutex(())
    private let write: @Sendable ([UInt8]) throws -> Void

    init(_ write: @escaping @Sendable ([UInt8]) throws -> Void) { self.write = write }

    /// The error that ended sending.
    var failure: (any Error)? { state.withLock { $0.failure } }

    func send(_ message: JSONValue) {
        let line = JSONWriter.bytes(message)
        do {
            try writing.withLock { _ in try write(line) }
        } catch {
            state.withLock { $0.failure = $0.failure ?? error }
        }
    }

    func begin(_ id: JSONValue, _ work: @escaping @Sendable () async -> JSONValue) {
        enum Entry { case begun, known, tooMany }
        let entry = state.withLock { state -> Entry in
            if state.calls[id] != nil { return .known }
            if state.calls.count >= ModelContextServer.maximumCalls { return .tooMany }
            state.count += 1
            let number = state.count
            state.calls[id] = number
            state.tasks[number] = Task {
                let answer = await work()
                // A call that was cancelled before its answer was sent gets no answer.
                let isWanted = self.state.withLock { $0.calls.removeValue(forKey: id) != nil && !$0.isOver }
                if isWanted, !Task.isCancelled { self.send(answer) }
                self.state.withLock { _ = $0.tasks.removeValue(forKey: number) }
            }
            return .begun
        }
        switch entry {
        case .begun: break
        case .known: send(RPCError(.invalidRequest, "a request with this ID is already running").response(to: id))
        case .tooMany:
            send(
                RPCError(.tooMany, "more than \(ModelContextServer.maximumCalls) requests are running").response(
                    to: id
                )
            )
        }
    }

    func cancel(_ id: JSONValue) {
        state.withLock { state in state.calls[id].flatMap { state.tasks[$0] } }?.cancel()
    }

    /// Waits for the running calls, and cancels them after a time limit. A client that has closed its input may still
    /// read the answers.
    func finish(within limit: Duration) async {
        let calls = state.withLock { Array($0.tasks.values) }
        let alarm = Task {
            try await Task.sleep(for: limit)
            for call in calls { call.cancel() }
        }
        await withTaskCancellationHandler {
            for call in calls { await call.value }
        } onCancel: {
            for call in calls { call.cancel() }
        }
        alarm.cancel()
    }

    /// Cancels the running calls and waits for them.
    func end() async {
        let calls = state.withLock { state in
            state.isOver = true
            return Array(state.tasks.values)
        }
        for call in calls { call.cancel() }
        for call in calls { await call.value }
    }
}
