import JSON
import LanguageServices
import Platform
import PluginHost
import TestSupport
import Testing

/// The JSON Schemas in Plugins/schema agree with the frame reader and the specification.
@Suite(.enabled(if: PluginSchemas.isThere, "python3 with the package jsonschema is not installed"))
struct SchemaTests {
    @Test(arguments: ["translation", "speech", "sentences", "feedback", "front-end"])
    func transcriptsAreRight(_ name: String) throws {
        let path = "\(PluginFixture.package)/Tests/Fixtures/plugin-protocol/\(name).txt"
        let lines = String(decoding: try WholeFile.read(path, limit: 1 << 20), as: UTF8.self).split(separator: "\n")
        for (mark, part) in [("> ", "host"), ("< ", "plugin")] {
            let frames = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(2)) }
            #expect(try PluginSchemas.verdicts("frames", part, frames).1 == frames.map { _ in "right" })
        }
    }

    @Test func whatTheReaderRefusesIsWrong() throws {
        let frames = [
            "{}", #"{"id":1}"#, #"{"id":-1,"result":{}}"#, #"{"id":1.5,"result":{}}"#, #"{"id":"1","result":{}}"#,
            #"{"id":1,"result":{},"error":{"code":"io","message":"m"}}"#, #"{"id":1,"event":7}"#,
            #"{"id":1,"result":[]}"#,
            #"{"result":{}}"#, #"{"id":1,"event":"audio"}"#, #"{"id":1,"event":"audio","bytes":0}"#,
            #"{"id":1,"event":"format","sampleRate":10}"#, #"{"event":"audio","bytes":1}"#,
            #"{"id":1,"error":{"code":"io"}}"#,
        ]
        #expect(try PluginSchemas.verdicts("frames", "plugin", frames).1 == frames.map { _ in "wrong" })
    }

    @Test func whatAFrontEndMayNotAskIsWrong() throws {
        let frames = [
            #"{"id":1,"method":"registry.use","params":{}}"#,
            #"{"id":1,"method":"registry.use","params":{"service":"speech","providers":[]}}"#,
            #"{"id":1,"method":"registry.use","params":{"service":"speech","providers":["a","a"]}}"#,
            #"{"id":1,"method":"registry.use","params":{"service":"cooking","providers":["a"]}}"#,
            #"{"id":1,"method":"registry.providers","params":{"service":7}}"#,
            #"{"id":1,"method":"speech.voices","params":{"role":""}}"#,
        ]
        #expect(try PluginSchemas.verdicts("frames", "host", frames).1 == frames.map { _ in "wrong" })
        let right = #"{"id":1,"method":"registry.use","params":{"service":"speech","providers":["a"],"role":"story"}}"#
        #expect(try PluginSchemas.verdicts("frames", "host", [right]).1 == ["right"])
    }

    @Test func manifestsAreJudgedAlike() throws {
        let least = """
            {"schema":1,"id":"a-1","version":"2","protocol":[1],"command":["sh","x"],"services":[{"service":"speech"}]}
            """
        let documents = [
            least, "{}", "[]", least.replacing("a-1", with: "A"), least.replacing("[1]", with: "[2]"),
            least.replacing("[\"sh\",\"x\"]", with: "[]"), least.replacing("speech", with: "cooking"),
            least.replacing("\"2\"", with: "2"), least.replacing("{\"sch", with: "{\"idd\":1,\"sch"),
            least.replacing("{\"sch", with: "{\"startSeconds\":0,\"sch"),
            least.replacing("{\"sch", with: "{\"memoryMiB\":64,\"sch"),
            least.replacing("{\"sch", with: "{\"memoryMiB\":0.5,\"sch"),
            least.replacing("{\"sch", with: "{\"processes\":16,\"network\":true,\"sch"),
            least.replacing("{\"sch", with: "{\"environment\":[\"A=B\"],\"sch"),
            least.replacing(
                "{\"sch",
                with: "{\"files\":[{\"path\":\"../x\",\"sha256\":\"\(String(repeating: "0", count: 64))\"}],\"sch"
            ),
            least.replacing(
                "{\"sch",
                with: "{\"files\":[{\"path\":\"x/y\",\"sha256\":\"\(String(repeating: "0", count: 64))\"}],\"sch"
            ),
            least.replacing("{\"sch", with: "{\"samples\":{\"speech\":{}},\"sch"),
            least.replacing("{\"service\"", with: "{\"concurrency\":65,\"service\""),
        ]
        let own = documents.map { text in
            (try? ManifestReading.read(Array(text.utf8), path: "p")) == nil ? "wrong" : "right"
        }
        #expect(own.filter { $0 == "right" }.count == 4)
        let found = try PluginSchemas.verdicts("plugin", "", documents).1.map { String($0) }
        #expect(found == own)
    }
}

/// Validates documents with the schemas in Plugins/schema, by the Python package `jsonschema`.
private enum PluginSchemas {
    private static let folder = PluginFixture.package + "/Plugins/schema"

    /// The verdicts of a schema on documents, one line per document.
    static func verdicts(_ schema: String, _ part: String, _ documents: [String]) throws -> (Int32, [Substring]) {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array((documents.joined(separator: "\n") + "\n").utf8), to: folder.file("in"))
        let launch = try PluginFixture.launch(
            "schemas",
            ["\(Self.folder)/\(schema).schema.json", part],
            service: .speech
        )
        // All arguments are known, so passing them through a shell for the redirections is safe.
        let words = ([launch.program] + launch.arguments).map { "'\($0)'" }.joined(separator: " ")
        let status = system("\(words) < '\(folder.file("in"))' > '\(folder.file("out"))' 2>/dev/null")
        let output = String(decoding: try WholeFile.read(folder.file("out"), limit: 1 << 20), as: UTF8.self)
        return (status, output.split(separator: "\n"))
    }

    static let isThere = (try? verdicts("plugin", "", []))?.0 == 0
}
