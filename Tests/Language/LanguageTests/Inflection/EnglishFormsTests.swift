import Language
import LanguageServices
import Testing

/// The forms of English words, by name.
struct EnglishFormsTests {
    private func forms(_ tag: String = "en") throws -> EnglishForms {
        EnglishForms(language: try #require(LanguageTag(tag)))
    }

    private func expect(
        _ part: PartOfSpeech,
        _ name: String,
        _ pairs: [(String, String)],
        tag: String = "en",
        agreement: Agreement? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let forms = try forms(tag)
        for (lemma, form) in pairs {
            let made = forms.form(name, of: InflectableWord(lemma, part), agreement: agreement)
            #expect(made == form, "\(name) of \(lemma)", sourceLocation: sourceLocation)
        }
    }

    // MARK: Nouns

    @Test func pluralsOfOneWord() throws {
        try expect(
            .noun,
            "plural",
            [
                ("bottle", "bottles"), ("bus", "buses"), ("box", "boxes"), ("wish", "wishes"), ("church", "churches"),
                ("stomach", "stomachs"), ("monarch", "monarchs"), ("city", "cities"), ("day", "days"),
                ("soliloquy", "soliloquies"),
                ("potato", "potatoes"), ("photo", "photos"), ("radio", "radios"), ("hero", "heroes"),
                ("kangaroo", "kangaroos"),
                ("knife", "knives"), ("roof", "roofs"), ("shelf", "shelves"), ("chief", "chiefs"), ("quiz", "quizzes"),
                ("child", "children"), ("man", "men"), ("policewoman", "policewomen"), ("human", "humans"),
                ("German", "Germans"), ("person", "people"), ("tooth", "teeth"), ("mouse", "mice"), ("sheep", "sheep"),
                ("Japanese", "Japanese"), ("aircraft", "aircraft"), ("series", "series"), ("analysis", "analyses"),
                ("criterion", "criteria"), ("UFO", "UFOs"), ("CD", "CDs"), ("ox", "oxen"),
                ("grandchild", "grandchildren"),
                ("housewife", "housewives"), ("bookshelf", "bookshelves"), ("crisis", "crises"),
                ("brother", "brothers"),
                ("Child", "Children"), ("gas", "gases"), ("penny", "pennies"), ("salesperson", "salespeople"),
            ]
        )
    }

    @Test func pluralsOfExpressions() throws {
        try expect(
            .noun,
            "plural",
            [
                ("bus stop", "bus stops"), ("mother-in-law", "mothers-in-law"), ("passer-by", "passers-by"),
                ("check-in", "check-ins"), ("grown-up", "grown-ups"), ("cup of tea", "cups of tea"),
                ("point of view", "points of view"), ("runner-up", "runners-up"), ("ice cream", "ice creams"),
                ("identity card", "identity cards"), ("T-shirt", "T-shirts"), ("ex-wife", "ex-wives"),
                ("forget-me-not", "forget-me-nots"), ("stay-at-home", "stay-at-homes"),
                ("merry-go-round", "merry-go-rounds"),
            ]
        )
    }

    @Test func possessives() throws {
        try expect(.noun, "possessive", [("teacher", "teacher's"), ("child", "child's"), ("boss", "boss's")])
        let twins = InflectableWord("parents", .noun, number: .pluralOnly)
        #expect(try forms().form("possessive", of: twins, agreement: nil) == "parents'")
    }

    @Test func nounsOfOneNumberHaveNoOther() throws {
        let water = InflectableWord("water", .noun, number: .singularOnly)
        #expect(try forms().form("plural", of: water, agreement: nil) == nil)
        let scissors = InflectableWord("scissors", .noun, number: .pluralOnly)
        #expect(try forms().form("plural", of: scissors, agreement: nil) == "scissors")
        #expect(try forms().form("singular", of: scissors, agreement: nil) == "scissors")
    }

    @Test func formsThatAreGivenGoFirst() throws {
        let octopus = InflectableWord("octopus", .noun, irregular: ["plural": "octopi"])
        #expect(try forms().form("plural", of: octopus, agreement: nil) == "octopi")
        let lie = InflectableWord("lie", .verb, irregular: ["past": "lied", "participle": "lied"])
        #expect(try forms().form("past", of: lie, agreement: nil) == "lied")
        #expect(try forms().form("ing", of: lie, agreement: nil) == "lying")
    }

    // MARK: Verbs

    @Test func pasts() throws {
        try expect(
            .verb,
            "past",
            [
                ("walk", "walked"), ("like", "liked"), ("try", "tried"), ("play", "played"), ("stop", "stopped"),
                ("visit", "visited"), ("refer", "referred"), ("offer", "offered"), ("prefer", "preferred"),
                ("admit", "admitted"),
                ("limit", "limited"), ("open", "opened"), ("listen", "listened"), ("panic", "panicked"),
                ("travel", "travelled"),
                ("fix", "fixed"), ("show", "showed"), ("cook", "cooked"), ("wait", "waited"), ("equip", "equipped"),
                ("quit", "quit"),
                ("let", "let"), ("read", "read"), ("put", "put"), ("age", "aged"), ("dye", "dyed"), ("go", "went"),
                ("have", "had"), ("do", "did"), ("come", "came"), ("become", "became"), ("understand", "understood"),
                ("overcome", "overcame"), ("withdraw", "withdrew"), ("rewrite", "rewrote"), ("behave", "behaved"),
                ("welcome", "welcomed"), ("beat", "beat"), ("learn", "learned"), ("dream", "dreamed"),
                ("strike", "struck"),
                ("control", "controlled"), ("parallel", "paralleled"), ("develop", "developed"), ("fuel", "fuelled"),
                ("feel", "felt"), ("cool", "cooled"), ("kidnap", "kidnapped"), ("lie", "lay"), ("lay", "laid"),
                ("win", "won"), ("agree", "agreed"), ("free", "freed"), ("tie", "tied"), ("hang", "hung"),
                ("bid", "bid"),
            ]
        )
    }

    @Test func participles() throws {
        try expect(
            .verb,
            "participle",
            [
                ("go", "gone"), ("come", "come"), ("run", "run"), ("overcome", "overcome"), ("show", "shown"),
                ("write", "written"), ("beat", "beaten"), ("forget", "forgotten"), ("get", "got"), ("be", "been"),
                ("prove", "proved"), ("win", "won"), ("drink", "drunk"), ("strike", "struck"), ("work", "worked"),
                ("sew", "sewn"), ("swell", "swollen"), ("cut", "cut"), ("forbid", "forbidden"), ("choose", "chosen"),
            ]
        )
        try expect(.verb, "participle", [("get", "gotten"), ("forget", "forgotten")], tag: "en-US")
    }

    @Test func formsInIng() throws {
        try expect(
            .verb,
            "ing",
            [
                ("make", "making"), ("see", "seeing"), ("lie", "lying"), ("run", "running"), ("visit", "visiting"),
                ("refer", "referring"), ("begin", "beginning"), ("travel", "travelling"), ("panic", "panicking"),
                ("be", "being"),
                ("dye", "dyeing"), ("age", "ageing"), ("fix", "fixing"), ("play", "playing"), ("argue", "arguing"),
                ("ski", "skiing"),
                ("swim", "swimming"), ("quit", "quitting"), ("rain", "raining"), ("open", "opening"),
                ("cancel", "cancelling"),
            ]
        )
        try expect(
            .verb,
            "ing",
            [("travel", "traveling"), ("compel", "compelling"), ("cancel", "canceling")],
            tag: "en-US"
        )
    }

    @Test func thirdPersons() throws {
        try expect(
            .verb,
            "present",
            [
                ("go", "goes"), ("do", "does"), ("have", "has"), ("be", "is"), ("try", "tries"), ("play", "plays"),
                ("watch", "watches"), ("fix", "fixes"), ("kiss", "kisses"), ("can", "can"), ("must", "must"),
                ("look for", "looks for"), ("get up", "gets up"), ("dry-clean", "dry-cleans"), ("quiz", "quizzes"),
            ],
            agreement: Agreement()
        )
    }

    @Test func agreementOfBe() throws {
        let forms = try forms()
        let be = InflectableWord("be", .verb)
        func both(_ agreement: Agreement) -> [String?] {
            ["present", "past"].map { forms.form($0, of: be, agreement: agreement) }
        }
        #expect(both(Agreement(person: .first)) == ["am", "was"])
        #expect(both(Agreement(person: .second)) == ["are", "were"])
        #expect(both(Agreement()) == ["is", "was"])
        #expect(both(Agreement(person: .first, isPlural: true)) == ["are", "were"])
        #expect(both(Agreement(isPlural: true)) == ["are", "were"])
        // The agreement is unknown.
        #expect(forms.form("past", of: be, agreement: nil) == nil)
        #expect(forms.form("present", of: InflectableWord("go", .verb), agreement: nil) == nil)
        let able = InflectableWord("be able to", .verb)
        #expect(forms.form("past", of: able, agreement: Agreement(isPlural: true)) == "were able to")
        #expect(forms.form("participle", of: able, agreement: nil) == "been able to")
    }

    @Test func possessivesWithinExpressionsAgree() throws {
        let forms = try forms()
        let brush = InflectableWord("brush your teeth", .verb)
        let she = Agreement(gender: .feminine)
        #expect(forms.form("past", of: brush, agreement: she) == "brushed her teeth")
        #expect(forms.form("present", of: brush, agreement: she) == "brushes her teeth")
        #expect(forms.form("base", of: brush, agreement: Agreement(isPlural: true)) == "brush their teeth")
        #expect(forms.form("ing", of: brush, agreement: nil) == "brushing your teeth")
        let enjoy = InflectableWord("enjoy yourself", .verb)
        #expect(forms.form("past", of: enjoy, agreement: Agreement(person: .first)) == "enjoyed myself")
        #expect(forms.form("present", of: enjoy, agreement: Agreement(gender: .masculine)) == "enjoys himself")
    }

    @Test func modalsHaveNoParticiple() throws {
        let forms = try forms()
        for modal in ["can", "must", "should", "ought to", "had better"] {
            let word = InflectableWord(modal, .verb)
            #expect(forms.form("participle", of: word, agreement: nil) == nil, "\(modal)")
            #expect(forms.form("ing", of: word, agreement: nil) == nil, "\(modal)")
            #expect(forms.form("present", of: word, agreement: Agreement()) == modal)
        }
        #expect(forms.form("past", of: InflectableWord("can", .verb), agreement: nil) == "could")
    }

    // MARK: Degrees

    @Test func degrees() throws {
        try expect(
            .adjective,
            "comparative",
            [
                ("big", "bigger"), ("nice", "nicer"), ("happy", "happier"), ("careful", "more careful"),
                ("good", "better"),
                ("bad", "worse"), ("far", "further"), ("old", "older"), ("thin", "thinner"), ("young", "younger"),
                ("simple", "simpler"), ("narrow", "narrower"), ("tired", "more tired"), ("boring", "more boring"),
                ("clever", "cleverer"), ("quiet", "quieter"), ("shy", "shyer"), ("fun", "more fun"), ("grey", "greyer"),
                ("modern", "more modern"), ("well-known", "more well-known"), ("unhappy", "unhappier"),
                ("low", "lower"),
                ("late", "later"), ("bored", "more bored"), ("free", "freer"), ("new", "newer"), ("dry", "drier"),
            ]
        )
        try expect(.adjective, "superlative", [("big", "biggest"), ("good", "best"), ("expensive", "most expensive")])
        try expect(.adverb, "comparative", [("fast", "faster"), ("slowly", "more slowly"), ("well", "better")])
        #expect(try forms().form("comparative", of: InflectableWord("now", .adverb), agreement: nil) == nil)
    }

    // MARK: Unusual input

    @Test(arguments: ["", " ", "-", "a-", "-a", "  x", "to ", "é", "😀", "a  b", "of the", "-in-", "y", "e", "ie", "ee"])
    func oddWordsHaveFormsOrNone(_ text: String) throws {
        let forms = try forms()
        for part in [PartOfSpeech.noun, .verb, .adjective, .adverb, .phrase] {
            for name in forms.names(of: part) + ["no-form"] {
                _ = forms.form(name, of: InflectableWord(text, part), agreement: nil)
                let form = forms.form(name, of: InflectableWord(text, part), agreement: Agreement(person: .first))
                if name == "no-form" { #expect(form == nil) }
            }
        }
    }

    /// The reverse rules find the words from their generated forms.
    @Test func lemmasOfFormsAreTheWords() throws {
        let forms = try forms()
        let english = try #require(LanguageTag("en"))
        let rules = try #require(LemmaRules(language: english))
        for verb in [
            "go", "write", "stop", "try", "visit", "refer", "lie", "make", "understand", "begin", "run", "carry",
        ] {
            for name in ["past", "ing", "participle"] {
                let form = try #require(forms.form(name, of: InflectableWord(verb, .verb), agreement: nil))
                let found = form == verb || rules.lemmas(of: form).contains { $0.text == verb }
                #expect(found, "\(form) of \(verb)")
            }
        }
    }
}
