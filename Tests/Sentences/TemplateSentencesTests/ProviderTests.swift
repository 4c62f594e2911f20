import LanguageServices
import LanguageServicesTesting
import TemplateSentences
import TestSupport
import Testing

/// The results of requests.
struct ProviderTests {
    /// A small test language.
    private static let lexicon = """
        bottle\tn\tA1\t\tcontainer count
        bank\tn\tA2\tmoney\tbuilding count\t\tverb: visit
        bank\tn\tB1\triver\tnature count\t\tverb: reach
        water\tn\tA1\t\tdrink mass
        water\tv\tB1\t\taction\t\twith: the flowers; the garden
        go\tv\tA1\t\tmotion\t\twith: to school; home
        octopus\tn\tB1\t\tanimal count\tplural=octopi
        Polish\tadj\tA2\t\tnationality
        polish\tv\tB1\t\taction\t\twith: your shoes
        brush your teeth\tv\tA1\t\tmotion
        bus stop\tn\tA1\t\tplace count

        """

    private static let templates = """
        set people
        A1\tI\t1
        A1\tAnna\tf
        B1\tmy colleagues\tpl
        [n count]
        A1\tThis is {a} {word}.
        A2\tI have seen two {word.plural} here in the town today.
        B1\tIt would be nice to have {a} {word} like that one.
        [n mass]
        A1\tI like {word}.
        [n nature]
        A2\tWe sat down by the {word}.
        [n building]
        A2\tThe {word} is closed on Sundays.
        A2\tLet's {verb} the {word}.
        [v motion]
        A1\t{people} {word.present/people} {with}.
        A2\tYesterday {people} {word.past/people}.
        [v action]
        A2\tPlease {word} {with}.
        [adj nationality]
        A2\tThis is a {word} song.
        [n]
        A1\tWhat does "{word}" mean?
        A1\tDo you know the noun "{word}"?
        A2\tI need {a} "{word}" here.
        [any]
        A1\tHow do you spell "{word}"?
        B1\tWhere did you read "{word}"?
        = bottle\tn
        A1\tThe {=bottle} is full of milk.
        = bank\tn\tmoney
        B1\tThe {=banks} have all the money.
        """

    private func folder() throws -> SmallFolder {
        let folder = try SmallFolder(lexicon: Self.lexicon, templates: Self.templates)
        #expect(try folder.problems() == [])
        return folder
    }

    private func expect(
        _ code: ServiceError.Code,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async throws {
        let error = await #expect(throws: ServiceError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.provider == "templates", sourceLocation: sourceLocation)
        #expect(error?.remedy != nil, sourceLocation: sourceLocation)
    }

    // MARK: Selection of the word

    @Test func whatIsKnownOfASentence() async throws {
        let request = SentenceRequest(word: "bottle", language: LanguageTag("en"), level: .a1)
        let response = try await folder().sentences(for: request)
        let sentence = try #require(response.sentences.first)
        #expect(sentence.text == "The bottle is full of milk.")
        #expect(sentence.wordRanges == [4..<10])
        #expect(sentence.lemma == "bottle" && sentence.partOfSpeech == .noun && sentence.level == .a1)
        #expect(sentence.sense == nil && sentence.source == nil && sentence.licence == "Apache-2.0")
        #expect(sentence.checks.contains(.grammarByConstruction) && sentence.checks.contains(.word))
        #expect(sentence.checks.contains(.level))
        #expect(sentence.provider == "templates" && response.report.answeredBy == "templates")
    }

    @Test(arguments: [
        ("Bottle", "bottle"), ("BOTTLES", "bottle"), ("the bottle", "bottle"), ("a bottle", "bottle"),
        (" bottle. ", "bottle"),
        ("to go", "go"), ("went", "go"), ("going", "go"), ("octopi", "octopus"), ("octopuses", "octopus"),
        ("brushed her teeth", "brush your teeth"), ("brushing one\u{2019}s teeth", "brush your teeth"),
        ("bus stops", "bus stop"), ("Polish", "Polish"), ("polish", "polish"),
    ])
    func wordsAreFoundInTheirForms(_ asked: String, _ headword: String) async throws {
        let request = SentenceRequest(word: asked, language: LanguageTag("en"), count: 3)
        let sentences = try await folder().sentences(for: request).sentences
        #expect(sentences.allSatisfy { $0.lemma == headword }, "\(sentences.map { $0.lemma ?? "" })")
    }

    @Test func theFormThatWasAskedForGoesFirst() async throws {
        for seed in 0..<8 as Range<UInt64> {
            let went = try await folder().texts("went", count: 1) { $0.seed = seed }
            #expect(went.allSatisfy { $0.contains("went") }, "\(went)")
            let bottles = try await folder().texts("bottles", count: 1) { $0.seed = seed }
            #expect(bottles.allSatisfy { $0.contains("bottles") }, "\(bottles)")
        }
    }

    @Test func partsOfSpeechAndSensesTakeTurnsUnlessOneIsAskedFor() async throws {
        var request = SentenceRequest(word: "water", language: LanguageTag("en"), count: 2)
        let provider = try folder()
        #expect(Set(try await provider.sentences(for: request).sentences.map(\.partOfSpeech)) == [.noun, .verb])
        request.partOfSpeech = .verb
        #expect(Set(try await provider.sentences(for: request).sentences.map(\.partOfSpeech)) == [.verb])
        request.word = "bank"
        request.partOfSpeech = nil
        #expect(Set(try await provider.sentences(for: request).sentences.map(\.sense)) == ["money", "river"])
        for (asked, meant) in [
            ("river", "river"), ("the edge of a river", "river"), ("Money", "money"), ("nature", "river"),
            ("to reach it", "river"), ("qwertz", "money"), ("", "money"),
        ] {
            request.sense = asked
            #expect(Set(try await provider.sentences(for: request).sentences.map(\.sense)) == [meant], "\(asked)")
        }
    }

    // MARK: Order and number

    @Test func ownSentencesThenCompanyThenFewKindsThenAll() async throws {
        for seed in 0..<8 as Range<UInt64> {
            let found = try await folder().texts("bank", count: 20) {
                $0.sense = "money"
                $0.seed = seed
            }
            #expect(found.first == "The banks have all the money.")
            #expect(found.dropFirst().first == "Let's visit the bank.")
            // There are nine templates for the word.
            #expect(
                Set(found.suffix(3)) == [
                    "What does \"bank\" mean?", "Do you know the noun \"bank\"?", "I need a \"bank\" here.",
                ]
            )
        }
    }

    @Test func templatesComeOnceBeforeAnyComesAgain() async throws {
        let found = try await folder().texts("go", count: 100)
        // One template has three texts for the people and two collocates for each, and the other template has three
        // texts.
        #expect(found.count == 9 && Set(found).count == 9)
        #expect(found[0].hasPrefix("Yesterday") != found[1].hasPrefix("Yesterday"))
    }

    @Test func countIsKept() async throws {
        for count in [1, 2, 5] { #expect(try await folder().texts("bottle", count: count).count == count) }
    }

    @Test func theSameSeedGivesTheSameAndAnotherAnother() async throws {
        let folder = try folder()
        var seen: Set<[String]> = []
        for seed in 0..<20 as Range<UInt64> {
            let first = try await folder.texts("bottle", count: 4) { $0.seed = seed }
            let second = try await folder.texts("bottle", count: 4) { $0.seed = seed }
            #expect(first == second)
            seen.insert(first)
        }
        #expect(seen.count > 5)
    }

    /// The sentences are the same in every run and on every machine. The test uses small files, because the package's
    /// data may change.
    @Test func sentencesOfASeed() async throws {
        let folder = try folder()
        var text = ""
        for seed in [0, 7, UInt64.max] {
            for word in ["bottle", "bank", "water", "went", "octopus", "brush your teeth", "zyzzyva"] {
                let request = SentenceRequest(word: word, language: LanguageTag("en"), count: 4, seed: seed)
                for sentence in try await folder.sentences(for: request).sentences {
                    let part = sentence.partOfSpeech?.rawValue ?? "?"
                    text += "\(seed) \(word) (\(part), \(sentence.level?.rawValue ?? "?")): \(sentence.text)\n"
                }
            }
        }
        expectSnapshot(text, named: "sentences-of-seeds")
    }

    // MARK: Options

    @Test func noSentenceIsHarderThanTheLevel() async throws {
        for level in [LearnerLevel.a1, .a2, .b1] {
            for word in ["bottle", "go", "bank"] {
                let request = SentenceRequest(word: word, language: LanguageTag("en"), level: level, count: 50)
                let sentences = try await folder().sentences(for: request).sentences
                #expect(sentences.allSatisfy { $0.level.map { $0 <= level } ?? false })
                if level < .b1 { #expect(!sentences.contains { $0.text.contains("colleagues") }) }
            }
        }
        try await expect(.notFound) { _ = try await folder().texts("Polish") { $0.level = .a1 } }
    }

    @Test func sentencesHaveAsManyWordsAsTheyMay() async throws {
        let long = try await folder().texts("bottle") { $0.words = 8...20 }
        #expect(long.count == 2 && long.allSatisfy { (8...20).contains($0.split(separator: " ").count) })
        try await expect(.notFound) { _ = try await folder().texts("bottle") { $0.words = 50...60 } }
    }

    @Test func whatIsAvoidedIsNotGiven() async throws {
        let all = try await folder().texts("go", count: 100)
        let rest = try await folder().texts("go", count: 100) { $0.avoiding = Array(all.dropLast(2)) }
        #expect(Set(rest) == Set(all.suffix(2)))
        try await expect(.notFound) { _ = try await folder().texts("go") { $0.avoiding = all } }
    }

    @Test func templatesOnTheTopicGoFirst() async throws {
        for seed in 0..<8 as Range<UInt64> {
            let found = try await folder().texts("bottle", count: 3) {
                $0.topic = "life in a town"
                $0.seed = seed
            }
            #expect(found.first == "I have seen two bottles here in the town today.")
            #expect(found.count == 3)
        }
    }

    // MARK: Unknown words

    @Test func unknownWordsGetWhatIsTrueOfAny() async throws {
        let folder = try folder()
        #expect(
            Set(try await folder.texts("zyzzyva")) == [
                "How do you spell \"zyzzyva\"?", "Where did you read \"zyzzyva\"?",
            ]
        )
        let nouns = try await folder.texts("zyzzyva") { $0.partOfSpeech = .noun }
        #expect(
            Set(nouns) == [
                "What does \"zyzzyva\" mean?", "Do you know the noun \"zyzzyva\"?", "I need a \"zyzzyva\" here.",
            ]
        )
        // There are no templates for particles, so general templates are used; the requested part of speech is kept.
        let request = SentenceRequest(word: "zyzzyva", language: LanguageTag("en"), partOfSpeech: .particle, count: 5)
        let particles = try await folder.sentences(for: request).sentences
        #expect(particles.count == 2 && particles.allSatisfy { $0.partOfSpeech == .particle })
        // The lexicon contains the word with another part of speech.
        let verbs = try await folder.texts("bottle") { $0.partOfSpeech = .adverb }
        #expect(Set(verbs) == ["How do you spell \"bottle\"?", "Where did you read \"bottle\"?"])
    }

    @Test(arguments: [
        "8-year-old", "UFO", "O'Neill", "naïve", "C++", "AT&T", "24/7", "3.5", "Mr. X", "tiếng Việt", "x",
    ])
    func whatCanBeWrittenIsQuoted(_ word: String) async throws {
        let request = SentenceRequest(word: word, language: LanguageTag("en"), count: 5)
        for sentence in try await folder().sentences(for: request).sentences {
            let scalars = Array(sentence.text.unicodeScalars)
            let range = try #require(sentence.wordRanges.first)
            #expect(scalars[range].elementsEqual(word.unicodeScalars), "\(sentence.text)")
            #expect(scalars[range.lowerBound - 1] == "\"" && scalars[range.upperBound] == "\"")
        }
    }

    @Test(arguments: [
        "<script>", "a\nb", "猫", "😀", "кот", "!?", "…", "{word}", "a\"b", "\u{202E}tac", "x\u{0}y", "a\u{200B}b",
        "[h]x{}",
        "e" + String(repeating: "\u{301}", count: 9), String(repeating: "a", count: 61), "a\\b", "a=b", "a|b",
        "\u{301}\u{301}",
    ])
    func whatCannotBeWrittenIsNotFound(_ word: String) async throws {
        try await expect(.notFound) { _ = try await folder().texts(word) }
    }

    @Test func somebodyWhoKnowsHowAWordSoundsDecidesTheArticle() async throws {
        let folder = try folder()
        for (answer, sentence) in [(true, "I need an \"xyl\" here."), (false, "I need a \"xyl\" here.")] {
            let provider = TemplateSentences(folder: folder.path) { word, language in
                #expect(word == "xyl" && language.language == "en")
                return answer
            }
            let request = SentenceRequest(word: "xyl", language: LanguageTag("en"), partOfSpeech: .noun, count: 9)
            #expect(try await provider.sentences(for: request).sentences.map(\.text).contains(sentence))
        }
    }

    // MARK: Impossible requests

    @Test func languagesWithoutTemplatesAreUnsupported() async throws {
        let folder = try folder()
        try await expect(.unsupported) { _ = try await folder.texts("perro") { $0.language = LanguageTag("es") } }
        let british = try await folder.texts("bottle", count: 1) { $0.language = LanguageTag("en-GB") }
        #expect(british == ["The bottle is full of milk."])
        #expect(try await folder.texts("bottle", count: 1) { $0.language = nil } == british)
        #expect(folder.provider.languages().map(\.text) == ["en"])
        for path in [nil, "/nowhere"] {
            let provider = TemplateSentences(folder: path)
            try await expect(.unsupported) {
                _ = try await provider.sentences(for: SentenceRequest(word: "x", language: LanguageTag("en")))
            }
            guard case .unavailable = await provider.status() else {
                Issue.record("ready without templates")
                continue
            }
        }
    }

    @Test func aFolderOfALanguageWithoutRulesIsUnsupported() async throws {
        let folder = try SmallFolder(templates: "", language: "fi")
        try await expect(.unsupported) { _ = try await folder.texts("talo") { $0.language = LanguageTag("fi") } }
    }

    @Test func wrongTemplatesAreToldWithTheirPlace() async throws {
        let broken = try SmallFolder(templates: "[n]\nA1\tI like {wrod}.\nA1\t{word")
        let error = await #expect(throws: ServiceError.self) { _ = try await broken.texts("x") }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("words.txt:2:1") == true || error?.message.contains("words.txt:2:4") == true)
        // The templates for a word are checked when the word is requested.
        let later = try SmallFolder(
            lexicon: "cat\tn\tA1\t\tx\ndog\tn\tA1\t\tx\n",
            templates: "[n x]\nA1\tMy {word} sleeps.\n= cat\tn\nA1\tMy {=cat sleeps."
        )
        #expect(try await later.texts("dog") == ["My dog sleeps."])
        let second = await #expect(throws: ServiceError.self) { _ = try await later.texts("cat") }
        #expect(second?.code == .configuration && second?.message.contains("words.txt:4:7") == true)
    }

    @Test func theRulesOfAllProvidersAreKept() async throws {
        let folder = try folder()
        let report = await SentenceConformance(sample: .init(word: "go", language: "en")).check(folder.provider)
        #expect(report.failures.isEmpty, "\(report.failures)")
        let unknown = await SentenceConformance(sample: .init(word: "zyzzyva", language: "en")).check(folder.provider)
        #expect(unknown.failures.isEmpty, "\(unknown.failures)")
        withExtendedLifetime(folder) {}
    }
}
