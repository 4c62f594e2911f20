import Audio
import Foundation
import Processes
import TestSupport
import Testing

@testable import parlance

@Suite("parlance translate")
struct TranslateTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func output(_ arguments: String..., input: String? = nil) async throws -> String {
        let outcome = try await box.run(arguments, input: input)
        outcome.expectSuccess()
        return String(decoding: outcome.output, as: UTF8.self)
    }

    @Test("a word gets its usual translation first, others behind it, and what kind of word it is")
    func word() async throws {
        #expect(try await output("translate", "water", "--to", "es") == "agua f  (noun)\n")
        #expect(try await output("translate", "house", "--to", "de").hasPrefix("Haus n"))
        #expect(try await output("translate", "--brief", "house", "--to", "de") == "Haus\n")
    }

    @Test(
        "a word is found in whatever form it is met",
        arguments: [
            ("went", "en", "de", "gehen"), ("children", "en", "fr", "enfant"), ("Häuser", "de", "en", "house"),
            ("naive", "en", "es", "ingenuo"), ("Ice Cream", "en", "it", "gelato"), ("icecream", "en", "de", "Eis"),
            ("WATER", "en", "pt", "água"), ("to go", "en", "es", "ir"), ("das Haus", "de", "en", "house"),
            ("don’t", "en", "de", "nicht"), ("kick the bucket", "en", "de", "den Löffel abgeben"),
            ("水", "ja", "en", "water"), ("みず", "ja", "en", "water"), ("朋友", "zh", "en", "friend"),
        ]
    )
    func forms(_ text: String, _ source: String, _ target: String, _ expected: String) async throws {
        let line = try await output("translate", text, "--from", source, "--to", target, "--brief")
        #expect(line == expected + "\n")
    }

    @Test("what was found instead is said")
    func match() async throws {
        #expect(try await output("translate", "went", "--to", "de").contains("form of go"))
        #expect(try await output("translate", "naive", "--to", "de").contains("the word is naïve"))
        #expect(try await output("translate", "recieve", "--to", "es").contains("did you mean receive?"))
        // Where several are as close, the words that may have been meant are named, whoever of the chain knows them.
        try await box.run(["translate", "tard", "--to", "es"]).expectFailure(1, "did you mean 'hard', 'card'")
        try await box.run(["translate", "recieve", "--to", "es", "--match", "lemma"]).expectFailure(1, "recieve")
        try await box.run(["translate", "went", "--to", "es", "--match", "accents"]).expectFailure(1, "went")
    }

    @Test("words that are not there are failures of one line each", arguments: ["zzyzzx", "🦜🦜", "שלום", "\u{202E}abc"])
    func unknown(_ text: String) async throws {
        let outcome = try await box.run(["translate", text, "--to", "de"])
        outcome.expectFailure(1)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test("texts that are none", arguments: ["", "  ", "\u{200B}"])
    func blank(_ text: String) async throws {
        try await box.run(["translate", text, "--to", "de"]).expectFailure(65, "empty")
    }

    @Test("languages that are missing are named, with those that are there")
    func languages() async throws {
        try await box.run(["translate", "water"]).expectFailure(65, "--to")
        try await box.run(["translate", "water", "--to", "cy"]).expectFailure(69, "no dictionary to cy")
        try await box.run(["translate", "water", "--from", "cy", "--to", "en"]).expectFailure(69, "from cy to en")
        try await box.run(["translate", "water", "--to", "e"]).expectFailure(64, "language tag")
    }

    @Test("ten thousand words from standard input")
    func many() async throws {
        let words = ["water", "house", "went", "zzyzzx", "good"]
        let input = (0..<10_000).map { words[$0 % 5] + "\n" }.joined()
        let outcome = try await box.run(["translate", "-", "--to", "es", "--brief"], input: input)
        #expect(outcome.ending == .exited(2))
        let lines = String(decoding: outcome.output, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        // A line for each word, an empty one for those that are not there, and nothing behind the last line's end.
        #expect(lines.count == 10_001)
        #expect(lines[0..<5] == ["agua", "casa", "ir", "", "bueno"])
        #expect(lines[9995..<10_000] == ["agua", "casa", "ir", "", "bueno"])
    }

    @Test("a line that is no text is named, and the others are translated")
    func encoding() async throws {
        try box.write(Array("water\nb".utf8) + [0xFF, 0x0A] + Array("house\n".utf8), to: "words.txt")
        let outcome = try await box.run(["translate", "-f", "words.txt", "--to", "es"])
        #expect(outcome.ending == .exited(2))
        #expect(outcome.errors.contains("words.txt:2:2: the byte 0xff is not UTF-8"))
        #expect(String(decoding: outcome.output, as: UTF8.self).hasPrefix("water\tagua f\t(noun)\nhouse\tcasa f"))
    }

    @Test("each line has its line, whatever stands in it")
    func aligned() async throws {
        try box.write(Array("house\n\nb".utf8) + [0xFF, 0x0A] + Array(" \nzzyzzx\ndog".utf8), to: "words.txt")
        let outcome = try await box.run(["translate", "-f", "words.txt", "--to", "es", "--brief"])
        #expect(outcome.ending == .exited(2))
        #expect(outcome.text == "casa\n\n\n\n\nperro\n")
        // Without it, there is a line for what has a translation.
        let lines = try await box.run(["translate", "-f", "words.txt", "--to", "es"])
        #expect(lines.lines.map { $0.prefix { $0 != "\t" } } == ["house", "dog"])
    }

    @Test("several languages stand side by side")
    func table() async throws {
        let table = try await output("translate", "water", "house", "--to", "es,de")
        #expect(table == "       es      de\nwater  agua f  Wasser n\nhouse  casa f  Haus n\n")
    }

    @Test("all there is to say as JSON, and the whole entry as text")
    func whole() async throws {
        let json = try await output("translate", "went", "--to", "de", "--json", "--article")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect(object["translation"] as? String == "gehen")
        #expect((object["match"] as? [String: String]) == ["step": "lemma", "headword": "go"])
        let entries = try #require(object["entries"] as? [[String: Any]])
        #expect(entries.first?["headword"] as? String == "go")
        let article = try await output("translate", "light", "--to", "de", "--article")
        #expect(article.hasPrefix("light"))
        #expect(article.contains("Licht n") && article.contains("leicht") && article.contains("(noun, A1)"))
    }

    @Test("a kind of word that is asked for goes first")
    func partOfSpeech() async throws {
        #expect(try await output("translate", "light", "--to", "de", "--brief", "--pos", "adjective") == "leicht\n")
        #expect(try await output("translate", "light", "--to", "de", "--brief", "--pos", "noun") == "Licht\n")
    }
}
