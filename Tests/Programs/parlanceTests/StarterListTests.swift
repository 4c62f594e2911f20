import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance dictionary, starter dictionaries")
struct StarterListTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("each is listed in both directions, with the name for 'info'")
    func list() async throws {
        let outcome = try await box.run(["dictionary", "list", "--json"])
        outcome.expectSuccess()
        let rows = try outcome.json()
        let names = rows.compactMap { $0["name"] as? String }
        #expect(names.count == 16 && names.contains("starter-en-ja") && names.contains("starter-vi-en"))
        #expect(rows.allSatisfy { $0["licence"] as? String == "Apache-2.0" })
        let human = try await box.run(["dictionary", "list"])
        #expect(
            human.lines.contains { $0.hasPrefix("starter-es-en") && $0.hasSuffix("Spanish-English") },
            "\(human.text)"
        )
        #expect(
            human.lines.contains { $0.hasPrefix("starter-en-es") && $0.hasSuffix("English-Spanish") },
            "\(human.text)"
        )
    }

    @Test("'info' shows the licence, and that every byte is valid", arguments: ["starter-en-ja", "starter-zh-en"])
    func info(_ name: String) async throws {
        let outcome = try await box.run(["dictionary", "info", name, "--verify"])
        outcome.expectSuccess()
        #expect(outcome.lines.first?.hasSuffix(name) == true)
        #expect(outcome.text.contains("licence    Apache-2.0\n") && outcome.text.contains("/words.tsv\n"))
        #expect(outcome.text.contains("checked"))
        let row = try #require(try await box.run(["dictionary", "info", name, "--json"]).json().first)
        #expect(row["name"] as? String == name)
        #expect(try #require(row["entries"] as? Int) > 3000)
    }

    @Test("'starter' selects all of them for 'info', but cannot be exported")
    func all() async throws {
        let outcome = try await box.run(["dictionary", "info", "starter", "--json"])
        outcome.expectSuccess()
        #expect(try outcome.json().count == 16)
        let export = try await box.run(["dictionary", "export", "starter", "--output", "all.tsv"])
        export.expectFailure(65, "'starter' stands for 16 dictionaries", "such as 'starter-en-de'")
        #expect(box.names().isEmpty)
    }

    @Test("an exported dictionary can be imported again with another name")
    func export() async throws {
        let text = try await box.run(["dictionary", "export", "starter-en-es"])
        text.expectSuccess()
        #expect(text.lines.first == "# name: starter-en-es" && text.lines.contains("# licence: Apache-2.0"))
        #expect(text.lines.contains { $0.hasPrefix("mother-in-law\tnoun\t") && $0.contains("suegra {f}") })
        try await box.run(["dictionary", "export", "starter-en-es", "--output", "own.tsv"]).expectSuccess()
        let taken = try await box.run(["dictionary", "import", "own.tsv", "--name", "own"])
        taken.expectSuccess()
        let translated = try await box.run(["translate", "give up", "--to", "es", "--brief"])
        #expect(translated.text == "rendirse\n")
    }

    @Test("they cannot be removed, and similar names are not starter dictionaries")
    func refusals() async throws {
        for name in ["starter", "starter-en-es"] {
            try await box.run(["dictionary", "remove", name]).expectFailure(65, "'\(name)' is bundled with Parlance")
        }
        for name in ["starter-en", "starter-en-xx", "Starter-en-es", "../starter-en-es", "starter-"] {
            let outcome = try await box.run(["dictionary", "info", name])
            #expect(outcome.ending != .exited(0), "\(name)")
        }
    }

    @Test("a dictionary imported with the name of a starter dictionary takes precedence, and can be removed")
    func shadowed() async throws {
        try box.write("lunch box\tfiambrera\tnoun\n", to: "class.tsv")
        let options = ["--from", "en", "--to", "es", "--name", "starter-en-es"]
        let taken = try await box.run(["dictionary", "import", "class.tsv"] + options)
        taken.expectSuccess()
        #expect(taken.text == "starter-en-es: 1 entry, en → es\n")
        let info = try await box.run(["dictionary", "info", "starter-en-es", "--json"])
        #expect(try info.json().first?["entries"] as? Int == 1)
        try await box.run(["dictionary", "remove", "starter-en-es"]).expectSuccess()
        #expect(
            try await box.run(["dictionary", "info", "starter-en-es", "--json"]).json().first?["entries"] as? Int ?? 0
                > 1
        )
    }

    @Test("a configuration may name a single one")
    func configured() async throws {
        let settings = """
            {"version": 1,
             "providers": {"own": {"kind": "dictionary", "dictionaries": ["starter-en-es"]}},
             "translation": {"use": ["own"]}}
            """
        try box.write(settings, to: "parlance.json")
        let environment = ["PARLANCE_CONFIG": box.path("parlance.json")]
        let found = try await box.run(["translate", "water", "--to", "es", "--brief"], environment: environment)
        #expect(found.text == "agua\n", "\(found.errors)")
        try await box.run(["translate", "water", "--to", "de"], environment: environment).expectFailure(69, "to de")
    }
}
