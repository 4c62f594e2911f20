import JSON
import LanguageServices
import PluginHost
import ServiceRegistry

/// A frame from the client, classified.
enum ClientFrame {
    /// A request, which gets exactly one final frame.
    case request(Request)
    /// A frame that needs no answer.
    case notification(method: String, parameters: JSONNode?)
    /// An invalid request whose ID could be read.
    case mistake(String, id: Int)

    /// A request as received.
    struct Request {
        var id: Int
        var method: String
        var parameters: JSONNode?
        /// The length of its line in bytes.
        var size: Int
    }

    /// Classifies a frame.
    ///
    /// - Throws: A fault if the frame is invalid and has no ID for the error frame.
    init(_ raw: FrameReader.RawFrame) throws(FrameFault) {
        let id = try raw.id()
        func mistake(_ text: String) throws(FrameFault) -> ClientFrame {
            guard let id else { throw FrameFault("sent a frame in which \(text)") }
            return .mistake(text, id: id)
        }
        let parameters = raw.object["params"]
        if !raw.payload.isEmpty {
            self = try mistake("a request must not have a payload")
        } else if let method = raw.object["method"]?.string {
            if let parameters, parameters.members == nil {
                self = try mistake("'params' is not an object")
            } else if let id {
                self = .request(Request(id: id, method: method, parameters: parameters, size: raw.lineLength))
            } else {
                self = .notification(method: method, parameters: parameters)
            }
        } else {
            self = try mistake("'method' is missing or not a string")
        }
    }
}

/// The parameters of `initialize`.
struct Greeting {
    /// The requested service; `nil` requests all services.
    let service: Service?
    /// The default role of requests.
    let role: Role
    /// The ID of the client's process. The server exits when that process does.
    let host: Int?

    /// Reads the parameters.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for an unknown protocol version or service,
    ///   `ServiceError.Code.configuration` for an invalid option.
    init(_ node: JSONNode?) throws(ServiceError) {
        let versions = (node?["protocol"]?.elements ?? []).compactMap(\.wholeNumber)
        guard versions.contains(PluginProtocol.version) else {
            throw ServiceError(
                .unsupported,
                "this server supports protocol version \(PluginProtocol.version), which was not offered",
                remedy: "list it in 'protocol'"
            )
        }
        let parameters = RequestParameters(node)
        if let name = try parameters.text("service") {
            guard let service = Service(rawValue: name) else {
                throw ServiceError(.unsupported, "unknown service \(JSONExcerpt.singleQuoted(name))")
            }
            self.service = service
        } else {
            service = nil
        }
        host = node?["host"]?["pid"]?.wholeNumber
        let config = node?["config"]
        if let unknown = config?.members?.first(where: { $0.key != "role" }) {
            throw ServiceError(
                .configuration,
                "unknown option \(JSONExcerpt.singleQuoted(unknown.key))",
                remedy: "the only option is 'role'; set everything else in the configuration"
            )
        }
        do throws(ServiceError) {
            role = try RequestParameters(config).role(.standard)
        } catch {
            throw ServiceError(.configuration, error.message, remedy: error.remedy)
        }
    }
}

/// Typed access to the parameters of a request. A missing or null parameter is `nil`; one of the wrong type is an
/// error.
struct RequestParameters {
    private let node: JSONNode?

    init(_ node: JSONNode?) { self.node = node }

    private func member(_ name: String) -> JSONNode? { node?[name].flatMap { $0.isNull ? nil : $0 } }

    private func read<Value>(
        _ name: String,
        _ kind: String,
        _ value: (JSONNode) -> Value?
    ) throws(ServiceError) -> Value? {
        guard let node = member(name) else { return nil }
        guard let value = value(node) else {
            throw Self.mistake("'\(name)' must be \(kind), not \(JSONNode.shown(node))")
        }
        return value
    }

    static func mistake(_ message: String, _ remedy: String? = nil) -> ServiceError {
        ServiceError(.invalidRequest, message, remedy: remedy)
    }

    func text(_ name: String) throws(ServiceError) -> String? { try read(name, "a text", \.string) }

    /// A required string.
    func demandedText(_ name: String) throws(ServiceError) -> String {
        guard let text = try text(name) else { throw Self.mistake("the request has no '\(name)'") }
        return text
    }

    func number(_ name: String) throws(ServiceError) -> Double? { try read(name, "a number") { $0.number?.double } }

    func wholeNumber(_ name: String) throws(ServiceError) -> Int? { try read(name, "a whole number", \.wholeNumber) }

    func flag(_ name: String) throws(ServiceError) -> Bool? { try read(name, "true or false", \.bool) }

    func texts(_ name: String) throws(ServiceError) -> [String]? {
        guard let elements = try list(name) else { return nil }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else {
                throw Self.mistake("'\(name)' contains \(JSONNode.shown(element)), but may contain only strings")
            }
            texts.append(text)
        }
        return texts
    }

    /// The elements of an array.
    func list(_ name: String) throws(ServiceError) -> [JSONNode]? { try read(name, "an array", \.elements) }

    /// The members of an object in an array, as parameters.
    static func object(_ node: JSONNode, in name: String) throws(ServiceError) -> RequestParameters {
        guard node.members != nil else {
            throw mistake("'\(name)' contains \(JSONNode.shown(node)), but may contain only objects")
        }
        return RequestParameters(node)
    }

    func language(_ name: String) throws(ServiceError) -> LanguageTag? {
        try read(name, "a language tag") { $0.string.flatMap { LanguageTag($0) } }
    }

    /// One of a fixed set of strings.
    func choice<Value: RawRepresentable & CaseIterable>(
        _ name: String,
        _ type: Value.Type
    ) throws(ServiceError) -> Value? where Value.RawValue == String {
        let words = type.allCases.map(\.rawValue).joined(separator: ", ")
        return try read(name, "one of \(words)") { $0.string.flatMap { Value(rawValue: $0) } }
    }

    /// The role of the request.
    func role(_ standard: Role) throws(ServiceError) -> Role {
        guard let name = try text("role") else { return standard }
        guard !name.isEmpty, name.utf8.count <= Self.maximumNameLength else {
            throw Self.mistake("'role' must be 1 to \(Self.maximumNameLength) bytes long")
        }
        return Role(rawValue: name)
    }

    static let maximumNameLength = 200
}

extension JSONNode {
    /// An excerpt of a value for a message.
    fileprivate static func shown(_ node: JSONNode) -> String {
        switch node.content {
        case .string(let text): JSONExcerpt.singleQuoted(text)
        case .number(let number): String(number.text.prefix(40))
        default: node.kindName
        }
    }
}
