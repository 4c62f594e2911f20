import Audio
import Foundation
import Platform
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
        // Listed voices can be used.
        for line in human.lines.prefix(3) {
            let id = try #require(line.split(separator: " ").first)
            try await box.run(["speak", "hello", "--voice", String(id), "-o", "x.wav"]).expectSuccess()
        }
    }

    @Test("the voices of the bundled accents are built once and can be checked")
    func ownVoices() async throws {
        let built = try await box.run(["voices", "build", "--json"])
        built.expectSuccess()
        let first = try #require(try built.json().first)
        #expect((first["voices"] as? [String])?.count == 8 && (first["problems"] as? [Any])?.isEmpty == true)
        let path = try #require(first["path"] as? String)
        #expect(FileManager.default.fileExists(atPath: "\(path)/espeak-ng-data/lang/own/en-ie-female"))
        let again = try await box.run(["voices", "build"])
        again.expectSuccess()
        #expect(again.lines.first == path && again.lines.last == "already built")
        let checked = try await box.run(["voices", "check"])
        checked.expectSuccess()
        #expect(checked.lines.count == 4 && checked.lines.allSatisfy { $0.contains(": right, ") })
        #expect(try await box.run(["voices", "check", "-l", "en"]).ending == .exited(64))
    }

    @Test("damaged voices of unchanged size are rebuilt on request")
    func damagedOverlay() async throws {
        let cache = ["XDG_CACHE_HOME": box.path("c")]
        let path = try #require(try await box.run(["voices", "build"], environment: cache).lines.first)
        for name in ["phontab", "oengb_dict", "lang/own/en-gb"] {
            let file = "\(path)/espeak-ng-data/\(name)"
            let size = try #require(FileManager.default.contents(atPath: file)).count
            try Data(count: size).write(to: URL(fileURLWithPath: file))
            let built = try await box.run(["voices", "build"], environment: cache)
            #expect(built.lines.first == path && built.lines.last?.hasPrefix("built in") == true, "\(name)")
            try await box.run(["ipa", "bath", "-a", "en-GB"], environment: cache).expectSuccess()
        }
    }

    @Test("check, build and speak report an invalid definition by name")
    func wrongDefinition() async throws {
        let voices = box.path("own/Voices/en-AU")
        try FileManager.default.createDirectory(atPath: voices, withIntermediateDirectories: true)
        try box.write("name A\nlanguage en-AU\ntable en\n", to: "own/Voices/en-AU/voice.txt")
        try box.write("phoneme eI\nipa æɪ\nsequnce x\n", to: "own/Voices/en-AU/phonemes.txt")
        let own = ["PARLANCE_DATA": box.path("own")]
        for arguments in [["voices", "check"], ["voices", "build"], ["speak", "mate", "-a", "en-AU", "-o", "x.wav"]] {
            let outcome = try await box.run(arguments, environment: own)
            #expect(outcome.ending == .exited(78), "\(arguments)")
            let message = "phonemes.txt:3:1: there is no keyword 'sequnce'; did you mean 'sequence'?"
            #expect(outcome.errors.contains(message))
        }
        // A valid definition with missing data is spoken as closely as possible, with a note.
        try box.write("phoneme eI\nsequence vowel/none\n", to: "own/Voices/en-AU/phonemes.txt")
        #expect(try await box.run(["voices", "check"], environment: own).ending == .exited(78))
        let spoken = try await box.run(["speak", "mate", "-a", "en-AU", "-o", "x.wav", "--json"], environment: own)
        #expect(spoken.ending == .exited(0))
        #expect(spoken.text.contains("the accent differs from its definition"))
        let doctor = try await box.run(["doctor"], environment: own)
        #expect(doctor.lines.contains { $0.hasPrefix("warning") && $0.contains("no formant sequence 'vowel/none'") })
    }

    @Test("providers and their kinds")
    func providers() async throws {
        let human = try await box.run(["providers"])
        human.expectSuccess()
        #expect(human.lines.first == "speech       espeak      espeak      in use      ready")
        let rows = human.lines.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
        #expect(
            rows == [
                "speech espeak", "translation dictionary", "translation apertium", "translation gloss",
                "sentences templates", "feedback patterns",
            ]
        )
        #expect(human.lines.contains("translation  dictionary  dictionary  in use (1)  ready"))
        let json = try await box.run(["providers", "--json"])
        json.expectSuccess()
        let provider = try #require(try json.json().first)
        #expect(provider["status"] as? String == "ready" && provider["rank"] as? Int == 1)
        let kinds = try await box.run(["providers", "--kinds", "--json"])
        kinds.expectSuccess()
        #expect(
            try kinds.json().map { $0["kind"] as? String } == [
                "apertium", "corpus", "dictionary", "espeak", "exec-speech", "exec-translation", "gloss",
                "http-sentences", "http-speech", "http-translation", "patterns", "plugin-feedback", "plugin-sentences",
                "plugin-speech", "plugin-translation", "templates", "wordnet",
            ]
        )
        let shown = try await box.run(["providers", "--kinds"])
        shown.expectSuccess()
        #expect(shown.lines.contains { $0.hasPrefix("espeak (speech): ") })
        #expect(shown.lines.contains { $0.hasPrefix("  dictionaries ") })
    }

    @Test("doctor, with and without problems")
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
