import Audio
import DictionaryTranslation
import Foundation
import LanguageServices
import Platform
import ServiceRegistry
import TestSupport
import Testing

@Suite("Swift code of the documentation", .timeLimit(.minutes(10)))
struct ReadmeTests {
    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["HOME": folder.path, "PARLANCE_DATA": Repository.root]
    }

    @Test("the code of README.md speaks and reports each word")
    func readme() async throws {
        try expectCode(of: "Tests/Programs/RepositoryTests/ReadmeProgram.swift", in: "README.md", parts: 1)
        let registry = await services(environment)
        var count = 0
        var words: [String] = []
        try await say("Good night", with: registry, show: { words.append($0) }, play: { count += $0.samples.count })
        #expect(count > 0)
        #expect(words == ["Good", "night"])
    }

    @Test("the code of the translation page translates, also with a dictionary of its own")
    func translation() async throws {
        try expectCode(
            of: "Tests/Programs/RepositoryTests/TranslationProgram.swift",
            in: "docs/how-to/translation.md",
            parts: 2
        )
        let registry = await services(environment)
        #expect(try await spanish(["water", "qxzvkwjq", "went"], with: registry) == ["agua", nil, "ir"])
        let table = folder.file("class.tsv")
        try "# from: en\n# to: es\nlunch box\tfiambrera\n".write(toFile: table, atomically: true, encoding: .utf8)
        let request = TranslationRequest(texts: ["lunch boxes"], source: LanguageTag("en"), target: LanguageTag("es"))
        for _ in 1...2 {
            let own = try ownDictionary(table: table, in: folder.file("own"))
            #expect(try await own.translate(request).results.first?.get().text == "fiambrera")
        }
    }

    @Test("the app of the Swift tutorial translates, makes gaps and saves speech")
    func swiftApp() async throws {
        try expectCode(
            of: "Tests/Programs/RepositoryTests/SwiftAppTutorial.swift",
            in: "docs/tutorials/swift-app.md",
            parts: 5
        )
        let trainer = await Trainer(environment: environment)
        #expect(try await trainer.translations(of: ["house", "qxzvkwjq"]) == ["casa", nil])
        let gap = try #require(try await trainer.gap(for: "house"))
        #expect(gap.contains("____") && !gap.contains("house"))
        let sound = folder.file("house.wav")
        #expect(try await trainer.save("house", to: sound) > .zero)
        #expect(try WholeFile.read(sound, limit: 1 << 22).starts(with: Array("RIFF".utf8)))
    }
}
