import Audio
import Foundation
import Platform
import TestSupport
import Testing

@Suite("The configuration on the command line")
struct ConfigurationTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    /// The commands that an error affects.
    enum Reach: Sendable {
        /// None of the file's settings are known.
        case allCommands
        /// The settings or the only provider of speech.
        case speech
        /// A provider or a setting that no command here needs.
        case nothing
    }

    @Test(
        "each error is reported once, with file, line and column, and affects only what needs the broken part",
        arguments: [
            ("{ \"version\": 1,\n \"speech\": { \"accent\": \"en-GB } }\n", ":2:", "not closed", .allCommands),
            (#"{ "version": 1, "speach": {} }"#, ":1:17:", "did you mean 'speech'", .nothing),
            (#"{ "version": 1, "speech": { "rate": 1, "rate": 2 } }"#, ":1:40:", "twice", .allCommands),
            (String(repeating: "[", count: 10_000), ":1:65:", "64 levels", .allCommands),
            (String(repeating: #"{"a":"#, count: 10_000), ":1:", "64 levels", .allCommands),
            (#"{ "version": 1, "speech": { "use": ["zz"] } }"#, ":1:36:", "zz", .speech),
            (#"{ "version": 1, "providers": { "a": { "kind": "espaek" } } }"#, ":1:", "espeak", .nothing),
            (#"{ "version": 1, "speech": { "rate": "fast" } }"#, ":1:37:", "rate", .speech),
            (#"{ "version": 1, "speech": { "accent": "!!" } }"#, ":1:39:", "accent", .speech),
            (
                #"{ "version": 1, "providers": { "a": { "kind": "dictionary", "folder": "mine" } } }"#, ":1:71:",
                "'mine'; set it to an absolute path", .nothing
            ),
            (
                #"{ "version": 1, "providers": { "a": { "kind": "apertium", "modes": "mine" } } }"#, ":1:68:",
                "'mine'; set it to an absolute path", .nothing
            ),
            (
                #"{ "version": 1, "providers": { "a": { "kind": "espeak", "lexicon": "mine" } } }"#, ":1:68:",
                "'mine'; set it to an absolute path", .nothing
            ),
            (#"{ "version": 1, "translation": { "to": ["es", "d"] } }"#, ":1:40:", "language tags", .nothing),
            ("", ":1:1:", "", .allCommands), (#"{ "version": 2 }"#, ":1:14:", "version", .allCommands),
            ("\u{0}", ":1:1:", "", .allCommands),
        ] as [(String, String, String, Reach)]
    )
    func wrong(_ text: String, _ place: String, _ part: String, _ reach: Reach) async throws {
        try box.write(text, to: "c.json")
        for command in [["speak", "hello", "-o", "x.wav"], ["voices"], ["feedback", "list"], ["providers"]] {
            let outcome = try await box.run(["--config", "c.json"] + command)
            let isSpeech = command != ["feedback", "list"] && command != ["providers"]
            if reach == .allCommands || reach == .speech && isSpeech {
                outcome.expectFailure(78, "c.json" + place, part)
                #expect(outcome.output == [])
            } else {
                #expect(outcome.ending == .exited(0), "\(outcome.errors)")
                #expect(outcome.output != [])
                // At most one note, and it names the problem.
                #expect(outcome.errors.isEmpty || outcome.errors.contains("c.json" + place))
                #expect(outcome.errors.count { $0.isNewline } <= 1)
            }
        }
        let json = try await box.run(["--config", "c.json", "config", "check", "--json"])
        #expect(json.ending == .exited(78))
        #expect(json.errors == "")
        #expect(try json.json().map { $0["code"] as? String } == ["configuration"])
        let alone = try await box.run(["config", "check", "c.json"])
        alone.expectFailure(78, "c.json" + place)
    }

    @Test("a file that is far too large or missing, or a folder")
    func unreadable() async throws {
        try box.write([UInt8](repeating: 0x20, count: 50_000_000), to: "c.json")
        try await box.run(["--config", "c.json", "providers"]).expectFailure(78, "c.json", "larger than 4 MiB")
        try await box.run(["--config", "none.json", "providers"]).expectFailure(78, "none.json", "no such file")
        try await box.run(["--config", ".", "providers"]).expectFailure(78, "is a directory")
        let variable = try await box.run(["providers"], environment: ["PARLANCE_CONFIG": "none.json"])
        variable.expectFailure(78, "none.json")
        let rate = try await box.run(["voices"], environment: ["PARLANCE_SPEECH_RATE": "fast"])
        rate.expectFailure(78, "PARLANCE_SPEECH_RATE")
    }

    @Test("check, show and path")
    func look() async throws {
        let built = try await box.run(["config", "check"])
        built.expectSuccess()
        #expect(built.text == "no configuration file; the built-in defaults are valid\n")
        try box.write(#"{ "version": 1, "speech": { "accent": "en-GB", "rate": 0.8 } }"#, to: "parlance.json")
        let check = try await box.run(["config", "check"])
        check.expectSuccess()
        #expect(check.text == "parlance.json: valid\n")
        let show = try await box.run(["config", "show"], environment: ["PARLANCE_SPEECH_RATE": "1.5"])
        show.expectSuccess()
        let accent = try #require(show.lines.first { $0.hasPrefix("speech.accent ") })
        #expect(accent.split(separator: " ") == ["speech.accent", "en-GB", "parlance.json:1:39"])
        #expect(show.text.contains("environment variable PARLANCE_SPEECH_RATE"))
        let json = try await box.run(["config", "show", "--json"])
        json.expectSuccess()
        let speech = try #require(try json.json().first?["speech"] as? [String: Any])
        #expect(speech["accent"] as? String == "en-GB" && speech["rate"] as? Double == 0.8)
        let path = try await box.run(["config", "path", "--json"])
        path.expectSuccess()
        let layers = try path.json()
        #expect(layers.map { $0["layer"] as? String } == ["project", "user"])
        #expect(layers.map { $0["exists"] as? Bool } == [true, false])
        let human = try await box.run(["config", "path"])
        human.expectSuccess()
        #expect(human.lines.count == 2 && human.lines[1].hasSuffix("does not exist"))
        let schema = try await box.run(["config", "schema"])
        schema.expectSuccess()
        #expect(try JSONSerialization.jsonObject(with: Data(schema.output)) is [String: Any])
    }

    @Test("init writes a file that check accepts, and overwrites only on request")
    func start() async throws {
        let first = try await box.run(["config", "init"])
        first.expectSuccess()
        #expect(first.text == "parlance.json\n")
        let written = try #require(contents(box.path("parlance.json")))
        try await box.run(["config", "check"]).expectSuccess()
        try await box.run(["speak", "hello", "-o", "x.wav", "--role", "slow"]).expectSuccess()
        try box.write("mine", to: "parlance.json")
        try await box.run(["config", "init"]).expectFailure(73, "already exists", "--force")
        #expect(contents(box.path("parlance.json")) == Array("mine".utf8))
        try await box.run(["config", "init", "--force"]).expectSuccess()
        #expect(contents(box.path("parlance.json")) == written)
        let user = try await box.run(["config", "init", "--user"])
        user.expectSuccess()
        #expect(user.text.hasSuffix("/.config/parlance/config.json\n"))
        #expect(contents(String(user.text.dropLast())) == written)
        try await box.run(["config", "init", "none/c.json"]).expectFailure(73, "none/c.json")
        try await box.run(["config", "init", "a", "--user"]).expectFailure(64)
    }
}
