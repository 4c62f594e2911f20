import Foundation
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance sentence --jsonl")
struct SentenceFilterTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private func sentence(_ input: String, _ more: String...) async throws -> Outcome {
        try await box.run(["sentence", "--jsonl", "--language", "en"] + more, input: input)
    }

    @Test("items get their sentences in order, and everything else is unchanged to the byte")
    func items() async throws {
        let words = (0..<600).map { ["water", "dog", "house", "bread"][$0 % 4] }
        let input = words.enumerated().map { "{\"id\": \($0)e0,  \"text\":\"\($1)\"}\n" }.joined()
        let outcome = try await sentence(input, "-n", "1")
        outcome.expectSuccess()
        #expect(outcome.lines.count == 600)
        for (place, line) in outcome.lines.enumerated() {
            #expect(line.hasPrefix("{\"id\": \(place)e0,  \"text\":\"\(words[place])\""), "\(line)")
        }
        for (word, object) in zip(words, try outcome.json()) {
            let sentences = try #require(object["sentences"] as? [[String: Any]])
            let text = try #require(sentences.first?["text"] as? String)
            #expect(sentences.count == 1 && text.lowercased().contains(word.dropLast()), "\(text)")
            #expect(sentences.first?["provider"] as? String == "templates")
        }
    }

    @Test("the details of an item are taken into account")
    func wishes() async throws {
        let input = """
            {"word":"water","kind":"v.","level":null}
            {"word":"water","kind":"noun","level":"A1"}
            {"word":"water","kind":7}
            {"word":"water","level":"Z9"}
            """
        let outcome = try await sentence(
            input,
            "--text-member",
            "word",
            "--pos-member",
            "kind",
            "--level-member",
            "level",
            "--into",
            "s",
            "--details"
        )
        outcome.expectFailure(2, "2 of 4 lines", "'error'")
        let objects = try outcome.json()
        let kinds = objects.prefix(2).map { ($0["s"] as? [[String: Any]])?.first?["partOfSpeech"] as? String }
        #expect(kinds == ["verb", "noun"])
        #expect(objects.prefix(2).allSatisfy { ($0["details"] as? [String: Any])?["report"] != nil })
        for object in objects.suffix(2) {
            #expect((object["error"] as? [String: String])?["code"] == "invalidRequest")
            #expect(object["s"] == nil && object["details"] == nil)
        }
    }

    @Test("a failed item has an error, an invalid line has an output line, and an empty item is unchanged")
    func failures() async throws {
        let long = String(repeating: "a", count: 100_000)
        let lines = [
            #"{"text":"water"}"#, "", #"{"text":" "}"#, #"{"text":"\#(long)"}"#, "water", #"{"text":["dog"]}"#,
            "{\"text\":\"wa\u{0}ter", #"{"text":"}}::"}"#, #"{"text":"dog"}"#,
        ]
        let outcome = try await sentence(lines.joined(separator: "\n"), "--cloze", "-n", "2")
        outcome.expectFailure(2, "5 of 9 lines", "'error'")
        let written = outcome.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try #require(written.count == 10)
        #expect(written[1].isEmpty && written[2] == #"{"text":" "}"# && written[9].isEmpty)
        let codes = try written.prefix(9).map { line -> String? in
            guard !line.isEmpty else { return nil }
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if let sentences = object?["sentences"] as? [[String: Any]] {
                #expect(sentences.allSatisfy { ($0["cloze"] as? String)?.contains("{{c1::") == true })
            }
            return (object?["error"] as? [String: String])?["code"]
        }
        #expect(codes.prefix(3) == [nil, nil, nil] && codes.last == .some(nil))
        #expect(codes[3] == "limitExceeded" && codes[4...6].allSatisfy { $0 == "invalidRequest" })
        #expect(codes[7] != nil)
    }

    @Test("an error that affects every item is reported once, before any output")
    func general() async throws {
        let outcome = try await box.run(["sentence", "--jsonl", "--language", "tlh"], input: #"{"text":"water"}"#)
        #expect(outcome.ending != .exited(0) && outcome.output.isEmpty && outcome.errors.contains("tlh"))
        try await sentence("", "cat").expectFailure(64, "--jsonl")
        try await box.run(["sentence", "cat", "--pos-member", "x"]).expectFailure(64, "--jsonl")
        try await sentence("{}", "--json").expectFailure(64, "--json")
        let nothing = try await sentence("")
        nothing.expectSuccess()
        #expect(nothing.output.isEmpty)
    }
}
