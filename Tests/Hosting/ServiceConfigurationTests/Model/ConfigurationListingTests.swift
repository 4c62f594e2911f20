import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct ConfigurationListingTests {
    private static let text = """
        { "version": 1,
          "speech": { "use": ["own", "speaker"], "rate": 2, "accent": "en-IE",
            "roles": { "z": { "rate": 0.5 }, "a": { "use": "own", "accent": "es" } } },
          "feedback": { "strength": 0.25 },
          "providers": {
            "own": { "kind": "speaker", "folder": "/v" },
            "mt": { "kind": "translator", "url": "http://x", "key": { "env": "MT_KEY" }, "models": ["a", "b"],
              "formal": true, "weight": 1e21 } } }
        """

    private let registry = FileReading(text, environment: ["MT_KEY": "MARKER"]).contents

    @Test func everySettingIsListedWithItsOrigin() {
        let lines = ConfigurationListing.settings(registry, kinds: SampleKinds.all).map {
            "\($0.name) = \($0.value) [\($0.origin)]"
        }
        #expect(
            lines == [
                "speech.use = own, speaker [p.json:2:22]",
                "speech.accent = en-IE [p.json:2:63]",
                "speech.rate = 2 [p.json:2:50]",
                "speech.roles.a.use = own [p.json:3:52]",
                "speech.roles.a.accent = es [p.json:3:69]",
                "speech.roles.z.rate = 0.5 [p.json:3:31]",
                "feedback.strength = 0.25 [p.json:4:29]",
                "providers.own.kind = speaker [p.json:6:22]",
                "providers.own.folder = /v [p.json:6:43]",
                "providers.mt.kind = translator [p.json:7:21]",
                "providers.mt.formal = true [p.json:8:17]",
                "providers.mt.key = ••• (environment variable MT_KEY) [p.json:7:61]",
                "providers.mt.models = a, b [p.json:7:92]",
                "providers.mt.url = http://x [p.json:7:42]",
                "providers.mt.weight = 1e+21 [p.json:8:33]",
            ]
        )
    }

    @Test func theDocumentIsWhatAFileWouldSay() throws {
        let document = ConfigurationListing.document(registry, kinds: SampleKinds.all)
        let text = JSONWriter.string(document)
        #expect(
            text
                == #"{"version":1,"speech":{"use":["own","speaker"],"accent":"en-IE","rate":2,"roles":{"#
                + #""a":{"use":["own"],"accent":"es"},"z":{"rate":0.5}}},"feedback":{"strength":0.25},"providers":{"#
                + #""own":{"kind":"speaker","folder":"/v"},"mt":{"kind":"translator","formal":true,"key":"•••","#
                + #""models":["a","b"],"url":"http://x","weight":1e+21}}}"#
        )
        let again = FileReading(text)
        #expect(again.messages == [])
        #expect(
            again.complaints == [
                "p.json:1:\(text.prefix { $0 != "•" }.count): provider 'mt': 'key' cannot be written here in plain text; "
                    + "set it to { \"env\": \"NAME\" }, { \"file\": \"PATH\" } or { \"secretService\": { … } }"
            ]
        )
    }

    @Test func nothingIsListedOfNothing() {
        #expect(ConfigurationListing.settings(RegistryConfiguration(), kinds: []) == [])
        #expect(ConfigurationListing.document(RegistryConfiguration(), kinds: []) == ["version": 1])
    }

    @Test func theServiceThatIsTurnedOffIsListed() {
        let reading = FileReading("{ \"version\": 1, \"speech\": { \"use\": [] } }")
        #expect(ConfigurationListing.settings(reading.contents, kinds: []).map(\.name) == ["speech.use"])
        #expect(
            JSONWriter.string(ConfigurationListing.document(reading.contents, kinds: []))
                == #"{"version":1,"speech":{"use":[]}}"#
        )
    }

    @Test func whatMayBeASecretIsRedacted() {
        let reading = FileReading(
            #"{ "version": 1, "providers": { "#
                + #""a": { "kind": "translator", "url": "u", "key": "MARKER", "toekn": "MARKER", "attempts": 2 }, "#
                + #""b": { "kind": "unknown", "url": "MARKER", "list": ["MARKER"], "pin": 1234, "attempts": 3 } } }"#
        )
        let settings = ConfigurationListing.settings(reading.contents, kinds: SampleKinds.all)
        #expect(
            settings.map { "\($0.name) = \($0.value)" } == [
                "providers.a.kind = translator", "providers.a.attempts = 2", "providers.a.key = •••",
                "providers.a.toekn = •••", "providers.a.url = u", "providers.b.kind = unknown",
                "providers.b.attempts = 3", "providers.b.list = •••", "providers.b.pin = •••", "providers.b.url = •••",
            ]
        )
        #expect(
            JSONWriter.string(ConfigurationListing.document(reading.contents, kinds: SampleKinds.all))
                == #"{"version":1,"providers":{"a":{"kind":"translator","attempts":2,"key":"•••","toekn":"•••","url":"u"},"#
                + #""b":{"kind":"unknown","attempts":3,"list":"•••","pin":"•••","url":"•••"}}}"#
        )
    }

    @Test func nothingListedChangesTheTerminal() {
        let reading = FileReading(
            #"{ "version": 1, "speech": { "use": "\u001b[2J", "accent": "\u202e\n", "roles": { "\u0007": { "rate": 1 } } }, "#
                + #""providers": { "\u009b": { "kind": "\u001b[2J" }, "b": { "kind": "translator", "url": "\u0000" } } }"#,
            path: "odd\u{1B}.json"
        )
        let settings = ConfigurationListing.settings(reading.contents, kinds: SampleKinds.all)
        #expect(settings.count == 6)
        for text in settings.flatMap({ [$0.name, $0.value, $0.origin] }) {
            let hidden = text.unicodeScalars.filter { [.control, .format].contains($0.properties.generalCategory) }
            #expect(hidden.isEmpty, "\(text.debugDescription)")
        }
    }
}
