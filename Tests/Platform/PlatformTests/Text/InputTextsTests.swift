import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Texts from arguments and lines")
struct InputTextsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func file(_ bytes: [UInt8], _ name: String = "a.txt") throws -> String {
        try AtomicFile.write(bytes, to: folder.file(name))
        return folder.file(name)
    }

    private func texts(_ arguments: [String], file: String? = nil) -> InputTexts {
        InputTexts(arguments: arguments, file: file) { try LineReader(path: $0, standardInput: -1) }
    }

    private func all(_ texts: InputTexts) async throws -> (texts: [InputText], errors: [String]) {
        var (texts, found, errors) = (texts, [InputText](), [String]())
        while let text = try await texts.next({ errors.append($0.message) }) { found.append(text) }
        return (found, errors)
    }

    @Test("arguments come first, then the lines of the file with their numbers")
    func order() async throws {
        let path = try file(Array("\u{FEFF}tea\r\n\n  \nmilk".utf8))
        let texts = texts(["salt"], file: path)
        #expect(texts.count == 3)
        let found = try await all(texts)
        #expect(found.texts.map(\.text) == ["salt", "tea", "milk"])
        #expect(found.texts.map(\.place) == [nil, "\(path):1", "\(path):4"])
        #expect(found.errors.isEmpty)
    }

    @Test("an invalid line is reported with its column, and the others are read")
    func unreadable() async throws {
        let path = try file(Array("tea\nm".utf8) + [0xFF] + Array("lk\nsa".utf8) + [0] + Array("lt\nrice\n".utf8))
        let found = try await all(texts([], file: path))
        #expect(found.texts.map(\.text) == ["tea", "rice"])
        #expect(
            found.errors == [
                "\(path):2:2: the byte 0xff is not valid UTF-8", "\(path):3:3: the text contains a NUL byte",
            ]
        )
    }

    @Test("a binary file gives one error")
    func picture() async throws {
        let path = try file(Array(repeating: [0x89, 0, 0xFF, 0x0A], count: 100).flatMap { $0 })
        await #expect(throws: ServiceError.self) { _ = try await all(texts([], file: path)) }
    }

    @Test("a batch keeps the positions of empty lines")
    func batch() async throws {
        var texts = texts([], file: try file(Array("tea\n\nmilk\n".utf8)))
        var lines: [String] = []
        while let batch = try await texts.nextBatch(upTo: 2, keepsLines: true, { _ in }) {
            #expect(batch.count <= 2)
            lines += batch.map(\.text)
        }
        #expect(lines == ["tea", "", "milk"])
    }

    @Test("a file that cannot be opened is reported separately", arguments: ["", "none", "/"])
    func missing(_ path: String) {
        #expect(throws: ServiceError.self) { try LineReader(path: path, standardInput: -1) }
    }

    @Test("a line that is too long is an error, or is skipped")
    func longLine() async throws {
        let long = [UInt8](repeating: 0x61, count: LineReader.maximumLineLength + 200_000)
        let path = try file(long + Array("\ntea".utf8))
        let strict = try LineReader(path: path, standardInput: -1)
        await #expect(throws: ServiceError.self) { _ = try await strict.next() }
        let lenient = try LineReader(path: path, standardInput: -1, skipsLongLines: true)
        let first = try #require(try await lenient.next())
        #expect(first.isTooLong && first.bytes.isEmpty)
        #expect(try await lenient.next()?.bytes == Array("tea".utf8))
        #expect(try await lenient.next() == nil)
    }

    @Test("a pipe gives lines as they arrive, and waiting for a line can time out")
    func piped() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        let reader = try LineReader(path: "-", standardInput: ends[0])
        #expect(reader.name == "standard input")
        let bytes = Array("tea\nmi".utf8)
        try #require(write(ends[1], bytes, bytes.count) == bytes.count)
        #expect(try await reader.next()?.bytes == Array("tea".utf8))
        #expect(!reader.hasCompleteLine)
        #expect(try await !reader.hasCompleteLine(within: .milliseconds(5)))
        close(ends[1])
        #expect(try await reader.hasCompleteLine(within: .seconds(60)))
        #expect(try await reader.next() == LineReader.Line(number: 2, bytes: Array("mi".utf8)))
    }

    @Test("cancellation ends the wait for a line")
    func cancelled() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let reader = try LineReader(path: "-", standardInput: ends[0])
        let waiting = Task { try await reader.next() }
        waiting.cancel()
        await #expect(throws: ServiceError.self) { try await waiting.value }
    }
}
