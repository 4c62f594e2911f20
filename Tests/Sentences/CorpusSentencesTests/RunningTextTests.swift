import CorpusSentences
import LanguageServices
import Testing

@Suite("Running text")
struct RunningTextTests {
    private static let book = """
        Produced by somebody for everybody. This is not a part of the book itself.

        *** START OF THE PROJECT GUTENBERG EBOOK THE HARBOUR HOUSE ***

        CHAPTER I

        THE LETTER

        Mrs. Dunn had lived in the small house by the harbour for nearly forty
        years, and in all that time she had never received a letter from abroad.
        So when the postman knocked at her door on a cold morning in March, she
        thought that he had made a mistake.

        "Do you remember the old boat?" he asked. The _children_ of the village
        painted the boat every summer. They stood on the stone wall of the light-
        house and watched. Visit http://www.example.org for more boats.

        She put the kettle on the stove [Illustration] and waited until the water
        was hot (see page 12). Tea always helped her to think.

        *** END OF THE PROJECT GUTENBERG EBOOK THE HARBOUR HOUSE ***

        The children who help us with this are named on our pages.
        """

    @Test("Sentences in a book with wrapped lines are complete; headings and licences are skipped")
    func book() async throws {
        let corpus = try Corpus(Self.book)
        #expect(try await corpus.texts("child") == ["The children of the village painted the boat every summer."])
        #expect(try await corpus.texts("lighthouse") == ["They stood on the stone wall of the lighthouse and watched."])
        #expect(try await corpus.texts("Gutenberg").isEmpty)
        #expect(try await corpus.texts("chapter").isEmpty)
        #expect(try await corpus.texts("visit").isEmpty)
        #expect(try await corpus.sentences("tea").first?.source == "corpus.txt, line 19")
        let letter = try await corpus.texts("letter")
        #expect(
            letter == [
                "Mrs. Dunn had lived in the small house by the harbour for nearly forty years, and in all that time she had never received a letter from abroad."
            ]
        )
    }

    @Test("Lines that are complete paragraphs are not joined")
    func lines() async throws {
        let corpus = try Corpus(
            "The first line has a whole sentence in it.\nThe second line has another one, which is about dogs.\nno sentence here\nAnd the third line has a cat in it.\n"
        )
        #expect(try await corpus.texts("dog") == ["The second line has another one, which is about dogs."])
        #expect(try await corpus.texts("here").isEmpty)
    }

    @Test("Windows line endings, byte order marks and other encodings are supported")
    func encodings() async throws {
        let windows = try Corpus("\u{FEFF}The garden is green.\r\nThe café was full.\r\n")
        #expect(try await windows.texts("garden") == ["The garden is green."])
        var latin = Array("The garden is green.\nThe caf".utf8)
        latin.append(0xE9)
        latin += Array(" was full of people.\n".utf8)
        let old = try Corpus(bytes: latin)
        #expect(try await old.texts("café") == ["The café was full of people."])
        let request = SentenceRequest(word: "café", language: LanguageTag("en"))
        let notices = try await old.provider().sentences(for: request).report.notices
        #expect(notices.contains { $0.contains("Windows-1252") })
    }

    @Test("A text without line breaks is read with bounded memory use")
    func oneLine() async throws {
        let sentences = (0..<10_000).map { "The number of this sentence is \($0), and it stands here for the cat. " }
        let corpus = try Corpus(sentences.joined())
        #expect(try await corpus.texts("cat", count: 1).count == 1)
        let endless = try Corpus(String(repeating: "word ", count: 100_000))
        #expect(try await endless.texts("word").isEmpty)
        let unbroken = try Corpus(String(repeating: "é", count: 200_000))
        #expect(try await unbroken.texts("é").isEmpty)
    }

    @Test("A hundred thousand empty lines produce no sentences")
    func emptyLines() async throws {
        let corpus = try Corpus(String(repeating: "\n", count: 100_000) + "The cat is here.\n")
        #expect(try await corpus.sentences("cat").first?.source == "corpus.txt, line 100001")
    }
}
