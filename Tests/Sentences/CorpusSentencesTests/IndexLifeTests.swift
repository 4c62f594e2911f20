import CorpusSentences
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Corpus index")
struct IndexLifeTests {
    private static let text = """
        The cat sleeps on the sofa every afternoon.
        Our neighbours have a cat and two dogs.
        Nobody has seen the cat since this morning.

        """

    @Test("The index is built once and reused")
    func once() async throws {
        let corpus = try Corpus(Self.text)
        let first = try await corpus.sentences("cat").map(\.text)
        let path = try #require(corpus.indexes().first)
        let identity = try #require(FileIdentity(path: path))
        #expect(try await corpus.sentences("cat").map(\.text) == first)
        #expect(corpus.indexes() == [path])
        #expect(FileIdentity(path: path) == identity)
        #expect(TemporaryFolder.names(in: corpus.cache + "/sentences").count == 1)
    }

    @Test("Only the user can read the index, even if an earlier version let others")
    func privacy() async throws {
        let corpus = try Corpus(Self.text)
        _ = try await corpus.sentences("cat")
        let path = try #require(corpus.indexes().first)
        func mode(_ path: String) throws -> mode_t {
            var status = stat()
            try #require(stat(path, &status) == 0)
            return status.st_mode & 0o777
        }
        #expect(try mode(path) == 0o600)
        #expect(try mode("\(corpus.cache)/sentences") == 0o700)
        try #require(chmod("\(corpus.cache)/sentences", 0o755) == 0)
        _ = try await corpus.sentences("cat")
        #expect(try mode("\(corpus.cache)/sentences") == 0o700)
    }

    @Test("The index is rebuilt when the file changes, even while the index is open")
    func change() async throws {
        let corpus = try Corpus(Self.text)
        let provider = try corpus.provider()
        let request = SentenceRequest(word: "horse", language: LanguageTag("en"))
        await #expect(throws: ServiceError.self) { try await provider.sentences(for: request) }
        try AtomicFile.write(Array((Self.text + "The horse jumped over the fence.\n").utf8), to: corpus.path)
        #expect(try await provider.sentences(for: request).sentences.count == 1)
        #expect(corpus.indexes().count == 1)
        unlink(corpus.path)
        do {
            _ = try await provider.sentences(for: request)
            Issue.record("sentences were given of a file that is gone")
        } catch let error as ServiceError {
            #expect(error.code == .io)
            #expect(error.message.contains("corpus.txt"))
        }
    }

    @Test("Different settings use different indexes")
    func settings() async throws {
        let corpus = try Corpus(Self.text)
        _ = try await corpus.sentences("cat")
        let named = try corpus.provider { $0.name = "Notes" }
        let request = SentenceRequest(word: "cat", language: LanguageTag("en"))
        #expect(try await named.sentences(for: request).sentences.first?.source?.hasPrefix("Notes") == true)
        #expect(corpus.indexes().count == 2)
    }

    @Test("A damaged index is rebuilt", arguments: Damage.allCases)
    func damage(_ damage: Damage) async throws {
        let corpus = try Corpus(
            Self.text + (0..<400).map { "The cat number \($0) plays in the garden of my friend.\n" }.joined()
        )
        let good = try await corpus.sentences("cat").map(\.text)
        let path = try #require(corpus.indexes().first)
        try damage.inflict(on: path)
        #expect(try await corpus.sentences("cat").map(\.text) == good)
        // The rebuilt index is complete.
        #expect(try await corpus.sentences("cat").map(\.text) == good)
    }

    enum Damage: String, CaseIterable, Sendable {
        case empty, garbage, cut, page, text, removed

        func inflict(on path: String) throws {
            var bytes = try WholeFile.read(path, limit: 1 << 26)
            switch self {
            case .empty: bytes = []
            case .garbage: bytes = Array(repeating: 0x5A, count: 20_000)
            case .cut: bytes.removeLast(bytes.count / 2)
            case .page:
                for place in stride(from: 4096, to: bytes.count, by: 4096) {
                    for offset in 0..<8 { bytes[place + offset] = 0xEE }
                }
            case .text:
                // Change one letter in every sentence, which SQLite does not detect.
                let word = Array("sleeps".utf8)
                var place = 0
                while place + word.count < bytes.count {
                    if bytes[place] == word[0], bytes[place..<(place + word.count)].elementsEqual(word) {
                        bytes[place] = UInt8(ascii: "b")
                    }
                    place += 1
                }
            case .removed:
                unlink(path)
                return
            }
            // Overwrite the file in place, as a faulty disk would.
            unlink(path)
            try AtomicFile.write(bytes, to: path)
        }
    }

    @Test("An index that is damaged while it is open is rebuilt")
    func damageWhileOpen() async throws {
        let corpus = try Corpus((0..<3000).map { "The cat number \($0) plays in the garden of my friend.\n" }.joined())
        let provider = try corpus.provider()
        var request = SentenceRequest(word: "cat", language: LanguageTag("en"))
        _ = try await provider.sentences(for: request)
        let path = try #require(corpus.indexes().first)
        let descriptor = open(path, O_RDWR)
        try #require(descriptor >= 0)
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let junk = [UInt8](repeating: 0xEE, count: 4096)
        for place in stride(from: 4096, to: size, by: 4096) { _ = pwrite(descriptor, junk, 4096, off_t(place)) }
        close(descriptor)
        request.word = "garden"
        #expect(try await provider.sentences(for: request).sentences.count == 1)
    }

    @Test("If no folder is writable, the index is kept in memory, and a notice reports this")
    func noFolder() async throws {
        let corpus = try Corpus(Self.text)
        // A file has the name of the folder, so even root cannot create the folder.
        let blocked = corpus.folder.file("blocked")
        try AtomicFile.write([1], to: blocked)
        let provider = CorpusSentences(
            settings: .init(paths: [corpus.path], language: try #require(LanguageTag("en"))),
            locations: CorpusLocations(cache: blocked, dictionaries: Shipped.dictionaries)
        )
        let request = SentenceRequest(word: "cat", language: LanguageTag("en"), count: 3)
        let response = try await provider.sentences(for: request)
        #expect(response.sentences.count == 3)
        #expect(response.report.notices.contains { $0.contains("blocked") && !$0.contains("\n") })
    }

    @Test("Concurrent requests build one index")
    func together() async throws {
        let corpus = try Corpus((0..<5000).map { "The cat number \($0) plays in the garden of my friend.\n" }.joined())
        let answers = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<6 { group.addTask { try await corpus.sentences("garden", count: 2).map(\.text) } }
            return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        #expect(corpus.indexes().count == 1)
        #expect(TemporaryFolder.names(in: corpus.cache + "/sentences").count == 1)
    }

    @Test("Files left by a killed process are removed")
    func leftovers() async throws {
        let corpus = try Corpus(Self.text)
        _ = try await corpus.sentences("cat")
        let path = try #require(corpus.indexes().first)
        let name = path.split(separator: "/").last.map { String($0.dropLast(7)) } ?? ""
        let part = "\(corpus.cache)/sentences/.\(name).part-abc"
        try AtomicFile.write([1, 2, 3], to: part)
        unlink(path)
        _ = try await corpus.sentences("cat")
        #expect(!WholeFile.exists(part))
    }

    @Test("An index that has not been used for two months is removed when another one is built")
    func forgotten() async throws {
        let corpus = try Corpus(Self.text)
        _ = try await corpus.sentences("cat")
        let old = try #require(corpus.indexes().first)
        let day = time_t(24 * 3600)
        var times = [
            timespec(tv_sec: time(nil) - 90 * day, tv_nsec: 0), timespec(tv_sec: time(nil) - 90 * day, tv_nsec: 0),
        ]
        try #require(utimensat(AT_FDCWD, old, &times, 0) == 0)
        let named = try corpus.provider { $0.name = "Notes" }
        _ = try await named.sentences(for: SentenceRequest(word: "cat", language: LanguageTag("en")))
        #expect(corpus.indexes().count == 1)
        #expect(!WholeFile.exists(old))
    }

    @Test("A request that is cancelled during indexing ends immediately")
    func cancellation() async throws {
        let corpus = try Corpus(
            (0..<20_000).map { "The cat number \($0) plays in the garden of my friend.\n" }.joined()
        )
        let provider = try corpus.provider()
        let request = SentenceRequest(word: "cat", language: LanguageTag("en"))
        let task = Task { try await provider.sentences(for: request) }
        task.cancel()
        do {
            _ = try await task.value
        } catch let error as ServiceError {
            #expect(error.code == .cancelled)
        }
        // Indexing was aborted, but a new request still gets a result.
        #expect(try await provider.sentences(for: request).sentences.count == 1)
    }

    @Test("Several files form one corpus")
    func severalFiles() async throws {
        let corpus = try Corpus(Self.text)
        let other = corpus.folder.file("other.tsv")
        try AtomicFile.write(Array("1\teng\tThe horse and the cat are friends.\n".utf8), to: other)
        let provider = try corpus.provider { $0.paths.append(other) }
        let request = SentenceRequest(word: "cat", language: LanguageTag("en"), count: 10)
        let sentences = try await provider.sentences(for: request).sentences
        #expect(sentences.count == 4)
        let foreign = try #require(sentences.first { $0.text.contains("horse") })
        #expect(foreign.licence == "CC BY 2.0 FR")
        #expect(sentences.first { $0.text.contains("sofa") }?.licence == nil)
    }
}
