package import JSON
package import LanguageServices

/// A tool that a language model can call.
package struct ModelContextTool: Sendable {
    /// The name in snake case, such as `example_sentences`.
    package var name: String

    /// The display name.
    package var title: String

    /// What the tool does and when to use it, for the model.
    package var description: String

    /// The parameters, in the order in which they are listed.
    package var parameters: [ToolParameter]

    /// Whether the tool changes nothing.
    package var isReadOnly: Bool

    /// Whether the tool may send texts over the network.
    package var isOpenWorld: Bool

    /// Runs the tool.
    package var call: @Sendable (ToolArguments) async throws -> ToolAnswer

    /// Creates a tool.
    package init(
        _ name: String,
        title: String,
        _ description: String,
        parameters: [ToolParameter],
        isReadOnly: Bool = true,
        isOpenWorld: Bool,
        call: @escaping @Sendable (ToolArguments) async throws -> ToolAnswer
    ) {
        self.name = name
        self.title = title
        self.description = description
        self.parameters = parameters
        self.isReadOnly = isReadOnly
        self.isOpenWorld = isOpenWorld
        self.call = call
    }

    /// The entry in `tools/list`.
    var listing: JSONValue {
        let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
        var schema: [(String, JSONValue)] = [
            ("type", "object"), ("properties", .object(parameters.map { ($0.name, $0.schema) })),
        ]
        if !required.isEmpty { schema.append(("required", .array(required))) }
        schema.append(("additionalProperties", false))
        return [
            "name": .string(name), "title": .string(title), "description": .string(description),
            "inputSchema": .object(schema),
            "annotations": [
                "title": .string(title), "readOnlyHint": .bool(isReadOnly), "destructiveHint": false,
                "idempotentHint": .bool(isReadOnly), "openWorldHint": .bool(isOpenWorld),
            ],
        ]
    }
}

/// A tool's answer.
package struct ToolAnswer: Sendable {
    /// The answer as an object. It is also sent as text, for clients that ignore structured content.
    package var value: JSONValue

    /// A sound as a WAV file.
    package var wav: [UInt8]?

    /// Creates an answer.
    package init(_ value: JSONValue, wav: [UInt8]? = nil) {
        self.value = value
        self.wav = wav
    }

    /// The result of `tools/call`.
    var members: [(String, JSONValue)] {
        var content: [JSONValue] = [["type": "text", "text": .string(JSONWriter.string(value))]]
        if let wav {
            content.append(["type": "audio", "data": .string(Base64.text(wav)), "mimeType": "audio/wav"])
        }
        return [("content", .array(content)), ("structuredContent", value), ("isError", false)]
    }

    /// The result of `tools/call` when the tool failed. The model reads it and can correct its call.
    static func failure(_ error: ServiceError) -> [(String, JSONValue)] {
        var object: [(String, JSONValue)] = [
            ("code", .string(error.code.rawValue)), ("message", .string(error.message)),
        ]
        if let remedy = error.remedy { object.append(("remedy", .string(remedy))) }
        if let provider = error.provider { object.append(("provider", .string(provider.rawValue))) }
        return [
            ("content", [["type": "text", "text": .string(error.description)]]),
            ("structuredContent", ["error": .object(object)]), ("isError", true),
        ]
    }
}

/// A parameter of a tool.
package struct ToolParameter: Sendable {
    /// The type of a parameter and its limits.
    package enum Kind: Sendable {
        /// A string with a maximum length in Unicode scalars.
        case text(atMost: Int)
        /// An array of strings, with a maximum number of strings and a maximum length per string in Unicode scalars.
        case texts(atMost: Int, of: Int)
        /// One of several strings.
        case choice([String])
        /// A number within a range.
        case number(ClosedRange<Double>)
        /// An integer within a range.
        case integer(ClosedRange<Int>)
        /// True or false.
        case boolean
    }

    let name: String
    let kind: Kind
    let summary: String
    let isRequired: Bool

    /// Creates a parameter.
    package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
    }

    /// The JSON Schema of the parameter.
    var schema: JSONValue {
        var members: [(String, JSONValue)] =
            switch kind {
            case .text(let length): [("type", "string"), ("minLength", 1), ("maxLength", .integer(length))]
            case .texts(let count, let length):
                [
                    ("type", "array"),
                    ("items", ["type": "string", "minLength": 1, "maxLength": .integer(length)]),
                    ("minItems", 1), ("maxItems", .integer(count)),
                ]
            case .choice(let choices): [("type", "string"), ("enum", .array(choices.map { .string($0) }))]
            case .number(let range):
                [("type", "number"), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
            case .integer(let range):
                [
                    ("type", "integer"), ("minimum", .integer(range.lowerBound)),
                    ("maximum", .integer(range.upperBound)),
                ]
            case .boolean: [("type", "boolean")]
            }
        members.append(("description", .string(summary)))
        return .object(members)
    }

    /// What is wrong with a value, as the end of a sentence; `nil` if it is valid.
    func problem(with node: JSONNode) -> String? {
        switch kind {
        case .text(let length): Self.problem(withText: node, length)
        case .texts(let count, let length):
            if let elements = node.elements {
                if elements.isEmpty || elements.count > count {
                    "must contain 1 to \(count) strings"
                } else {
                    elements.lazy.compactMap { Self.problem(withText: $0, length) }.first.map {
                        "contains a string that \($0)"
                    }
                }
            } else {
                "must be an array of strings"
            }
        case .choice(let choices):
            choices.contains(node.string ?? "") ? nil : "must be one of \(choices.joined(separator: ", "))"
        case .number(let range):
            node.number?.double.map(range.contains) == true
                ? nil : "must be a number from \(range.lowerBound) to \(range.upperBound)"
        case .integer(let range):
            node.number?.int.map(range.contains) == true
                ? nil : "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: node.bool == nil ? "must be true or false" : nil
        }
    }

    private static func problem(withText node: JSONNode, _ length: Int) -> String? {
        guard let text = node.string else { return "must be a string" }
        let count = text.unicodeScalars.count
        return (1...length).contains(count) ? nil : "must have 1 to \(length) characters, not \(count)"
    }
}

/// The arguments of a call, checked against the tool's parameters.
package struct ToolArguments: Sendable {
    private let members: [String: JSONNode]

    /// Checks the arguments of a call. A `null` argument is treated as absent.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for the first invalid argument.
    init(_ node: JSONNode?, for tool: ModelContextTool) throws(ServiceError) {
        let given = (node?.members ?? []).filter { !$0.value.isNull }
        if let node, node.members == nil, !node.isNull {
            throw ServiceError(.invalidRequest, "the arguments for '\(tool.name)' must be an object")
        }
        let names = tool.parameters.map(\.name)
        for member in given {
            guard let parameter = tool.parameters.first(where: { $0.name == member.key }) else {
                throw ServiceError(
                    .invalidRequest,
                    "'\(tool.name)' has no parameter '\(member.key.prefix(40))'"
                        + ClosestMatch.hint(for: member.key, in: names),
                    remedy: names.isEmpty ? "call it without arguments" : "it has \(names.joined(separator: ", "))"
                )
            }
            if let problem = parameter.problem(with: member.value) {
                throw ServiceError(.invalidRequest, "'\(member.key)' of '\(tool.name)' \(problem)")
            }
        }
        for parameter in tool.parameters
        where parameter.isRequired && !given.contains(where: { $0.key == parameter.name }) {
            throw ServiceError(
                .invalidRequest,
                "'\(tool.name)' needs '\(parameter.name)'",
                remedy: parameter.summary
            )
        }
        members = Dictionary(given.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// A string.
    package func text(_ name: String) -> String? { members[name]?.string }

    /// An array of strings; empty if absent.
    package func texts(_ name: String) -> [String] { members[name]?.elements?.compactMap(\.string) ?? [] }

    /// A number.
    package func number(_ name: String) -> Double? { members[name]?.number?.double }

    /// An integer.
    package func integer(_ name: String) -> Int? { members[name]?.number?.int }

    /// A flag; `false` if absent.
    package func flag(_ name: String) -> Bool { members[name]?.bool ?? false }

    /// A language tag.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a string that is not a language tag.
    package func languageTag(_ name: String) throws(ServiceError) -> LanguageTag? {
        guard let text = text(name) else { return nil }
        guard let tag = LanguageTag(text) else {
            throw ServiceError(
                .invalidRequest,
                "'\(text.prefix(40))' is not a language tag",
                remedy: "use a tag such as en-GB or es"
            )
        }
        return tag
    }
}
