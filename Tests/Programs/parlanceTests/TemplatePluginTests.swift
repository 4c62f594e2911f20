import Platform
import TestSupport
import Testing

/// The templates of plug-ins, by the scripts that lie in their folders.
@Suite("the templates of plug-ins", .timeLimit(.minutes(10)))
struct TemplatePluginTests {
    private let shipped: ShippedPlugins

    init() async throws { shipped = try await ShippedPlugins() }

    @Test func python() async throws { try await shipped.expectEveryRule(of: "template-python") }

    @Test("POSIX shell, by more than one shell", arguments: ["sh", "dash", "bash", "busybox"])
    func shell(_ shell: String) async throws {
        let path = shipped.box.path("plugins/template-sh/plugin.json")
        let manifest = String(decoding: try #require(contents(path)), as: UTF8.self)
        let command = shell == "busybox" ? "\"busybox\", \"sh\"" : "\"\(shell)\""
        let changed = manifest.replacing("[\"sh\", \"main.sh\"]", with: "[\(command), \"main.sh\"]")
        try #require(changed.contains(command))
        try shipped.write(changed, to: "plugins/template-sh/plugin.json")
        try await shipped.expectEveryRule(of: "template-sh")
    }

    @Test("the file that plug-ins share for their texts")
    func speechText() async throws {
        try await shipped.expectSuccess(of: "speech_text_test.py", tests: 8)
    }
}
