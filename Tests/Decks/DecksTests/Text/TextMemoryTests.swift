import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

@Suite("Memory use of large text decks")
struct TextMemoryTests {
    @Test("the buffered part of a 50 MB file stays small")
    func window() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("large.csv")
        var output = try AtomicFile(path: path)
        let cell = "\"" + String(repeating: "water, ", count: 1_000) + "\""
        let block = Array(String(repeating: "\(cell),\(cell)\n", count: 100).utf8)
        while block.count * 36 < 50_000_000 { Issue.record("the block is too small"); return }
        for _ in 0..<36 { try output.write(block) }
        try output.commit()
        let file = try DeckFile(path: path)
        #expect(file.size > 50_000_000)
        let window = TextWindow(try file.open())
        var scanner = RowScanner(window, file: file, dialect: DelimitedDialect(separator: 0x2C))
        var rows = 0
        var most = 0
        while try scanner.next() {
            rows += 1
            most = max(most, window.capacity)
        }
        #expect(rows == 3_600)
        #expect(most <= 1 << 20)
    }
}
