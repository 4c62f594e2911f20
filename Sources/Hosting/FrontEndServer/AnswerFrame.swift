import JSON
import LanguageServices
import PluginHost

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
        guard frame.count - 1 > PluginProtocol.longestLine else { return frame }
        return error(
            ServiceError(
                .limitExceeded,
                "the answer has \(frame.count - 1) bytes, and a frame holds \(PluginProtocol.longestLine)",
                remedy: "ask for less at a time"
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
            ("message", .string(message.isEmpty ? "it failed without a word" : message)),
        ]
        if let remedy = error.remedy.map(plain), !remedy.isEmpty { members.append(("remedy", .string(remedy))) }
        if let wait = error.retryAfter, wait >= .zero { members.append(("retryAfter", .number(wait / .seconds(1)))) }
        if let provider = error.provider { members.append(("provider", .string(plain(provider.rawValue)))) }
        return .object(members)
    }

    /// The codes `pluginCrashed` and `protocolViolation` are for whoever sits on the other side to say.
    private static func code(_ code: ServiceError.Code) -> ServiceError.Code {
        let isSayable = ServiceError.Code.known.contains(code) && code != .pluginCrashed && code != .protocolViolation
        return isSayable ? code : .providerFailed
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
