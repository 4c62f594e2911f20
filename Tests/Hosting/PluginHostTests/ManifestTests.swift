import LanguageServices
import PluginHost
import Testing

/// Reading `plugin.json`.
struct ManifestTests {
    private static let least = """
        {"schema":1,"id":"a-1","version":"2","protocol":[1],"command":["sh","x"],"services":[{"service":"speech"}]}
        """

    private func read(_ text: String) throws -> PluginManifest {
        try ManifestReading.read(Array(text.utf8), path: "plugin.json")
    }

    @Test func theLeast() throws {
        let manifest = try read(Self.least)
        #expect(manifest.id == "a-1" && manifest.name == "a-1" && manifest.version == "2")
        #expect(
            manifest.command == ["sh", "x"] && manifest.limits == PluginLimits()
                && manifest.memory == PluginManifest.defaultMemoryLimit
                && !manifest.leavesMachine
        )
        #expect(manifest.offer(of: .speech)?.concurrency == 1 && manifest.offer(of: .translation) == nil)
    }

    @Test func theUsualMemoryIsEnoughAndNotAll() {
        #expect((1 << 30...8 << 30).contains(PluginManifest.defaultMemoryLimit))
    }

    @Test func everything() throws {
        let manifest = try read(
            """
            { "schema": 1, "id": "x", "name": "X", "version": "1", "license": "MIT", "homepage": "https://example.org",
              "protocol": [2, 1], "command": ["./x"], "startSeconds": 60, "idleSeconds": 1.5, "requestSeconds": 300,
              "idleStopSeconds": 9, "processes": 3, "memoryMiB": 64, "network": true, "environment": ["HF_HOME"], "secrets": ["key"],
              "files": [{ "path": "a/b.bin", "sha256": "\(String(repeating: "0a", count: 32))" }],
              "samples": { "translation": { "texts": ["a"] } }, // a person wrote it
              "services": [{ "service": "translation", "languages": ["en", "de-AT"], "features": ["new"],
                             "concurrency": 4, "textsPerRequest": 7, "attribution": "A", "licence": "CC0-1.0" }], }
            """
        )
        #expect(manifest.limits.idle == .milliseconds(1500) && manifest.limits.idleStop == .seconds(9))
        #expect(
            manifest.processes == 3 && manifest.memory == 64 << 20 && manifest.leavesMachine
                && manifest.secrets == ["key"]
        )
        #expect(manifest.offer(of: .translation)?.languages.map(\.text) == ["en", "de-AT"])
        #expect(manifest.files.map(\.path) == ["a/b.bin"])
    }

    @Test(arguments: [
        ("", "plugin.json:1:1: the file is empty"), ("[]", "plugin.json:1:1: a manifest must be an object"),
        ("{\n \"schema\": 2}", "plugin.json:2:12: unsupported manifest schema"),
        ("{}", "the key 'schema' is missing"),
        ("{\"shema\":1}", "plugin.json:1:2: a manifest has no key 'shema'; did you mean 'schema'?"),
        (least.replacing("a-1", with: "A"), "'id' must consist of lower-case letters"),
        (least.replacing("a-1", with: "../x"), "'id' must consist of lower-case letters"),
        (least.replacing("[1]", with: "[2]"), "'protocol' must be an array of versions"),
        (least.replacing("[\"sh\",\"x\"]", with: "\"sh x\""), "'command' must be an array"),
        (least.replacing("[\"sh\",\"x\"]", with: "[]"), "'command' must be an array"),
        (least.replacing("\"x\"", with: "\"\\u0000\""), "'command' contains a NUL character"),
        (least.replacing("speech", with: "cooking"), "unknown service"),
        (least.replacing("\"2\"", with: "2"), "'version' must be a non-empty string"),
        (
            least.replacing("{\"service\"", with: "{\"concurrency\":65,\"service\""),
            "'concurrency' must be a whole number"
        ),
        (least.replacing("{\"service\"", with: "{\"languages\":[\"!\"],\"service\""), "which is not a language tag"),
        (
            least.replacing("{\"sch", with: "{\"startSeconds\":0,\"sch"),
            "'startSeconds' must be a number of seconds from 1 to 600"
        ),
        (
            least.replacing("{\"sch", with: "{\"memoryMiB\":63,\"sch"),
            "'memoryMiB' must be a whole number from 64 to 1048576"
        ),
        (
            least.replacing("{\"sch", with: "{\"startSeconds\":1e300,\"sch"),
            "'startSeconds' must be a number of seconds"
        ),
        (least.replacing("{\"sch", with: "{\"environment\":[\"A=B\"],\"sch"), "invalid variable name"),
        (
            least.replacing("{\"sch", with: "{\"files\":[{\"path\":\"../x\",\"sha256\":\"\"}],\"sch"),
            "outside the plug-in's folder"
        ),
        (
            least.replacing("{\"sch", with: "{\"files\":[{\"path\":\"x\",\"sha256\":\"00\"}],\"sch"),
            "64 lower-case hexadecimal digits"
        ),
    ])
    func mistakes(_ text: String, _ message: String) {
        #expect {
            try read(text)
        } throws: { error in
            guard let error = error as? ServiceError else { return false }
            return error.code == .configuration && error.message.contains(message)
        }
    }
}
