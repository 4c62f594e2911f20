import JSON
import Testing

@Suite("Positions in JSON documents")
struct JSONPositionTests {
    @Test func everyValueAndKeyHasAPosition() throws {
        let node = try parsed(
            """
            {
              "version": 1, // first
            \t"speech": { "use": ["espeak", null], "rate": -0.9 },
              /* two
                 lines */ "on" : true,
            }
            """
        )
        let members = try #require(node.members)
        #expect(node.position == JSONPosition(line: 1, column: 1, offset: 0))
        #expect(members.map(\.key) == ["version", "speech", "on"])
        #expect(members.map(\.keyPosition.description) == ["2:3", "3:2", "5:15"])
        #expect(members.map(\.value.position.description) == ["2:14", "3:12", "5:22"])
        #expect(members.map(\.keyPosition.offset) == [4, 28, 104])
        let speech = try #require(node["speech"])
        #expect(speech.member("use")?.keyPosition.description == "3:14")
        #expect(speech["use"]?.elements?.map(\.position.description) == ["3:22", "3:32"])
        #expect(speech["rate"]?.position.description == "3:47")
    }

    @Test(arguments: [
        ("[1]", 2, 1), ("\n[1]", 2, 2), ("\r[1]", 2, 2), ("\r\n[1]", 2, 2), ("\n\r[1]", 2, 3), ("\r\r\n\n[1]", 2, 4),
        ("// x\r\n[1]", 2, 2), ("// x\r[1]", 2, 2), ("/*\r\n\r\n*/[1]", 4, 3), ("/*\r*/[1]", 4, 2), ("\t\t[1]", 4, 1),
        ("/*\u{2028}\u{85}\u{B}\u{C}*/[1]", 10, 1),
    ])
    func lineBreaksCountOnce(text: String, column: Int, line: Int) throws {
        let element = try #require(try parsed(text).elements?.first)
        #expect(element.position == JSONPosition(line: line, column: column, offset: text.utf8.count - 2))
    }

    @Test(arguments: [
        ("é", 2), ("e\u{301}", 3), ("👍", 2), ("👩‍👩‍👧", 6), ("🇮🇪", 3), ("€uro", 5), ("\u{10FFFF}", 2), ("\\u00e9", 7),
        ("\\uD83D\\uDE00", 13), ("\u{FEFF}", 2), ("", 1), ("\u{2028}x", 3),
    ])
    func columnsCountScalars(text: String, width: Int) throws {
        let string = "[\"\(text)\", 1]"
        let elements = try #require(try parsed(string).elements)
        #expect(elements.map(\.position.line) == [1, 1])
        #expect(elements.map(\.position.column) == [2, width + 6 - 1])
        #expect(elements.last?.position.offset == string.utf8.count - 2)
        let inComment = try #require(try parsed("[ /*\(text)*/ 1]").elements?.first)
        #expect(inComment.position.column == 3 + 4 + width - 1 + 1)
        let error = try refusal(Array("{\"\(text)\": @}".utf8))
        #expect(error.position.column == width + 5)
    }

    @Test func theByteOrderMarkHasNoColumn() throws {
        let node = try parsed("\u{FEFF}[\n1]")
        #expect(node.position == JSONPosition(line: 1, column: 1, offset: 3))
        #expect(node.elements?.first?.position == JSONPosition(line: 2, column: 1, offset: 5))
        #expect(try refusal(Array("\u{FEFF}@".utf8)).position == JSONPosition(line: 1, column: 1, offset: 3))
    }

    @Test func positionsInADocumentAreOrdered() throws {
        let members = try #require(try parsed("{\"b\": 1,\n\"a\": 2}").members)
        let first = try #require(members.first)
        let last = try #require(members.last)
        #expect(first.keyPosition < first.value.position)
        #expect(first.value.position < last.keyPosition)
    }
}
