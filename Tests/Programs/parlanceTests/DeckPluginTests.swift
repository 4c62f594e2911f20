import Foundation
import Platform
import TestSupport
import Testing

/// `parlance deck translate` with a plug-in that is killed while it works.
@Suite(.timeLimit(.minutes(10)))
struct DeckPluginTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        try FileManager.default.createDirectory(atPath: box.path("mortal"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: "\(Repository.root)/Plugins/parlance_plugin.py",
            toPath: box.path("mortal/parlance_plugin.py")
        )
        try box.write(
            """
            {"schema":1,"id":"mortal","version":"1","protocol":[1],"command":["python3","-B","main.py"],
             "services":[{"service":"translation"}]}
            """,
            to: "mortal/plugin.json"
        )
        // The plug-in is killed when it receives any of three texts, once for each.
        try box.write(
            """
            import os
            from parlance_plugin import Plugin

            plugin = Plugin("mortal", "1")


            @plugin.translation(pairs=[("en", "es")])
            def translate(request):
                for text in request.texts:
                    mark = "died-of-" + text.replace(" ", "-")
                    if text in ("word 150", "word 1234", "word 1999") and not os.path.exists(mark):
                        open(mark, "w").close()
                        os.kill(os.getpid(), 9)
                return [text.upper() for text in request.texts]


            plugin.run()
            """,
            to: "mortal/main.py"
        )
        for name in ["parlance_plugin.py", "plugin.json", "main.py"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("mortal/\(name)"))
        }
        try box.write(
            """
            { "version": 1, "translation": { "use": ["mortal"] },
              "providers": { "mortal": { "kind": "plugin-translation", "plugin": "mortal" } } }
            """,
            to: "config.json"
        )
    }

    @Test func nothingIsLost() async throws {
        #expect(try await box.run(["plugin", "add", "mortal"]).ending == .exited(0))
        let words = (0..<2000).map { "word \($0)" }
        try box.write(words.map { "\($0)\t\n" }.joined(), to: "w.tsv")
        let outcome = try await box.run([
            "deck", "translate", "w.tsv", "-o", "out.tsv", "--header", "absent", "--from", "en", "--to", "es",
            "--config",
            "config.json",
        ])
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let text = String(decoding: try #require(contents(box.path("out.tsv"))), as: UTF8.self)
        #expect(text == words.map { "\($0)\t\($0.uppercased())\n" }.joined())
        let deaths = box.names(in: "mortal").filter { $0.hasPrefix("died-of") }
        #expect(deaths == ["died-of-word-1234", "died-of-word-150", "died-of-word-1999"])
    }
}
