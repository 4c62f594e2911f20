import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Hostile text files")
struct HostileTextTests {
    @Test("files that are not decks are rejected")
    func noDecks() throws {
        let decks = try TextDecks()
        let folder = try decks.folder.folder("deck.csv")
        let pipe = decks.folder.file("pipe.tsv")
        try #require(mkfifo(pipe, 0o600) == 0)
        for (path, words) in [
            (folder, "is a directory"), (decks.folder.file("missing\n.csv"), "missing\\u{a}.csv"), (pipe, "not a pipe"),
            ("/dev/null", "not a pipe or a device"), ("", "name of the deck is empty"), ("a\0b", "NUL"),
        ] {
            let error = try TextDecks.error(path: path)
            #expect(error.code == .io && error.message.contains(words) && error.remedy != nil, "\(error)")
            #expect(!error.message.contains("\n"))
        }
        if geteuid() != 0 {
            let path = try decks.file("closed.csv", "a,b\n")
            chmod(path, 0)
            #expect(try TextDecks.error(path: path).message.contains("permission"))
        }
    }

    @Test("content that is not text is rejected")
    func noText() throws {
        let decks = try TextDecks()
        for (bytes, code, words) in [
            ([], ServiceError.Code.invalidRequest, "empty"), ([0xEF, 0xBB, 0xBF], .invalidRequest, "empty"),
            ([0xFF, 0xFE], .invalidRequest, "empty"), (Array(" \n\t\r\n".utf8), .invalidRequest, "white space"),
            ([0x1F, 0x8B, 8, 0], .unsupported, "gzip"), (Array("SQLite format 3\0".utf8), .unsupported, "database"),
            ([0, 0, 0xFE, 0xFF, 0, 0, 0, 65], .unsupported, "UTF-32"),
            (Array("a\0,\0b\0\n\0".utf8), .invalidRequest, "NUL"), (Array("%PDF-1.4".utf8), .unsupported, "PDF"),
        ] as [([UInt8], ServiceError.Code, String)] {
            let error = try decks.error("a.csv", bytes)
            #expect(error.code == code && error.message.contains(words) && error.remedy != nil, "\(error)")
        }
    }

    @Test("a file name may contain spaces, quotation marks and a line end")
    func names() throws {
        let decks = try TextDecks()
        let name = "my 'best' \"words\"\n.csv"
        let deck = try decks.open(name, "front,back\nwater,agua\n")
        #expect(
            try deck.notes().map(\.position.description).first?.hasSuffix("my 'best' \"words\"\\u{a}.csv:2") == true
        )
        #expect(try decks.written(deck) == Array("front,back\nwater,agua\n".utf8))
        #expect(try !decks.error(name, "a,\"").message.contains("\n"))
    }

    @Test("office documents are rejected")
    func office() throws {
        let decks = try TextDecks()
        let error = try decks.error("words.XLSX", "PK\u{3}\u{4}...")
        #expect(error.code == .unsupported && error.remedy?.contains("CSV") == true)
    }

    @Test("bytes that are neither UTF-8 nor UTF-16 are rejected with their position")
    func encoding() throws {
        let decks = try TextDecks()
        let latin = try decks.error("a.csv", Array("front,back\n\"é\",caf".utf8) + [0xE9, 0x0A])
        #expect(latin.message.hasSuffix("a.csv:2:8: these bytes are not valid UTF-8"), "\(latin)")
        #expect(latin.remedy?.contains("iconv") == true)
        let json = try decks.error("a.json", Array("[\n{\"a\":\"é".utf8) + [0xC0, 0xAF] + Array("\"}]".utf8))
        #expect(json.message.contains("a.json:2:8: these bytes are not valid UTF-8"), "\(json)")
        // A lone lead surrogate, and half a code unit at the end.
        let lone = try decks.error("a.tsv", [0xFF, 0xFE, 0x61, 0, 0x09, 0, 0x3D, 0xD8, 0x62, 0, 0x0A, 0])
        #expect(lone.message.contains("1:3: these bytes are not valid UTF-16"), "\(lone)")
        #expect(try decks.error("a.tsv", [0xFF, 0xFE, 0x61, 0, 0x62]).message.contains("1:2: these bytes"))
    }

    @Test("an unclosed quotation mark is rejected with its position")
    func unclosed() throws {
        let decks = try TextDecks()
        let error = try decks.error("a.csv", "front,back\nwater,agua\nbread,\"pan\ntree,árbol\n")
        #expect(error.code == .invalidRequest)
        #expect(error.message.hasSuffix("a.csv:3:7: this quotation mark is never closed"))
        #expect(error.remedy != nil)
        // The error is far beyond the part that is sampled.
        let long = String(repeating: "water\tagua\n", count: 40_000) + "x\t\"y\n"
        #expect(try decks.error("a.tsv", long).message.contains(":40001:3: this quotation mark"))
    }

    @Test("cells, rows and objects that are too large are rejected")
    func tooLarge() throws {
        let decks = try TextDecks()
        let big = [UInt8](repeating: 0x61, count: (64 << 20) + 1)
        for (name, start) in [("a.csv", "x,y\n1,\""), ("a.csv", "x,y\n1,"), ("a.json", "[{\"a\": \n\""), ("a.txt", "")]
        {
            let error = try decks.error(name, Array(start.utf8) + big + Array("\"}]\n".utf8))
            #expect(error.code == .limitExceeded && error.message.contains("64 MiB"), "\(error)")
            #expect(start.isEmpty || error.message.contains(":2:"), "\(error)")
        }
        let columns = try decks.error("a.csv", String(repeating: "a,", count: 1_000_000) + "\n")
        #expect(columns.code == .limitExceeded && columns.message.contains("65536 cells"))
        let members = (0..<1_100).map { "\"\($0)\":\"\"" }.joined(separator: ",")
        #expect(try decks.error("a.jsonl", "{\(members)}\n").code == .limitExceeded)
        let types = "#notetype column:1\n" + (0..<1_100).map { "\($0)\tx\n" }.joined()
        #expect(try decks.error("a.txt", types).code == .limitExceeded)
    }

    @Test("deeply nested values")
    func depth() throws {
        let decks = try TextDecks()
        let count = 1_000_000
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let bomb = "[{\"a\":" + String(repeating: open, count: count) + "1" + String(repeating: close, count: count)
            let error = try decks.error("a.json", bomb + "}]")
            #expect(error.code == .limitExceeded && error.message.contains("256 levels deep"), "\(error)")
        }
        let deep =
            "[{\"b\":\"x\",\"a\":" + String(repeating: "[", count: 256) + String(repeating: "]", count: 256) + "}]"
        #expect(try decks.open("b.json", deep).rows() == [["x"]])
    }

    @Test("a file that changes between two passes is rejected")
    func changed() throws {
        let decks = try TextDecks()
        for name in ["a.csv", "a.jsonl"] {
            let text = name == "a.csv" ? "a,b\nc,d\n" : "{\"a\":\"b\"}\n"
            let deck = try decks.open(name, text)
            _ = try decks.file(name, text + text)
            let error = #expect(throws: ServiceError.self) { try decks.written(deck) }
            #expect(error?.message.contains("changed after it was first read") == true)
        }
    }
}
