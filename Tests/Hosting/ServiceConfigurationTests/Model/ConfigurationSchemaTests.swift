import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct ConfigurationSchemaTests {
    private func schema(_ kinds: [ProviderKind]) throws -> JSONNode {
        try JSONDocument.parse(JSONWriter.bytes(ConfigurationSchema.schema(for: kinds)), source: "schema.json")
    }

    private func text(_ node: JSONNode?) -> String? {
        node.map { JSONWriter.string(JSONValue($0)) }
    }

    @Test func aConfigurationHasTheKeysOfTheReaderAndNoOthers() throws {
        let schema = try schema(SampleKinds.all)
        #expect(schema["$schema"]?.string == "https://json-schema.org/draft/2020-12/schema")
        #expect(schema["additionalProperties"]?.bool == false)
        #expect(text(schema["required"]) == #"["version"]"#)
        #expect(
            schema["properties"]?.members?.map(\.key)
                == [
                    "$schema", "version", "offline", "speech", "translation", "sentences", "feedback", "cache",
                    "providers",
                ]
        )
    }

    @Test(arguments: Service.allCases)
    func aServiceHasItsOptionsAndItsRoles(service: Service) throws {
        let section = try #require(try schema([])["properties"]?[service.rawValue])
        let options = ServiceOptions.descriptions(of: service).map(\.name)
        #expect(section["additionalProperties"]?.bool == false)
        #expect(section["properties"]?.members?.map(\.key) == ["use"] + options + ["roles"])
        let role = try #require(section["properties"]?["roles"]?["additionalProperties"])
        #expect(role["additionalProperties"]?.bool == false)
        #expect(role["properties"]?.members?.map(\.key) == ["use"] + options)
    }

    static let types: [(OptionType, String)] = [
        (.boolean, #""type":"boolean""#), (.string, #""type":"string""#), (.number(nil), #""type":"number""#),
        (.number(0.5...3), #""type":"number","minimum":0.5,"maximum":3"#),
        (.integer(-1...10), #""type":"integer","minimum":-1,"maximum":10"#),
        (.choice(["a", "b"]), #""enum":["a","b"]"#),
        (.strings, #""oneOf":[{"type":"array","items":{"type":"string"}},{"type":"string"}]"#),
        (.absolutePath, #""type":"string","pattern":"^/""#),
        (
            .languageTags,
            #""oneOf":[{"type":"array","minItems":1,"items":{"type":"string","pattern":"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"}},"#
                + #"{"type":"string","pattern":"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*(,[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*)*$"}]"#
        ),
        (.languageTag, #""type":"string","pattern":"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$""#),
        (
            .secret,
            #""oneOf":[{"type":"object","required":["env"],"additionalProperties":false,"properties":{"env":"#
                + #"{"type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"}}},{"type":"object","required":["file"],"additionalProperties":false,"properties":"#
                + #"{"file":{"type":"string"}}},{"type":"object","required":["secretService"],"additionalProperties":false,"#
                + #""properties":{"secretService":{"type":"object","minProperties":1,"propertyNames":{"type":"string","pattern":"^[^-]"},"#
                + #""additionalProperties":{"type":"string","pattern":"^[^-]"}}}}]"#
        ),
        (
            .voices,
            #""type":"array","items":{"oneOf":[{"type":"string"},{"type":"object","required":["id"],"additionalProperties":false,"#
                + #""properties":{"id":{"type":"string"},"name":{"type":"string"},"languages":{"oneOf":["#
                + #"{"type":"string","pattern":"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"},{"type":"array","minItems":1,"items":"#
                + #"{"type":"string","pattern":"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$"}}]},"#
                + #""gender":{"enum":["female","male","neutral"]},"quality":{"enum":["degraded","standard","enhanced","premium"]}}}]}"#
        ),
    ]

    @Test(arguments: types)
    func everyTypeIsDescribed(type: OptionType, expected: String) throws {
        let kind = ProviderKind(
            name: "k",
            service: .speech,
            summary: "A \"kind\"",
            options: [OptionDescription("o", type, "An option", isRequired: true)]
        ) { _ in throw ServiceError(.unavailable, "not made") }
        let definition = try #require(
            try schema([kind])["properties"]?["providers"]?["additionalProperties"]?["oneOf"]?.elements?.first
        )
        #expect(definition["description"]?.string == "A \"kind\"")
        #expect(definition["additionalProperties"]?.bool == false)
        #expect(text(definition["required"]) == #"["kind","o"]"#)
        #expect(text(definition["properties"]?["kind"]) == #"{"const":"k"}"#)
        #expect(text(definition["properties"]?["o"]) == #"{"description":"An option",\#(expected)}"#)
        #expect(
            definition["properties"]?.members?.map(\.key)
                == ["kind", "o"] + ServiceOptions.ofEveryProvider.map(\.name)
        )
    }

    @Test func withoutKindsThereIsNoProvider() throws {
        // An empty "oneOf" would make the schema invalid.
        let providers = try #require(try schema([])["properties"]?["providers"])
        #expect(providers["additionalProperties"]?.bool == false)
    }
}
