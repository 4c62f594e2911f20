import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// The voices of a service.
struct ConfigurationVoicesTests {
    private func reading(_ voices: String) -> FileReading {
        FileReading("{ \"version\": 1, \"providers\": { \"a\": { \"kind\": \"speaker\",\n\"voices\": \(voices) } } }")
    }

    @Test func voicesAreReadAndShown() throws {
        let reading = reading(
            """
            ["nova", { "id": "kim", "name": "Kim", "languages": "en-au", "gender": "female", "quality": "premium" },
            { "id": "jo", "languages": ["en-GB", "de"] }]
            """
        )
        // The kind has no such option, but its value is parsed nevertheless.
        #expect(reading.messages.allSatisfy { $0.contains("has no option 'voices'") }, "\(reading.messages)")
        let voices = try #require(try reading.provider("a")?.options.voices("voices"))
        let tags = ["en-AU", "en-GB", "de"].compactMap { LanguageTag($0) }
        #expect(
            voices == [
                VoiceDescription(id: "nova"),
                VoiceDescription(
                    id: "kim",
                    name: "Kim",
                    languages: Array(tags.prefix(1)),
                    gender: .female,
                    quality: .premium
                ),
                VoiceDescription(id: "jo", languages: Array(tags.suffix(2))),
            ]
        )
    }

    @Test func aListOfIdsNeedsNoObjects() throws {
        let voices = try reading(#"["nova", "alloy"]"#).provider("a")?.options.voices("voices")
        #expect(voices?.map(\.id) == ["nova", "alloy"])
        #expect(try reading("[]").provider("a")?.options.voices("voices") == [])
    }

    @Test(arguments: [
        (#"["a", 7]"#, ["2:17: provider 'a': a voice must be a string or an object, not a number"]),
        (#"[{ "name": "x" }]"#, ["2:12: provider 'a': the ID of a voice is missing"]),
        (#"[{ "id": 7 }]"#, ["2:20: provider 'a': the ID of a voice is missing or not a string"]),
        (
            #"[{ "id": "x", "langauges": "en" }]"#,
            ["2:25: provider 'a': a voice has no key 'langauges'; did you mean 'languages'?"]
        ),
        (
            #"[{ "id": "x", "languages": "english!" }]"#,
            ["2:38: provider 'a': the languages of a voice must be language tags"]
        ),
        (#"[{ "id": "x", "languages": [] }]"#, ["2:38: provider 'a': the languages of a voice must be language tags"]),
        (
            #"[{ "id": "x", "languages": ["en", 7] }]"#,
            ["2:38: provider 'a': the languages of a voice must be language tags"]
        ),
        (
            #"[{ "id": "x", "gender": "robot", "quality": 9, "name": [] }]"#,
            [
                "2:66: provider 'a': the name of a voice must be a string",
                "2:35: provider 'a': the gender of a voice is unknown",
                "2:55: provider 'a': the quality of a voice is unknown",
            ]
        ),
    ])
    func whatIsNoVoiceIsToldWithItsPlace(_ voices: String, _ expected: [String]) {
        let messages = reading(voices).messages
        #expect(messages.count == expected.count, "\(messages)")
        for (message, part) in zip(messages, expected) { #expect(message.contains("p.json:\(part)"), "\(message)") }
    }
}
