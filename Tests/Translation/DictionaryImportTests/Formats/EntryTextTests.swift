import LanguageServices
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// The texts of entries in each format.
@Suite("Entry texts") struct EntryTextTests {
    private func read(
        _ text: String,
        _ reader: any EntryText = FreeDictText(style: WordList.Style(), headUsage: GrammarLabel.Usage())
    ) throws -> TranslationEntry {
        let bytes = Array(text.utf8)
        let entry = bytes.withText { reader.entry($0) }
        return try #require(entry)
    }

    @Test func anOldImportIsAWordAndItsTranslation() throws {
        let entry = try read("casa /kˈasa/ \n house \n")
        #expect(entry.headword == "casa")
        #expect(entry.pronunciations == ["kˈasa"])
        #expect(entry.texts == [["house"]])
    }

    @Test func numbersBeginSensesAndCommasSeparateSynonyms() throws {
        let entry = try read("fare: aller /ale/ <v>\n1. fare\n2. go, ride\n")
        #expect(entry.headword == "fare: aller")
        #expect(entry.partsOfSpeech == [.verb])
        #expect(entry.texts == [["fare"], ["go", "ride"]])
    }

    @Test func subSenseNumbersAreNotPartOfTranslations() throws {
        let entry = try read(EntrySamples.freeDict[2])
        #expect(entry.pronunciations == ["me.zɔ̃", "mɛ.zɔ̃"])
        #expect(entry.genders == [.feminine])
        #expect(entry.texts == [["casa"], ["linaje", "casa"]])
        #expect(entry.senses.map(\.definition) == ["un lieu; un foyer", "une famille"])
    }

    @Test func definitionsMayHaveTheirOwnNumbers() throws {
        let entry = try read(
            "doek /x/ <n>\n1. платно́\n1. een lap\n2. ленено 2.\n2. weefsel\n 3.\n3. schilderij\n3. завеса\n4. gordijn\n"
        )
        #expect(entry.texts == [["платно́"], ["ленено"], ["завеса"]])
        #expect(entry.senses.map(\.definition) == ["1. een lap", "2. weefsel; 3. schilderij", "4. gordijn"])
        let single = try read("dief //dif// <n>\nfur, clepta\n1. iem. die steelt\n")
        #expect(single.texts == [["fur", "clepta"]])
        #expect(single.senses.first?.definition == "1. iem. die steelt")
    }

    @Test func finalNumbersOfTranslationsStay() throws {
        let entry = try read("Ludwig\nLouis 14.\n")
        #expect(entry.texts == [["Louis 14."]])
    }

    @Test func dingHasLabelsExamplesNotesAndLinks() throws {
        let entry = try read(EntrySamples.freeDict[3])
        #expect(entry.headword == "Haus")
        #expect(entry.forms == ["H."])
        #expect(entry.partsOfSpeech == [.noun])
        #expect(entry.genders == [.neuter])
        let sense = try #require(entry.senses.first)
        #expect(sense.labels == ["adm."])
        #expect(sense.translations == [TranslatedWord("house"), TranslatedWord("home", labels: ["one's own"])])
        #expect(sense.examples == [TranslationExample("ein \"Haus\" bauen", translation: "build a house")])
        #expect(entry.notes == ["for living in"])
        #expect(entry.seeAlso == ["Heim", "Bau", "Häuser"])
    }

    @Test func gendersBelongToTranslations() throws {
        let entry = try read(EntrySamples.freeDict[4])
        #expect(entry.pronunciations == ["tʃɛə(ɹ)", "tʃeə"])
        #expect(
            entry.senses.first?.translations == [
                TranslatedWord("Stuhl", genders: [.masculine]),
                TranslatedWord("Sessel", genders: [.masculine], labels: ["Ös.", "furn."]),
            ]
        )
    }

    @Test(arguments: [
        ("(ein)mal", "einmal", [String]()), ("Kollege(n)", "Kollege", ["n"]), ("(se) moderniser", "moderniser", ["se"]),
        ("2-(Phenylthio)anilin", "2-Phenylthioanilin", []),
        ("[[cabbage|cabbages]] of [[kale]]", "cabbages of kale", []),
        ("dollar sign <n>$", "dollar sign", ["$"]), ("a < b", "a < b", []), ("open (", "open", []), ("x] y", "x y", []),
        ("working properly (or not).", "working properly.", ["or not"]), ("1,000", "1,000", []),
        ("\"a, b\"", "\"a, b\"", []),
        ("चुम्बकत्व~नष्ट", "चुम्बकत्व नष्ट", []), ("\u{1B}[31mred", "31mred", []),
    ])
    func bracketsAreNotPartOfWords(text: String, word: String, labels: [String]) throws {
        let entry = try read("head <x>\nfirst, \(text)\n")
        let found = try #require(entry.senses.first?.translations.last)
        #expect(found.text.filter { $0 != " " || word.contains(" ") } == word)
        #expect(found.labels == labels)
    }

    @Test func finalMarksApplyToPrecedingWords() throws {
        let entry = try read("well /x/\ngut, schön <adj>, Brunnen <masc>\n")
        #expect(entry.senses.map(\.partOfSpeech) == [.adjective, .noun])
        #expect(entry.texts == [["gut", "schön"], ["Brunnen"]])
    }

    @Test func sentencesAreTranslatedBySentences() throws {
        let entry = try read("Am 5. Mai, oder? /x/\nOn May 5, isn't it?\n")
        #expect(entry.headword == "Am 5. Mai, oder?")
        #expect(entry.texts == [["On May 5, isn't it?"]])
    }

    @Test func sensesMayBeNumberedWithinALine() throws {
        let entry = try read(EntrySamples.freeDict[6])
        #expect(entry.texts == [["eyelid"], ["eyelash"]])
        #expect(entry.seeAlso == ["kikope"])
        #expect(try read("Afer <n>\n(x)\n2. a\n3. b\n").texts == [["a"], ["b"]])
    }

    @Test func runOnEntriesBecomeRemarks() throws {
        let style = WordList.Style(hasRunOns: true)
        let entry = try read(
            "damage /x/\n1. zarar, hasar. damageable  zarar gören\n",
            FreeDictText(style: style, headUsage: GrammarLabel.Usage())
        )
        #expect(entry.texts == [["zarar", "hasar"]])
        #expect(entry.notes == ["damageable  zarar gören"])
    }

    @Test func headwordsOfSeveralFormsHaveThem() throws {
        let latin = try read(EntrySamples.freeDict[5])
        #expect(latin.headword == "hodiernus")
        #expect(latin.forms == ["hodierna", "hodiernum"])
        let pair = try read("aceitoso /a/, aceitosa /b/\noily\n")
        #expect(pair.headword == "aceitoso" && pair.forms == ["aceitosa"] && pair.pronunciations == ["a", "b"])
        let breton = FreeDictText(style: WordList.Style(), headUsage: GrammarLabel.Usage(isBreton: true))
        let abadenn = try read("abadenn <b> (abadennoù)\nséance\n", breton)
        #expect(abadenn.genders == [.feminine] && abadenn.forms == ["abadennoù"])
        #expect(try read("am (anderen) Ende /x/ <v>\nx\n").headword == "am (anderen) Ende")
    }

    @Test(arguments: [
        ("Eventualität, eventuellevtl.,  /ˈɛvtəl/ , womöglich", ["Eventualität", "eventuell", "womöglich"], "evtl."),
        ("x, circaca.,  /kˈɑː/", ["x", "circa"], "ca."),
        ("x, unter Umständenu. U.,  /jˈuː/", ["x", "unter Umständen"], "u. U."),
        ("x, asynchronous transfer modeATM,  /ˈatm/", ["x", "asynchronous transfer mode"], "ATM"),
        ("x, Feldkochherd <masc>FKH,  /ˌɛfk/", ["x", "Feldkochherd"], "FKH"),
    ])
    func attachedAbbreviationsAreSeparated(text: String, words: [String], label: String) throws {
        let style = WordList.Style(hasGluedAbbreviations: true)
        let entry = try read("w\n\(text)\n", FreeDictText(style: style, headUsage: GrammarLabel.Usage()))
        #expect(entry.texts.joined().map { $0 } == words)
        #expect(entry.senses.flatMap(\.translations).dropFirst().first?.labels == [label])
    }

    @Test func placeholdersAreNotTranslations() throws {
        #expect(try read("isolation <N>\n1. ?\n").texts == [])
        #expect(try read("isolation <N>\n…, alone\n").texts == [["alone"]])
        let parted = try read("to blow off <> sb. /BO/\n {vt}\n   abservieren , x\n", DingText())
        #expect(parted.headword == "to blow off sb." && parted.forms == ["BO"] && parted.texts == [["abservieren, x"]])
    }

    @Test func japaneseHasSpellingsAndReadingsWithoutPronunciations() throws {
        let reader = JapaneseText(hasGenders: false)
        let house = try read(EntrySamples.japanese[0], reader)
        #expect(house.headword == "家" && house.reading == "いえ" && house.forms == ["屋", "いえ"])
        #expect(house.pronunciations.isEmpty)
        #expect(house.labels == ["common"])
        #expect(house.partsOfSpeech == [.noun])
        #expect(house.texts == [["house", "residence"], ["family"]])
        let cat = try read(EntrySamples.japanese[1], reader)
        #expect(cat.senses.first?.labels == ["word usually written using kana alone"])
        #expect(cat.senses.first?.translations.first == TranslatedWord("cat", labels: ["animal"]))
        let go = try read(EntrySamples.japanese[2], reader)
        #expect(go.texts == [["to go", "to move"]] && go.seeAlso == ["来る"])
        let german = try read(
            "家 /x/\n(noun (common) (x))\n(1) (n) Haus, (f) Wohnung, (2) (m) Ort\n",
            JapaneseText(hasGenders: true)
        )
        #expect(german.texts == [["Haus", "Wohnung"], ["Ort"]])
        #expect(german.senses.first?.translations.map(\.genders) == [[.neuter], [.feminine]])
    }

    @Test func dingLinesContinueWithoutIndentation() throws {
        let entry = try read(EntrySamples.ding[0], DingText())
        #expect(
            entry.headword == "Eigenschaft" && entry.genders == [.feminine] && entry.labels == ["Merkmal", "phil."]
        )
        #expect(
            entry.senses.first?.translations == [
                TranslatedWord("property"), TranslatedWord("quality", labels: ["of something", "Br."]),
                TranslatedWord("feature", labels: ["FT"]),
            ]
        )
        let current = try read(EntrySamples.ding[1], DingText())
        #expect(current.senses.map(\.partOfSpeech) == [.adjective] && current.texts == [["running", "current"]])
    }

    @Test func muellerHasTagsAndExamples() throws {
        let dog = try read(EntrySamples.mueller[0], MuellerText())
        #expect(dog.pronunciations == ["dɒg"])
        #expect(dog.texts == [["собака", "пёс"], ["парень"]])
        #expect(dog.senses.first?.examples == [TranslationExample("lazy dog", translation: "лентяй; дрянь-человек")])
        #expect(dog.senses.last?.labels == ["разг."])
        #expect(dog.seeAlso == ["hound"])
    }

    @Test func romanNumeralsNumberPartsOfSpeech() throws {
        let entry = try read(EntrySamples.roman[0], RomanNumeralText())
        #expect(entry.senses.map(\.partOfSpeech) == [.noun, .adjective])
        #expect(entry.texts == [["jeniec"], ["schwytany", "zniewolony"]])
        #expect(
            entry.senses.last?.examples == [
                TranslationExample("take sb captive", translation: "chwytać kogoś"),
                TranslationExample("a captive audience", translation: "przymusowa publiczność"),
            ]
        )
    }

    @Test func lettersNumberThePartsOfASense() throws {
        let entry = try read(
            """
            address /x/
            I.  <N> 1.  a. adres
             b.
                  "at an address"  - pod adresem
             2.  przemowa
            II.  <V Phras>agree with   a. służyć
             3. heaps  a. kupa, masa
             b. p. n. e.
             c. mnóstwo
             4. [sport]  a. po
             b.
                  "three all"  - po trzy
            """,
            RomanNumeralText()
        )
        #expect(entry.texts == [["adres"], ["przemowa"], ["p. n. e."], ["mnóstwo"], ["po"]])
        #expect(entry.senses.last?.labels == ["sport"])
        #expect(entry.senses.first?.examples == [TranslationExample("at an address", translation: "pod adresem")])
        #expect(
            entry.senses[1].examples == [
                TranslationExample("agree with", translation: "służyć"),
                TranslationExample("heaps", translation: "kupa, masa"),
            ]
        )
    }

    @Test(arguments: [
        ("n", PartOfSpeech.noun, [GrammaticalGender]()), ("fem, n, sg", .noun, [.feminine]), ("v, trans", .verb, []),
        ("n, n", .noun, [.neuter]), ("f", .noun, [.feminine]), ("pl", .noun, []), ("N", .noun, []), ("s", .noun, []),
        ("demonstrativePronoun", .pronoun, []), ("n, ut", .noun, [.common]), ("vt", .verb, []),
        ("adj.", .adjective, []),
    ])
    func grammarLabelsAreParsed(text: String, part: PartOfSpeech, genders: [GrammaticalGender]) throws {
        let bytes = Array(text.utf8)
        let label = bytes.withText { GrammarLabel($0) }
        #expect(label.partOfSpeech == part && label.genders == genders && label.isGrammar)
    }
}

/// Original sample entries in each format, for tests and as seeds for fuzzing.
enum EntrySamples {
    static let freeDict: [String] = [
        "casa /kˈasa/\nhouse\n",
        "fare: aller /ale/ <v>\n1. fare\n2. go, ride\n",
        "maison /me.zɔ̃/ /mɛ.zɔ̃/ <n, fem>\n1. casa 2.\nun lieu\n 3.\nun foyer\n2. linaje, casa\nune famille\n",
        "Haus /hˈaʊs/ (H. /haː/) <neut, n, sg>\n [adm.] house <n>, home (one's own) <n>\n"
            + "      \"ein \"Haus\" bauen\"  - build a house\n         Note: for living in\n   Synonyms: {Heim}, {Bau}\n\n see: {Häuser}\n",
        "chair //tʃɛə(ɹ)// /[tʃeə]/ <n>\nStuhl <masc>, Sessel <masc> [Ös.]  [furn.]\n",
        "hodiernus /x/ (hodierna /y/ <f>, hodiernum /z/ <n>) <adj, m>\nheutig, an diesem Tag\n",
        "kope\n\n Plural of {kikope}: 1. eyelid 2. eyelash\n",
        "капуста\n[[cabbage|cabbages]] of [[kale]]\n",
    ]
    static let japanese: [String] = [
        " [ichi1]  家 /(en)x/, 屋 /y/,  [ichi1] いえ /z/\n1. (noun (common) (futsuumeishi))\nhouse, residence\n2. family\n",
        "猫 /x/, ねこ /y/\n(noun (common) (futsuumeishi))\n\n         Note: word usually written using kana alonecat (animal), pussy\n",
        "行く /x/, いく /y/\n1. (Godan verb - Iku/Yuku special class)\n (intransitive verb)\n{来る・くる・1}to go, to move\n",
    ]
    static let ding: [String] = [
        "Eigenschaft\n {f} (Merkmal) [phil.]\n   property; quality (of something) [Br.];\nfeature /FT/\n",
        "laufend\n\n   running; current {adj}\n",
    ]
    static let mueller: [String] = [
        "dog\n   [dɘg]\n   1. _n.\n      1) собака, пёс; lazy dog лентяй; дрянь-\n      человек\n      2) _разг. парень (о человеке)\n   2. _v. = hound\n",
        "went\n   [wɛnt] _p. от go\n",
    ]
    static let roman: [String] = [
        "captive /ˈkæptɪv/\nI.  <N>  jeniec\nII.  <Adj> 1.  schwytany, zniewolony\n 2.  take sb captive (x)\n - chwytać kogoś\n"
            + "III.  <N Comp>a captive audience /x/   przymusowa publiczność\n"
    ]
    static let all = freeDict + japanese + ding + mueller + roman

    static let markup: [String] = [
        "<k>house</k>\n<tr>haʊs</tr> <pos>n</pos>\n<def><dtrn>дом; жилище</dtrn><ex>a house — дом</ex></def><kref>home</kref>",
        "<b>vokal</b> [<i>a kapela</i>]\n1. gesang; &amp; <span foreground=\"blue\">chor</span> &#233; &#x1F600; a < b",
        "<div>one<br/>two</div><![CDATA[x <y>]]><p>three",
    ]

    static let tables: [String] = [
        "# from: en\n# to: es\nheadword\tpos\tsense\ttranslations\nhouse\tnoun\tbuilding\tcasa {f}; hogar {m}\nwater\tnoun\t\t水 [みず]\n",
        "word,translation,extra\n\"a \"\"b\"\"\nc\",\"x, y; z\",1\n",
        "Haus;house, home;noun\nHund;dog;noun\n",
    ]
    static let lines: [String] = [
        "家 [いえ] /(n) (1) house/residence/(2) (uk) family/(P)/\nヒート /(n) heat/\n",
        "# CC\n#! license=x\n學習 学习 [xue2 xi2] /to learn/to study/CL:個|个[ge4],家[jia1]/\n女 女 [nu:3] /woman; lady/\n",
    ]
}
