import LanguageServices
import TemplateSentences
import Testing

/// The contents of slots.
struct SlotTests {
    private static let people = """
        set people
        A1\tI\t1 sg
        A1\tAnna\tf
        A1\tBen\tm
        A1\tthe dog\tn
        A1\twe\t1 pl
        A1\tthey\tpl
        A1\tyou\t2

        """

    private func sentences(_ row: String, _ templates: String, word: String? = nil) async throws -> [String] {
        let folder = try SmallFolder(lexicon: row + "\n", templates: Self.people + templates)
        #expect(try folder.problems() == [])
        let headword = String(row.split(separator: "\t").first ?? "")
        return try await folder.texts(word ?? headword).sorted()
    }

    @Test func theWordInItsForms() async throws {
        let found = try await sentences(
            "child\tn\tA1\t\tperson",
            "[n person]\nA1\tThe {word} sleeps.\nA1\tTwo {word.plural} sleep.\nA1\tThe {word.possessive} room is big."
        )
        #expect(found == ["The child sleeps.", "The child's room is big.", "Two children sleep."])
    }

    @Test func theWordThatAgrees() async throws {
        let found = try await sentences("be\tv\tA1\t\tstate", "[v state]\nA1\t{people} {word.present/people} here.")
        #expect(
            found == [
                "Anna is here.", "Ben is here.", "I am here.", "The dog is here.", "They are here.", "We are here.",
                "You are here.",
            ]
        )
        let past = try await sentences("be\tv\tA1\t\tstate", "[v state]\nA1\t{people} {word.past/people} here.")
        #expect(past.contains("I was here.") && past.contains("We were here.") && past.contains("Ben was here."))
    }

    @Test func expressionsThatAgree() async throws {
        let found = try await sentences(
            "brush your teeth\tv\tA1\t\taction",
            "[v action]\nA1\t{people} {word.past/people} today.\nA1\tNobody can {word}."
        )
        #expect(
            found == [
                "Anna brushed her teeth today.", "Ben brushed his teeth today.", "I brushed my teeth today.",
                "Nobody can brush your teeth.", "The dog brushed its teeth today.", "They brushed their teeth today.",
                "We brushed our teeth today.", "You brushed your teeth today.",
            ]
        )
    }

    @Test func otherWordsThatAgree() async throws {
        let found = try await sentences(
            "tea\tn\tA1\t\tdrink",
            "[n drink]\nA1\t{people} {have/people} {word}.\nA2\t{people} {be.past/people} at {his/people} {word}."
        )
        #expect(found.contains("Anna has tea.") && found.contains("I have tea.") && found.contains("They have tea."))
        #expect(found.contains("I was at my tea.") && found.contains("They were at their tea."))
        #expect(found.contains("The dog was at its tea.") && found.contains("Anna was at her tea."))
        #expect(found.count == 14)
    }

    @Test func pronouns() async throws {
        let found = try await sentences(
            "tea\tn\tA1\t\tdrink",
            "[n drink]\nA1\t{people} said that {he/people} made {himself/people} {word} and that it was good for {him/people}."
        )
        #expect(found.contains("I said that I made myself tea and that it was good for me."))
        #expect(found.contains("Anna said that she made herself tea and that it was good for her."))
        #expect(found.contains("They said that they made themselves tea and that it was good for them."))
    }

    @Test func aSetHasTheSameTextInASentenceUnlessItIsNumbered() async throws {
        let found = try await sentences(
            "tea\tn\tA1\t\tdrink",
            "set day\nA1\tMonday\nA1\tTuesday\nA1\tSunday\n[n drink]\nA1\tOn {day} and {day2} we had {word}, on {day} twice."
        )
        #expect(found.count == 6)
        for sentence in found {
            let words = sentence.split { " ,.".contains($0) }.map(String.init)
            #expect(words[1] == words[8] && words[1] != words[3], "\(sentence)")
        }
    }

    @Test func companyTakesThePlaceOfASet() async throws {
        let found = try await sentences(
            "bus\tn\tA1\t\tthing\t\tverb: miss; catch | subject: the bus; our trains (pl)",
            "set verb\nA1\tdo\n[n thing]\nA1\tDid you {verb} the {word}?\nA1\t{subject} {be/subject} near the {word}."
        )
        #expect(
            found == [
                "Did you catch the bus?", "Did you miss the bus?", "Our trains are near the bus.",
                "The bus is near the bus.",
            ]
        )
    }

    @Test func textsOfSetsInForms() async throws {
        let found = try await sentences(
            "old\tadj\tA1\t\tage\t\tnoun: city; knife",
            "[adj age]\nA1\tWe like {word} {noun.plural}.\nA1\tThis is {a} {word} {noun}."
        )
        #expect(
            found == ["This is an old city.", "This is an old knife.", "We like old cities.", "We like old knives."]
        )
    }

    @Test func templatesThatCannotBeFilledDoNotServe() async throws {
        let found = try await sentences(
            "water\tn\tA1\t\tmass thing\t\tverb: drink\ntea\tn\tA1\t\tmass\t\tother: cup",
            "[n thing]\nA1\tI {verb} {word}.\nA1\tI {other} {word}.\nA1\tTwo {word.plural} stand here.\n"
                + "[n count]\nA1\tThis is {a} {word}.\n[n thing -mass]\nA1\tThis is {a} {word}.\n"
                + "[v x]\nA1\t{word} it!\n[n x]\nA1\tNo {word}!\n[adj x]\nA1\tSo {word}!\n"
                + "set unused\nA1\tx\n= other\tn\nA1\t{other} {=other}.",
        )
        #expect(found == ["I drink water."])
    }

    @Test func kindsThatIncludeOthers() async throws {
        let found = try await sentences(
            "apple\tn\tA1\t\tfruit",
            "kind food: thing\nkind fruit: food count\n[n thing]\nA1\tTake the {word}.\n[n food count]\nA1\tEat {a} {word}.\n"
                + "[n -food]\nA1\tThis {word} cannot be eaten."
        )
        #expect(found == ["Eat an apple.", "Take the apple."])
    }

    @Test func pluralOnly() async throws {
        let found = try await sentences(
            "scissors\tn\tA1\t\tplural-only tool",
            "[n tool]\nA1\tThe {word} are sharp.\nA1\tThe {word.plural} are old.\n[n tool -plural-only]\nA1\tThis is {a} {word}."
        )
        #expect(found == ["The scissors are old.", "The scissors are sharp."])
    }

    @Test func kindNoneLeavesOwnSentencesAndThoseForAllWords() async throws {
        let found = try await sentences(
            "thing\tn\tA1\t\tnone count",
            "[n count]\nA1\tThis is {a} {word}.\n[n]\nA1\tWhat does \"{word}\" mean?\n= thing\tn\nA1\tPut your {=things} here."
        )
        #expect(found == ["Put your things here.", "What does \"thing\" mean?"])
    }

    @Test func partsThatStandApartAreMarkedEach() async throws {
        let folder = try SmallFolder(
            lexicon: "turn off\tv\tA1\t\taction\n",
            templates: "= turn off\tv\nA1\t{=Turn} the light {=off}, please."
        )
        let request = SentenceRequest(word: "turn off", language: LanguageTag("en"))
        let sentence = try #require(try await folder.sentences(for: request).sentences.first)
        #expect(sentence.text == "Turn the light off, please.")
        #expect(sentence.wordRanges == [0..<4, 15..<18])
        #expect(sentence.form == "Turn off")
        #expect(sentence.cloze() == "{{c1::Turn}} the light {{c1::off}}, please.")
    }

    @Test func aWordThatStandsTwiceIsMarkedOnce() async throws {
        let folder = try SmallFolder(
            lexicon: "café\tn\tA1\t\tplace\n",
            templates:
                "set people\nA1\tthe naïve girl\tf\n[n place]\nA1\t{people} {like/people} this {word} and that {word}."
        )
        let request = SentenceRequest(word: "café", language: LanguageTag("en"))
        let sentence = try #require(try await folder.sentences(for: request).sentences.first)
        #expect(sentence.text == "The naïve girl likes this café and that café.")
        #expect(sentence.wordRanges == [26..<30])
    }

    @Test func capitalsAtTheStart() async throws {
        let found = try await sentences(
            "eBay\tn\tA1\t\tsite",
            "[n site]\nA1\t{word} is big.\nA1\t\"{people}\" {word}, \"yes\".\n"
        )
        #expect(found.contains("eBay is big."))
        #expect(found.contains("\"The dog\" eBay, \"yes\"."))
    }

    @Test func articles() async throws {
        let rows =
            "hour\tn\tA1\t\tx\nuniversity\tn\tA1\t\tx\none-way street\tn\tA1\t\tx\nheir\tn\tA1\t\tx\nMP3\tn\tA1\t\tx\n"
            + "uncle\tn\tA1\t\tx\nX-ray\tn\tA1\t\tx\neuro\tn\tA1\t\tx\nhotel\tn\tA1\t\tx\n"
        let folder = try SmallFolder(lexicon: rows, templates: "[n x]\nA1\t{A} {word} is not {a} \"{word}\".")
        for (word, article) in [
            ("hour", "an"), ("university", "a"), ("one-way street", "a"), ("heir", "an"), ("MP3", "an"),
            ("uncle", "an"),
            ("X-ray", "an"), ("euro", "a"), ("hotel", "a"),
        ] {
            let first = article == "a" ? "A" : "An"
            let found = try await folder.texts(word)
            #expect(found == ["\(first) \(word) is not \(article) \"\(word)\"."])
        }
    }
}
