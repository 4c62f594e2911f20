import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import TestSupport
import Testing

@testable import Decks

@Suite("Sentences for the notes in a deck")
struct FieldSentencesTests {
    private static let html = DeckInfo(
        format: .apkg,
        noteTypes: [
            NoteType(name: "Words", fields: ["Word", "Example", "Kind", "Meaning", "Translated"]),
            NoteType(name: "Other", fields: ["Front", "Back"]),
        ],
        hasMarkup: true
    )
    private static let plain = DeckInfo(format: .tsv, noteTypes: html.noteTypes, hasMarkup: false)

    private func work(
        _ info: DeckInfo = html,
        _ style: FieldSentences.Style = .plain,
        overwrites: Bool = false
    ) throws -> FieldSentences {
        try FieldSentences(
            info: info,
            fields: .init(
                word: "Word",
                target: "Example",
                translation: "Translated",
                partOfSpeech: "Kind",
                sense: "Meaning"
            ),
            style: style,
            overwrites: overwrites
        )
    }

    private func note(_ fields: String...) -> Note {
        Note(number: 0, position: "here", fields: fields + [String](repeating: "", count: max(0, 5 - fields.count)))
    }

    private func query(_ fields: String..., info: DeckInfo = html) throws -> QueriedWord? {
        let note = Note(
            number: 0,
            position: "here",
            fields: fields + [String](repeating: "", count: max(0, 5 - fields.count))
        )
        guard case .work(let texts) = try work(info).assignment(for: note) else { return nil }
        #expect(texts.count == 1)
        return texts.first.flatMap { QueriedWord(batchText: $0) }
    }

    private func field(
        _ sentences: [ExampleSentence],
        _ style: FieldSentences.Style,
        _ info: DeckInfo = html,
        old: Note? = nil,
        overwrites: Bool = false
    ) throws -> NoteEdit {
        let bytes = try #require(StoredAnswer.sentences(sentences, notices: []).bytes)
        return try work(info, style, overwrites: overwrites)
            .edit(of: old ?? note("cat"), texts: ["\u{1F}\u{1F}cat"], answers: [BatchAnswer(bytes: bytes)])
    }

    private func sentence(_ text: String, _ word: String, translation: String? = nil) -> ExampleSentence {
        let scalars = Array(text.unicodeScalars)
        let mark = Array(word.unicodeScalars)
        let start = scalars.indices.first { scalars[$0...].starts(with: mark) }
        return ExampleSentence(
            text: text,
            wordRanges: start.map { [$0..<($0 + mark.count)] } ?? [],
            translation: translation,
            provider: "p"
        )
    }

    @Test(
        "the word is the first line of its field, as written",
        arguments: [
            ("cat", "cat"), ("<b>cat</b>", "cat"), ("<div>cat</div><div>a pet</div>", "cat"), ("cat<br>dog", "cat"),
            ("<br> <br>ice&nbsp; cream ", "ice cream"), ("[sound:x.mp3] cat", "cat"), ("{{c1::cat::pet}}", "cat"),
            ("AT&amp;T", "AT&T"), (" 漢字[かんじ]", "漢字"), ("<ruby>食<rt>た</rt></ruby>べる", "食べる"),
            ("<ruby><rb>食<rt>しょく<rb>事<rt>じ</ruby>", "食事"),
            ("cat\ndog", "cat dog"), ("un<i>do</i>", "undo"), ("e\u{301}te\u{301}", "été"), ("c\u{200B}at", "cat"),
            ("<img src=\"a.png\"> cat https://example.org", "cat"), ("42", "42"), ("cat\u{1F}dog", "cat dog"),
        ]
    )
    func word(_ field: String, _ word: String) throws {
        #expect(try query(field)?.word == word)
    }

    @Test("in a plain-text deck, tags are text and line breaks are kept")
    func plainWord() throws {
        #expect(try query("cat\ndog", info: Self.plain)?.word == "cat")
        #expect(try query("\n \ncat", info: Self.plain)?.word == "cat")
        #expect(try query("a < b", info: Self.plain)?.word == "a < b")
    }

    @Test(
        "a field without a word needs no work",
        arguments: ["", " ", "<br>", "[sound:a.mp3]", "…", "<img src=x>"]
    )
    func nothing(_ field: String) throws {
        #expect(try query(field) == nil)
        #expect(
            try work().assignment(for: Note(number: 0, position: "x", type: 1, fields: ["a", ""])) == .skip(.noField)
        )
        let short = Note(number: 0, position: "x", fields: ["cat", "", "", ""])
        #expect(try work().assignment(for: short) == .skip(.noField))
        #expect(try work().assignment(for: note("cat", "there")) == .keep)
        #expect(try work(overwrites: true).assignment(for: note("cat", "there")) != .keep)
    }

    @Test("part of speech and sense come from fields or from a remark after the word")
    func knowledge() throws {
        let asked = try query("bank (money)", "", "n. f.")
        #expect(asked == QueriedWord("bank", partOfSpeech: .noun, sense: "money"))
        #expect(try query("bank (money)", "", "", "<i>orilla</i>")?.sense == "orilla")
        #expect(try query("book(s)") == QueriedWord("book(s)"))
        #expect(try query("(to) go") == QueriedWord("(to) go"))
        #expect(try query("猫（動物）")?.sense == "動物")
        #expect(try query("run", "", "Verb")?.partOfSpeech == .verb)
        #expect(try query("run", "", "who knows")?.partOfSpeech == nil)
        let long = try #require(try query("run", "", "", String(repeating: "é", count: 5000))?.sense)
        #expect(long.unicodeScalars.count == 400)
    }

    @Test("on request, the word is bold in HTML or a cloze, and all text is escaped")
    func styles() throws {
        let sentences = [sentence("The cat & the <dog>.", "cat"), sentence("A cat!", "cat")]
        #expect(try field(sentences, .plain).fields[1] == "The cat &amp; the &lt;dog&gt;.<br>A cat!")
        #expect(try field(sentences, .bold).fields[1] == "The <b>cat</b> &amp; the &lt;dog&gt;.<br>A <b>cat</b>!")
        #expect(
            try field(sentences, .cloze).fields[1] == "The {{c1::cat}} &amp; the &lt;dog&gt;.<br>A {{c1::cat}}!"
        )
        #expect(try field(sentences, .bold, Self.plain).fields[1] == "The cat & the <dog>.\nA cat!")
        #expect(try field(sentences, .cloze, Self.plain).fields[1] == "The {{c1::cat}} & the <dog>.\nA {{c1::cat}}!")
        let line = sentence("The cat\nsat.\u{2028}x", "cat")
        #expect(try field([line], .plain, Self.plain).fields[1] == "The cat sat. x")
        #expect(try field([sentence("Le chat\u{A0}?", "chat")], .plain).fields[1] == "Le chat&nbsp;?")
    }

    @Test(
        "a provider's sentence that contains markup is omitted",
        arguments: [
            "A cat {{c2::sat}}.", "A cat [sound:x.mp3].", #"A cat \(x\)."#, "A cat [latex]x[/latex].",
            "A cat {{Front}}.", "A cat [$]x[/$]",
        ]
    )
    func markup(_ text: String) throws {
        for info in [Self.html, Self.plain] {
            for style in FieldSentences.Style.allCases {
                let spoilt = sentence(text, "cat")
                let edit = try field([spoilt, sentence("Good cat.", "cat")], style, info)
                #expect(edit.fields[1]?.contains("Good") == true && edit.fields[1]?.contains("A ") == false)
                #expect(throws: ServiceError.self) { try field([spoilt], style, info) }
            }
        }
    }

    @Test("a word that would close its cloze, or that is not found, does not become a cloze")
    func cloze() throws {
        #expect(throws: ServiceError.self) { try field([sentence("Type a}}b.", "a}}b")], .cloze) }
        #expect(throws: ServiceError.self) { try field([sentence("No such word.", "cat")], .cloze) }
        for text in ["{cat sat.", "{{cat sat.", "A :cat: sat.", "}}cat"] {
            guard let edit = try? field([sentence(text, "cat")], .cloze).fields[1] else { continue }
            let marks = FieldMarkup(edit, isHTML: true).pieces.filter { $0 == .markup("{{c1::") || $0 == .markup("}}") }
            #expect(marks.count == 2, "\(edit)")
        }
    }

    @Test("translations go into their field if it is empty or may be overwritten")
    func translations() throws {
        let sentences = [
            sentence("A cat.", "cat", translation: "Un <gato>."), sentence("The cat.", "cat"),
            sentence("My cat.", "cat", translation: "Mi gato."),
        ]
        #expect(try field(sentences, .plain).fields[4] == "Un &lt;gato&gt;.<br>Mi gato.")
        let old = note("cat", "", "", "", "mine")
        #expect(try field(sentences, .plain, old: old).fields[4] == nil)
        #expect(try field(sentences, .plain, old: old, overwrites: true).fields[4] != nil)
        #expect(try field([sentence("A cat.", "cat", translation: "[sound:x.mp3]")], .plain).fields[4] == nil)
    }

    @Test("a missing field is reported by name")
    func missing() throws {
        let failure = #expect(throws: ServiceError.self) {
            try FieldSentences(info: Self.html, fields: .init(word: "Word", target: "Example", sense: "Sens"))
        }
        #expect(failure?.message.contains("'Sens'") == true)
        #expect(try FieldSentences(info: Self.html, fields: .init(word: "1", target: "2")).newFields.isEmpty)
    }

    @Test("each word is sent once per sense, and a failure does not affect the others")
    func batch() async throws {
        let rows = [["cat", ""], ["cat", ""], ["cat (whip)", ""], ["nothing", ""], ["dog", ""]]
        let fixture = try BatchFixture(rows)
        let provider = InMemorySentences(unknown: ["nothing"])
        let deck = try DeckOpening.open(path: fixture.input, options: .init(header: .present, hasMarkup: false))
        func run(_ request: SentenceRequest) async throws -> BatchSummary {
            let batch = Batch(
                deck: deck,
                work: SentenceWork(provider: provider, request: request),
                notes: try FieldSentences(info: deck.info, fields: .init(word: "Front", target: "Back"))
            )
            return try await batch.run(output: fixture.output)
        }
        let summary = try await run(SentenceRequest(word: "", language: LanguageTag("en")))
        #expect(provider.callCount == 4)
        #expect(summary.notesFailed == 1 && summary.notesChanged == 4)
        let backs = try fixture.backs()
        #expect(backs[0] == backs[1] && backs[0].contains("cat") && backs[3].isEmpty && backs[4].contains("dog"))
        // Answered requests are not repeated, but requests with other options are sent.
        _ = try await run(SentenceRequest(word: "", language: LanguageTag("en")))
        #expect(provider.callCount == 4)
        _ = try await run(SentenceRequest(word: "", language: LanguageTag("en"), level: .a1))
        #expect(provider.callCount == 8)
    }

    @Test("hostile words get sentences or an error", arguments: HostileWords.all)
    func hostile(_ word: String) async throws {
        let line = FieldMarkup(word, isHTML: true).firstLine
        let query = QueriedWord(line ?? "", partOfSpeech: .noun, sense: "x")
        let back = QueriedWord(batchText: query.batchText)
        #expect(back?.word.utf8.elementsEqual(query.word.utf8) == true)
        let request = SentenceRequest(word: "", language: LanguageTag("en"))
        let work = SentenceWork(provider: InMemorySentences(), request: request)
        let results = try await work.answers(to: [query.batchText, "\u{1F}\u{1F}cat"])
        #expect(results.count == 2)
        guard case .success(let answer) = results[1] else {
            Issue.record("the word after it fails")
            return
        }
        #expect(answer.sentences?.isEmpty == false)
    }
}
