import JSON
import LanguageServices
import Testing

@Suite("Mistakes in JSON documents")
struct JSONMistakeTests {
    @Test(arguments: JSONMistake.strings + JSONMistake.separators)
    func isExplained(mistake: JSONMistake) throws {
        try check(mistake)
    }

    @Test(arguments: JSONMistake.brackets + JSONMistake.words + JSONMistake.others)
    func isExplainedToo(mistake: JSONMistake) throws {
        try check(mistake)
    }

    /// The same mistakes after lines of other text, so that positions are not only tested in the first line.
    @Test(arguments: ["// ü\n", "/* 👍\r\n*/", "\r", "\u{FEFF}\n \t"])
    func isFoundAfterOtherLines(prefix: String) throws {
        let prefixLines = try refusal(Array((prefix + "@").utf8)).position
        for mistake in JSONMistake.strings + JSONMistake.separators + JSONMistake.brackets + JSONMistake.words {
            let plain = try refusal(Array(mistake.text.utf8))
            guard plain.position.offset > 0 || !plain.message.contains("file") else { continue }
            let moved = try refusal(Array((prefix + mistake.text).utf8))
            #expect(moved.position.offset == plain.position.offset + prefix.utf8.count, "\(mistake.text)")
            let column = plain.position.line == 1 ? prefixLines.column - 1 : 0
            #expect(moved.position.column == plain.position.column + column, "\(mistake.text)")
            #expect(moved.position.line == plain.position.line + prefixLines.line - 1, "\(mistake.text)")
        }
    }

    @Test func serviceErrorStartsWithThePosition() throws {
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONDocument.parse(Array("{\n  \"a\": True\n}".utf8), source: "parlance.json")
        }
        #expect(error.serviceError == ServiceError(.configuration, "parlance.json:2:8: use true, not True"))
        let other = JSONSyntaxError("m", at: .start, source: "a\n\u{1B}[31m\u{202E}.json", remedy: "r")
        #expect(
            other.serviceError
                == ServiceError(.configuration, "a\\n\\u{1b}[31m\\u{202e}.json:1:1: m", remedy: "r")
        )
        #expect(other.description == "a\\n\\u{1b}[31m\\u{202e}.json:1:1: m; r")
    }

    @Test func longTextIsShortened() throws {
        let word = String(repeating: "x", count: 10_000)
        for text in ["[\(word)]", "{\(word): 1}", "{\"\(word.prefix(250))\" 1}", "[\"a\"\(word)]", "[0\(word)]"] {
            let error = try refusal(Array(text.utf8))
            #expect(error.message.utf8.count < 150)
            #expect((error.remedy ?? "").utf8.count < 150)
            #expect(error.message.contains("xxxx…") || error.remedy == nil, "\(error.message)")
        }
    }

    private func check(_ mistake: JSONMistake) throws {
        let error = try refusal(Array(mistake.text.utf8))
        #expect(error.message == mistake.message)
        #expect(error.remedy == mistake.remedy)
        #expect(error.position.description == mistake.place)
        #expect(error.source == "test.json")
        let prefix = Array(mistake.text.utf8).prefix(error.position.offset)
        let before = String(decoding: prefix, as: UTF8.self)
        let lines = before.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(error.position.line == lines.count)
        #expect(error.position.column == (lines.last?.unicodeScalars.count ?? 0) + 1)
        #expect(!error.message.contains("\n") && !error.message.hasSuffix("."))
    }
}
