import TemplateSentences
import Testing

/// What is doubtful, though it can be read.
struct DataCheckTests {
    private func warnings(lexicon: String = "", _ templates: String) throws -> [String] {
        let data = try SmallFolder(lexicon: lexicon, templates: templates).read()
        #expect(data.problems == [])
        let problems = DataCheck(data.data).problems
        #expect(problems.allSatisfy { $0.isWarning })
        return problems.map { "\($0.file.split(separator: "/").last ?? ""):\($0.line): \($0.message)" }
    }

    @Test func kindsThatLeadNowhere() throws {
        let found = try warnings(
            lexicon: "apple\tn\tA1\t\tfruit\nrock\tn\tA1\t\tstone\n",
            "kind fruit: food\n[n food]\nA1\tI eat {a} {word} every day.\n[n fod]\nA1\tThis {word} is good for you."
        )
        #expect(found.count == 2)
        #expect(
            found[0] == "words.tsv:3: no template is for the kind 'stone', or for one that it includes; 1 rows have it"
        )
        #expect(found[1] == "words.txt:4: no word of the lexicon has the kind 'fod'; did you mean 'food'?")
    }

    @Test func wordsWithoutARowAndRowsTwice() throws {
        let found = try warnings(
            lexicon: "bank\tn\tA1\tmoney\tplace\nbank\tn\tA1\tmoney\tplace\n",
            "[n place]\nA1\tI know this {word} well.\n= bank\tn\triver\nA1\tWe sat on the {=bank} of the river.\n= bnk\tn\nA1\tI {=bnk} it now."
        )
        #expect(found.contains { $0.hasPrefix("words.tsv:3: 'bank' is there twice") })
        #expect(
            found.contains {
                $0.hasPrefix("words.txt:3: the lexicon has no 'bank' in the sense 'river'; its senses are")
            }
        )
        #expect(found.contains { $0 == "words.txt:5: the lexicon has no 'bnk' as n" })
    }

    @Test func sentences() throws {
        let found = try warnings(
            lexicon: "cat\tn\tA1\t\tanimal\n",
            """
            [n animal]
            A1\tThis  is my {word}.
            A1\tThis is my {word}
            A1\tThis is my {word} .
            A1\tI am cold. This is my {word}.
            A1\tShe said, "I am cold. This is my {word}."
            A1\tMr. Smith likes {a} {word}.
            = cat\tn
            A1\tThis is my {=dog}.
            A1\tThese are my {=cats}.
            """
        )
        #expect(
            found == [
                "words.txt:2: two spaces", "words.txt:3: the sentence has no end mark",
                "words.txt:4: a mark out of place",
                "words.txt:5: more than one sentence; join them: 'I'm cold, so please …'",
                "words.txt:9: 'dog' is no form of 'cat' that the rules know",
            ]
        )
    }
}
