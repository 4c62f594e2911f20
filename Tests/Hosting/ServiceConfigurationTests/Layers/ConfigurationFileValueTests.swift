import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// Values of the wrong type, size and form.
struct ConfigurationFileValueTests {
    @Test(arguments: ["1", "1.0", "1e0", "10e-1", "100e-2"])
    func versionOneMayBeWrittenInAnyWay(version: String) {
        #expect(FileReading("{ \"version\": \(version) }").complaints == [])
    }

    @Test(arguments: ["0", "2", "-1", "1.5", "\"1\"", "null", "true", "[1]", "{}", "1e300", "9223372036854775808"])
    func anotherVersionIsRefused(version: String) {
        #expect(
            FileReading("{ \"version\": \(version) }").complaints == [
                "p.json:1:14: unsupported configuration version; this program reads version 1; write \"version\": 1"
            ]
        )
    }

    @Test func aMissingVersionIsToldAndTheRestCounts() {
        let reading = FileReading("\n  { \"speech\": { \"rate\": 2 } }")
        #expect(reading.complaints == ["p.json:2:3: the key 'version' is missing; add \"version\": 1"])
        #expect(reading.contents.services[.speech]?.options.values["rate"]?.content == .number(2))
    }

    @Test(arguments: [
        ("null", "null"), ("[]", "an array"), ("\"x\"", "a string"), ("1", "a number"), ("true", "true"),
        ("false", "false"),
    ])
    func aConfigurationIsAnObjectAndSoIsEverySection(value: String, name: String) {
        #expect(FileReading(value).messages == ["p.json:1:1: a configuration must be an object: { ... }, not \(name)"])
        for service in Service.allCases {
            #expect(
                FileReading("{\"version\":1,\"\(service)\":\(value)}").messages.map { $0.hasSuffix("not \(name)") } == [
                    true
                ]
            )
            #expect(
                FileReading("{\"version\":1,\"\(service)\":{\"roles\":{\"r\":\(value)}}}").messages.map {
                    $0.hasSuffix("role 'r' of \(service) must be an object, not \(name)")
                } == [true]
            )
        }
        #expect(FileReading("{\"version\":1,\"providers\":\(value)}").messages.count == 1)
        #expect(FileReading("{\"version\":1,\"providers\":{\"a\":\(value)}}").messages.count == 1)
    }

    @Test(arguments: ["1", "null", "true", "[]", "{}"])
    func theNameOfTheSchemaIsAText(value: String) {
        #expect(FileReading("{ \"$schema\": \(value), \"version\": 1 }").complaints.count == 1)
    }

    @Test(arguments: ["1", "null", "true", "[]", "{}"])
    func aKindIsAText(value: String) {
        let reading = FileReading("{ \"version\": 1, \"providers\": { \"a\": { \"kind\": \(value) } } }")
        #expect(
            reading.complaints == [
                "p.json:1:47: provider 'a' has no 'kind'; "
                    + "add \"kind\": \"...\"; list kinds with 'parlance providers --kinds'"
            ]
        )
        #expect(reading.contents.providers.map(\.problems) == [reading.problems])
    }

    @Test(
        arguments: [
            ("\"speaker\"", ["speaker"]), ("[\"speaker\"]", ["speaker"]), ("[\"b\", \"a\"]", ["b", "a"]), ("[]", []),
        ] as [(String, [ProviderID])]
    )
    func useIsATextOrAList(value: String, use: [ProviderID]) {
        let reading = FileReading(
            "{ \"version\": 1, \"speech\": { \"use\": \(value), \"roles\": { \"r\": { \"use\": \(value) } } } }"
        )
        #expect(reading.messages == [])
        #expect(reading.contents.services[.speech]?.use == use)
        #expect(reading.contents.services[.speech]?.useOrigin == "p.json:1:36")
        #expect(reading.contents.services[.speech]?.roles["r"]?.use == use)
        #expect(reading.contents.services[.speech]?.roles["r"]?.useOrigin != nil)
    }

    @Test(arguments: ["1", "null", "true", "{}", "[1]", "[\"a\", null]", "[[\"a\"]]"])
    func anythingElseIsNoUse(value: String) {
        let reading = FileReading(
            "{ \"version\": 1, \"speech\": { \"use\": \(value), \"roles\": { \"r\": { \"use\": \(value) } } } }"
        )
        #expect(reading.messages.count == 2)
        #expect(reading.messages.first == "p.json:1:36: 'use' of speech must be a list of provider names: [\"espeak\"]")
        #expect(
            reading.messages.last?.hasSuffix(
                "'use' of role 'r' of speech must be a list of provider names: [\"espeak\"]"
            )
                == true
        )
        #expect(reading.contents.services[.speech]?.useOrigin == nil)
        #expect(reading.contents.services[.speech]?.roles["r"]?.use == nil)
    }

    static let wrongOptions: [(String, String)] = [
        ("\"rate\": \"fast\"", "p.json:1:37: speech: 'rate' cannot be 'fast'; set it to a number from 0.3 to 3"),
        ("\"rate\": 0", "p.json:1:37: speech: 'rate' cannot be 0; set it to a number from 0.3 to 3"),
        ("\"rate\": 3.0000001", "p.json:1:37: speech: 'rate' cannot be 3.0000001; set it to a number from 0.3 to 3"),
        ("\"rate\": 1e308", "p.json:1:37: speech: 'rate' cannot be 1e+308; set it to a number from 0.3 to 3"),
        ("\"rate\": -1e-400", "p.json:1:37: speech: 'rate' cannot be 0; set it to a number from 0.3 to 3"),
        ("\"rate\": true", "p.json:1:37: speech: 'rate' cannot be true; set it to a number from 0.3 to 3"),
        ("\"rate\": [\"1\"]", "p.json:1:37: speech: 'rate' cannot be an array; set it to a number from 0.3 to 3"),
        ("\"rate\": [1]", "p.json:1:37: speech: 'rate' may contain only strings"),
        ("\"rate\": null", "p.json:1:37: speech: 'rate' is null; remove the key to leave it unset"),
        (
            "\"rate\": {}",
            "p.json:1:37: speech: 'rate' cannot be an object; for a secret, write { \"env\": \"NAME\" }, { \"file\": \"PATH\" } or { \"secretService\": { … } }"
        ),
        ("\"accent\": \"\"", "p.json:1:39: speech: 'accent' cannot be empty; set it to a language tag such as en-GB"),
        ("\"accent\": 1", "p.json:1:39: speech: 'accent' cannot be 1; set it to a language tag such as en-GB"),
        (
            "\"accent\": \"english please\"",
            "p.json:1:39: speech: 'accent' cannot be 'english please'; set it to a language tag such as en-GB"
        ),
    ]

    @Test(arguments: wrongOptions)
    func aWrongValueIsToldWithItsPlace(option: String, complaint: String) {
        #expect(FileReading("{ \"version\": 1, \"speech\": { \(option) } }").complaints == [complaint])
    }

    @Test(arguments: [
        "\"attempts\": 0", "\"attempts\": 1.5", "\"attempts\": 1e300", "\"attempts\": -9223372036854775809",
        "\"deadlineSeconds\": 0", "\"deadlineSeconds\": 1e9", "\"requestsPerMinute\": 60001",
        "\"cooldownAfterFailures\": \"1\"",
        "\"batch\": 51", "\"weight\": \"1\"", "\"formal\": 1", "\"formal\": \"true\"", "\"dialect\": \"Libre\"",
        "\"models\": 1", "\"pivot\": \"-\"", "\"url\": 1",
    ])
    func wrongOptionsOfAProviderAreTold(option: String) {
        let url = option.contains("url") ? "" : ", \"url\": \"u\""
        let reading = FileReading(
            "{ \"version\": 1, \"providers\": { \"a\": { \"kind\": \"translator\"\(url), \(option) } } }"
        )
        #expect(reading.messages == [])
        #expect(reading.complaints.count == 1)
        #expect(reading.complaints.first?.hasPrefix("p.json:1:") == true)
    }

    @Test func aFileOfTheCurrentFolderMayNotHaveTextsKept() {
        let text = #"{ "version": 1, "translation": { "queue": true, "roles": { "slow": { "queue": true } } } }"#
        let complaint =
            "a file in the current folder must not store texts on disk, because anybody could have put it there; "
            + "set it in your user configuration file, or use --queue"
        #expect(
            FileReading(text, mayHoldSecrets: false).complaints == [
                "p.json:1:43: translation: \(complaint)",
                "p.json:1:79: role 'slow' of translation: \(complaint)",
            ]
        )
        #expect(FileReading(text).complaints == [])
        let off = #"{ "version": 1, "translation": { "queue": false } }"#
        #expect(FileReading(off, mayHoldSecrets: false).complaints == [])
    }
}
