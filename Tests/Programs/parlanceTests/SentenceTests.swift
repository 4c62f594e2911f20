import Foundation
import LanguageServices
import LanguageServicesTesting
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance sentence")
struct SentenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A chain of two providers, the first of which lacks some words, and a translator that knows one sentence.
    private static let configuration = """
        { "version": 1,
          "sentences": { "use": ["first", "second"], "language": "en" },
          "translation": { "use": ["words"] },
          "providers": {
            "first": { "kind": "memory", "unknown": ["heron", "nothing"] },
            "second": { "kind": "memory", "templates": ["A {word} flew by."], "unknown": ["nothing"] },
            "words": { "kind": "memory-translation", "source": "en", "target": "es",
              "entries": ["A heron flew by.=Pasó volando una garza."] } } }
        """

    private func program(terminal: Bool = false, _ configuration: String = configuration) throws -> InProcess {
        let file = folder.file("parlance.json")
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        return InProcess(
            environment: ["PARLANCE_CONFIG": file, "PARLANCE_CACHE_ENABLED": "false"],
            kinds: [
                InMemorySentences.kind(named: "memory"), InMemoryTranslation.kind(named: "memory-translation"),
            ],
            isOutputTerminal: terminal
        )
    }

    private func sentence(_ arguments: String...) async throws -> Outcome {
        try await program().run(["sentence"] + arguments)
    }

    @Test("a word gets three sentences, the requested number, or as many as there are")
    func count() async throws {
        let three = try await sentence("cat")
        three.expectSuccess()
        #expect(Set(three.lines).count == 3)
        #expect(three.lines.allSatisfy { $0.contains("cat") })
        #expect(try await sentence("cat", "-n", "1").lines == Array(three.lines.prefix(1)))
        #expect(try await sentence("cat", "--count", "100").lines.count == InMemorySentences.english.count)
        try await sentence("cat", "-n", "0").expectFailure(64, "from 1 to 100")
    }

    @Test("the same seed gives the same sentences, and a different seed gives different ones")
    func seed() async throws {
        let texts = try await (0..<8).asyncMap { try await sentence("cat", "-n", "5", "--seed", "\($0)").text }
        #expect(Set(texts).count > 1)
        #expect(try await sentence("cat", "-n", "5", "--seed", "3").text == texts[3])
        try await sentence("cat", "--seed", "-1").expectFailure(64, "--seed")
    }

    @Test("several words have headings, and sentences of later providers name the provider")
    func several() async throws {
        let outcome = try await sentence("cat", "heron", "-n", "1")
        outcome.expectSuccess()
        #expect(outcome.lines.count == 4)
        #expect(outcome.lines.first == "cat")
        #expect(outcome.lines.suffix(2) == ["heron", "  A heron flew by.  (by second)"])
    }

    @Test("the word is bold on a terminal, and there are no other control sequences")
    func terminal() async throws {
        let outcome = try await program(terminal: true).run(["sentence", "heron", "-n", "1"])
        #expect(outcome.text == "A \u{1B}[1;4mheron\u{1B}[22;24m flew by.  (by second)\n")
        let hostile = try await program(terminal: true).run(["sentence", "a\u{1B}]0;x\u{7}\u{202E}b", "-n", "1"])
        let rest = hostile.text.replacing("\u{1B}[1;4m", with: "").replacing("\u{1B}[22;24m", with: "")
        expectNoControls(rest)
        #expect(!rest.unicodeScalars.contains("\u{202E}"))
        #expect(rest.contains(#"a\u{1b}]0;x\u{7}\u{202e}b"#))
    }

    @Test("sentences without a translation are translated")
    func translation() async throws {
        let outcome = try await sentence("heron", "--to", "es")
        outcome.expectSuccess()
        #expect(outcome.lines == ["A heron flew by.  (by second)", "  Pasó volando una garza."])
        let json = try #require(try await sentence("heron", "--to", "es", "--json").json().first)
        let first = try #require((json["sentences"] as? [[String: Any]])?.first)
        #expect(first["translation"] as? String == "Pasó volando una garza.")
        #expect(first["translatedBy"] as? String == "words")
        #expect(first["provider"] as? String == "second")
        // A sentence without a translation is still shown, and the reason is reported once.
        let plain = try await sentence("cat", "dog", "--to", "es", "-n", "2")
        #expect(plain.ending == .exited(0))
        #expect(plain.lines.count == 6)
        #expect(plain.errors.split(separator: "\n").count <= 2, "\(plain.errors)")
        #expect(plain.errors.contains("sentences are not translated"))
    }

    @Test("JSON has an object for each word, with its position, all details and the providers called")
    func json() async throws {
        try Data("cat\n\nnothing\n".utf8).write(to: URL(fileURLWithPath: folder.file("words.txt")))
        let outcome = try await sentence("-f", folder.file("words.txt"), "--json", "--cloze", "-n", "1")
        #expect(outcome.ending == .exited(2))
        let lines = try outcome.json()
        #expect(lines.map { $0["word"] as? String } == ["cat", "nothing"])
        #expect((lines[0]["place"] as? String)?.hasSuffix("words.txt:1") == true)
        let first = try #require((lines[0]["sentences"] as? [[String: Any]])?.first)
        let text = try #require(first["text"] as? String)
        let range = try #require((first["wordRanges"] as? [[String: Int]])?.first)
        let start = try #require(range["start"])
        #expect(Array(text.unicodeScalars)[start..<(try #require(range["end"]))].map(String.init).joined() == "cat")
        #expect(first["form"] as? String == "cat")
        #expect((first["cloze"] as? String)?.contains("{{c1::cat}}") == true)
        #expect(first["provider"] as? String == "first")
        let report = try #require(lines[0]["report"] as? [String: Any])
        #expect((report["attempts"] as? [[String: Any]])?.first?["provider"] as? String == "first")
        #expect((lines[1]["error"] as? [String: Any])?["code"] as? String == "notFound")
        #expect(outcome.errors.contains("words.txt:3: "))
    }

    @Test("for lines of a file, each sentence is a line with tab-separated columns")
    func columns() async throws {
        try Data("heron\nnothing\nfish\theron\n".utf8).write(to: URL(fileURLWithPath: folder.file("w.txt")))
        let outcome = try await sentence("-f", folder.file("w.txt"), "--to", "es", "-n", "1")
        #expect(outcome.ending == .exited(2))
        #expect(outcome.lines.first == "heron\tA heron flew by.\tPasó volando una garza.")
        // A tab in a word does not separate columns.
        #expect(outcome.lines.count == 2)
        #expect(outcome.lines.last?.split(separator: "\t").count == 2)
    }

    @Test("a cloze hides the word, and a word that would end the cloze is rejected")
    func cloze() async throws {
        #expect(try await sentence("heron", "--cloze").lines == ["A {{c1::heron}} flew by.  (by second)"])
        try await sentence("a}}b", "--cloze", "-n", "1").expectFailure(65, "would end the cloze")
        #expect(try await sentence("a}}b", "-n", "1").ending == .exited(0))
    }

    @Test("sentences to avoid are omitted, and the length limit is respected")
    func avoiding() async throws {
        let all = try await sentence("cat", "-n", "5").lines
        let file = folder.file("known.txt")
        try Data(("\n  " + all[0] + " \r\n" + all[1] + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let rest = try await sentence("cat", "-n", "5", "--avoid", file).lines
        #expect(Set(rest) == Set(all.dropFirst(2)))
        let short = try await sentence("cat", "-n", "5", "--words", "1-4").lines
        #expect(!short.isEmpty && short.allSatisfy { $0.split(separator: " ").count <= 4 })
        try await sentence("cat", "--avoid", folder.file("none")).expectFailure(66, "none")
        try Data([0x61, 0x0A, 0xFF]).write(to: URL(fileURLWithPath: file))
        try await sentence("cat", "--avoid", file).expectFailure(65, ":2:1: the byte 0xff is not valid UTF-8")
        for wrong in ["3-2", "4-", "-4", "x", "1-2-3", "0", "0-0", "99999999999999999999"] {
            try await sentence("cat", "--words=\(wrong)").expectFailure(64, "--words")
        }
    }

    @Test("an unsupported language, a word without sentences and a blank word give one-line errors")
    func failures() async throws {
        try await sentence("cat", "--language", "qaa").expectFailure(69, "qaa")
        try await sentence("nothing").expectFailure(1, "'nothing': ")
        try await sentence("nothing").expectFailure(1, "no sentence")
        try await sentence(" \u{200B}").expectFailure(65, "empty")
        try await sentence("cat", "--provider", "secnod").expectFailure(69, "second")
        try await sentence("cat", "--level", "A9").expectFailure(64, "A1")
        try await program("{ \"version\": 1 }").run(["sentence", "cat", "--provider", "words"]).expectFailure(69)
    }

    @Test(
        "words that often break programs",
        arguments: HostileWords.all.filter {
            ($0.utf8.count != 1 || $0.utf8.first != UInt8(ascii: "-")) && $0.count * 1000 >= $0.unicodeScalars.count
        }
    )
    func hostile(_ word: String) async throws {
        let outcome = try await sentence("-n", "1", "--json", "--", word)
        guard case .exited(let code) = outcome.ending else {
            Issue.record("\(outcome.ending)")
            return
        }
        #expect([0, 1, 65].contains(code), "\(outcome.errors)")
        expectNoControls(outcome.text)
        let line = try #require(try outcome.json().first)
        if code == 0 { #expect((line["sentences"] as? [Any])?.count == 1) } else { #expect(line["error"] != nil) }
    }
}

extension Sequence {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
