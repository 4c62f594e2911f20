package import JSON
import LanguageServices

/// A function that a language model may call.
package struct ModelContextTool: Sendable {
    /// Its name, in snake case: `example_sentences`.
    package var name: String

    /// Its name for people.
    package var title: String

    /// What it does and when it is of use, for the model.
    package var description: String

    /// What it takes.
    package var parameters: [ToolParameter]

    /// Whether nothing changes by it.
    package var isReadOnly: Bool

    /// Whether texts may leave the machine.
    package var isOpenWorld: Bool

    /// Calls it.
    package var call: @Sendable (ToolArguments) async throws -> ToolAnswer

    /// Describes a tool.
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

    /// How `tools/list` describes it.
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

/// What a tool answers.
package struct ToolAnswer: Sendable {
    /// The answer as an object; it is given as text too, for clients that know nothing else.
    package var value: JSONValue

    /// A sound, as the bytes of a WAV file.
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

    /// The result of `tools/call` when the tool failed: the model reads it, and may do better.
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
