import CorpusSentences
import LanguageServices
import Testing

@Suite("Finding sentences for a word")
struct LookupTests {
    @Test("A word matches its forms, and a form matches the other forms")
    func forms() async throws {
        let corpus = try Corpus(
            """
            1\teng\tThe children went to school in the morning.
            2\teng\tMy child goes to bed at seven.
            3\teng\tWe are going to the park with a friend.
            4\teng\tThe bus was late again today.
            5\teng\tThere is milk in the fridge.
            """
        )
        #expect(
            try await corpus.texts("go") == [
                "The children went to school in the morning.", "My child goes to bed at seven.",
                "We are going to the park with a friend.",
            ]
        )
        #expect(try await corpus.texts("child").count == 2)
        #expect(try await corpus.sentences("children").first?.text == "The children went to school in the morning.")
        #expect(try await corpus.texts("children").count == 2)
        #expect(try await corpus.texts("be").count == 3)
        let went = try #require(try await corpus.sentences("go").first { $0.text.contains("went") })
        #expect(went.lemma == "go")
        #expect(went.partOfSpeech == .verb)
        #expect(went.form == "went")
        #expect(went.wordRanges == [13..<17])
    }

    @Test("Words that merely look like forms do not match")
    func lookalikes() async throws {
        let corpus = try Corpus(
            """
            1\teng\tThe news was good yesterday.
            2\teng\tI bought a new car last week.
            3\teng\tHis letter is on the table.
            4\teng\tThis water is too cold for me.
            """
        )
        #expect(try await corpus.texts("new") == ["I bought a new car last week."])
        #expect(try await corpus.texts("let") == [])
        #expect(try await corpus.texts("hi") == [])
        #expect(try await corpus.texts("news") == ["The news was good yesterday."])
    }

    @Test("A name does not match a common word")
    func names() async throws {
        let corpus = try Corpus(
            """
            1\teng\tI saw Mark and Bill at the station.
            2\teng\tMark likes his new job very much.
            3\teng\tYou must not mark the pages of this book.
            4\teng\tYesterday Mark paid the bill for all of us.
            5\teng\tEverybody knows that Mark is honest.
            """
        )
        #expect(try await corpus.texts("mark") == ["You must not mark the pages of this book."])
        #expect(try await corpus.texts("bill") == ["Yesterday Mark paid the bill for all of us."])
        #expect(try await corpus.texts("Mark").count == 4)
    }

    @Test("Expressions match with adjacent words, or with a separated particle")
    func expressions() async throws {
        let corpus = try Corpus(
            """
            1\teng\tShe gave up smoking two years ago.
            2\teng\tPlease turn the light off before you go.
            3\teng\tHe looked at the sky and then up the hill.
            4\teng\tNever give your hopes up.
            5\teng\tUp to now nobody gave me an answer.
            """
        )
        let given = try await corpus.sentences("give up")
        #expect(Set(given.map(\.text)) == ["She gave up smoking two years ago.", "Never give your hopes up."])
        #expect(given.first { $0.text.hasPrefix("She") }?.wordRanges == [4..<11])
        #expect(given.first { $0.text.hasPrefix("Never") }?.wordRanges == [6..<10, 22..<24])
        #expect(try await corpus.texts("turn off") == ["Please turn the light off before you go."])
        #expect(try await corpus.texts("to give up").count == 2)
    }

    @Test("Accents distinguish words where the language requires it")
    func accents() async throws {
        let corpus = try Corpus(
            """
            1\tspa\tEste año hemos viajado mucho con los niños.
            2\tspa\tEl médico habló del ano y de otras partes del cuerpo.
            3\tspa\tLos años pasan muy deprisa para todos.
            """
        )
        let years = try await corpus.texts("año", "es")
        #expect(years.count == 2)
        #expect(!years.contains { $0.contains("ano") })
        #expect(try await corpus.texts("ano", "es") == ["El médico habló del ano y de otras partes del cuerpo."])
    }

    @Test("German nouns are capitalised, and prefixes may be at the end of a clause")
    func german() async throws {
        let corpus = try Corpus(
            """
            1\tdeu\tDas Essen in diesem Haus ist immer gut.
            2\tdeu\tWir essen heute Abend bei meinen Eltern.
            3\tdeu\tIch stehe jeden Morgen um sieben Uhr auf.
            4\tdeu\tDie Häuser in dieser Straße sind sehr alt.
            5\tdeu\tIm Zug stehe ich meistens neben der Tür.
            """
        )
        #expect(try await corpus.texts("Essen", "de") == ["Das Essen in diesem Haus ist immer gut."])
        #expect(try await corpus.texts("essen", "de") == ["Wir essen heute Abend bei meinen Eltern."])
        #expect(try await corpus.texts("Haus", "de").count == 2)
        let up = try await corpus.sentences("aufstehen", "de")
        #expect(up.map(\.text) == ["Ich stehe jeden Morgen um sieben Uhr auf."])
        #expect(up.first?.wordRanges.count == 2)
    }

    @Test("A word after an elided article is found and reported without the article")
    func elisions() async throws {
        let corpus = try Corpus("1\tfra\tL'homme que j'ai vu hier porte l'eau dans la maison.\n")
        #expect(try await corpus.sentences("eau", "fr").first?.form == "eau")
        #expect(try await corpus.sentences("homme", "fr").first?.form == "homme")
    }

    @Test("Chinese text is searched by word")
    func chinese() async throws {
        let corpus = try Corpus("1\tcmn\t我每天早上喝一杯牛奶。\n2\tcmn\t他昨天去了东京都。\n3\tcmn\t猫在桌子下面睡觉。\n")
        let milk = try await corpus.sentences("牛奶", "zh") { $0.romanizes = true }
        #expect(milk.map(\.text) == ["我每天早上喝一杯牛奶。"])
        #expect(milk.first?.form == "牛奶")
        #expect(milk.first?.romanization?.isEmpty == false)
        #expect(try await corpus.texts("桌子", "zh") == ["猫在桌子下面睡觉。"])
        #expect(try await corpus.texts("狗", "zh").isEmpty)
    }

    @Test("No character in a word is interpreted as query syntax", arguments: hostile)
    func hostileWords(_ word: String) async throws {
        let corpus = try Corpus("1\teng\tThe cat is near the door and not in the house.\n")
        do {
            for sentence in try await corpus.sentences(word) { #expect(!sentence.wordRanges.isEmpty) }
        } catch let error as ServiceError {
            #expect([.notFound, .invalidRequest, .limitExceeded].contains(error.code), "\(error)")
        }
    }

    private static let hostile = [
        "\"", "*", "cat*", "NEAR(cat door)", "cat NEAR door", "-cat", "cat:door", "text:cat", "^cat", "cat OR door",
        "(cat",
        "'; DROP TABLE sentence; --", "%", "_", "c%t", "\\", "\u{0}", "cat\u{0}", "\n", "cat\ndoor", "e\u{301}",
        String(repeating: "\u{301}", count: 200), "e" + String(repeating: "\u{301}", count: 199),
        String(repeating: "a", count: 200), String(repeating: "a ", count: 100), "🐈", "\u{202E}tac", "\u{FEFF}cat",
    ]
}
