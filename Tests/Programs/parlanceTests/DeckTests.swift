import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance deck")
struct DeckTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("info describes a deck")
    func info() async throws {
        try box.write("Front,Back\nhouse,casa\n\"a, b\",\n", to: "words.csv")
        let text = try await box.run(["deck", "info", "words.csv"])
        #expect(text.ending == .exited(0))
        #expect(text.text == "file    words.csv\nformat  csv\nfields  Front, Back\nmarkup  plain text\n")
        let json = try await box.run(["deck", "info", "words.csv", "--json"]).json()
        let types = try #require(json.first?["noteTypes"] as? [[String: Any]])
        #expect(types.first?["fields"] as? [String] == ["Front", "Back"])
    }

    @Test("a deck is converted to another format and back")
    func convert() async throws {
        try box.write("house\tcasa\n\"with \"\"quotes\"\"\"\tcon \"\"\n", to: "words.tsv")
        let there = try await box.run(["deck", "convert", "words.tsv", "--header", "absent", "-o", "words.jsonl"])
        #expect(there.ending == .exited(0), "\(there.errors)")
        let lines = try #require(try? String(contentsOfFile: box.path("words.jsonl"), encoding: .utf8))
        #expect(lines.split(separator: "\n").count == 2)
        #expect(lines.contains(#""with \"quotes\"""#))
        let back = try await box.run(["deck", "convert", "words.jsonl", "-o", "back.csv", "--separator", "semicolon"])
        #expect(back.ending == .exited(0), "\(back.errors)")
        let table = try #require(try? String(contentsOfFile: box.path("back.csv"), encoding: .utf8))
        #expect(table.contains("house;casa"))
    }

    @Test("a file that is not a deck is rejected in one line")
    func refusals() async throws {
        try FileManager.default.createDirectory(atPath: box.path("folder"), withIntermediateDirectories: true)
        try box.write([0x50, 0x4B, 3, 4] + [UInt8](repeating: 7, count: 100), to: "broken.apkg")
        try box.write("", to: "empty.csv")
        for name in ["folder", "missing.csv", "broken.apkg", "empty.csv", "a\nb.csv"] {
            let outcome = try await box.run(["deck", "check", name])
            #expect(outcome.ending != .exited(0), "\(name)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            #expect(outcome.output.isEmpty)
        }
        try box.write("a,b\n", to: "words.csv")
        try await box.run(["deck", "convert", "words.csv", "-o", "out.apkg"]).expectFailure(64, "Anki")
        try await box.run(["deck", "convert", "words.csv", "-o", "out.xyz"]).expectFailure(64, "--format")
        try await box.run(["deck", "convert", "words.csv"]).expectFailure(64, "--output")
    }

    @Test("values outside of all fields are reported")
    func unread() async throws {
        try box.write(#"[{"f": "a", "l": [1]}]"#, to: "words.json")
        let json = try await box.run(["deck", "convert", "words.json", "-o", "out.csv", "--json"])
        let line = "1 value of the member 'l' is not kept"
        #expect(try json.json().first?["notices"] as? [String] == [line])
        #expect(json.errors.contains(line), "\(json.errors)")
        let check = try await box.run(["deck", "check", "words.json"])
        #expect(check.text.contains("1 value of the member 'l' is not in any field"), "\(check.text)")
    }

    @Test("a deck is checked")
    func check() async throws {
        try box.write("#separator:tab\n#guid column:1\nx1\thouse\tcasa\nx1\tdog\tperro\n\t\t\n", to: "words.txt")
        let outcome = try await box.run(["deck", "check", "words.txt"])
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.text.contains("1 notes are empty") && outcome.text.contains("shared by several notes"))
    }
}
