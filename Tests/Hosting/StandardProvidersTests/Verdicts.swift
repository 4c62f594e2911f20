import Foundation
import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import StandardProviders

/// Checks configurations with the package and with its JSON Schema.
enum Verdicts {
    /// The standard kinds, and one with an option of every type.
    static let kinds =
        StandardProviders.kinds(data: DataLocator(environment: [:], executable: nil)) + [
            ProviderKind(
                name: "sample",
                service: .translation,
                summary: "A sample",
                options: [
                    OptionDescription("url", .string, "The address", isRequired: true),
                    OptionDescription("key", .secret, "The key"),
                    OptionDescription("dialect", .choice(["libre", "deepl"]), "The dialect of the server"),
                    OptionDescription("models", .strings, "The models to try"),
                    OptionDescription("formal", .boolean, "Whether to use formal address"),
                    OptionDescription("weight", .number(nil), "The weight"),
                ]
            ) { _ in throw ServiceError(.unavailable, "sample kinds create no providers") }
        ]

    /// The problems that the package finds in a file that the user has named.
    static func problems(_ text: String) -> [ServiceError] {
        let layer = ConfigurationLayer(
            source: .namedFile(path: "p.json"),
            bytes: Array(text.utf8),
            path: "p.json",
            environment: ["KEY": "secret"],
            mayHoldSecrets: true
        )
        let registry = ServiceRegistry()
        for kind in kinds { registry.register(kind) }
        let found = registry.problems(in: layer.contents).map(\.error)
        return layer.problems + found.filter { !layer.problems.contains($0) }
    }
}

/// Runs the Python package `jsonschema`.
enum PythonSchema {
    /// Whether Python and the package are installed; prints a message if not.
    static let isThere: Bool = {
        let isThere = (try? run("import jsonschema; jsonschema.Draft202012Validator; print('there')", "")) == "there\n"
        if !isThere { print("skipped: python3 with the package jsonschema is not installed; schemas are not tested") }
        return isThere
    }()

    /// Checks that a schema is valid in draft 2020-12, and which documents it accepts.
    ///
    /// - Returns: `valid`, or what is wrong with the schema; and for each document `true`, `false`, or `nil` if it is
    ///   not JSON.
    static func verdicts(_ schema: JSONValue, _ documents: [String]) throws -> (schema: String, documents: [Bool?]) {
        let script = """
            import json, sys, jsonschema
            def once(pairs):
                if len({key for key, _ in pairs}) < len(pairs): raise ValueError("a key stands twice")
                return dict(pairs)
            schema, documents = json.load(sys.stdin)
            try:
                jsonschema.Draft202012Validator.check_schema(schema)
                print("valid")
            except jsonschema.SchemaError as error:
                print(str(error).replace("\\n", " "))
            validator = jsonschema.Draft202012Validator(schema)
            for text in documents:
                try:
                    print("accepted" if validator.is_valid(json.loads(text, object_pairs_hook=once)) else "refused")
                except ValueError:
                    print("none")
            """
        let input = JSONWriter.string([schema, .array(documents.map { .string($0) })])
        let lines = try run(script, input).split(separator: "\n").map(String.init)
        return (lines.first ?? "", lines.dropFirst().map { $0 == "none" ? nil : $0 == "accepted" })
    }

    private static func run(_ script: String, _ input: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        // A file instead of a pipe, because with a pipe both sides could block on large data.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("schema-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(input.utf8).write(to: file)
        process.standardInput = try FileHandle(forReadingFrom: file)
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
