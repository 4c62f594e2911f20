import Audio
import DictionaryTranslation
import Foundation
import LanguageServices
import Platform
import ServiceConfiguration
import TestSupport
import Testing

@Suite("The README and the guides 'Speech', 'Translation', 'Decks' and 'Batch jobs'")
struct ReadmeTests {
    /// A command of a `console` block and what stands below it.
    struct Example: Sendable {
        var command: String
        var output: String
    }

    @Test(
        "every example that shows its output gives it",
        arguments: [
            ("README.md", 10), ("docs/how-to/speech.md", 5), ("docs/how-to/translation.md", 10),
            ("docs/how-to/import-dictionaries.md", 5), ("docs/reference/translation.md", 1),
            ("docs/how-to/decks.md", 10),
            ("docs/how-to/sentences.md", 3),
            ("docs/how-to/batch-jobs.md", 3),
        ]
    )
    func examples(document: String, atLeast count: Int) async throws {
        let examples = try Self.examples(Repository.text(document))
        #expect(examples.count >= count)
        let shell = try ExampleShell()
        for example in examples {
            let printed = Self.withoutProgress(try await shell.run(example.command).output)
            #expect(Self.withoutNumbers(printed) == Self.withoutNumbers(example.output), "$ \(example.command)")
        }
    }

    @Test("its program speaks, and knows its words", .timeLimit(.minutes(10)))
    func program() async throws {
        try expectCode(of: "Tests/Programs/RepositoryTests/ReadmeProgram.swift", in: "README.md", parts: 1)
        let folder = try TemporaryFolder()
        let registry = await services(["HOME": folder.path, "PARLANCE_DATA": Repository.root])
        var count = 0
        var words: [String] = []
        try await say("Good night", with: registry, show: { words.append($0) }, play: { count += $0.samples.count })
        #expect(count > 0)
        #expect(words == ["Good", "night"])
    }

    @Test("the programs of the guide 'Translation' translate")
    func translation() async throws {
        try expectCode(
            of: "Tests/Programs/RepositoryTests/TranslationProgram.swift",
            in: "docs/how-to/translation.md",
            parts: 2
        )
        let folder = try TemporaryFolder()
        let registry = await services(["HOME": folder.path, "PARLANCE_DATA": Repository.root])
        #expect(try await spanish(["water", "qxzvkwjq", "went"], with: registry) == ["agua", nil, "ir"])
        let table = folder.file("class.tsv")
        try "# from: en\n# to: es\nlunch box\tfiambrera\n".write(toFile: table, atomically: true, encoding: .utf8)
        let request = TranslationRequest(texts: ["lunch boxes"], source: LanguageTag("en"), target: LanguageTag("es"))
        for _ in 1...2 {
            let own = try ownDictionary(table: table, in: folder.file("own"))
            #expect(try await own.translate(request).results.first?.get().text == "fiambrera")
        }
    }

    @Test("every package that is installed for the build and the tests is named")
    func packages() throws {
        let readme = try Repository.text("README.md")
        var packages: [Substring] = []
        for list in try Repository.text(".ci/setup.sh").matches(of: #/\bpackages="(?:\$packages )?([a-z0-9 -]+)"/#) {
            packages += list.1.split(separator: " ")
        }
        #expect(packages.count > 10)
        for package in packages { #expect(readme.contains("`\(package)`"), "\(package)") }
    }

    /// Leaves out how far a run is, which is said when the machine is busy.
    private static func withoutProgress(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !($0.hasPrefix("parlance: ") && $0.contains(" texts, ") && $0.contains("/s")) }
            .joined(separator: "\n")
    }

    /// Durations and frames differ a little between versions of espeak-ng, and times between machines.
    private static func withoutNumbers(_ text: String) -> String {
        text.replacing(#/[0-9]+[.,][0-9]+/#, with: "N").replacing(#/"frame":[0-9]+/#, with: "\"frame\":N")
            .trimmingCharacters(in: .newlines)
    }

    private static func examples(_ text: String) -> [Example] {
        var examples: [Example] = []
        for block in text.matches(of: #/(?ms)^```console\n(.*?)^```/#) {
            for line in block.1.split(separator: "\n", omittingEmptySubsequences: false) {
                if line.hasPrefix("$ ") {
                    examples.append(Example(command: String(line.dropFirst(2)), output: ""))
                } else if let last = examples.indices.last {
                    examples[last].output += line + "\n"
                }
            }
        }
        return examples
    }
}
