import Audio
import Foundation
import Platform
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

    @Test("a word gets its usual translation first, then others, and the part of speech")
    func word() async throws {
        #expect(try await output("translate", "water", "--to", "es") == "agua f  (noun); regar (verb)\n")
        #expect(try await output("translate", "house", "--to", "de").hasPrefix("Haus n"))
        #expect(try await output("translate", "--brief", "house", "--to", "de") == "Haus\n")
    }

    @Test(
        "inflected forms of a word are found",
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

    @Test("a match other than the exact word is reported")
    func match() async throws {
        #expect(try await output("translate", "went", "--to", "de").contains("form of go"))
        #expect(try await output("translate", "naive", "--to", "de").contains("the word is naïve"))
        #expect(try await output("translate", "recieve", "--to", "es").contains("did you mean receive?"))
        // If several words are equally close, all are suggested, regardless of which provider in the chain knows them.
        try await box.run(["translate", "tard", "--to", "es"]).expectFailure(1, "did you mean 'hard', 'card'")
        try await box.run(["translate", "recieve", "--to", "es", "--match", "lemma"]).expectFailure(1, "recieve")
        try await box.run(["translate", "went", "--to", "es", "--match", "accents"]).expectFailure(1, "went")
    }

    @Test("unknown words give one-line errors", arguments: ["zzyzzx", "🦜🦜", "שלום", "\u{202E}abc"])
    func unknown(_ text: String) async throws {
        let outcome = try await box.run(["translate", text, "--to", "de"])
        outcome.expectFailure(1)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.output.isEmpty)
    }

    @Test("blank texts", arguments: ["", "  ", "\u{200B}"])
    func blank(_ text: String) async throws {
        try await box.run(["translate", text, "--to", "de"]).expectFailure(65, "empty")
    }

    @Test("unsupported languages are named, with the supported ones")
    func languages() async throws {
        try await box.run(["translate", "water"]).expectFailure(65, "--to")
        try await box.run(["translate", "water", "--to", "cy"]).expectFailure(69, "no dictionary to cy")
        try await box.run(["translate", "water", "--from", "cy", "--to", "en"]).expectFailure(69, "from cy to en")
        try await box.run(["translate", "water", "--to", "e"]).expectFailure(64, "language tag")
    }

    @Test("10,000 words from standard input")
    func many() async throws {
        let words = ["water", "house", "went", "zzyzzx", "good"]
        let input = (0..<10_000).map { words[$0 % 5] + "\n" }.joined()
        let outcome = try await box.run(["translate", "-", "--to", "es", "--brief"], input: input)
        #expect(outcome.ending == .exited(2))
        let lines = String(decoding: outcome.output, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        // A line for each word, an empty one for unknown words, and nothing after the last line feed.
        #expect(lines.count == 10_001)
        #expect(lines[0..<5] == ["agua", "casa", "ir", "", "bueno"])
        #expect(lines[9995..<10_000] == ["agua", "casa", "ir", "", "bueno"])
    }

    @Test("a line that is not text is reported, and the others are translated")
    func encoding() async throws {
        try box.write(Array("water\nb".utf8) + [0xFF, 0x0A] + Array("house\n".utf8), to: "words.txt")
        let outcome = try await box.run(["translate", "-f", "words.txt", "--to", "es"])
        #expect(outcome.ending == .exited(2))
        #expect(outcome.errors.contains("words.txt:2:2: the byte 0xff is not valid UTF-8"))
        #expect(
            String(decoding: outcome.output, as: UTF8.self).hasPrefix(
                "water\tagua f\t(noun); regar (verb)\nhouse\tcasa f"
            )
        )
    }

    @Test("each input line has an output line, whatever it contains")
    func aligned() async throws {
        try box.write(Array("house\n\nb".utf8) + [0xFF, 0x0A] + Array(" \nzzyzzx\ndog".utf8), to: "words.txt")
        let outcome = try await box.run(["translate", "-f", "words.txt", "--to", "es", "--brief"])
        #expect(outcome.ending == .exited(2))
        #expect(outcome.text == "casa\n\n\n\n\nperro\n")
        // Without it, only lines with a translation are printed.
        let lines = try await box.run(["translate", "-f", "words.txt", "--to", "es"])
        #expect(lines.lines.map { $0.prefix { $0 != "\t" } } == ["house", "dog"])
    }

    @Test("several languages are shown side by side")
    func table() async throws {
        let table = try await output("translate", "water", "house", "--to", "es,de")
        #expect(table == "       es      de\nwater  agua f  Wasser n\nhouse  casa f  Haus n\n")
    }

    @Test("configured languages are shown side by side as well, each once")
    func configuredLanguages() async throws {
        let table = "       es      de\nwater  agua f  Wasser n\n"
        let several = ["PARLANCE_TRANSLATION_TO": "es,de,es"]
        let outcome = try await box.run(["translate", "water"], environment: several)
        outcome.expectSuccess()
        #expect(outcome.text == table)
        try box.write(#"{ "version": 1, "translation": { "to": ["es", "de"] } }"#, to: "parlance.json")
        #expect(try await output("translate", "water") == table)
        #expect(try await output("translate", "water", "--to", "fr").hasPrefix("eau"))
        // Commands with a single target language use the first.
        #expect(try await output("gloss", "water", "--from", "en") == "water\nagua\n")
        let brief = try await box.run(["translate", "water", "--brief"])
        brief.expectFailure(64, "one target language")
        try await box.run(["translate", "--jsonl"], input: "{}").expectFailure(64, "one target language")
        let wrong = try await box.run(["translate", "water"], environment: ["PARLANCE_TRANSLATION_TO": "es,d"])
        wrong.expectFailure(78, "PARLANCE_TRANSLATION_TO", "es,d")
        #expect(try await output("translate", "water", "--to", "es,es") == "agua f  (noun); regar (verb)\n")
    }

    @Test("an error that affects all languages is reported once, otherwise with the languages")
    func tableErrors() async throws {
        let all = try await box.run(["translate", "zzyzzx", "--table"])
        all.expectFailure(1, "'zzyzzx' is not in any dictionary")
        try box.write("lunch box\tfiambrera\n", to: "class.tsv")
        let data = ["XDG_DATA_HOME": box.path("data")]
        try await box.run(["dictionary", "import", "class.tsv", "--from", "en", "--to", "es"], environment: data)
            .expectSuccess()
        let some = try await box.run(
            ["translate", "lunch box", "--to", "es,de,fr", "--match", "lemma"],
            environment: data
        )
        some.expectFailure(2, "de, fr: 'lunch box'")
        #expect(some.text.contains("fiambrera"))
    }

    @Test("a detected language is reported, once per language other than English")
    func guess() async throws {
        let words = try await box.run(["translate", "Haus", "Hund", "house", "--to", "en,de"])
        let note = "note: 'Haus' was detected as language 'de'; if that is wrong, add"
        #expect(words.errors.split(separator: "\n").count { $0.contains(note) } == 1)
        #expect(words.errors.split(separator: "\n").count { $0.contains("note: ") } == 1)
        #expect(try await output("translate", "Haus", "--from", "de", "--to", "en") == "house  (noun)\n")
        #expect(try await output("translate", "house", "--to", "de").hasPrefix("Haus"))
        let json = try await box.run(["translate", "Haus", "--to", "en", "--json"])
        json.expectSuccess()
        #expect(try json.json().first?["from"] as? String == "de")
    }

    @Test("a limit of the search applies to the whole chain")
    func limit() async throws {
        let sentence = ["translate", "he kicked the bucket", "--from", "en", "--to", "es"]
        let expression = try await box.run(sentence + ["--match", "expression"])
        expression.expectSuccess()
        #expect(expression.text.contains("estirar la pata") && expression.text.contains("holds 'kick the bucket'"))
        try await box.run(sentence + ["--match", "lemma"]).expectFailure(1, "he kicked the bucket")
    }

    @Test("a file that is not text gives one error, unlike a text with invalid lines")
    func binary() async throws {
        try box.write((0..<600).flatMap { [UInt8(truncatingIfNeeded: $0), 0, 0x0A] }, to: "zeros")
        try await box.run(["translate", "-f", "zeros", "--to", "es"]).expectFailure(65, "zeros: this is not text: ")
        try await box.run(["speak", "-f", "zeros", "-o", "x.wav"]).expectFailure(65, "zeros: this is not text: ")
        // Concurrent processing has reported an error about the first text by then.
        let files = try await box.run(["speak", "-f", "zeros", "-d", "out"])
        #expect(files.ending == .exited(65))
        #expect(files.errors.split(separator: "\n").count <= 5)
        #expect(files.errors.hasSuffix("specify a text file\n"), "\(files.errors)")
        try box.write(Array("PNG\n".utf8) + (0..<600).flatMap { _ in [0xE9, 0x0A] as [UInt8] }, to: "latin")
        try await box.run(["translate", "-f", "latin", "--to", "es"])
            .expectFailure(65, "latin: this is not text in UTF-8", "iconv")
        try box.write(Array("water\nhouse\n".utf8) + (0..<9).flatMap { _ in [0xE9, 0x0A] as [UInt8] }, to: "mixed")
        let mixed = try await box.run(["translate", "-f", "mixed", "--to", "es", "--brief"])
        #expect(mixed.ending == .exited(2))
        #expect(mixed.text == "agua\ncasa\n" + String(repeating: "\n", count: 9))
        #expect(mixed.errors.split(separator: "\n").count == 9)
        // Too few lines to decide.
        try box.write([0xE9, 0x0A, 0xE9, 0x0A], to: "two")
        let two = try await box.run(["translate", "-f", "two", "--to", "es"])
        #expect(two.ending == .exited(65))
        #expect(two.errors.split(separator: "\n").count == 2 && two.errors.contains("two:2:1: the byte 0xe9"))
    }

    @Test("a missing dictionary and an unreadable one give different errors")
    func missingDictionary() async throws {
        try await box.run(["dictionary", "import", "missing"]).expectFailure(66, "missing")
        let several = try await box.run(["dictionary", "import", "missing", "gone.tsv"])
        #expect(several.ending == .exited(66))
        try box.write("x", to: "odd.bin")
        #expect(try await box.run(["dictionary", "import", "odd.bin"]).ending != .exited(66))
    }

    @Test("all details as JSON, and the full entry as text")
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

    @Test("the requested part of speech comes first")
    func partOfSpeech() async throws {
        #expect(try await output("translate", "light", "--to", "de", "--brief", "--pos", "adjective") == "leicht\n")
        #expect(try await output("translate", "light", "--to", "de", "--brief", "--pos", "noun") == "Licht\n")
    }
}
