import Platform
import ServiceConfiguration
import ServiceRegistry
import StandardProviders
import TestSupport
import Testing

@Suite("Examples of the documentation")
struct ExampleTests {
    /// The pages whose examples are tested: a new page in one of these folders is included.
    private static let pages: [String] = {
        let folders = ["docs/tutorials", "docs/how-to", "docs/reference"]
        let pages = folders.flatMap { (try? Repository.files(under: $0, suffix: ".md")) ?? [] }
        return ["README.md"] + pages.sorted()
    }()

    @Test("pages are found")
    func pagesAreFound() throws {
        #expect(Self.pages.count > 25)
        let steps = try Self.pages.reduce(0) { try $0 + ExamplePage(path: $1).steps.count }
        #expect(steps > 100)
    }

    @Test("every command prints the output that its page shows", .timeLimit(.minutes(10)), arguments: pages)
    func commands(page: String) async throws {
        let examples = try ExamplePage(path: page)
        #expect(examples.problems.isEmpty, "\(page): \(examples.problems)")
        guard !examples.steps.isEmpty else { return }
        let shell = try ExampleShell()
        for step in examples.steps {
            switch step {
            case .file(let name, let text): try shell.write(text, to: name)
            case .command(let command, let expected):
                let printed = try await shell.run(command).output
                #expect(shell.comparable(printed) == shell.comparable(expected), "\(page): $ \(command)")
            }
        }
    }

    @Test("every configuration is valid", arguments: pages)
    func configurations(page: String) throws {
        let registry = ServiceRegistry()
        let data = DataLocator(environment: ["PARLANCE_DATA": Repository.root], executable: nil)
        registry.registerStandardProviders(data: data)
        // The page about Swift providers declares this kind.
        registry.register(beep)
        for (line, text) in try ExamplePage(path: page).configurations {
            // The secrets of the examples do not exist.
            let secret = #"{ "env": "EXAMPLE_SECRET" }"#
            let json = text.replacing(#/\{\s*"(?:env|file)":\s*"[^"]*"\s*\}/#, with: secret)
            let layer = ConfigurationLayer(
                source: .namedFile(path: page),
                bytes: Array(json.utf8),
                path: page,
                environment: ["EXAMPLE_SECRET": "secret"],
                mayHoldSecrets: true
            )
            let configuration = Configuration(layers: [.builtIn, layer])
            let problems = configuration.problems + registry.problems(in: configuration.registry).map(\.error)
            #expect(problems.isEmpty, "\(page):\(line): \(problems)")
        }
    }

    @Test("a marked block is omitted, and a mark requires a reason")
    func marks() {
        let block = "```console\n$ ls\na\n```\n"
        #expect(ExamplePage(text: block).steps.count == 1)
        #expect(ExamplePage(text: "<!-- not run: needs a key -->\n\(block)").steps.isEmpty)
        #expect(ExamplePage(text: "<!-- not run -->\n\(block)").problems.count == 1)
        #expect(ExamplePage(text: "<!-- not run: needs a key -->\n\(block)\n\(block)").steps.count == 1)
        #expect(ExamplePage(text: "```console\nls\n```\n").problems.count == 1)
        #expect(ExamplePage(text: "```console\n$ ls\n").problems.count == 1)
    }

    @Test("a configuration is recognised, and so is a provider definition on its own")
    func recognition() {
        let page = ExamplePage(
            text: """
                ```json
                { "version": 1, "speech": { "accent": "en-GB" } }
                ```
                ```json
                "deepl": { "kind": "http-translation" }
                ```
                ```json
                {"id":0,"result":{"protocol":1,"plugin":{"name":"piper","version":"1.2.0"}}}
                ```
                """
        )
        #expect(page.configurations.map(\.line) == [2, 5])
    }
}
