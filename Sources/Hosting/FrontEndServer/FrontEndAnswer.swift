import JSON
import LanguageServices
import PluginHost
import Synchronization

/// Where the events of a request go.
final class FrontEndAnswer: Sendable {
    private let id: Int
    private let output: FrameOutput
    private let isWanted: @Sendable () -> Bool
    /// Small frames that go with the next large one, so that a word costs one write and not five.
    private let held = Mutex<[UInt8]>([])

    /// How many bytes of small frames wait for a large one.
    private static let maximumHeldBytes = 8 << 10

    init(id: Int, output: FrameOutput, isWanted: @escaping @Sendable () -> Bool) {
        self.id = id
        self.output = output
        self.isWanted = isWanted
    }

    /// Sends an event now.
    ///
    /// - Throws: When nobody wants it any more.
    func send(_ event: String, _ members: [(String, JSONValue)] = []) async throws {
        try await pass(takeHeld() + AnswerFrame.event(event, of: id, members))
    }

    /// Sends an event with the next one that has a payload, or with the end.
    func hold(_ event: String, _ members: [(String, JSONValue)]) async throws {
        let frame = AnswerFrame.event(event, of: id, members)
        let isFull = held.withLock { held in
            held += frame
            return held.count > Self.maximumHeldBytes
        }
        if isFull { try await pass(takeHeld()) }
    }

    /// Sends an event with a payload.
    func send(_ event: String, payload: some Collection<UInt8>) async throws {
        var bytes = takeHeld()
        bytes += AnswerFrame.header(of: event, id: id, bytes: payload.count)
        bytes += payload
        try await pass(bytes, canWait: true)
    }

    /// What has been held back.
    func takeHeld() -> [UInt8] {
        held.withLock { held in
            defer { held = [] }
            return held
        }
    }

    private func pass(_ bytes: [UInt8], canWait: Bool = false) async throws {
        await output.send(bytes, canWait: canWait, if: isWanted)
        if Task.isCancelled || !isWanted() { throw ServiceError.cancelled() }
    }
}

/// Writes the frames that go to a client.
enum AnswerFrame {
    /// An event of a request.
    static func event(_ name: String, of id: Int, _ members: [(String, JSONValue)] = []) -> [UInt8] {
        line([("id", .integer(id)), ("event", .string(name))] + members)
    }

    /// Says that the start takes its time.
    static func starting(_ message: String) -> [UInt8] {
        line([("event", "starting"), ("message", .string(message))])
    }

    /// The line before a payload.
    static func header(of event: String, id: Int, bytes: Int) -> [UInt8] {
        line([("id", .integer(id)), ("event", .string(event)), ("bytes", .integer(bytes))])
    }

    /// The final frame of a request that has an answer; an error when the answer does not fit into a line.
    static func result(_ result: JSONValue, of id: Int) -> [UInt8] {
        let frame = line([("id", .integer(id)), ("result", result)])
        // The line feed is not counted.
        guard frame.count - 1 > PluginProtocol.maximumLineLength else { return frame }
        return error(
            ServiceError(
                .limitExceeded,
                "the answer has \(frame.count - 1) bytes, but the limit of a frame is \(PluginProtocol.maximumLineLength)",
                remedy: "request less at a time"
            ),
            of: id
        )
    }

    /// The final frame of a request that has none.
    static func error(_ error: ServiceError, of id: Int) -> [UInt8] {
        line([("id", .integer(id)), ("error", value(error))])
    }

    /// An error as the protocol writes it.
    static func value(_ error: ServiceError) -> JSONValue {
        let message = plain(error.message)
        var members: [(String, JSONValue)] = [
            ("code", .string(code(error.code).rawValue)),
            ("message", .string(message.isEmpty ? "it failed without a message" : message)),
        ]
        if let remedy = error.remedy.map(plain), !remedy.isEmpty { members.append(("remedy", .string(remedy))) }
        if let wait = error.retryAfter, wait >= .zero { members.append(("retryAfter", .number(wait / .seconds(1)))) }
        if let provider = error.provider { members.append(("provider", .string(plain(provider.rawValue)))) }
        return .object(members)
    }

    /// The codes `pluginCrashed` and `protocolViolation` are for whoever sits on the other side to say.
    private static func code(_ code: ServiceError.Code) -> ServiceError.Code {
        let isWireCode = ServiceError.Code.known.contains(code) && code != .pluginCrashed && code != .protocolViolation
        return isWireCode ? code : .providerFailed
    }

    /// A message in one line that is not endless: what a provider or a server has said may stand in it.
    private static func plain(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longestMessage) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: line.append(scalar)
            }
        }
        return String(line)
    }

    private static let longestMessage = 2000

    private static func line(_ members: [(String, JSONValue)]) -> [UInt8] {
        var bytes = JSONWriter.bytes(.object(members))
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// What a result says of who has answered: the feature `reports`.
enum ReportMembers {
    /// A result, with its report behind its members.
    static func result(_ report: ServiceReport, _ members: [(String, JSONValue)] = []) -> JSONValue {
        var members = members
        if let provider = report.answeredBy { members.append(("provider", .string(provider.rawValue))) }
        if !report.notices.isEmpty {
            members.append(("notices", .array(report.notices.prefix(maximumNotices).map { .string($0) })))
        }
        return .object(members)
    }

    private static let maximumNotices = 100
}
