import LanguageServices
import TestSupport
import Testing

struct OptionTests {
    private let values = OptionValues(
        [
            "truth": OptionValue(.boolean(true)), "number": OptionValue(.number(2.5), origin: "parlance.json:3:4"),
            "text": OptionValue(.string("abc")), "texts": OptionValue(.strings(["a", "b"])),
            "tag": OptionValue(.string("en_gb")), "empty": OptionValue(.string("")),
        ],
        owner: "provider 'a'"
    )

    @Test func optionValuesAreReadByType() throws {
        #expect(try values.boolean("truth") == true)
        #expect(try values.number("number") == 2.5)
        #expect(try values.string("text") == "abc")
        #expect(try values.strings("texts") == ["a", "b"])
        #expect(try values.strings("text") == ["abc"])
        #expect(try values.languageTag("tag") == LanguageTag("en-GB"))
        #expect(try values.languageTags("tag") == [LanguageTag("en-GB")])
        let lists = OptionValues([
            "list": OptionValue(.strings(["es", "de", "ES"])), "text": OptionValue(.string("pt-BR,es,pt_br")),
            "path": OptionValue(.string("/srv")),
        ])
        #expect(try lists.languageTags("list").map(\.text) == ["es", "de"])
        #expect(try lists.languageTags("text").map(\.text) == ["pt-BR", "es"])
        #expect(try lists.absolutePath("path") == "/srv")
    }

    @Test func missingOptionsAreNil() throws {
        #expect(try values.boolean("none") == nil)
        #expect(try values.number("none") == nil)
        #expect(try values.string("none") == nil)
        #expect(try values.strings("none") == nil)
        #expect(try values.languageTag("none") == nil)
        #expect(try values.secret("none") == nil)
        #expect(try values.languageTags("none").isEmpty && values.absolutePath("none") == nil)
    }

    @Test func anotherTypeIsAConfigurationError() throws {
        for read in [
            { _ = try values.boolean("number") }, { _ = try values.number("text") }, { _ = try values.string("truth") },
            { _ = try values.strings("number") },
            { _ = try values.languageTag("text texts") ?? values.languageTag("texts") },
            { _ = try values.languageTags("texts") }, { _ = try values.absolutePath("text") },
            { _ = try values.languageTag("empty") }, { _ = try values.secret("text") },
        ] as [() throws -> Void] {
            let error = try #require(throws: ServiceError.self) { try read() }
            #expect(error.code == .configuration)
            #expect(error.message.contains("provider 'a'"))
            #expect(error.remedy != nil)
        }
        let error = try #require(throws: ServiceError.self) { try values.boolean("number") }
        #expect("\(error)" == "parlance.json:3:4: provider 'a': 'number' cannot be 2.5; set it to true or false")
    }

    static let types: [(OptionType, [OptionValue.Content], [OptionValue.Content])] = [
        (.boolean, [.boolean(true), .boolean(false)], [.number(1), .string("true"), .strings([])]),
        (.number(nil), [.number(-1e300), .number(0)], [.string("1"), .boolean(true)]),
        (.number(0...1), [.number(0), .number(1)], [.number(-0.1), .number(1.1), .number(.nan), .number(.infinity)]),
        (
            .integer(1...10), [.number(1), .number(10)],
            [.number(0), .number(11), .number(1.5), .number(.nan), .number(.infinity), .number(1e300), .string("1")]
        ),
        (.string, [.string(""), .string("a\u{0}b")], [.strings(["a"]), .number(1)]),
        (.choice(["a", "b"]), [.string("a"), .string("b")], [.string("A"), .string(""), .number(1)]),
        (
            .languageTag, [.string("en"), .string("zh_Hant_TW")],
            [.string(""), .string("english language"), .number(1)]
        ),
        (
            .languageTags, [.string("es"), .string("es,pt_BR"), .strings(["es", "de"])],
            [.string(""), .string("es,"), .string("es,d"), .strings([]), .strings(["es", ""]), .number(1)]
        ),
        (
            .absolutePath, [.string("/"), .string("/srv/a b")],
            [.string(""), .string("srv"), .string("./x"), .string("~/x"), .string("/a\u{0}b"), .strings(["/a"])]
        ),
        (.strings, [.strings([]), .strings(["a"]), .string("a")], [.number(1), .boolean(false)]),
        (.secret, [.secret(Secret("s", source: "test"))], [.string("s"), .number(1)]),
        (
            .voices, [.voices([VoiceDescription(id: "a")]), .strings(["a"]), .strings([])],
            [.string("a"), .number(1), .price(ServicePrice(perMillionCharacters: 1, currency: "EUR"))]
        ),
    ]

    @Test(arguments: types)
    func typesAcceptOnlyMatchingValues(
        type: OptionType,
        right: [OptionValue.Content],
        wrong: [OptionValue.Content]
    ) {
        let description = OptionDescription("x", type, "Something")
        for content in right { #expect(description.problem(with: OptionValue(content), owner: "o") == nil) }
        for content in wrong {
            let problem = description.problem(with: OptionValue(content), owner: "o")
            #expect(problem?.code == .configuration, "\(content) for \(type)")
            #expect(problem?.remedy?.hasPrefix("set it to ") == true)
        }
    }

    @Test func aSecretIsRejectedInTextOptions() {
        let secret = OptionValue(.secret(Secret("s", source: "test")))
        for type in [OptionType.string, .strings, .languageTag, .choice(["s"])] {
            #expect(OptionDescription("x", type, "Something").problem(with: secret, owner: "o") != nil)
        }
    }

    private let known = [
        OptionDescription("url", .string, "Where", isRequired: true),
        OptionDescription("timeout", .number(0...60), "How long"),
        OptionDescription("model", .string, "Which", isRequired: true),
    ]

    @Test func anUnknownOptionHasAHint() throws {
        let values = OptionValues(
            ["url": OptionValue(.string("u")), "model": OptionValue(.string("m")), "tiemout": OptionValue(.number(1))],
            owner: "provider 'a'"
        )
        let problems = OptionDescription.problems(with: values, against: known)
        #expect(problems.map(\.message) == ["provider 'a' has no option 'tiemout'; did you mean 'timeout'?"])
        #expect(problems.first?.remedy == "use one of model, timeout, url")
    }

    @Test func anUnknownOptionOfAKindWithoutOptionsSaysSo() {
        let values = OptionValues(["a": OptionValue(.number(1))])
        #expect(OptionDescription.problems(with: values, against: []).map(\.remedy) == ["remove it"])
    }

    @Test func allProblemsAreReportedInAStableOrder() {
        let values = OptionValues(["zzz": OptionValue(.number(1)), "timeout": OptionValue(.number(61))], owner: "o")
        let messages = OptionDescription.problems(with: values, against: known).map(\.message)
        #expect(
            messages == [
                "o: 'timeout' cannot be 61", "o has no option 'zzz'", "o needs the option 'url'",
                "o needs the option 'model'",
            ]
        )
    }

    @Test func aMissingOptionHasThePositionOfItsOwner() {
        let url = OptionValue(.string("u"), origin: "parlance.json:4:5")
        let values = OptionValues(["url": url], owner: "provider 'a'")
        let problems = OptionDescription.problems(with: values, against: known, origin: "parlance.json:3:4")
        #expect(problems.map(\.message) == ["parlance.json:3:4: provider 'a' needs the option 'model'"])
    }
}
