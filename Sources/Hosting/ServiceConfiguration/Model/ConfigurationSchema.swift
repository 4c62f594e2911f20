package import JSON
package import LanguageServices
import ServiceRegistry

/// Describes configuration files in JSON Schema (draft 2020-12), for completion and validation in editors.
package enum ConfigurationSchema {
    /// The schema for the given provider kinds.
    package static func schema(for kinds: [ProviderKind]) -> JSONValue {
        var properties: [(String, JSONValue)] = [
            ("$schema", ["type": "string"]),
            ("version", ["const": 1, "description": "The version of the configuration format"]),
        ]
        properties.append(
            (
                "offline",
                ["type": "boolean", "description": "Never use the network, like --offline"]
            )
        )
        for service in Service.allCases { properties.append((service.rawValue, section(of: service))) }
        properties.append(
            (
                CacheOptions.name,
                [
                    "type": "object",
                    "description": "How answers from remote providers are cached",
                    "additionalProperties": false,
                    "properties": .object(CacheOptions.descriptions.map(property)),
                ]
            )
        )
        properties.append(
            (
                "providers",
                [
                    "type": "object",
                    "description": "Providers by name",
                    // JSON Schema does not allow an empty "oneOf".
                    "additionalProperties": kinds.isEmpty ? false : ["oneOf": .array(kinds.map(definition))],
                ]
            )
        )
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Parlance configuration",
            "type": "object",
            "required": ["version"],
            "additionalProperties": false,
            "properties": .object(properties),
        ]
    }

    private static func section(of service: Service) -> JSONValue {
        let options = ServiceOptions.descriptions(of: service).map(property)
        let role: JSONValue = [
            "type": "object",
            "additionalProperties": false,
            "properties": .object([use(service)] + options),
        ]
        let roles: JSONValue = [
            "type": "object",
            "description": "Settings that differ for this role",
            "additionalProperties": role,
        ]
        return [
            "type": "object",
            "additionalProperties": false,
            "properties": .object([use(service)] + options + [("roles", roles)]),
        ]
    }

    private static func use(_ service: Service) -> (String, JSONValue) {
        (
            "use",
            [
                "description": .string("The providers for \(service), in the order in which they are tried"),
                "oneOf": [["type": "array", "items": text], text],
            ]
        )
    }

    private static func definition(of kind: ProviderKind) -> JSONValue {
        let options = kind.options + ServiceOptions.ofEveryProvider
        let required = ["kind"] + options.filter(\.isRequired).map(\.name)
        return [
            "type": "object",
            "description": .string(kind.summary),
            "required": .array(required.map { .string($0) }),
            "additionalProperties": false,
            "properties": .object([("kind", ["const": .string(kind.name)])] + options.map(property)),
        ]
    }

    private static let tag = "[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*"

    private static let text: JSONValue = ["type": "string"]
    private static let language: JSONValue = ["type": "string", "pattern": .string("^\(tag)$")]

    private static func property(_ option: OptionDescription) -> (String, JSONValue) {
        (option.name, .object([("description", .string(option.summary))] + shape(of: option.type)))
    }

    private static func shape(of type: OptionType) -> [(String, JSONValue)] {
        switch type {
        case .boolean: [("type", "boolean")]
        case .string: [("type", "string")]
        case .number(nil): [("type", "number")]
        case .number(let range?):
            [("type", "number"), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
        case .integer(let range):
            [("type", "integer"), ("minimum", .integer(range.lowerBound)), ("maximum", .integer(range.upperBound))]
        case .choice(let choices): [("enum", .array(choices.map { .string($0) }))]
        case .absolutePath: [("type", "string"), ("pattern", "^/")]
        case .languageTag: [("type", "string"), ("pattern", .string("^\(tag)$"))]
        case .languageTags:
            [
                (
                    "oneOf",
                    [
                        ["type": "array", "minItems": 1, "items": language],
                        ["type": "string", "pattern": .string("^\(tag)(,\(tag))*$")],
                    ]
                )
            ]
        case .strings: [("oneOf", [["type": "array", "items": text], text])]
        case .secret:
            [
                (
                    "oneOf",
                    [
                        secret("env", ["type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$"]), secret("file", text),
                        secret(
                            "secretService",
                            [
                                "type": "object", "minProperties": 1, "propertyNames": word,
                                "additionalProperties": word,
                            ]
                        ),
                    ]
                )
            ]
        case .price:
            [
                ("type", "object"), ("required", ["perMillionCharacters", "currency"]),
                ("additionalProperties", false),
                (
                    "properties",
                    [
                        "perMillionCharacters": ["type": "number", "minimum": 0],
                        "currency": ["type": "string", "pattern": "^[A-Z]{3}$"],
                    ]
                ),
            ]
        case .voices: [("type", "array"), ("items", voice)]
        case .options: [("type", "object")]
        }
    }

    /// A voice: an ID, or an object with more details.
    private static var voice: JSONValue {
        let properties: JSONValue = [
            "id": ["type": "string"],
            "name": ["type": "string"],
            "languages": ["oneOf": [language, ["type": "array", "minItems": 1, "items": language]]],
            "gender": ["enum": .array(Voice.Gender.allCases.map { .string($0.rawValue) })],
            "quality": ["enum": .array(Voice.Quality.allCases.map { .string($0.rawValue) })],
        ]
        let description: JSONValue = [
            "type": "object", "required": ["id"], "additionalProperties": false, "properties": properties,
        ]
        return ["oneOf": [["type": "string"], description]]
    }

    /// A word that `secret-tool` does not treat as an option.
    private static let word: JSONValue = ["type": "string", "pattern": "^[^-]"]

    private static func secret(_ key: String, _ value: JSONValue) -> JSONValue {
        [
            "type": "object",
            "required": [.string(key)],
            "additionalProperties": false,
            "properties": .object([(key, value)]),
        ]
    }
}
