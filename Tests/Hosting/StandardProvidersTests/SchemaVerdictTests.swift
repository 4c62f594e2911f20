import JSON
import LanguageServices
import ServiceConfiguration
import StandardProviders
import Testing

/// The schema and the package's own check agree on every configuration, except for the differences listed here.
@Suite(.enabled(if: PythonSchema.isThere, "python3 with the package jsonschema is not installed"))
struct SchemaVerdictTests {
    /// Accepted by both.
    static let right = [
        #"{ "version": 1 }"#,
        #"{ "version": 1.0, "$schema": "parlance.schema.json" }"#,
        #"{ "version": 1, "speech": {}, "translation": {}, "sentences": {}, "feedback": {}, "providers": {} }"#,
        #"{ "version": 1, "speech": { "use": "espeak", "accent": "zh_Hant-TW", "rate": 3 } }"#,
        #"{ "version": 1, "speech": { "use": [], "roles": { "": {}, "r": { "use": ["espeak"], "rate": 0.3 } } } }"#,
        #"{ "version": 1, "feedback": { "strength": 0 }, "sentences": { "language": "es-419" } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "voices": "/srv/voices", "attempts": 10.0 } } }"#,
        #"{ "version": 1, "translation": { "from": "en", "to": "es" } }"#,
        #"{ "version": 1, "translation": { "to": "es,pt_BR" } }"#,
        #"{ "version": 1, "translation": { "to": ["es"] } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "env": "KEY" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": { "a": "b", "c": "d" } } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": { "perMillionCharacters": 0, "currency": "EUR" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "models": "m", "weight": -1e300 } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "models": [], "dialect": "deepl" } } }"#,
    ]

    /// Refused by both.
    static let wrong = [
        "null", "[]", "{}", #"{ "version": 2 }"#, #"{ "version": "1" }"#, #"{ "version": null }"#,
        #"{ "version": 1, "$schema": 1 }"#, #"{ "version": 1, "speach": {} }"#, #"{ "version": 1, "speech": null }"#,
        #"{ "version": 1, "speech": { "rat": 1 } }"#, #"{ "version": 1, "speech": { "rate": "1" } }"#,
        #"{ "version": 1, "speech": { "rate": 0.29 } }"#, #"{ "version": 1, "speech": { "rate": 1e300 } }"#,
        #"{ "version": 1, "speech": { "rate": null } }"#, #"{ "version": 1, "speech": { "accent": "" } }"#,
        #"{ "version": 1, "speech": { "accent": "en GB" } }"#, #"{ "version": 1, "speech": { "use": [1] } }"#,
        #"{ "version": 1, "speech": { "use": null } }"#, #"{ "version": 1, "speech": { "roles": [] } }"#,
        #"{ "version": 1, "speech": { "roles": { "r": { "roles": {} } } } }"#,
        #"{ "version": 1, "speech": { "accent": { "env": "KEY" } } }"#, #"{ "version": 1, "providers": [] }"#,
        #"{ "version": 1, "translation": { "from": "en,de" } }"#, #"{ "version": 1, "translation": { "to": [] } }"#,
        #"{ "version": 1, "translation": { "to": "es, de" } }"#,
        #"{ "version": 1, "translation": { "to": ["es,de"] } }"#,
        #"{ "version": 1, "translation": { "to": "" } }"#, #"{ "version": 1, "translation": { "to": 1 } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "voices": "" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "voices": "voices" } } }"#,
        #"{ "version": 1, "providers": { "a": {} } }"#, #"{ "version": 1, "providers": { "a": { "kind": "x" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "attempts": 1.5 } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "attempts": true } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "url": "u" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": 20 } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": {} } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": { "perMillionCharacters": 1 } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": { "perMillionCharacters": -1, "currency": "EUR" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": { "perMillionCharacters": 1, "currency": "eur" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "price": { "perMillionCharacters": 1, "currency": "EUR", "vat": 1 } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": "secret" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": {} } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": {} } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": "b" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": { "a": 1 } } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": { "a": "-b" } } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "secretService": { "-a": "b" } } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "env": "KEY", "file": "f" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "env": "not a name" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "dialect": "Deepl" } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "models": [null] } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "formal": 1 } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": { "env": "KEY" } } } }"#,
    ]

    /// Accepted only by the package, because they are not plain JSON.
    static let acceptedByThePackageAlone = [
        "{ \"version\": 1 } // a comment", "/* a comment */ { \"version\": 1 }", "{ \"version\": 1, }",
        "\u{FEFF}{ \"version\": 1 }",
    ]

    /// Accepted only by the schema, which checks each value by itself and cannot access the system.
    static let acceptedByTheSchemaAlone = [
        // References between names are not checked.
        #"{ "version": 1, "speech": { "use": "nobody" } }"#,
        #"{ "version": 1, "speech": { "use": "sample" } }"#,
        // Variables and files are not resolved.
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "env": "UNSET" } } } }"#,
        #"{ "version": 1, "providers": { "a": { "kind": "sample", "url": "u", "key": { "file": "/none" } } } }"#,
        // Only the beginning of a path is checked.
        #"{ "version": 1, "providers": { "a": { "kind": "espeak", "voices": "/\u0000" } } }"#,
        // The pattern for language tags is simpler than their grammar.
        #"{ "version": 1, "speech": { "accent": "en-a" } }"#, #"{ "version": 1, "speech": { "accent": "en-12" } }"#,
    ]

    private func verdicts(_ documents: [String]) throws -> [Bool?] {
        let (schema, verdicts) = try PythonSchema.verdicts(ConfigurationSchema.schema(for: Verdicts.kinds), documents)
        #expect(schema == "valid")
        try #require(verdicts.count == documents.count)
        return verdicts
    }

    private func expect(_ documents: [String], package: Bool, schema: [Bool?]) throws {
        for (document, verdict) in zip(documents, try verdicts(documents)) {
            let problems = Verdicts.problems(document)
            #expect(problems.isEmpty == package, "\(document): \(problems)")
            #expect(schema.contains(verdict), "\(document): \(String(describing: verdict))")
        }
    }

    @Test func bothAcceptTheSame() throws {
        try expect(Self.right, package: true, schema: [true])
    }

    @Test func bothRefuseTheSame() throws {
        try expect(Self.wrong, package: false, schema: [false])
    }

    @Test func bothRefuseWhatIsNoJSON() throws {
        try expect(["", "{ version: 1 }", #"{ "version": 1, "version": 1 }"#], package: false, schema: [nil])
    }

    @Test func theKnownDifferencesAreAsTheyWere() throws {
        try expect(Self.acceptedByThePackageAlone, package: true, schema: [nil])
        try expect(Self.acceptedByTheSchemaAlone, package: false, schema: [true])
    }

    @Test func theSchemaInTheFileIsValidAndAcceptsWhatIsDocumented() throws {
        let file = try JSONDocument.parse(PackageFiles.bytes(PackageFiles.schema), source: "parlance.schema.json")
        let texts = [StarterConfiguration.text] + (try DocumentationTests.configurations())
        // Parsing and writing removes comments and trailing commas, which are not plain JSON.
        let plain = try texts.map { text in
            JSONWriter.string(JSONValue(try JSONDocument.parse(Array(text.utf8), source: "text")))
        }
        let (schema, verdicts) = try PythonSchema.verdicts(JSONValue(file), plain)
        #expect(schema == "valid")
        #expect(verdicts == texts.map { _ in true })
    }
}
