import JSON
import LanguageServices
import PluginHost
import ServiceClient
import Synchronization

/// Sends the events of one request.
final class FrontEndAnswer: Sendable {
    private let id: Int
    private let output: FrameOutput
    private let isWanted: @Sendable () -> Bool
    /// Small frames that are sent together with the next large one, which saves up to four writes per word.
    private let held = Mutex<[UInt8]>([])

    /// The maximum number of bytes of small frames that are held back.
    private static let maximumHeldBytes = 8 << 10

    init(id: Int, output: FrameOutput, isWanted: @escaping @Sendable () -> Bool) {
        self.id = id
        self.output = output
        self.isWanted = isWanted
    }

    /// Sends an event immediately.
    ///
    /// - Throws: `ServiceError.Code.cancelled` when the request was cancelled.
    func send(_ event: String, _ members: [(String, JSONValue)] = []) async throws {
        try await pass(takeHeld() + AnswerFrame.event(event, of: id, members))
    }

    /// Holds an event back until the next event with a payload, or the end.
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

    /// Removes and returns the frames that were held back.
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

/// Encodes the frames that are sent to a client.
enum AnswerFrame {
    /// An event for a request.
    static func event(_ name: String, of id: Int, _ members: [(String, JSONValue)] = []) -> [UInt8] {
        line([("id", .integer(id)), ("event", .string(name))] + members)
    }

    /// Reports that the start is still in progress.
    static func starting(_ message: String) -> [UInt8] {
        line([("event", "starting"), ("message", .string(message))])
    }

    /// The line that precedes a payload.
    static func header(of event: String, id: Int, bytes: Int) -> [UInt8] {
        line([("id", .integer(id)), ("event", .string(event)), ("bytes", .integer(bytes))])
    }

    /// The final frame of a request that succeeded; it becomes an error if the result exceeds the maximum line length.
    static func result(_ result: JSONValue, of id: Int) -> [UInt8] {
        let frame = line([("id", .integer(id)), ("result", result)])
        // The line feed is not counted.
        guard frame.count - 1 > PluginProtocol.maximumLineLength else { return frame }
        return error(
            ServiceError(
                .limitExceeded,
                "the answer has \(frame.count - 1) bytes; the limit for a frame is \(PluginProtocol.maximumLineLength)",
                remedy: "request less at a time"
            ),
            of: id
        )
    }

    /// The final frame of a request that failed.
    static func error(_ error: ServiceError, of id: Int) -> [UInt8] {
        line([("id", .integer(id)), ("error", value(error))])
    }

    /// An error as the protocol encodes it.
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

    /// Replaces `pluginCrashed` and `protocolViolation`: only the host may report these two codes.
    private static func code(_ code: ServiceError.Code) -> ServiceError.Code {
        let isWireCode = ServiceError.Code.known.contains(code) && code != .pluginCrashed && code != .protocolViolation
        return isWireCode ? code : .providerFailed
    }

    /// A message on one line of limited length. It may contain text from a provider or a server.
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

/// The part of a result that reports which providers were tried: the feature `reports`.
enum ReportMembers {
    /// A result whose members are followed by its report.
    static func result(_ report: ServiceReport, _ members: [(String, JSONValue)] = []) -> JSONValue {
        var report = report
        report.notices = Array(report.notices.prefix(maximumNotices))
        return .object(members + ReportJSON.members(report))
    }

    private static let maximumNotices = 100
}
