import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct SecretOfVariableTests {
    /// A configuration file whose provider has the given key. The key's value starts in line 2, column 8.
    static func file(key: String) -> String {
        "{ \"version\": 1, \"providers\": { \"mt\": { \"kind\": \"translator\", \"url\": \"u\",\n\"key\": \(key) } } }"
    }

    @Test func theVariableHoldsTheSecret() throws {
        let reading = FileReading(Self.file(key: "{ \"env\": \"MT_KEY\" }"), environment: ["MT_KEY": " a b "])
        #expect(reading.problems.isEmpty)
        let secret = try #require(try reading.provider("mt")?.options.secret("key"))
        #expect(secret.reveal() == " a b ")
        #expect(secret.source == "environment variable MT_KEY")
    }

    @Test(arguments: [[:], ["MT_KEY": ""], ["mt_key": "x"]] as [[String: String]])
    func aVariableThatIsUnsetOrEmptyIsTold(environment: [String: String]) {
        let reading = FileReading(Self.file(key: "{ \"env\": \"MT_KEY\" }"), environment: environment)
        #expect(
            reading.complaints == [
                "p.json:2:17: provider 'mt': the environment variable MT_KEY is not set; set it to the secret"
            ]
        )
        #expect(reading.provider("mt")?.options.values["key"] == nil)
    }

    @Test(arguments: [
        "sk-live-MARKER", "MARKER/+=", "1MARKER", "MARKER KEY", "$MARKER", "MARKER=1", "MÄRKER", "MARKER\\u0000", "",
    ])
    func whatIsNoNameOfAVariableIsNotRepeated(name: String) throws {
        // A user may mistakenly write the secret itself after "env".
        let reading = FileReading(Self.file(key: "{ \"env\": \"\(name)\" }"), environment: ["": "x"])
        #expect(
            reading.complaints == [
                "p.json:2:17: provider 'mt': 'env' of 'key' is not the name of an environment variable; "
                    + "write the name of a variable that contains the secret, not the secret itself"
            ]
        )
    }

    @Test(arguments: [
        "{}", "{ \"env\": 1 }", "{ \"env\": null }", "{ \"env\": [\"MT_KEY\"] }", "{ \"Env\": \"MT_KEY\" }",
        "{ \"env\": \"MT_KEY\", \"file\": \"x\" }", "{ \"env\": \"MT_KEY\", \"x\": 1 }", "{ \"value\": \"MARKER\" }",
    ])
    func anyOtherObjectIsRefused(key: String) {
        let reading = FileReading(Self.file(key: key), environment: ["MT_KEY": "MARKER"])
        #expect(
            reading.complaints == [
                "p.json:2:8: provider 'mt': 'key' cannot be an object; "
                    + "for a secret, write { \"env\": \"NAME\" }, { \"file\": \"PATH\" } or { \"secretService\": { … } }"
            ]
        )
    }

    @Test func aFileOfTheCurrentFolderMayNameNone() {
        for key in ["{ \"env\": \"MT_KEY\" }", "{ \"file\": \"/etc/hostname\" }"] {
            let reading = FileReading(
                Self.file(key: key),
                environment: ["MT_KEY": "MARKER"],
                mayHoldSecrets: false
            )
            #expect(
                reading.complaints == [
                    "p.json:2:8: provider 'mt': a file in the current folder must not use secrets, because anybody could "
                        + "have put it there; define the provider in your user configuration file, or pass this file with "
                        + "--config"
                ]
            )
            #expect(reading.provider("mt")?.options.values["key"] == nil)
        }
    }

    @Test("untrusted definitions are marked for the registry, which knows the kinds")
    func trust() throws {
        let text = #"""
            { "version": 1, "providers": { "mt": { "kind": "http-translation", "url": "http://x/" } },
              "speech": { "use": ["a"], "roles": { "question": { "use": ["b"] } } } }
            """#
        for mayHoldSecrets in [true, false] {
            let reading = FileReading(text, mayHoldSecrets: mayHoldSecrets)
            #expect(reading.problems.isEmpty)
            #expect(try #require(reading.provider("mt")).isTrusted == mayHoldSecrets)
            let speech = try #require(reading.contents.services[.speech])
            #expect(speech.isUseTrusted == mayHoldSecrets)
            #expect(speech.roles["question"]?.isUseTrusted == mayHoldSecrets)
        }
    }

    @Test func noOtherOptionTakesASecret() {
        let reading = FileReading(
            #"{ "version": 1, "speech": { "accent": { "env": "K" } }, "providers": { "mt": { "kind": "translator", "#
                + #""url": { "env": "K" }, "batch": { "env": "K" }, "requestsPerMinute": { "env": "K" } } } }"#,
            environment: ["K": "MARKER"]
        )
        #expect(reading.messages == [])
        #expect(reading.complaints.count == 4)
        #expect(reading.complaints.allSatisfy { $0.contains("cannot be a secret") && !$0.contains("MARKER") })
    }
}
