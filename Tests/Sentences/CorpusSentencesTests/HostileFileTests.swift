import CorpusSentences
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Invalid corpus files")
struct HostileFileTests {
    @Test("A file that does not contain text causes one clear error", arguments: Case.allCases)
    func refused(_ kind: Case) async throws {
        let folder = try TemporaryFolder()
        let path = try kind.make(in: folder)
        let provider = CorpusSentences(
            settings: .init(paths: [path], language: try #require(LanguageTag("en"))),
            locations: CorpusLocations(cache: folder.file("cache"), dictionaries: Shipped.dictionaries)
        )
        do {
            _ = try await provider.sentences(for: SentenceRequest(word: "cat", language: LanguageTag("en")))
            Issue.record("\(kind) was accepted as a corpus")
        } catch let error as ServiceError {
            #expect(error.code == kind.code, "\(error)")
            #expect(!error.message.contains("\n"))
            #expect(error.provider == provider.descriptor.id)
        }
        #expect(TemporaryFolder.names(in: folder.file("cache") + "/sentences").filter { $0.contains("part") }.isEmpty)
    }

    enum Case: String, CaseIterable, Sendable {
        case missing, folder, pipe, sparse, binary, utf16, gzip, nul, newline

        var code: ServiceError.Code {
            switch self {
            case .missing, .folder, .pipe, .nul, .newline: .io
            case .sparse: .limitExceeded
            case .binary, .utf16, .gzip: .unsupported
            }
        }

        func make(in folder: TemporaryFolder) throws -> String {
            let path = folder.file("corpus")
            switch self {
            case .missing: break
            case .folder: _ = try folder.folder("corpus")
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            case .sparse:
                try AtomicFile.write([], to: path)
                try #require(truncate(path, 5 << 30) == 0)
            case .binary: try AtomicFile.write((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37) }, to: path)
            case .utf16: try AtomicFile.write([0xFF, 0xFE, 0x41, 0, 0x0A, 0], to: path)
            case .gzip: try AtomicFile.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0], to: path)
            case .nul: return path + "\u{0}"
            case .newline: return path + "\nx"
            }
            return path
        }
    }

    @Test("A path that contains a line break works like any other path")
    func lineEndInPath() async throws {
        let corpus = try Corpus("The cat sleeps on the sofa.\n", name: "my\ncorpus.txt")
        let found = try #require(try await corpus.sentences("cat").first)
        #expect(found.source?.contains("\n") == false)
    }

    @Test("An unreadable file is rejected", .enabled(if: geteuid() != 0, "root may read every file"))
    func noPermission() async throws {
        let corpus = try Corpus("The cat sleeps on the sofa.\n")
        try #require(chmod(corpus.path, 0) == 0)
        await #expect(throws: ServiceError.self) { try await corpus.sentences("cat") }
        guard case .unavailable = await (try corpus.provider()).status() else {
            Issue.record("it says that it is ready")
            return
        }
    }

    @Test("A stray control character excludes only the sentence that contains it")
    func strayBytes() async throws {
        var bytes = Array("The cat sleeps on the sofa.\nThe ".utf8)
        bytes += [0, 1, 0xFF, 0xC3]
        bytes += Array("cat is gone.\nThe cat plays in the garden every day.\n".utf8)
        let corpus = try Corpus(bytes: bytes)
        let texts = try await corpus.texts("cat")
        #expect(texts == ["The cat sleeps on the sofa.", "The cat plays in the garden every day."])
    }

    @Test("Unsuitable sentences are not returned")
    func unwanted() async throws {
        let corpus = try Corpus(
            """
            1\teng\tThe cat \u{202E}si\u{202C} here today.
            2\teng\tThe cat visits www.example.org every day.
            3\teng\tThe <b>cat</b> sleeps on the sofa.
            4\teng\tThe {{c1::cat}} sleeps on the sofa.
            5\teng\tThe cat sleeps on the soft sofa.
            6\teng\tTHE CAT SLEEPS.
            7\teng\tcat
            """
        )
        #expect(try await corpus.sentences("cat", count: 1).map(\.text) == ["The cat sleeps on the soft sofa."])
        let all = try await corpus.texts("cat")
        #expect(!all.contains { $0.contains("<") || $0.contains("{") || $0.contains("www") || $0.contains("\u{202E}") })
    }
}
