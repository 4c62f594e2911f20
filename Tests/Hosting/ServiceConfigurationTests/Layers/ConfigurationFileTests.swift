import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct ConfigurationFileTests {
    private static let whole = """
        {
          "$schema": "parlance.schema.json",
          "version": 1,
          "speech": { "use": ["own", "speaker"], "accent": "en-IE", "rate": 0.9,
            "roles": { "slow": { "use": "speaker", "rate": 0.6 }, "other": { "accent": "es" } } },
          "translation": { "use": ["mt"], "from": "en", "to": "es" },
          "sentences": { "language": "de" },
          "feedback": { "strength": 0.5 },
          "providers": {
            "own": { "kind": "speaker", "folder": "/v", "attempts": 2 },
            "mt": { "kind": "translator", "url": "http://x", "models": ["a", "b"], "formal": true, "weight": -1e3 },
          },
        }
        """

    @Test func everySectionIsRead() {
        let reading = FileReading(Self.whole)
        #expect(reading.complaints == [])
        let services = reading.contents.services
        #expect(Set(services.keys) == Set(Service.allCases))
        #expect(services[.speech]?.use == ["own", "speaker"])
        #expect(services[.speech]?.useOrigin == "p.json:4:22")
        #expect(
            services[.speech]?.options.values == [
                "accent": OptionValue(.string("en-IE"), origin: "p.json:4:52"),
                "rate": OptionValue(.number(0.9), origin: "p.json:4:69"),
            ]
        )
        #expect(services[.speech]?.roles.count == 2)
        #expect(services[.speech]?.roles["slow"]?.use == ["speaker"])
        #expect(services[.speech]?.roles["slow"]?.useOrigin == "p.json:5:33")
        #expect(services[.speech]?.roles["slow"]?.options.values["rate"]?.content == .number(0.6))
        #expect(services[.speech]?.roles["other"]?.use == nil)
        #expect(services[.speech]?.roles["other"]?.options.values["accent"]?.content == .string("es"))
        #expect(services[.translation]?.options.values["to"]?.content == .string("es"))
        #expect(services[.sentences]?.options.values["language"]?.content == .string("de"))
        #expect(services[.sentences]?.useOrigin == nil)
        #expect(services[.feedback]?.options.values["strength"]?.content == .number(0.5))
    }

    @Test func providersAreReadInTheirOrderWithTheirPlace() throws {
        let reading = FileReading(Self.whole)
        #expect(reading.contents.providers.map(\.id) == ["own", "mt"])
        let mt = try #require(reading.provider("mt"))
        #expect(mt.kind == "translator")
        #expect(mt.origin == "p.json:11:21")
        #expect(mt.options.owner == "provider 'mt'")
        #expect(
            mt.options.values.mapValues(\.content) == [
                "url": .string("http://x"), "models": .strings(["a", "b"]), "formal": .boolean(true),
                "weight": .number(-1000),
            ]
        )
    }

    static let unknownKeys: [(String, String)] = [
        (
            #"{ "version": 1, "speach": {} }"#,
            "p.json:1:17: a configuration has no key 'speach'; did you mean 'speech'?; "
                + "use one of $schema, cache, feedback, offline, providers, sentences, speech, translation, version"
        ),
        (
            "{ \"version\": 1,\n\t\"$shema\": \"x\" }",
            "p.json:2:2: a configuration has no key '$shema'; did you mean '$schema'?; "
                + "use one of $schema, cache, feedback, offline, providers, sentences, speech, translation, version"
        ),
        (
            #"{ "version": 1, "xyzzy": null }"#,
            "p.json:1:17: a configuration has no key 'xyzzy'; "
                + "use one of $schema, cache, feedback, offline, providers, sentences, speech, translation, version"
        ),
        (
            "{ \"version\": 1, \"speech\": {\n  \"acent\": \"en\" } }",
            "p.json:2:3: speech has no key 'acent'; did you mean 'accent'?; use one of accent, normalize, queue, rate, roles, strict, use"
        ),
        (
            #"{ "version": 1, "feedback": { "rate": 1 } }"#,
            "p.json:1:31: feedback has no key 'rate'; use one of roles, strength, strict, use"
        ),
        (
            #"{ "version": 1, "translation": { "roles": { "é": { "roles": {} } } } }"#,
            "p.json:1:52: role 'é' of translation has no key 'roles'; use one of from, level, queue, strict, to, use"
        ),
        (
            #"{ "version": 1, "speech": { "roles": { "slow": { "Rate": 1 } } } }"#,
            "p.json:1:50: role 'slow' of speech has no key 'Rate'; did you mean 'rate'?; use one of accent, normalize, queue, rate, strict, use"
        ),
        (
            #"{ "version": 1, "providers": { "a": { "kind": "speaker", "foldr": "x" } } }"#,
            "p.json:1:67: provider 'a' has no option 'foldr'; did you mean 'folder'?; "
                + "use one of attempts, charactersPerDay, charactersPerMinute, charactersPerMonth, concurrentRequests, "
                + "cooldownAfterFailures, deadlineSeconds, folder, price, requestsPerDay, requestsPerMinute, "
                + "requestsPerMonth, retriesUncertain, retryBaseSeconds, retryMaxSeconds"
        ),
        (
            #"{ "version": 1, "providers": { "a": { "kind": "speeker" } } }"#,
            "p.json:1:47: provider 'a' has the unknown kind 'speeker'; did you mean 'speaker'?; "
                + "the kinds are speaker, translator"
        ),
        (
            #"{ "version": 1, "speech": { "use": ["speakr"] } }"#,
            "p.json:1:36: speech uses the unknown provider 'speakr'; did you mean 'speaker'?; "
                + "define it under \"providers\", or use the name of a kind"
        ),
    ]

    @Test(arguments: unknownKeys)
    func unknownNamesHaveAPlaceAndAHint(text: String, complaint: String) {
        #expect(FileReading(text).complaints == [complaint])
    }

    @Test func aMissingOptionHasThePlaceOfItsProvider() {
        let reading = FileReading("{ \"version\": 1, \"providers\": {\n  \"a\": { \"kind\": \"translator\" } } }")
        #expect(reading.complaints == ["p.json:2:18: provider 'a' needs the option 'url'; set it to a string"])
    }

    @Test func whatIsRightCountsBesideWhatIsWrong() {
        let reading = FileReading(
            """
            { "version": 1, "speech": { "accent": "es", "rat": 1, "roles": 1, "use": 2 }, "providers": { "a": 3,
              "b": { "kind": "speaker", "folder": null, "attempts": 4 }, "c": {} }, "nonsense": 5, "feedback": [] }
            """
        )
        #expect(
            reading.messages == [
                "p.json:1:45: speech has no key 'rat'; did you mean 'rate'?",
                "p.json:1:64: 'roles' must be an object: { \"narrator\": { ... } }, not a number",
                "p.json:1:74: 'use' of speech must be a list of provider names: [\"espeak\"]",
                "p.json:1:99: provider 'a' must be an object: { \"kind\": ... }, not a number",
                "p.json:2:39: provider 'b': 'folder' is null",
                "p.json:2:62: provider 'c' has no 'kind'",
                "p.json:2:73: a configuration has no key 'nonsense'",
                "p.json:2:100: 'feedback' must be an object: { \"use\": [...] }, not an array",
            ]
        )
        #expect(reading.problems.allSatisfy { $0.code == .configuration })
        #expect(reading.contents.services[.speech]?.options.values["accent"]?.content == .string("es"))
        #expect(reading.contents.services[.speech]?.useOrigin == nil)
        // A problem is stored with the part that it affects.
        #expect(reading.contents.providers.map(\.id) == ["a", "b", "c"])
        #expect(reading.contents.providers.map(\.problems.count) == [1, 1, 1])
        #expect(reading.contents.services[.speech]?.problems.count == 3)
        #expect(reading.contents.services[.feedback]?.problems.count == 1)
        #expect(reading.contents.problems.map(\.message) == [reading.messages[6]])
        #expect(reading.provider("b")?.options.values["attempts"]?.content == .number(4))
    }

    @Test(arguments: [
        ("", "p.json:1:1: the file is empty"), ("{ \"version\": 1", "p.json:1:15"), ("{ 'version': 1 }", "p.json:1:3"),
        ("{ \"version\": 1, \"version\": 1 }", "p.json:1:17"),
        ("{ \"version\": 1, \"speech\": { \"rate\": 1e999 } }", "p.json:1:37"),
    ])
    func aFileWithASyntaxErrorSaysNothingElse(text: String, start: String) throws {
        let reading = FileReading(text)
        #expect(reading.problems.count == 1)
        #expect(reading.messages.first?.hasPrefix(start) == true, "\(reading.messages)")
        #expect(reading.contents == RegistryConfiguration())
    }

    @Test func bytesThatAreNoTextAreOneProblem() {
        for bytes: [UInt8] in [
            [0xFF, 0xFE, 0x7B, 0x00], [0x7B, 0x22, 0x80, 0x22], [0], Array(repeating: 0x5B, count: 100_000),
        ] {
            let reading = FileReading(bytes)
            #expect(reading.problems.map(\.code) == [.configuration])
            #expect(reading.contents == RegistryConfiguration())
        }
    }

    @Test func namesOfTheFileNeverChangeTheTerminal() {
        let reading = FileReading(
            #"{ "version": 1, "a\u001b[2J\u202e": 1, "speech": { "b\nc": 1, "roles": { "\u0007": 1 } }, "#
                + #""providers": { "\u001b]0;x": 1, "\u0085": {}, "\u200b": { "kind": "speaker", "x": null, "\u0009": [1] } } }"#,
            path: "odd\u{1B}\n.json"
        )
        #expect(reading.problems.count == 7)
        for problem in reading.problems {
            let hidden = problem.description.unicodeScalars.filter {
                [.control, .format, .lineSeparator].contains($0.properties.generalCategory)
            }
            #expect(hidden.isEmpty, "\(problem.description.debugDescription)")
        }
    }

    @Test func longNamesAreShortened() throws {
        let reading = FileReading("{ \"version\": 1, \"\(String(repeating: "k", count: 250))\": 1 }")
        #expect(try #require(reading.messages.first).utf8.count < 100)
    }
}
