import Platform
import TestSupport
import Testing

/// The plug-in templates, tested with the scripts in their folders.
@Suite("plug-in templates", .timeLimit(.minutes(10)))
struct TemplatePluginTests {
    private let shipped: ShippedPlugins

    init() async throws { shipped = try await ShippedPlugins() }

    @Test func python() async throws { try await shipped.expectEveryRule(of: "template-python") }

    @Test("POSIX shell, with more than one shell", arguments: ["sh", "dash", "bash", "busybox"])
    func shell(_ shell: String) async throws {
        let path = shipped.box.path("plugins/template-sh/plugin.json")
        let manifest = String(decoding: try #require(contents(path)), as: UTF8.self)
        let command = shell == "busybox" ? "\"busybox\", \"sh\"" : "\"\(shell)\""
        let changed = manifest.replacing("[\"sh\", \"main.sh\"]", with: "[\(command), \"main.sh\"]")
        try #require(changed.contains(command))
        try shipped.write(changed, to: "plugins/template-sh/plugin.json")
        try await shipped.expectEveryRule(of: "template-sh")
    }

    @Test("the text module that plug-ins share")
    func speechText() async throws {
        try await shipped.expectSuccess(of: "speech_text_test.py", tests: 8)
    }
}
