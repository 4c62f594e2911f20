import LanguageServices
import TemplateSentences
import Testing

/// Problems reported for invalid files.
struct DataProblemTests {
    private func problem(
        lexicon: String = "",
        _ templates: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        let problems = try SmallFolder(lexicon: lexicon, templates: templates).problems()
        let problem = try #require(problems.first, "nothing is wrong", sourceLocation: sourceLocation)
        #expect(!problem.isWarning)
        let name = problem.file.split(separator: "/").last ?? ""
        return "\(name):\(problem.line):\(problem.column): \(problem.message)"
    }

    @Test func whatIsRightHasNoProblem() throws {
        let folder = try SmallFolder(
            lexicon:
                "bottle\tn\tA1\t\tcontainer\tplural=bottles\tverb: drink; spill | subject: the bus; our trains (pl)\n",
            templates: """
                # A remark
                kind container: count
                set people
                A1\tI\t1 sg
                A1\tAnna\t3 f

                [n container -mass]
                A1\t{people} {have/people} {a} {word}.
                = bottle\tn
                A2\t{=Bottles} {verb} {subject}.
                """
        )
        #expect(try folder.problems() == [])
        #expect(try folder.read().data.templateCount == 2)
        #expect(try folder.read().data.rowCount == 1)
    }

    @Test func namesOfFormsSetsAndKinds() throws {
        #expect(
            try problem("[v]\nA1\tI {word.pastt} it.")
                == "words.txt:2:6: 'pastt' is not a form of this word; its forms are base, present, past, ing,"
                + " participle; did you mean 'past'?"
        )
        #expect(
            try problem("set people\nA1\tI\t1\n[n]\nA1\t{peopel} like {word}.")
                == "words.txt:4:4: the set 'peopel' is undefined, and no word has such company; did you mean 'people'?"
        )
        #expect(try problem("[n Food]\nA1\tI like {word}.").hasPrefix("words.txt:1:1: 'Food' is not a kind; a name"))
        #expect(
            try problem("[x food]\nA1\tI like {word}.").hasPrefix("words.txt:1:2: the heading must begin with a part")
        )
        #expect(try problem("[n food\nA1\tI like {word}.") == "words.txt:1:1: the heading does not end with ']'")
        #expect(try problem("kind a b: c").hasPrefix("words.txt:1:1: 'a b' is not a valid kind name"))
        #expect(try problem("set A b\nA1\tx").hasPrefix("words.txt:1:5: 'A b' is not a valid set name"))
        #expect(try problem("set a\nA1\tx\nset a\nA1\ty") == "words.txt:3:5: the set 'a' is already defined")
        #expect(try problem("kind a: b\nkind b: a").hasSuffix("the kind 'a' includes itself"))
    }

    @Test func slots() throws {
        #expect(try problem("[n]\nA1\tI like {word.").hasPrefix("words.txt:2:11: unbalanced brace"))
        #expect(try problem("[n]\nA1\tI like word}.").hasPrefix("words.txt:2:15: unbalanced brace"))
        #expect(try problem("[n]\nA1\tI like {{word}}.").hasPrefix("words.txt:2:11: a slot cannot contain"))
        #expect(try problem("[n]\nA1\tI like it.").hasPrefix("words.txt:2:4: the sentence does not contain the word"))
        #expect(try problem("[n]\nA1\tI like {=it}.").hasPrefix("words.txt:2:11: {=it} is allowed only in groups"))
        #expect(try problem("= it\tn\nA1\tI like {=}.").hasPrefix("words.txt:2:11: {=…} is empty"))
        #expect(try problem("[v]\nA1\tI {word.present} it.").hasPrefix("words.txt:2:6: the form 'present' must agree"))
        #expect(
            try problem("set who\nA1\tI\nA1\tyou\n[v]\nA1\tI {word.present/who} it.")
                == "words.txt:5:6: nothing is chosen for 'who': there is no {who}"
        )
        #expect(try problem("[n]\nA1\t{be.past} {word} here.").hasPrefix("words.txt:2:4: 'be' has no form 'past' here"))
        #expect(try problem("[n]\nA1\t{go.gone} {word} here.").hasPrefix("words.txt:2:4: 'gone' is not a form"))
        #expect(
            try problem("[n]\nA1\t {word} is here.").hasPrefix("words.txt:2:4: the sentence is empty, or")
        )
    }

    @Test func lines() throws {
        #expect(try problem("A1\tNowhere.").hasPrefix("words.txt:1:1: the line is not below a heading"))
        #expect(try problem("kind a: b\nA1\tNowhere.").hasPrefix("words.txt:2:1: the line is not below a heading"))
        #expect(try problem("[n]\nI like {word}.").hasPrefix("words.txt:2:1: a template consists of a level"))
        #expect(try problem("[n]\nD1\tI like {word}.").hasPrefix("words.txt:2:1: a template consists of a level"))
        #expect(try problem("set a\nD1\tx").hasPrefix("words.txt:2:1: expected a level"))
        #expect(
            try problem("set a\nA1\tx\t4 f").hasPrefix("words.txt:2:6: '4 f' is not a valid list of features; ")
        )
        #expect(try problem("set a\nA1\t{x}").hasPrefix("words.txt:2:4: a text in a set cannot contain slots"))
        #expect(try problem("set a\nA1\t x").hasPrefix("words.txt:2:4: the text is empty, or"))
        #expect(try problem("= \tn\nA1\tx").hasPrefix("words.txt:1:3: the headword is empty"))
        #expect(try problem("= x\nA1\tx").hasPrefix("words.txt:1:1: the heading for one word is '= word'"))
    }

    @Test func rowsOfTheLexicon() throws {
        #expect(try problem(lexicon: "a\tnoun\tA1\n", "").hasPrefix("words.tsv:2:3: 'noun' is not a part of speech"))
        #expect(try problem(lexicon: "a\tn\tA9\n", "").hasPrefix("words.tsv:2:5: 'A9' is not a level; use A1 to C2"))
        #expect(try problem(lexicon: "\tn\tA1\n", "") == "words.tsv:2:1: the headword is empty")
        #expect(try problem(lexicon: "a\tn\tA1\t\tX\n", "").hasPrefix("words.tsv:2:9: 'X' is not a kind"))
        #expect(
            try problem(lexicon: "a\tn\tA1\t\tx\tpast=b\n", "")
                == "words.tsv:2:11: 'past=b' is not a form; write 'name=form', where the name is one of singular,"
                + " plural, possessive, other"
        )
        #expect(try problem(lexicon: "a\tn\tA1\t\tx\t\tb\n", "").hasPrefix("words.tsv:2:12: 'b' is not a valid"))
        #expect(try problem(lexicon: "a\tn\tA1\t\tx\t\tb:\n", "") == "words.tsv:2:12: the company 'b' is empty")
        #expect(try problem(lexicon: "a\tn\tA1\t\tx\t\tb: ;\n", "") == "words.tsv:2:12: the company 'b' is empty")
        #expect(
            try problem(lexicon: "a\tn\tA1\t\tx\t\tb: c (8)\n", "").hasPrefix("words.tsv:2:12: 'c (8)' contains")
        )
        #expect(
            try problem(lexicon: "a\tn\tA1\t\tx\t\t\tmore\n", "").hasPrefix("words.tsv:2:13: the line has more cells")
        )
    }

    @Test func columnsOfTheLexicon() throws {
        let folder = try SmallFolder(templates: "")
        try folder.write("headword\tpos\tlevl\tkinds\n", "en/sentences/a.tsv")
        let problem = try #require(try folder.problems().first)
        #expect(problem.line == 1 && problem.column == 14)
        #expect(problem.message.hasPrefix("the column 'levl' is unknown or duplicated; did you mean 'level'?"))
    }

    @Test func whatIsNotUTF8() throws {
        let folder = try SmallFolder(templates: "")
        try folder.write(Array("[n]\nA1\tI like {word}.\n".utf8) + [0xFF, 0x0A], "en/sentences/z.txt")
        let problem = try #require(try folder.problems().first)
        #expect(problem.line == 3 && problem.message == "the line is not valid UTF-8")
    }

    @Test func marksOfOtherSystemsAreTaken() throws {
        let folder = try SmallFolder(
            lexicon: "cat\tn\tA1\t\tanimal\r\n",
            templates: "\u{FEFF}[n animal]\r\nA1\tI see {a} {word}.\r\n"
        )
        #expect(try folder.problems() == [])
        #expect(try folder.read().data.templateCount == 1)
    }

    @Test(arguments: [
        "{", "}", "[", "= ", "=", "set ", "kind ", "\t", "A1\t", "[n]\nA1\t{", "[n]\nA1\t{/}", "[n]\nA1\t{word./}",
        "[n]\nA1\t{.}{word}", "[n]\nA1\t{word/}", "[n]\nA1\t{2}{word}", "[n]\nA1\t{a2}{word}.", "[]", "[n -]", "kind :",
        "kind a:",
        "set a\n\t", "[n]\nA1\t{\u{301}}{word}", "= a\tn\tb\tc", "[v]\nA1\t{word.present/word}.",
    ])
    func oddFilesAreReadWithoutHarm(_ text: String) throws {
        let folder = try SmallFolder(lexicon: text, templates: text)
        _ = try folder.problems()
        _ = try folder.problems(isWhole: false)
    }

    @Test func aFolderThatIsNotThereIsAnError() throws {
        let tag = try #require(LanguageTag("en"))
        #expect(throws: ServiceError.self) { try DataFolder(path: "/nowhere/at/all", language: tag) }
    }
}

/// Warnings about valid but questionable data.
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
            found[0] == "words.tsv:3: no template uses the kind 'stone' or a kind that it includes; 1 rows have it"
        )
        #expect(found[1] == "words.txt:4: no word in the lexicon is of the kind 'fod'; did you mean 'food'?")
    }

    @Test func wordsWithoutARowAndRowsTwice() throws {
        let found = try warnings(
            lexicon: "bank\tn\tA1\tmoney\tplace\nbank\tn\tA1\tmoney\tplace\n",
            "[n place]\nA1\tI know this {word} well.\n= bank\tn\triver\nA1\tWe sat on the {=bank} of the river.\n= bnk\tn\nA1\tI {=bnk} it now."
        )
        #expect(found.contains { $0.hasPrefix("words.tsv:3: 'bank' is listed twice") })
        #expect(
            found.contains {
                $0.hasPrefix("words.txt:3: the lexicon does not list the sense 'river' of 'bank'; its senses are")
            }
        )
        #expect(found.contains { $0 == "words.txt:5: the lexicon does not contain 'bnk' as n" })
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
                "words.txt:4: a punctuation mark is misplaced",
                "words.txt:5: more than one sentence; join them: 'I'm cold, so please …'",
                "words.txt:9: 'dog' is not a known form of 'cat'",
            ]
        )
    }
}
