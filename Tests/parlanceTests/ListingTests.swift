import Audio
import Foundation
import TestSupport
import Testing

@Suite("voices, providers and doctor")
struct ListingTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("voices")
    func voices() async throws {
        let all = try await box.run(["voices", "--json"])
        all.expectSuccess()
        let voices = try all.json()
        #expect(voices.count > 50)
        #expect(Set(voices.compactMap { $0["id"] as? String }).count == voices.count)
        #expect(voices.allSatisfy { $0["provider"] as? String == "espeak" && $0["languages"] is [String] })
        let english = try await box.run(["voices", "--language", "en", "--json"])
        let languages = try english.json().compactMap { $0["languages"] as? [String] }
        #expect(languages.count > 2 && languages.count < voices.count)
        #expect(languages.allSatisfy { $0.contains { $0.hasPrefix("en") } })
        let human = try await box.run(["voices", "-l", "en"])
        human.expectSuccess()
        #expect(human.lines.count == languages.count)
        // What is listed can be asked for.
        for line in human.lines.prefix(3) {
            let id = try #require(line.split(separator: " ").first)
            try await box.run(["speak", "hello", "--voice", String(id), "-o", "x.wav"]).expectSuccess()
        }
    }

    @Test("providers and their kinds")
    func providers() async throws {
        let human = try await box.run(["providers"])
        human.expectSuccess()
        #expect(human.text == "speech  espeak  espeak  in use  ready\n")
        let json = try await box.run(["providers", "--json"])
        json.expectSuccess()
        let provider = try #require(try json.json().first)
        #expect(provider["status"] as? String == "ready" && provider["rank"] as? Int == 1)
        let kinds = try await box.run(["providers", "--kinds", "--json"])
        kinds.expectSuccess()
        #expect(try kinds.json().map { $0["kind"] as? String } == ["espeak"])
        let shown = try await box.run(["providers", "--kinds"])
        shown.expectSuccess()
        #expect(shown.lines.first?.hasPrefix("espeak (speech): ") == true && shown.lines.count > 3)
    }

    @Test("doctor, well and unwell")
    func doctor() async throws {
        let well = try await box.run(["doctor", "--json"])
        well.expectSuccess()
        let findings = try well.json()
        #expect(findings.first { $0["name"] as? String == "Voices" }?["state"] as? String == "ok")
        #expect(findings.first { $0["name"] as? String == "sound: PulseAudio" }?["state"] as? String == "warning")
        try FileManager.default.createDirectory(atPath: box.path("empty"), withIntermediateDirectories: false)
        let bare = ["PARLANCE_DATA": box.path("empty")]
        let unwell = try await box.run(["doctor", "--json"], environment: bare)
        #expect(unwell.ending == .exited(69))
        #expect(unwell.errors == "")
        let voices = try #require(try unwell.json().first { $0["name"] as? String == "Voices" })
        #expect(voices["state"] as? String == "missing" && voices["remedy"] is String)
        let human = try await box.run(["doctor"], environment: bare)
        #expect(human.ending == .exited(69))
        #expect(
            human.lines.contains { $0.hasPrefix("missing") && $0.contains("Voices") && $0.contains("PARLANCE_DATA") }
        )
        try box.write(#"{ "version": 1, "speach": {} }"#, to: "parlance.json")
        let wrong = try await box.run(["doctor"])
        #expect(wrong.lines.contains { $0.hasPrefix("missing") && $0.contains("parlance.json:1:17") })
    }
}
