import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Language

@Suite("MeCab", .enabled(if: MeCab().isAvailable, "needs libmecab and a dictionary"))
struct MeCabTests {
    private let reader = MeCab()

    /// The words that the `mecab` program finds in texts, one per line.
    private func program(_ texts: [String]) async throws -> [[JapaneseWord]] {
        let folder = try TemporaryFolder()
        try AtomicFile.write(Array(texts.map { "\($0)\n" }.joined().utf8), to: folder.file("lines"))
        let size = (texts.map(\.utf8.count).max() ?? 0) + 8192
        let command = #"mecab -b \#(size) -F '%m\t%H\n' -U '%m\t%H\n' -B '' -E 'EOS\n' < lines > words"#
        let child = try ChildProcess.start(
            ChildRequest(
                program: "/bin/sh",
                arguments: ["-c", command],
                environment: ProgramEnvironment.everything,
                directory: folder.path
            )
        )
        #expect(await child.wait().isSuccess)
        let output = String(decoding: try #require(contents(folder.file("words"))), as: UTF8.self)
        var answers: [String] = [""]
        for line in output.split(separator: "\n", omittingEmptySubsequences: false) {
            answers[answers.count - 1] += "\(line)\n"
            if line == "EOS" { answers.append("") }
        }
        try #require(answers.count == texts.count + 1)
        return zip(answers, texts).map { JapaneseWord.words(inMeCab: $0, of: Array($1.unicodeScalars)) }
    }

    @Test("various lines are split into the same words as by mecab", .enabled(if: Self.hasProgram, "needs mecab"))
    func likeProgram() async throws {
        let texts = JapaneseLines.all
        try #require(Set(texts).count >= 300)
        for (text, expected) in zip(texts, try await program(texts)) {
            #expect(try reader.words(of: Array(text.unicodeScalars)) == expected, "\(text.prefix(100))")
        }
    }

    @Test("a text read in pieces has the same words as mecab's output", .enabled(if: Self.hasProgram, "needs mecab"))
    func longText() async throws {
        let text = String(repeating: JapaneseLines.sentences.prefix(60).joined(), count: 60)
        try #require(text.unicodeScalars.count > 2 * MeCab.maximumPieceLength)
        let expected = try #require(try await program([text]).first)
        #expect(try reader.words(of: Array(text.unicodeScalars)) == expected)
    }

    private static let hasProgram = ProgramSearch.find("mecab", in: ProgramSearch.systemPath) != nil

    @Test("control characters, including NUL, are treated as spaces")
    func controls() throws {
        let spaced = try reader.words(of: Array("今日 は 水".unicodeScalars))
        #expect(spaced.count == 3)
        #expect(try reader.words(of: Array("今日\u{0}は\n水".unicodeScalars)) == spaced)
        #expect(try reader.words(of: []).isEmpty)
    }

    @Test("words are found after more spaces than libmecab can count, and in a text without sentence ends")
    func longTexts() throws {
        let spaces = [Unicode.Scalar](repeating: " ", count: 70_000) + "東京".unicodeScalars
        #expect(try reader.words(of: spaces).map(\.range) == [70_000..<70_002])
        let letters = [Unicode.Scalar](repeating: "𠮷", count: 40_000)
        let words = try reader.words(of: letters)
        #expect(words.last?.range.upperBound == letters.count)
    }

    @Test("several threads can read at the same time")
    func concurrent() async throws {
        let texts = Array(JapaneseLines.sentences.prefix(40))
        let expected = try texts.map { try reader.words(of: Array($0.unicodeScalars)) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for offset in 0..<16 {
                group.addTask {
                    try texts.indices.allSatisfy { index in
                        let index = (index + offset) % texts.count
                        return try reader.words(of: Array(texts[index].unicodeScalars)) == expected[index]
                    }
                }
            }
            for try await isSame in group { #expect(isSame) }
        }
    }

    @Test("a cancelled task does not read anything") func cancelled() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try reader.words(of: ["水"])
        }
        await #expect { try await task.value } throws: { ($0 as? ServiceError)?.code == .cancelled }
    }

    @Test("reports its library and dictionary") func description() throws {
        let description = try reader.description()
        #expect(description.hasPrefix("libmecab 0.") && description.hasSuffix(".dic"), "\(description)")
    }

    // MARK: Failures

    private func failure(_ broken: MeCab) -> ServiceError? {
        do {
            _ = try broken.words(of: ["水"])
            return nil
        } catch {
            return error
        }
    }

    @Test("the error for a missing library lists the packages to install") func missingLibrary() throws {
        let broken = MeCab(library: "/nonexistent/libmecab.so.2")
        let error = try #require(failure(broken))
        #expect(error.code == .unavailable && error.message.contains("/nonexistent/libmecab.so.2"))
        #expect(error.remedy == "install the packages libmecab2 and mecab-ipadic-utf8")
        #expect(!broken.isAvailable)
    }

    @Test("broken settings and dictionaries cause errors, and the next call reads them again")
    func brokenDictionaries() throws {
        let folder = try TemporaryFolder()
        let settings = folder.file("mecabrc")
        let broken = MeCab(settings: settings)
        func check(_ text: String, _ expected: String) throws {
            try AtomicFile.write(Array(text.utf8), to: settings)
            let error = try #require(failure(broken))
            #expect(error.code == .unavailable && error.remedy?.contains("mecab-ipadic-utf8") == true)
            #expect(error.message == "MeCab cannot open its dictionary: \(expected)")
        }
        let error = try #require(failure(broken))
        #expect(error.message == "MeCab cannot open its dictionary: no such file or directory: \(settings)")
        try check("nonsense\n", "format error: nonsense")
        try check("dicdir = \(folder.path)\n", "no such file or directory: \(folder.path)/dicrc")
        try AtomicFile.write(Array("bos-feature = BOS/EOS\n".utf8), to: folder.file("dicrc"))
        try check("dicdir = \(folder.path)\n", "no such file or directory: \(folder.path)/unk.dic")
        try AtomicFile.write([1, 2, 3], to: folder.file("unk.dic"))
        try check("dicdir = \(folder.path)\n", "dictionary file is broken: \(folder.path)/unk.dic")
        let installed = try MeCab().description().split(separator: " ").last.map { $0.dropLast("/sys.dic".count) } ?? ""
        try AtomicFile.write(Array("dicdir = \(installed)\noutput-format-type = wakati\n".utf8), to: settings)
        #expect(try broken.words(of: ["水"]).map(\.kind) == ["名詞"])
    }

    private static let compiler = "/usr/lib/mecab/mecab-dict-index"

    @Test(
        "only UTF-8 dictionaries are accepted",
        .enabled(if: access(Self.compiler, X_OK) == 0, "needs mecab-utils"),
        arguments: ["euc-jp", "UTF8", "utf-8"]
    )
    func encodings(_ encoding: String) async throws {
        let folder = try TemporaryFolder()
        let files = [
            "dicrc": "cost-factor = 800\nbos-feature = BOS/EOS\n", "words.csv": "水,0,0,0,名詞,一般,*,*,*,*,水,ミズ,ミズ\n",
            "matrix.def": "1 1\n0 0 0\n", "char.def": "DEFAULT 1 0 0\nSPACE 0 1 0\n0x0020 SPACE\n",
            "unk.def": "DEFAULT,0,0,0,*\nSPACE,0,0,0,*\n", "mecabrc": "dicdir = \(folder.path)\n",
        ]
        for (name, text) in files { try AtomicFile.write(Array(text.utf8), to: folder.file(name)) }
        let child = try ChildProcess.start(
            ChildRequest(
                program: Self.compiler,
                arguments: ["-d", folder.path, "-o", folder.path, "-f", "utf-8", "-t", encoding],
                directory: folder.path
            )
        )
        #expect(await child.wait().isSuccess)
        let small = MeCab(settings: folder.file("mecabrc"))
        guard encoding == "euc-jp" else {
            #expect(try small.words(of: ["水"]).map(\.kana) == ["ミズ"])
            return
        }
        let error = try #require(failure(small))
        #expect(error.message == "MeCab's dictionary \(folder.path)/sys.dic is encoded in euc-jp instead of UTF-8")
        #expect(error.remedy?.contains("mecab-ipadic-utf8") == true)
    }
}
